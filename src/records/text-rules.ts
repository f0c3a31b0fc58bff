/** Control characters, and those that change the direction of text: the database refuses them everywhere. */
// oxlint-disable-next-line no-control-regex -- matching control characters is its purpose
const refusedCharacters = /[\u0000-\u001F\u007F\u202A-\u202E\u2066-\u2069]/u;
const lineBreaksAndTabs = /[\t\n\r]/gu;
/** The database treats a text without any of these as empty. */
const visibleCharacter = /[^\s\u00A0\u200B-\u200F\u2060\u3164\uFEFF]/u;

export function hasRefusedCharacter(line: string): boolean {
  return refusedCharacters.test(line);
}

export function hasRefusedCharacterInLines(text: string): boolean {
  return refusedCharacters.test(text.replaceAll(lineBreaksAndTabs, ''));
}

/** Removes the invisible characters that pasted text brings along; empty when nothing is left. */
export function storedText(text: string): string {
  const left = Array.from(text)
    .filter((character) => !hasRefusedCharacterInLines(character))
    .join('')
    .trim();
  return visibleCharacter.test(left) ? left : '';
}
