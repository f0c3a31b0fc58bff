/** Whether a PDF needs a password to open, and not only to print. @throws Error if that cannot be told, such as offline. */
export async function needsPassword(pdf: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (!isEncrypted(pdf)) return false;
  // pdf.js is loaded only for encrypted files, because it is large
  const { getDocument } = await import('./pdf-js.ts');
  // a copy, because pdf.js detaches the bytes that it gets
  const opening = getDocument({ data: pdf.slice(), verbosity: 0 });
  try {
    await opening.promise;
    return false;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'PasswordException') return true;
    // the PDF is damaged, which another check reports
    if (name === 'InvalidPDFException') return false;
    throw error;
  } finally {
    await opening.destroy();
  }
}

/** The offset of the last cross-reference is within this many bytes at the end (ISO 32000-2, 7.5.5). */
const tailLength = 2_048;

/**
 * Whether a PDF is encrypted, according to its trailer. The trailer follows the cross-reference table, or is the dictionary of the
 * cross-reference stream; neither is ever encrypted.
 */
export function isEncrypted(pdf: Uint8Array): boolean {
  const latin = new TextDecoder('latin1');
  const matches = [...latin.decode(pdf.subarray(-tailLength)).matchAll(/startxref\s+(\d+)/gu)];
  const offset = Number(matches.at(-1)?.[1] ?? pdf.length);
  const crossReference = latin.decode(pdf.subarray(offset));
  const isTable = crossReference.startsWith('xref');
  const from = isTable ? crossReference.indexOf('trailer') : 0;
  const to = crossReference.indexOf(isTable ? 'startxref' : 'stream', from);
  const dictionary = from === -1 ? '' : crossReference.slice(from, to === -1 ? undefined : to);
  return /\/Encrypt[\s<]/u.test(dictionary);
}
