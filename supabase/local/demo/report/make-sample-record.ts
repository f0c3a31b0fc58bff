import { diskFonts } from '../../../../src/guides/disk-fonts.ts';
import { buildDocument } from '../../../../src/reports/engine/build-document.ts';
import { sampleRecord } from './sample-record.ts';

/** The placeholder of the project records as the bytes of a PDF, the same on every run. */
export async function makeSampleRecord(root: string): Promise<Uint8Array> {
  const { file } = await buildDocument(sampleRecord, null, {
    fonts: diskFonts(root),
    painter: null,
    loadPhotos: () => Promise.resolve(),
  });
  return new Uint8Array(await file.arrayBuffer());
}
