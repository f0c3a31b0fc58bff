import { afterEach, describe, expect, it } from 'vitest';
import { numberRuns } from '../../src/features/change-log/change-log-site.ts';
import { failedText } from '../../src/features/sites/import/import-texts.ts';
import { setLanguage } from '../../src/lib/language/translate.ts';
import { listedWords, plainList } from '../../src/records/counted.ts';
import { joinedStatements, sentences } from '../../src/records/sentences.ts';
import { listedText } from '../../src/records/task/visit.ts';
import { longDay, monthOfYear, months, momentText, shortDay, shortMonth } from '../../src/records/time.ts';
import { switchLanguage } from '../support/speak-in.ts';

afterEach(() => setLanguage('en', 'en-GB', {}));

describe('in English', () => {
  it('separates sentences with a space, and leaves out missing ones', () => {
    expect(sentences('One.', false, null, undefined, '', 'Two.')).toBe('One. Two.');
    expect(sentences(false)).toBe('');
  });

  it('lists words with commas', () => {
    expect(['', 'a', 'a b', 'a b c'].map((words) => plainList(words.split(' ').filter(Boolean)))).toEqual([
      '',
      'a',
      'a, b',
      'a, b, c',
    ]);
    expect(numberRuns([1, 2, 5, 7, 8, 9])).toBe('1, 2, 5 and 7 to 9');
  });

  it('shortens months to three letters', () => {
    expect(months.map(({ value }) => shortMonth(value)).join(' ')).toBe(
      'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
    );
  });
});

describe('in Chinese', () => {
  it('puts no space after a full stop', () => {
    switchLanguage('zh');
    expect(sentences('已取消。', '已设置 2 个间隔。')).toBe('已取消。已设置 2 个间隔。');
    const failed = failedText({ failed: ['Selasih', 'Kingfisher'], unclear: [] });
    expect(failed).toContain('Selasih、Kingfisher');
    expect(failed).not.toMatch(/[。，：；] /u);
  });

  it('uses the list marks of Chinese', () => {
    switchLanguage('zh');
    expect(plainList(['读卡器', '闸杆', '电机'])).toBe('读卡器、闸杆、电机');
    expect(listedWords(['读卡器', '闸杆', '电机'])).toBe('读卡器、闸杆和电机');
    expect(listedWords(['P1 Main Gate', '保安亭'])).toBe('P1 Main Gate 和保安亭');
    expect(listedWords(['主入口', 'P2', '2026'])).toBe('主入口、P2 和 2026');
    expect(listedWords(['“主入口”', '“P2”'])).toBe('“主入口”和“P2”');
    expect(joinedStatements(['甲', '乙'])).toBe('甲；乙');
    expect(numberRuns([1, 2, 5])).toBe('1、2 和 5');
    expect(listedText({ year: '2026', month: 'mar' }, ['读卡器'])).toBe('2026年3月、读卡器');
  });

  it('writes dates from the year to the day, in 24 hours', () => {
    switchLanguage('zh');
    expect(momentText('2026-03-17T00:05:00+08:00')).toBe('2026年3月17日 00:05');
    expect(longDay('2026-08-17')).toBe('2026年8月17日');
    expect(monthOfYear('august', '2026')).toBe('2026年8月');
    expect(shortMonth('nov')).toBe('11月');
  });
});

describe('in Malay', () => {
  it('lists words and writes dates as in English, with Malay words', () => {
    switchLanguage('ms');
    expect(sentences('Dibatalkan.', 'Dua.')).toBe('Dibatalkan. Dua.');
    expect(plainList(['a', 'b', 'c'])).toBe('a, b, c');
    expect(listedWords(['a', 'b', 'c'])).toBe('a, b dan c');
    expect(momentText('2026-08-17T00:05:00+08:00')).toMatch(/^17 Ogos 2026\D+00:05$/u);
    expect(shortDay('2026-08-17')).toBe('17 Ogo 2026');
    expect(months.map(({ value }) => shortMonth(value)).join(' ')).toBe(
      'Jan Feb Mac Apr Mei Jun Jul Ogo Sep Okt Nov Dis',
    );
  });
});
