import { atOnce, stepSize, type Steps } from './steps.ts';

// Rule (`decisions §17`): where a search finds nothing, each typed word that does not occur is replaced by the nearest word that does. Near
// is a word with one letter more, less or other, or with two neighbouring letters swapped. Of several, those with the same first letter
// come first, then the first by the alphabet. The last typed word may be the beginning of a word. The screen says what was replaced. The
// database has the same rule for all visits (`private.nearest_words`), and a test compares both.

/** A word that was typed and the word that is searched for instead, in small letters. */
export interface Correction {
  typed: string;
  shown: string;
}

const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');

/** The words of letters in folded texts. */
export const vocabularyOf = (folded: readonly string[]): ReadonlySet<string> => atOnce(vocabularyInSteps(folded));

/** The same in steps. */
export function* vocabularyInSteps(folded: readonly string[]): Steps<ReadonlySet<string>> {
  const words = new Set<string>();
  for (const [index, text] of folded.entries()) {
    for (const word of text.split(/[^a-z0-9]+/u)) if (/^[a-z]{2,30}$/u.test(word)) words.add(word);
    if (index % stepSize === stepSize - 1) yield;
  }
  return words;
}

/**
 * The nearest words for those that the vocabulary lacks; empty where it has all, or none that is near.
 * @param parts of a query
 * @param options `eachMayBegin`: each part may be the beginning of a word, not the last one only
 */
export function nearestWords(
  parts: readonly string[],
  vocabulary: ReadonlySet<string>,
  { eachMayBegin = false } = {},
): Correction[] {
  const last = parts.length - 1;
  return [...new Set(parts)].flatMap((typed) => {
    if (!/^[a-z]{4,30}$/u.test(typed) || vocabulary.has(typed)) return [];
    if ((eachMayBegin || parts[last] === typed) && [...vocabulary].some((word) => word.startsWith(typed))) return [];
    const rank = (word: string) => (word.startsWith(typed.charAt(0)) ? 0 : 1);
    const [shown] = wordsNear(typed)
      .filter((word) => vocabulary.has(word))
      .toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
    return shown === undefined ? [] : [{ typed, shown }];
  });
}

/** All texts with one letter less, two swapped, one more or another one, whether they are words or not. */
function wordsNear(word: string): string[] {
  const cuts = Array.from(
    { length: word.length + 1 },
    (_, index) => [word.slice(0, index), word.slice(index)] as const,
  );
  return cuts.flatMap(([before, after]) => [
    before + after.slice(1),
    before + after.charAt(1) + after.charAt(0) + after.slice(2),
    ...letters.flatMap((letter) => [
      before + letter + after,
      ...(after === '' ? [] : [before + letter + after.slice(1)]),
    ]),
  ]);
}

/** A query with the nearest words in place of those typed. @param folded the query, as searches compare it */
export function correctedQuery(folded: string, corrections: readonly Correction[]): string {
  return corrections.reduce(
    (query, { typed, shown }) => query.replaceAll(new RegExp(`(?<![a-z0-9])${typed}(?![a-z0-9])`, 'gu'), shown),
    folded,
  );
}
