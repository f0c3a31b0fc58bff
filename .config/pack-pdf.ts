import { PDFDict, PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib';

/**
 * The same document with page labels, the page numbers, which no printing browser writes, and in fewer bytes: a tagged PDF has hundreds of
 * small objects, which stand together in compressed streams here.
 * @param fingerprint of its source, which it then says among its facts
 */
export async function packPdf(bytes: Uint8Array, fingerprint?: string): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  document.catalog.set(PDFName.of('PageLabels'), document.context.obj({ Nums: [0, { S: 'D' }] }));
  const facts = document.context.lookup(document.context.trailerInfo.Info, PDFDict);
  if (fingerprint !== undefined) facts.set(PDFName.of('Fingerprint'), PDFHexString.fromText(fingerprint));
  return document.save({ useObjectStreams: true, addDefaultPage: false });
}
