import { describe, expect, it } from 'vitest';
import { excerptOf, foldedText, placesOf, wordsOf } from '../../src/lib/text-search.ts';

/** What is marked in a text, as it is written there. */
const marked = (text: string, query: string) =>
  placesOf(text, wordsOf(query)).map(({ start, end }) => text.slice(start, end));

describe('placesOf', () => {
  it.each([
    ['Spring replaced', 'SPRING', ['Spring']],
    ['Café entrance, cafe exit', 'cafe', ['Café', 'cafe']],
    ['Cafe\u0301 lane', 'café', ['Cafe\u0301']],
    ['更换天线，检查天线', '天线', ['天线', '天线']],
    ['İİ then the Gate', 'gate', ['Gate']],
    ['Lane ２', '2', ['２']],
    ['ΣΑΣ Gate', 'σασ', ['ΣΑΣ']],
    ['The ﬁlter', 'ilt', ['ﬁlt']],
    ['loop tuned, loops', 'loop loops', ['loop', 'loops']],
    ['abcd', 'abc bcd', ['abcd']],
    ['a 🚗 car', 'car', ['car']],
    ['nothing here', 'gate', []],
    ['nothing here', '', []],
    ['a.b', '.', ['.']],
  ])('marks, in %j for the query %j, the words %j', (text, query, words) => {
    expect(marked(text, query)).toEqual(words);
  });

  it('marks everything that a folded text matches', () => {
    for (const text of ['Ångström ﬃ Æ', 'ΌΣΟΣ ς', '한국어 Gate', 'e\u0301\u0323x', 'µH Ⅳ ½'])
      for (const word of wordsOf(text)) {
        expect(foldedText(text)).toContain(word);
        expect(placesOf(text, [word])).not.toEqual([]);
      }
  });
});

describe('excerptOf', () => {
  const long = 'The arm was taken off and cleaned. '.repeat(6);

  it('is the whole of a short text', () => {
    expect(excerptOf('Loop tuned at lane 2.', ['lane'])).toBe('Loop tuned at lane 2.');
    expect(excerptOf(long, ['nothing'])).toBe(long);
  });

  it('starts with the sentence of the hit, and is cut between words', () => {
    const text = `${long}Then the loop of the exit was tuned to 72. ${long}`;
    const excerpt = excerptOf(text, ['exit']);
    expect(excerpt).toMatch(
      /^…Then the loop of the exit was tuned to 72\. The arm .*(?:arm|was|taken|off|and|cleaned\.)…$/u,
    );
    expect(excerpt.length).toBeLessThan(150);
  });

  it('starts with a whole word where the sentence starts too far away', () => {
    const text = `${'very '.repeat(40)}loud gate`;
    expect(excerptOf(text, ['gate'])).toMatch(/^…(?:very )+loud gate$/u);
  });

  it('shows every word, far apart from each other too, but not more than three parts', () => {
    const gap = 'nothing to say here, '.repeat(20);
    const text = ['one', 'two', 'three', 'four'].join(` ${gap}`);
    expect(excerptOf(text, ['one', 'two'])).toMatch(/^one .* … .*two .*…$/u);
    expect(excerptOf(text, ['one', 'two', 'three', 'four']).match(/ … /gu)).toHaveLength(2);
  });

  it('cuts Chinese, which has no spaces, to half as many letters', () => {
    const text = `${'道闸杆已拆下并清洁'.repeat(20)}，更换天线，${'道闸杆已拆下并清洁'.repeat(20)}`;
    const excerpt = excerptOf(text, ['天线']);
    expect(excerpt).toContain('更换天线');
    expect(excerpt.length).toBeLessThan(75);
  });
});
