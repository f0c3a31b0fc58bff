import { afterEach, describe, expect, it } from 'vitest';
import { parseMessage } from '../../../src/lib/language/format.ts';
import { bestLanguage } from '../../../src/lib/language/languages.ts';
import { message, said, setLanguage, currentLanguage, t, tIn } from '../../../src/lib/language/translate.ts';

afterEach(() => setLanguage('en', 'en-GB', {}));

const photos = (count: number) =>
  t('{count, plural, =0 {No photo} one {# photo} other {# photos}} of {name}', { count, name: 'Selasih' });

const gate = (kind: string) => t('{kind, select, entrance {Entrance} other {Exit}}', { kind });

describe('a message', () => {
  it('is its English text without a catalogue', () => {
    expect(t('Keep on this device')).toBe('Keep on this device');
    expect(said(message('Preventive'))).toBe('Preventive');
    expect(currentLanguage().locale).toBe('en-GB');
  });

  it('takes its parts by name, and plurals by their number', () => {
    expect([0, 1, 2, 1234].map(photos)).toEqual([
      'No photo of Selasih',
      '1 photo of Selasih',
      '2 photos of Selasih',
      '1234 photos of Selasih',
    ]);
  });

  it('chooses a case by a word, and otherwise the case `other`', () => {
    expect(['entrance', 'exit', 'toString'].map(gate)).toEqual(['Entrance', 'Exit', 'Exit']);
  });

  it.each([
    ["Don't {verb}", "Don't keep"],
    ["Type '{name}' for {verb}", 'Type {name} for keep'],
    ['5 < 6, {verb}', '5 < 6, keep'],
    ['Press <b>{verb}</b>', 'Press keep'],
  ] as const)('reads %s', (english, shown) => {
    expect(t(english, { verb: 'keep' })).toBe(shown);
  });

  it('does not parse the values that are inserted', () => {
    expect(t('{name} was kept', { name: '{count} <b>x</b>' })).toBe('{count} <b>x</b> was kept');
  });

  it.each(['{', '{}', 'a } b', '{n, plural, one {x}}', '{n, date}', '<b>x', '{n, plural, other {x}', "'{x"])(
    'cannot be written as %s',
    (broken) => {
      expect(() => parseMessage(broken)).toThrow(`Not a message: ${broken}`);
    },
  );
});

describe('in another language', () => {
  it('has its own order, plurals and numbers', () => {
    setLanguage('ms', 'ms-MY', {
      '{count, plural, one {# photo} other {# photos}} of {name}': '{name}: {count, plural, other {# gambar}}',
    });
    expect(t('{count, plural, one {# photo} other {# photos}} of {name}', { count: 1, name: 'A' })).toBe('A: 1 gambar');
    expect(t('{count, plural, one {# photo} other {# photos}} of {name}', { count: 1234, name: 'A' })).toBe(
      'A: 1,234 gambar',
    );
  });

  it('stays English where the catalogue lacks a message', () => {
    setLanguage('ms', 'ms-MY', {});
    expect(t('{count, plural, one {# photo} other {# photos}}', { count: 1 })).toBe('1 photo');
  });

  it('distinguishes the same word in two contexts', () => {
    setLanguage('zh', 'zh-CN', { 'Open [of a boom]': '升起', Open: '打开' });
    expect([t('Open'), tIn('of a boom', 'Open'), tIn('of a shop', 'Open')]).toEqual(['打开', '升起', 'Open']);
  });
});

describe('the language of a browser', () => {
  it.each([
    [['ms-MY', 'en'], 'ms'],
    [['zh-Hant-TW'], 'zh'],
    [['ta-SG', 'zh-SG', 'en-SG'], 'zh'],
    [['en-GB', 'ms'], 'en'],
    [['toString', 'fr'], 'en'],
    [[], 'en'],
  ])('%j is %s', (preferred, language) => {
    expect(bestLanguage(preferred)).toBe(language);
  });
});
