import { describe, expect, it, test } from 'vitest';
import { dateMark, dateMarks, datesIn, withDatesApart } from '../../../src/lib/search/typed-dates.ts';

describe('a text that is a date', () => {
  it.each([
    ['2026-03-12', '2026-03-12'],
    ['2026/3/12', '2026-03-12'],
    ['22/9/2026', '2026-09-22'],
    ['22.09.26', '2026-09-22'],
    ['22-9-2026', '2026-09-22'],
    ['12 mar', '03-12'],
    ['12 march 2026', '2026-03-12'],
    ['12-mac-26', '2026-03-12'],
    ['12th march', '03-12'],
    ['12hb mac 2026', '2026-03-12'],
    ['12 hb ogos', '08-12'],
    ['march 12', '03-12'],
    ['march 12 2026', '2026-03-12'],
    ['march 2026', '2026-03'],
    ['2026 march', '2026-03'],
    ['mac', '03'],
    ['november', '11'],
    ['disember', '12'],
    ['ogos 2025', '2025-08'],
    ['2026-03', '2026-03'],
    ['03/2026', '2026-03'],
    ['22/9', '09-22'],
    ['3 月', '03'],
    ['三月', '03'],
    ['十二月', '12'],
    ['3 月 12 日', '03-12'],
    ['三月十二日', '03-12'],
    ['2026 年 3 月', '2026-03'],
    ['2026 年 3 月 12 号', '2026-03-12'],
    ['2026 年', '2026'],
    ['2026', '2026'],
    ['10:05', '10:05'],
    ['9:05', '09:05'],
    ['7:40pm', '19:40'],
    ['7.40 malam', '19:40'],
    ['12:15 am', '00:15'],
    ['12.15 petang', '12:15'],
    ['bulan 3', '03'],
    ['bulan 3 2026', '2026-03'],
    ['12 hb 3', '03-12'],
    ['12hb 3 2026', '2026-03-12'],
    ['3月份', '03'],
    ['2026年3月份', '2026-03'],
    // no dates
    ['13/13/2026', null],
    ['32 mar', null],
    ['march 32', null],
    ['1800', null],
    ['8813', null],
    ['24:00', null],
    ['10:60', null],
    ['13:05 pm', null],
    ['bulan 13', null],
    ['13 月', null],
    ['arm', null],
    ['ma', null],
    ['12', null],
    ['1 2', null],
    ['12 3', null],
    ['1\u20442', null],
    ['', null],
  ])('%j has the mark %j', (text, mark) => {
    expect(dateMark(text)).toBe(mark);
  });
});

describe('the dates in a query', () => {
  it.each([
    [['arm', '12', 'mar', '2026', 'p1'], [{ first: 1, last: 3, mark: '2026-03-12' }]],
    [['12', 'mar', 'arm'], [{ first: 0, last: 1, mark: '03-12' }]],
    [['mac', 'kecemasan'], [{ first: 0, last: 0, mark: '03' }]],
    [
      ['17', 'march', '2026', 'at', '10:05'],
      [
        { first: 0, last: 3, mark: '2026-03-17' },
        { first: 4, last: 4, mark: '10:05' },
      ],
    ],
    [['3', '月', '12', '日', '紧急'], [{ first: 0, last: 3, mark: '03-12' }]],
    [
      ['march', 'april'],
      [
        { first: 0, last: 0, mark: '03' },
        { first: 1, last: 1, mark: '04' },
      ],
    ],
    [['march', 'at', 'p1'], [{ first: 0, last: 0, mark: '03' }]],
    [['bulan', 'mac', 'servis'], [{ first: 0, last: 1, mark: '03' }]],
    [['service', 'in', 'march'], [{ first: 1, last: 2, mark: '03' }]],
    [
      ['mac', 'bulan', 'april'],
      [
        { first: 0, last: 0, mark: '03' },
        { first: 1, last: 2, mark: '04' },
      ],
    ],
    [['8813', 'wvb'], []],
    [[], []],
  ])('%j: %j', (parts, dates) => {
    expect(datesIn(parts)).toEqual(dates);
  });
});

test('Chinese dates need no spaces around them', () => {
  expect(withDatesApart('3月保养').trim()).toBe('3月 保养');
  expect(withDatesApart('紧急2026年3月12日').trim()).toBe('紧急 2026年3月12日');
  expect(withDatesApart('3月份的保养').trim()).toBe('3月份 的保养');
  expect(withDatesApart('三月十二日道闸').trim()).toBe('三月十二日 道闸');
  expect(withDatesApart('每月保养')).toBe('每月保养');
});

test('a visit is found by its day, month, year and time', () => {
  const marks = dateMarks('2026-03-12', '10:05');
  for (const typed of ['2026-03-12', '12 mar', 'march 2026', 'mac', '2026', '10:05'])
    expect(marks).toContain(dateMark(typed));
});
