/** Readers look for its beginning among the first bytes: mail programs and servers put others before it. */
const headerWithin = 1_024;

/** In latin 1, so that a character is a byte. */
function latinTextOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/** Where `%PDF-` is; -1 where no reader would look further. */
function headerAt(bytes: Uint8Array): number {
  return latinTextOf(bytes.subarray(0, headerWithin + 5)).indexOf('%PDF-');
}

/** Whether readers take the file for a PDF. @param start its first 1,029 bytes, or all of it */
export function isPdf(start: Uint8Array): boolean {
  return headerAt(start) !== -1;
}

/**
 * Whether a PDF has its end (ISO 32000-2, 7.5.5 and Annex F), which one that was downloaded half lacks. Readers rebuild
 * some of the others, but nobody notices then what is missing.
 */
export function isWholePdf(bytes: Uint8Array): boolean {
  const start = headerAt(bytes);
  const [, length] =
    /\/Linearized\b[^]*?\/L\s+(\d+)/u.exec(latinTextOf(bytes.subarray(start, start + headerWithin))) ?? [];
  // made for reading while it downloads, such a file has an end near its beginning too, but says how long it is
  if (length !== undefined && bytes.length - start < Number(length)) return false;
  const end = lastIndexOf(bytes, '%%EOF');
  // an end with another object behind it is that of an earlier version, or of a file inside
  return end !== -1 && !/\d\s+\d+\s+obj\b/u.test(latinTextOf(bytes.subarray(end)));
}

/** @param text of ASCII */
function lastIndexOf(bytes: Uint8Array, text: string): number {
  const wanted = new TextEncoder().encode(text);
  const [first = 0] = wanted;
  for (let at = bytes.lastIndexOf(first); at !== -1; at = at === 0 ? -1 : bytes.lastIndexOf(first, at - 1))
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  return -1;
}
