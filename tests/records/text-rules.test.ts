import { describe, expect, it } from 'vitest';
import { hasRefusedCharacter, hasRefusedCharacterInLines, storedText } from '../../src/records/text-rules.ts';

describe('a character that the database refuses', () => {
  it.each(['\u0000', '\u001B', '\u007F', '\u202E', '\u2066'])('%j is found in any position', (character) => {
    for (const text of [character, `P${character}1`, `two\nlines${character}`]) {
      expect(hasRefusedCharacter(text)).toBe(true);
      expect(hasRefusedCharacterInLines(text)).toBe(true);
    }
  });

  it.each(['\n', '\r', '\t'])('%j is refused only in a single line', (character) => {
    expect(hasRefusedCharacter(`a${character}b`)).toBe(true);
    expect(hasRefusedCharacterInLines(`a${character}b`)).toBe(false);
  });

  it('is not a letter, a mark or an emoji', () => {
    for (const text of ['Residensi Selasih', '保养', 'தமிழ்', '🚧', 'naïve'])
      expect(hasRefusedCharacter(text)).toBe(false);
  });
});

describe('a text as it is stored', () => {
  it('loses invisible characters, and the spaces around it', () => {
    expect(storedText(' Arm\u202E bent\u0007\n🚧 ')).toBe('Arm bent\n🚧');
  });

  it('is empty when all of it is invisible', () => {
    for (const text of ['', ' \n', '\u200B\u2060', '\u3164', '\u0000']) expect(storedText(text)).toBe('');
  });
});
