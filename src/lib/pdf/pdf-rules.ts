/** PDF readers look for the header within this many bytes, because mail programs and servers put other bytes before it. */
const headerWithin = 1_024;

/** The bytes as a Latin-1 text, in which each character is a byte. */
function latinTextOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/** The position of `%PDF-`; -1 if it is not where readers look for it. */
function headerAt(bytes: Uint8Array): number {
  return latinTextOf(bytes.subarray(0, headerWithin + 5)).indexOf('%PDF-');
}

/** Whether readers accept the file as a PDF. @param start its first 1,029 bytes, or the whole file */
export function isPdf(start: Uint8Array): boolean {
  return headerAt(start) !== -1;
}

/**
 * Whether a PDF is complete: it has its end (ISO 32000-2, 7.5.5 and Annex F), which a partly downloaded PDF lacks, an object, and the name of
 * its root. Readers rebuild some PDFs without an end, but then nobody notices what is missing.
 */
export function isWholePdf(bytes: Uint8Array): boolean {
  const start = headerAt(bytes);
  const [, length] =
    /\/Linearized\b[^]*?\/L\s+(\d+)/u.exec(latinTextOf(bytes.subarray(start, start + headerWithin))) ?? [];
  // a linearized PDF has another end near its beginning, but says how long it is
  if (length !== undefined && bytes.length - start < Number(length)) return false;
  if (lastIndexOf(bytes, ' obj') === -1 || lastIndexOf(bytes, '/Root') === -1) return false;
  const end = lastIndexOf(bytes, '%%EOF');
  // an end with an object after it is that of an earlier version, or of an embedded file
  return end !== -1 && !/\d\s+\d+\s+obj\b/u.test(latinTextOf(bytes.subarray(end)));
}

/** The last position of a text; -1 if it does not occur. @param text of ASCII characters */
function lastIndexOf(bytes: Uint8Array, text: string): number {
  const textBytes = new TextEncoder().encode(text);
  const [first = 0] = textBytes;
  for (
    let position = bytes.lastIndexOf(first);
    position !== -1;
    position = position === 0 ? -1 : bytes.lastIndexOf(first, position - 1)
  )
    if (textBytes.every((byte, index) => bytes[position + index] === byte)) return position;
  return -1;
}
