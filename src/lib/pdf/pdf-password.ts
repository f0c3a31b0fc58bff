/** Whether a PDF opens only with a password, not just prints with it. @throws Error if unknown, as offline. */
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

/** How many bytes at the end hold the offset of the last cross-reference (ISO 32000-2, 7.5.5). */
const tail = 2_048;

/**
 * Whether a PDF is encrypted, as its trailer says. The trailer follows the cross-reference table, or is in the
 * dictionary of that stream; neither is ever encrypted.
 */
export function isEncrypted(pdf: Uint8Array): boolean {
  const latin = new TextDecoder('latin1');
  const matches = [...latin.decode(pdf.subarray(-tail)).matchAll(/startxref\s+(\d+)/gu)];
  const offset = Number(matches.at(-1)?.[1] ?? pdf.length);
  const behind = latin.decode(pdf.subarray(offset));
  const isTable = behind.startsWith('xref');
  const from = isTable ? behind.indexOf('trailer') : 0;
  const to = behind.indexOf(isTable ? 'startxref' : 'stream', from);
  const dictionary = from === -1 ? '' : behind.slice(from, to === -1 ? undefined : to);
  return /\/Encrypt[\s<]/u.test(dictionary);
}
