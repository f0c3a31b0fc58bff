import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readJpeg } from '../../../../src/lib/photo/jpeg.ts';
import {
  buildDocument,
  type BuiltDocument,
  type PhotoSupply,
  type RenderContext,
} from '../../../../src/reports/engine/build-document.ts';
import type { Layout } from '../../../../src/reports/engine/layout.ts';
import { maintenanceFormReport } from '../../../../src/reports/layouts/form/form-report.ts';
import { monthlyReport } from '../../../../src/reports/layouts/monthly/monthly-report.ts';
import { diskFonts } from './disk-fonts.ts';
import { formSample } from './form-sample.ts';
import { monthlySample, type SampleSite } from './monthly-sample.ts';

interface SampleSources {
  root: string;
  demoSite: SampleSite;
  /** The folder of the site's photos and their small renditions. */
  photos: string;
}

/** Makes the two guides that are documents of the product itself, with the same bytes each time. */
export async function makeSamples({
  root,
  demoSite,
  photos,
}: SampleSources): Promise<{ fileName: string; bytes: Uint8Array }[]> {
  const context: RenderContext & PhotoSupply = { fonts: diskFonts(root), painter: null, loadPhotos: photosIn(photos) };
  const built = [
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
