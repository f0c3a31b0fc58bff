import { comparedForm } from '../../../lib/calendar/plain-form.ts';

// Rule: two names of one table may mean one site where one has a word more, or where one word is misspelt. Words that are only alike
// (*Taman Sari*, *Taman Seri*), one letter (*Block A*) and other numbers (*Phase 2*) make two sites.

/** A row that names a site. */
export interface NamedRow {
  name: string;
  /** As a person finds it: `row 14`. */
  row: string;
}

interface IndexedRow extends NamedRow {
  /** The word that its key lacks; empty where it has all. */
  without: string;
}

/** The numbers in a name, by which sites differ. */
export const numbersIn = (name: string) => [...new Set(name.match(/\d+/gu))].toSorted().join();

/** Finds earlier rows of a table with nearly the same name, without comparing each with each. */
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
    /** The first added row with nearly this name; null where there is none. */
    find: (name: string): NamedRow | null => {
      for (const { key, without } of keysOf(name)) {
        const found = index.get(key)?.find((row) => isNearBut(without, row.without, key));
        if (found) return { name: found.name, row: found.row };
      }
      return null;
    },
  };
}

/** The words of a name, and those without each of them. */
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

/** How many words two names must share where one of them has one more. */
const leastShared = 2;

/** Whether two names whose other words are the same differ in this word so little that they may be one. */
function isNearBut(first: string, second: string, shared: string): boolean {
  if (first === '' || second === '') {
    const more = first + second;
    return more.length > 1 && shared.split(' ').length > leastShared;
  }
  return isMisspelt(first, second);
}

/** From how many letters on a word may lack one, or have another. */
const leastLetters = { lacking: 4, other: 6 };

/** Whether one word is the other with one letter less, more or other. */
function isMisspelt(first: string, second: string): boolean {
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  const more = long.length - short.length;
  if (short === long || more > 1 || long.length < (more === 0 ? leastLetters.other : leastLetters.lacking))
    return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  return short.slice(more === 0 ? same + 1 : same) === long.slice(same + 1);
}
