import { foldedText } from '../../../lib/text-search.ts';
import { failureTypes, isSameWord } from '../../../records/known-words.ts';

/** White space, and invisible characters: soft hyphens, zero-width characters, direction marks and byte order marks. */
const blanks = /[\s\u00AD\u200B-\u200F\u2060\uFEFF]+/gu;

/** A form of a post's or a failure type's name for comparing: without differences of case, blanks, accents and wide letters. */
export function comparedName(name: string): string {
  return foldedText(name).replaceAll(blanks, '');
}

/**
 * The first existing name that differs from the typed one only by case, blanks, accents or wide letters. Saved as it is, the typed name would
 * be counted apart from it. Null if there is no such name, or if the typed name itself exists.
 */
export function nearlySameName(typed: string, existing: Iterable<string>): string | null {
  const compared = comparedName(typed);
  if (compared === '') return null;
  const sameNames = [...existing].filter((candidate) => comparedName(candidate) === compared);
  return sameNames.includes(typed) ? null : (sameNames[0] ?? null);
}

/** Does the same for failure types. It also finds a usual type that was typed in another language (`decisions §17`). */
export function nearlySameType(typed: string, existing: Iterable<string>): string | null {
  const types = [...existing];
  if (types.includes(typed)) return null;
  return nearlySameName(typed, types) ?? types.find((type) => isSameWord(failureTypes, type, typed)) ?? null;
}
