import { describe, expect, it } from 'vitest';
import {
  hasRefusedCharacter,
  hasRefusedCharacterInLines,
  mendedText,
  storedText,
  tooLongText,
} from '../../src/lib/text-rules.ts';

describe('a character that the database refuses', () => {
  it.each(['\u0000', '\u001B', '\u007F', '\u202E', '\u2066', '\uD83D', '\uDE42'])(
    '%j is found in any position',
    (character) => {
      for (const text of [character, `P${character}1`, `two\nlines${character}`]) {
        expect(hasRefusedCharacter(text)).toBe(true);
        expect(hasRefusedCharacterInLines(text)).toBe(true);
      }
    },
  );

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

describe('a text as it is typed or pasted', () => {
  it.each(['\r\n', '\r', '\u000B', '\u000C', '\u0085', '\u2028', '\u2029'])(
    'keeps its line breaks, whatever they are written as: %j',
    (lineBreak) => {
      const text = `Arm bent${lineBreak}Arm replaced`;
      expect(mendedText(text, { lines: true })).toEqual({ text: 'Arm bent\nArm replaced', lost: 0 });
      expect(mendedText(text, { lines: false })).toEqual({ text: 'Arm bent Arm replaced', lost: 0 });
      expect(storedText(text)).toBe('Arm bent\nArm replaced');
    },
  );

  it('loses what cannot be stored, and says how many', () => {
    expect(mendedText('Half \uD83D of two\u0000 🚧 \uDE42', { lines: true })).toEqual({
      text: 'Half  of two 🚧 ',
      lost: 3,
    });
    expect(mendedText('保养 🚧 தமிழ்\t1', { lines: true })).toEqual({ text: '保养 🚧 தமிழ்\t1', lost: 0 });
  });
});

describe('a text that is too long', () => {
  it('says by how much, in characters and not in UTF-16 units, without the blanks around it', () => {
    expect(tooLongText('🚧'.repeat(5), 5)).toBeNull();
    expect(tooLongText(`  ${'🚧'.repeat(5)}\n`, 5)).toBeNull();
    expect(tooLongText('🚧'.repeat(6), 5)).toBe('Use at most 5 characters. These are 6, 1 too many.');
    expect(tooLongText('x'.repeat(12_275), 10_000)).toBe(
      'Use at most 10000 characters. These are 12275, 2275 too many.',
    );
  });
});
