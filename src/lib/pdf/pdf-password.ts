/** False for one that only forbids printing or copying. @throws Error when unknown, as without a network. */
export async function needsPassword(pdf: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (!isEncrypted(pdf)) return false;
  // loaded only for encrypted files: it is large
  const { getDocument } = await import('./pdf-js.ts');
  // a copy: pdf.js detaches the bytes it gets
  const opening = getDocument({ data: pdf.slice(), verbosity: 0 });
  try {
    await opening.promise;
    return false;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'PasswordException') return true;
    // damaged, which is not for this check to judge
    if (name === 'InvalidPDFException') return false;
    throw error;
  } finally {
    await opening.destroy();
  }
}

/** The trailing bytes that hold the offset of the last cross-reference (ISO 32000-2, 7.5.5). */
const tail = 2_048;

/** The trailer follows the cross-reference table, or is in that stream's dictionary; neither is ever encrypted. */
export function isEncrypted(pdf: Uint8Array): boolean {
  const latin = new TextDecoder('latin1');
  const places = [...latin.decode(pdf.subarray(-tail)).matchAll(/startxref\s+(\d+)/gu)];
  const place = Number(places.at(-1)?.[1] ?? pdf.length);
  const behind = latin.decode(pdf.subarray(place));
  const isTable = behind.startsWith('xref');
  const from = isTable ? behind.indexOf('trailer') : 0;
  const to = behind.indexOf(isTable ? 'startxref' : 'stream', from);
  const dictionary = from === -1 ? '' : behind.slice(from, to === -1 ? undefined : to);
  return /\/Encrypt[\s<]/u.test(dictionary);
}
