import { foldedText } from '../../../lib/text-search.ts';
import { failureTypes, isSameWord } from '../../../records/known-words.ts';

/** What separates the words of a name, and marks that cannot be seen. */
const blanks = /[\s\u00AD\u200B-\u200F\u2060\uFEFF]+/gu;

/** A name of a post or a failure type as it is compared with others: without case, blanks, accents and wide letters. */
export function comparedName(name: string): string {
  return foldedText(name).replaceAll(blanks, '');
}

/**
 * The existing name that differs from a typed one only by case, blanks, accents or wide letters: both would be counted apart. Null where there
 * is none, and where the typed name itself exists.
 * @param existing of several that are alike the first is returned
 */
export function nearlySameName(typed: string, existing: Iterable<string>): string | null {
  const compared = comparedName(typed);
  if (compared === '') return null;
  const sameNames = [...existing].filter((candidate) => comparedName(candidate) === compared);
  return sameNames.includes(typed) ? null : (sameNames[0] ?? null);
}

/** Does the same for failure types. A usual type is also the same type in another language (`decisions §17`). */
export function nearlySameType(typed: string, existing: Iterable<string>): string | null {
  const types = [...existing];
  if (types.includes(typed)) return null;
  return nearlySameName(typed, types) ?? types.find((type) => isSameWord(failureTypes, type, typed)) ?? null;
}
