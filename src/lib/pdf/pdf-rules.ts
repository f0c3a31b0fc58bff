/** How far readers look for a PDF's beginning: mail programs and servers put other bytes before it. */
const headerWithin = 1_024;

/** Bytes as text in latin 1, so that a character is a byte. */
function latinTextOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/** Where `%PDF-` is; -1 when it is not where readers look. */
function headerAt(bytes: Uint8Array): number {
  return latinTextOf(bytes.subarray(0, headerWithin + 5)).indexOf('%PDF-');
}

/** Whether readers take the file for a PDF. @param start its first 1,029 bytes, or all of it */
export function isPdf(start: Uint8Array): boolean {
  return headerAt(start) !== -1;
}

/**
 * Whether a PDF has its end (ISO 32000-2, 7.5.5 and Annex F), which a half downloaded PDF lacks, and before it an object and the name
 * of the one that everything begins at. Readers rebuild some
 * PDFs without an end, but nobody notices then what is missing.
 */
export function isWholePdf(bytes: Uint8Array): boolean {
  const start = headerAt(bytes);
  const [, length] =
    /\/Linearized\b[^]*?\/L\s+(\d+)/u.exec(latinTextOf(bytes.subarray(start, start + headerWithin))) ?? [];
  // a PDF made for reading while it downloads has an end near its beginning too, but says how long it is
  if (length !== undefined && bytes.length - start < Number(length)) return false;
  if (lastIndexOf(bytes, ' obj') === -1 || lastIndexOf(bytes, '/Root') === -1) return false;
  const end = lastIndexOf(bytes, '%%EOF');
  // an end with another object behind it is the end of an earlier version, or of a file inside
  return end !== -1 && !/\d\s+\d+\s+obj\b/u.test(latinTextOf(bytes.subarray(end)));
}

/** Where a text occurs last; -1 when it does not. @param text of ASCII */
function lastIndexOf(bytes: Uint8Array, text: string): number {
  const wanted = new TextEncoder().encode(text);
  const [first = 0] = wanted;
  for (let at = bytes.lastIndexOf(first); at !== -1; at = at === 0 ? -1 : bytes.lastIndexOf(first, at - 1))
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  return -1;
}
