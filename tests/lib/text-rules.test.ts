import { describe, expect, it } from 'vitest';
import {
  hasRefusedCharacter,
  hasRefusedCharacterInLines,
  sanitizedText,
  storedText,
  tooLongText,
} from '../../src/lib/text-rules.ts';
import { excerptOf, foldedText, hitRangesOf, wordsOf } from '../../src/lib/text-search.ts';

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
      expect(sanitizedText(text, { lines: true })).toEqual({ text: 'Arm bent\nArm replaced', lost: 0 });
      expect(sanitizedText(text, { lines: false })).toEqual({ text: 'Arm bent Arm replaced', lost: 0 });
      expect(storedText(text)).toBe('Arm bent\nArm replaced');
    },
  );

  it('loses characters that cannot be stored, and says how many', () => {
    expect(sanitizedText('Half \uD83D of two\u0000 🚧 \uDE42', { lines: true })).toEqual({
      text: 'Half  of two 🚧 ',
      lost: 3,
    });
    expect(sanitizedText('保养 🚧 தமிழ்\t1', { lines: true })).toEqual({ text: '保养 🚧 தமிழ்\t1', lost: 0 });
  });
});

describe('a text that is too long', () => {
  it('says by how much, in characters and not in UTF-16 units, without the spaces around it', () => {
    expect(tooLongText('🚧'.repeat(5), 5)).toBeNull();
    expect(tooLongText(`  ${'🚧'.repeat(5)}\n`, 5)).toBeNull();
    expect(tooLongText('🚧'.repeat(6), 5)).toBe('Use at most 5 characters. These are 6, 1 too many.');
    expect(tooLongText('x'.repeat(12_275), 10_000)).toBe(
      'Use at most 10000 characters. These are 12275, 2275 too many.',
    );
  });
});

/** The parts of a text that a query marks, as they are written there. */
const markedParts = (text: string, query: string) =>
  hitRangesOf(text, wordsOf(query)).map(({ start, end }) => text.slice(start, end));

describe('hitRangesOf', () => {
  it.each([
    ['Spring replaced', 'SPRING', ['Spring']],
    ['Café entrance, cafe exit', 'cafe', ['Café', 'cafe']],
    ['Cafe\u0301 lane', 'café', ['Cafe\u0301']],
    ['更换天线，检查天线', '天线', ['天线', '天线']],
    ['İİ then the Gate', 'gate', ['Gate']],
    ['Lane ２', '2', ['２']],
    ['ΣΑΣ Gate', 'σασ', ['ΣΑΣ']],
    ['The ﬁlter', 'fil', ['ﬁl']],
    ['The ﬁlter', 'ilt', []],
    ['loop tuned, loops', 'loop loops', ['loop', 'loops']],
    ['an address, added', 'add user', ['add']],
    ['abcd', 'ab abc', ['abc']],
    ['线圈绝缘', '线圈 圈绝', ['线圈绝']],
    ['Spring replaced, replacements', 'replacement', ['replaced', 'replacements']],
    ['Palang diganti', 'penggantian', ['diganti']],
    ['alarm, arm, army', 'arm', ['arm', 'arm']],
    ['a 🚗 car', 'car', ['car']],
    ['nothing here', 'gate', []],
    ['nothing here', '', []],
    ['a.b', '.', []],
    ['a.b', 'a.b', ['a.b']],
    ['Plate WVB-8813', 'wvb8813', ['WVB-8813']],
    ['Rang +60 12-345 6000.', '0123456000', ['+60 12-345 6000']],
  ])('marks, in %j for the query %j, the words %j', (text, query, words) => {
    expect(markedParts(text, query)).toEqual(words);
  });

  it('marks everything that a folded text matches', () => {
    for (const text of ['Ångström ﬃ Æ', 'ΌΣΟΣ ς', '한국어 Gate', 'e\u0301\u0323x', 'µH Ⅳ ½'])
      for (const word of wordsOf(text)) {
        expect(foldedText(text)).toContain(word.replace(/[ \t].*$/u, ''));
        expect(hitRangesOf(text, [word])).not.toEqual([]);
      }
  });
});

describe('excerptOf', () => {
  const longText = 'The arm was taken off and cleaned. '.repeat(6);

  it('is the whole text if that is short', () => {
    expect(excerptOf('Loop tuned at lane 2.', ['lane'])).toBe('Loop tuned at lane 2.');
    expect(excerptOf(longText, ['nothing'])).toBe(longText);
  });

  it('starts with the sentence of the match, and is cut between words', () => {
    const text = `${longText}Then the loop of the exit was tuned to 72. ${longText}`;
    const excerpt = excerptOf(text, ['exit']);
    expect(excerpt).toMatch(
      /^…Then the loop of the exit was tuned to 72\. The arm .*(?:arm|was|taken|off|and|cleaned\.)…$/u,
    );
    expect(excerpt.length).toBeLessThan(150);
  });

  it('starts with a whole word if the sentence starts too far away', () => {
    const text = `${'very '.repeat(40)}loud gate`;
    expect(excerptOf(text, ['gate'])).toMatch(/^…(?:very )+loud gate$/u);
  });

  it('shows every word, even far apart, but at most three parts', () => {
    const gap = 'nothing to say here, '.repeat(20);
    const text = ['one', 'two', 'three', 'four'].join(` ${gap}`);
    expect(excerptOf(text, ['one', 'two'])).toMatch(/^one .* … .*two .*…$/u);
    expect(excerptOf(text, ['one', 'two', 'three', 'four']).match(/ … /gu)).toHaveLength(2);
  });

  it('cuts Chinese, which has no spaces, to half as many characters', () => {
    const text = `${'道闸杆已拆下并清洁'.repeat(20)}，更换天线，${'道闸杆已拆下并清洁'.repeat(20)}`;
    const excerpt = excerptOf(text, ['天线']);
    expect(excerpt).toContain('更换天线');
    expect(excerpt.length).toBeLessThan(75);
  });
});
