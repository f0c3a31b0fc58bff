import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFonts } from '../../../../src/guides/disk-fonts.ts';
import { readJpeg } from '../../../../src/lib/jpeg.ts';
import { buildDocument } from '../../../../src/reports/engine/build-document.ts';
import { photoFolder } from '../files.ts';
import { serviceReport } from './service-report.ts';
import type { Visit } from './visits.ts';

/** The service report of one visit as the bytes of a PDF, the same on every run. Its photos must have been drawn. */
export async function makeServiceReport(root: string, visit: Visit): Promise<Uint8Array> {
  const { file } = await buildDocument(serviceReport, visit, {
    fonts: diskFonts(root),
    painter: null,
    loadPhotos: async (names, onPhoto) => {
      for (const [index, name] of names.entries()) {
        const photo = new Uint8Array(await readFile(join(photoFolder(root, visit.siteId), `${name}.small.jpg`)));
        const size = readJpeg(photo);
        onPhoto(index, size && { bytes: photo, width: size.width, height: size.height });
      }
    },
  });
  return new Uint8Array(await file.arrayBuffer());
}
