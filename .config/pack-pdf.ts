import { PDFDict, PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib';

/**
 * Finishes a PDF that the browser has printed. It adds the page numbers as page labels, which no browser writes, and packs the hundreds of
 * small objects of a tagged PDF into compressed streams, which makes the file smaller.
 * @param fingerprint a hash of the PDF's source, stored as `Fingerprint` in the document information
 */
export async function packPdf(bytes: Uint8Array, fingerprint?: string): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  document.catalog.set(PDFName.of('PageLabels'), document.context.obj({ Nums: [0, { S: 'D' }] }));
  const info = document.context.lookup(document.context.trailerInfo.Info, PDFDict);
  if (fingerprint !== undefined) info.set(PDFName.of('Fingerprint'), PDFHexString.fromText(fingerprint));
  return document.save({ useObjectStreams: true, addDefaultPage: false });
}
