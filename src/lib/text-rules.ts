import { t } from './language/translate.ts';

/**
 * The characters that the database refuses in every text: control characters, characters that change the direction of the text, and halves
 * of a surrogate pair, which remain when an emoji is cut.
 */
// oxlint-disable-next-line no-control-regex -- matching control characters is its purpose
const refusedCharacters = /[\u0000-\u001F\u007F\u202A-\u202E\u2066-\u2069\p{Surrogate}]/u;
const lineBreaksAndTabs = /[\t\n\r]/gu;
/** The line breaks of office programs and other systems. Only `\n` is stored. */
const otherLineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;
/** A visible character. The database treats a text without any as empty. */
const visibleCharacter = /[^\s\u00A0\u200B-\u200F\u2060\u3164\uFEFF]/u;

/** Whether the database would refuse a text of one line. */
export function hasRefusedCharacter(line: string): boolean {
  return refusedCharacters.test(line);
}

/** Whether the database would refuse a text that may have line breaks and tabs. */
export function hasRefusedCharacterInLines(text: string): boolean {
  return refusedCharacters.test(withLineBreaks(text).replaceAll(lineBreaksAndTabs, ''));
}

/** A text with `\n` for every kind of line break. */
export function withLineBreaks(text: string): string {
  return text.replaceAll(otherLineBreaks, '\n');
}

/**
 * Removes the characters that the database refuses. Returns the text, and how many characters were removed (`lost`).
 * @param lines whether line breaks and tabs stay; otherwise they become blanks.
 */
export function sanitizedText(text: string, { lines }: { lines: boolean }): { text: string; lost: number } {
  const normalized = withLineBreaks(text);
  const characters = Array.from(lines ? normalized : normalized.replaceAll(lineBreaksAndTabs, ' '));
  const accepted = characters.filter((character) => !hasRefusedCharacterInLines(character));
  return { text: accepted.join(''), lost: characters.length - accepted.length };
}

/** A text as it is stored: sanitized and trimmed; empty if no visible character remains. */
export function storedText(text: string): string {
  const trimmed = sanitizedText(text, { lines: true }).text.trim();
  return visibleCharacter.test(trimmed) ? trimmed : '';
}

/** The length in characters, as the database counts them, and not in UTF-16 units. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** The message for a text that is too long to be stored; null if it is not. @param limit in characters */
export function tooLongText(text: string, limit: number): string | null {
  return excessText(storedText(text), limit);
}

/** Like `tooLongText`, for a text that has passed `storedText` already. */
export function excessText(stored: string, limit: number): string | null {
  const length = lengthOf(stored);
  if (length <= limit) return null;
  return t('Use at most {limit} characters. These are {length}, {excess} too many.', {
    limit,
    length,
    excess: length - limit,
  });
}
