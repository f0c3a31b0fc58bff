import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readJpeg } from '../lib/photo/jpeg.ts';
import {
  buildDocument,
  type BuiltDocument,
  type PhotoSupply,
  type RenderContext,
} from '../reports/engine/build-document.ts';
import type { Layout } from '../reports/engine/layout.ts';
import { maintenanceFormReport } from '../reports/layouts/form/form-report.ts';
import { monthlyReport } from '../reports/layouts/monthly/monthly-report.ts';
import { controllerManual } from './contents/controller-manual.ts';
import { dualDoor } from './contents/dual-door.ts';
import { managingUsers } from './contents/managing-users.ts';
import { multiDoor } from './contents/multi-door.ts';
import { serverLan } from './contents/server-lan.ts';
import { diskFonts } from './disk-fonts.ts';
import type { Guide } from './layout/blocks.ts';
import { guideLayout } from './layout/guide-layout.ts';
import { formSample } from './samples/form-sample.ts';
import { monthlySample, type SampleSite } from './samples/monthly-sample.ts';

/** The written ones; the two samples are reports. */
export const guides: readonly Guide[] = [managingUsers, dualDoor, multiDoor, serverLan, controllerManual];

interface GuideSources {
  root: string;
  demoSite: SampleSite;
  /** The folder of that site's photos and their small renditions. */
  photos: string;
}

/** Makes the same bytes each time. */
export async function makeGuides({
  root,
  demoSite,
  photos,
}: GuideSources): Promise<{ fileName: string; bytes: Uint8Array }[]> {
  const context: RenderContext & PhotoSupply = { fonts: diskFonts(root), painter: null, loadPhotos: photosIn(photos) };
  const built = [
    ...guides.map((guide) => buildDocument(guideLayout, guide, context)),
    buildDocument(asSample(monthlyReport, 'sample-document-1', 'GK-501'), monthlySample(demoSite), context),
    buildDocument(asSample(maintenanceFormReport, 'sample-document-2', 'GK-502'), formSample(), context),
  ];
  return Promise.all((await Promise.all(built)).map(completeFile));
}

function photosIn(folder: string): PhotoSupply['loadPhotos'] {
  return async (names, onPhoto) => {
    const read = names.map((name) => readFile(join(folder, `${name}.small.jpg`)));
    for (const [index, file] of (await Promise.all(read)).entries()) {
      const bytes = new Uint8Array(file);
      const size = readJpeg(bytes);
      onPhoto(index, size && { bytes, width: size.width, height: size.height });
    }
  };
}

/** A layout of the product with the file name and number of a sample, and a footer saying that its data is invented. */
function asSample<Data>(layout: Layout<Data>, name: string, number: string): Layout<Data> {
  return {
    ...layout,
    meta(data) {
      const meta = layout.meta(data);
      return { ...meta, fileName: `${name}.pdf`, foot: `${meta.foot} · Sample with invented data`, fileId: number };
    },
  };
}

async function completeFile({
  file,
  fileName,
  missing,
}: BuiltDocument): Promise<{ fileName: string; bytes: Uint8Array }> {
  if (missing > 0) throw new Error(`${fileName}: ${missing} photos cannot be read`);
  return { fileName, bytes: new Uint8Array(await file.arrayBuffer()) };
}
