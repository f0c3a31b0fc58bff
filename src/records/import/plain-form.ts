/** What people and spreadsheets put into a cell without meaning it: characters that are not seen. */
const unseen = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;

/** A cell as dates, times and names are read: wide characters as usual ones, every kind of blank as one space. */
export function plainForm(cell: string): string {
  return cell.normalize('NFKC').replaceAll(unseen, '').replaceAll(/\s+/gu, ' ').trim();
}

/** As `plainForm`, without capitals: what names, heads and words are compared by. */
export function comparedForm(cell: string): string {
  return plainForm(cell).toLowerCase();
}

/**
 * How alike two texts are, from 0 to 1 for the same: the pairs of letters that they share (Dice). Order and word endings
 * count little, so that *Kingfisher Rise Condo* is near *Kingfisher Rise*.
 */
export function likeness(one: string, other: string): number {
  const [a, b] = [pairsOf(one), pairsOf(other)];
  if (a.length + b.length === 0) return one === other ? 1 : 0;
  const left = [...b];
  let shared = 0;
  for (const pair of a) {
    const at = left.indexOf(pair);
    if (at === -1) continue;
    left.splice(at, 1);
    shared += 1;
  }
  return (2 * shared) / (a.length + b.length);
}

function pairsOf(text: string): string[] {
  return comparedForm(text)
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => {
      const letters = Array.from(word);
      return letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
    });
}
