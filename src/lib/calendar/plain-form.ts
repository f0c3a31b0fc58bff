/** What people and spreadsheets put into a cell without meaning it: characters that are not seen. */
const unseen = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;

/** A text as dates, times and names are read: wide characters as usual ones, every kind of blank as one space. */
export function plainForm(cell: string): string {
  return cell.normalize('NFKC').replaceAll(unseen, '').replaceAll(/\s+/gu, ' ').trim();
}

/** As `plainForm`, without capitals: what names, heads and words are compared by. */
export function comparedForm(cell: string): string {
  return plainForm(cell).toLowerCase();
}
