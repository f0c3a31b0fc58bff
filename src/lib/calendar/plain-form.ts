/** Invisible characters that may be in a copied cell: soft hyphens, zero-width spaces, direction marks, byte order marks. */
const invisible = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;

/**
 * The form in which dates, times and names are read: full-width characters are replaced by the usual ones (NFKC), each run of white space
 * by a single space, and invisible characters are removed.
 */
export function plainForm(cell: string): string {
  return cell.normalize('NFKC').replaceAll(invisible, '').replaceAll(/\s+/gu, ' ').trim();
}

/** The form in which names, column heads and words are compared: `plainForm` in lower case. */
export function comparedForm(cell: string): string {
  return plainForm(cell).toLowerCase();
}
