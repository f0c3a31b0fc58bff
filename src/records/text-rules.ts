/** Control characters, and those that turn the direction of a text: the database refuses them in every text. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const refusedCharacters = /[\u0000-\u001F\u007F\u202A-\u202E\u2066-\u2069]/u;
const lineBreaksAndTabs = /[\t\n\r]/gu;
/** Without one of these the database takes a text for an empty one. */
const visibleCharacter = /[^\s\u00A0\u200B-\u200F\u2060\u3164\uFEFF]/u;

export function hasRefusedCharacter(line: string): boolean {
  return refusedCharacters.test(line);
}

export function hasRefusedCharacterInLines(text: string): boolean {
  return refusedCharacters.test(text.replaceAll(lineBreaksAndTabs, ''));
}

/** A text as it is stored: without the invisible characters that pasted text brings along; empty when nothing is left. */
export function storedText(text: string): string {
  const left = Array.from(text)
    .filter((letter) => !hasRefusedCharacterInLines(letter))
    .join('')
    .trim();
  return visibleCharacter.test(left) ? left : '';
}
