/**
 * Whether a PDF opens with a password only. One that merely forbids printing or copying opens without.
 * @throws Error when that could not be found out, as without a network.
 */
export async function needsPassword(pdf: Blob): Promise<boolean> {
  const data = new Uint8Array(await pdf.arrayBuffer());
  if (!isEncrypted(data)) return false;
  // loaded for these few only: it is large
  const { getDocument } = await import('./pdf-js.ts');
  const opening = getDocument({ data, verbosity: 0 });
  try {
    await opening.promise;
    return false;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'PasswordException') return true;
    // damaged, which is not for this question to judge
    if (name === 'InvalidPDFException') return false;
    throw error;
  } finally {
    await opening.destroy();
  }
}

/** Bytes at the end in which the place of the last cross-reference is named (ISO 32000-2, 7.5.5). */
const tail = 2_048;

/**
 * Whether the trailer names an encryption. It stands behind the cross-reference table, or in the dictionary of the
 * stream that takes its place; neither is ever encrypted or compressed itself.
 */
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
