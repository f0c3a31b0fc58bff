import { atOnce, stepSize, type Steps } from './steps.ts';

// Rule (`decisions §17`): when a search finds nothing, each typed word of 4 to 30 letters (a to z, no digits) that does not occur is replaced by the nearest word that occurs. A word
// is near if it has one letter more, one letter less, one other letter, or two neighbouring letters swapped. Among several near words, those
// with the same first letter come first, then the alphabet decides. The last typed word is not replaced if a word begins with it. The screen
// says what was replaced. The database has the same rule for all visits (`private.nearest_words`); a test compares both.

/** A word that was typed, and the word (`shown`) that is searched for instead. Both are in lower case. */
export interface Correction {
  typed: string;
  shown: string;
}

const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');

/** The words in folded texts that consist of letters only. */
export const vocabularyOf = (folded: readonly string[]): ReadonlySet<string> => atOnce(vocabularyInSteps(folded));

/** `vocabularyOf`, with a pause after each step. */
export function* vocabularyInSteps(folded: readonly string[]): Steps<ReadonlySet<string>> {
  const words = new Set<string>();
  for (const [index, text] of folded.entries()) {
    for (const word of text.split(/[^a-z0-9]+/u)) if (/^[a-z]{2,30}$/u.test(word)) words.add(word);
    if (index % stepSize === stepSize - 1) yield;
  }
  return words;
}

/**
 * The corrections of the words that do not occur in the vocabulary, as far as it has near words.
 * @param parts the words of a query
 * @param options `eachMayBegin`: whether each part, and not only the last, may be the beginning of a word
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

/** All texts with one letter less, two letters swapped, one letter more or one other letter, whether they are words or not. */
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

/** A query with its words corrected. @param folded the query, folded by `foldedText` */
export function correctedQuery(folded: string, corrections: readonly Correction[]): string {
  return corrections.reduce(
    (query, { typed, shown }) => query.replaceAll(new RegExp(`(?<![a-z0-9])${typed}(?![a-z0-9])`, 'gu'), shown),
    folded,
  );
}
