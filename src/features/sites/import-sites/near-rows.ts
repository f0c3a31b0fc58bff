import { comparedForm } from '../../../lib/calendar/plain-form.ts';

// Rule: two names in a table may mean the same site if one has one more word, or if one word is misspelt. Names mean different sites if
// they differ in a short word (*Taman Sari*, *Taman Seri*), in a single letter (*Block A*) or in a number (*Phase 2*).

/** A row that names a site. */
export interface NamedRow {
  name: string;
  /** The name of the row on the screen: `row 14`. */
  row: string;
}

interface IndexedRow extends NamedRow {
  /** The word of the name that the key omits; empty if the key has all words. */
  without: string;
}

/** The numbers in a name, sorted and joined. Names with different numbers mean different sites. */
export const numbersIn = (name: string) => [...new Set(name.match(/\d+/gu))].toSorted().join();

/** An index that finds earlier rows of a table with nearly the same name, without a comparison of all pairs. */
export function nearRows() {
  const index = new Map<string, IndexedRow[]>();
  return {
    add: (row: NamedRow) => {
      for (const { key, without } of keysOf(row.name)) {
        const rows = index.get(key) ?? [];
        rows.push({ ...row, without });
        index.set(key, rows);
      }
    },
    /** Returns the first added row with nearly this name, or null. */
    find: (name: string): NamedRow | null => {
      for (const { key, without } of keysOf(name)) {
        const nearRow = index.get(key)?.find((row) => mayMeanSame(without, row.without, key));
        if (nearRow) return { name: nearRow.name, row: nearRow.row };
      }
      return null;
    },
  };
}

/** The keys of a name: all of its words, and its words without each of them in turn. */
function keysOf(name: string): { key: string; without: string }[] {
  const numbers = numbersIn(name);
  const words = comparedForm(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .toSorted();
  const keyOf = (chosen: readonly string[]) => [numbers, ...chosen].join(' ');
  return [
    { key: keyOf(words), without: '' },
    ...words.map((without, position) => ({ key: keyOf(words.toSpliced(position, 1)), without })),
  ];
}

/** How many words two names must share if one of them has one more. */
const leastShared = 2;

/**
 * Whether two names with the same other words may mean the same site.
 * @param first the word that only the first name has; empty for none
 * @param second the word that only the second name has; empty for none
 * @param shared the key of the words that both have, which begins with the numbers
 */
function mayMeanSame(first: string, second: string, shared: string): boolean {
  if (first === '' || second === '') {
    const additionalWord = first + second;
    // the key has the numbers too, as its first part
    return additionalWord.length > 1 && shared.split(' ').length > leastShared;
  }
  return isMisspelt(first, second);
}

/** The least length of a word that may lack a letter, and of one in which a letter may be another. Shorter words are different words. */
const leastLetters = { lacking: 4, other: 6 };

/** Whether two words differ by one letter: one more, one less, or another in its place. */
function isMisspelt(first: string, second: string): boolean {
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  const lengthDifference = long.length - short.length;
  const minLength = lengthDifference === 0 ? leastLetters.other : leastLetters.lacking;
  if (short === long || lengthDifference > 1 || long.length < minLength) return false;
  let samePrefix = 0;
  while (samePrefix < short.length && short[samePrefix] === long[samePrefix]) samePrefix += 1;
  return short.slice(lengthDifference === 0 ? samePrefix + 1 : samePrefix) === long.slice(samePrefix + 1);
}
