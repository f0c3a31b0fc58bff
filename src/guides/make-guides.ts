import { diskFonts } from './disk-fonts.ts';
import {
  buildDocument,
  type BuiltDocument,
  type PhotoSupply,
  type Workshop,
} from '../reports/engine/build-document.ts';
import { guideLayout } from './layout/guide-layout.ts';
import type { Guide } from './layout/blocks.ts';
import { maintenanceFormReport } from '../reports/layouts/maintenance-form.ts';
import { monthlyReport } from '../reports/layouts/monthly-report.ts';
import { controller } from './contents/controller.ts';
import { dualDoor } from './contents/dual-door.ts';
import { managingUsers } from './contents/managing-users.ts';
import { multiDoor } from './contents/multi-door.ts';
import { serverLan } from './contents/server-lan.ts';
import { asSample } from './samples/as-sample.ts';
import { formSample } from './samples/form-sample.ts';
import { monthlySample } from './samples/monthly-sample.ts';
import { samplePhotos } from './samples/sample-photos.ts';

/** The written ones; the two samples are reports. */
export const guides: readonly Guide[] = [managingUsers, dualDoor, multiDoor, serverLan, controller];

/** Where they are published, seen from the project's folder. */
export const guideFolder = 'public/guides';

/** All documents of the Guide screen, the same bytes each time. `root` is the project's folder. */
export async function makeGuides(root: string): Promise<{ fileName: string; bytes: Uint8Array }[]> {
  const shop: Workshop & PhotoSupply = { fonts: diskFonts(root), painter: null, loadPhotos: samplePhotos(root) };
  const built = [
    ...guides.map((guide) => buildDocument(guideLayout, guide, shop)),
    buildDocument(asSample(monthlyReport, 'sample-document-1', 'GK-501'), monthlySample(root), shop),
    buildDocument(asSample(maintenanceFormReport, 'sample-document-2', 'GK-502'), formSample(), shop),
  ];
  return Promise.all((await Promise.all(built)).map(bytesOf));
}

async function bytesOf({ file, fileName, missing }: BuiltDocument): Promise<{ fileName: string; bytes: Uint8Array }> {
  if (missing > 0) throw new Error(`${fileName}: ${missing} photos cannot be read`);
  return { fileName, bytes: new Uint8Array(await file.arrayBuffer()) };
}
