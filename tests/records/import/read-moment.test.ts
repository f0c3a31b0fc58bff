import { describe, expect, it } from 'vitest';
import { isoDay } from '../../../src/lib/calendar/day.ts';
import { clockNotationOf, readClock } from '../../../src/lib/calendar/read-clock.ts';
import { readDay, writtenDate } from '../../../src/lib/calendar/written-date.ts';
import { findNotation } from '../../../src/records/import/date-column.ts';

const now = new Date('2026-11-22T12:00:00+08:00');
const clock = (cell: string, column: readonly string[] = [cell]) => {
  const read = readClock(cell, clockNotationOf(column));
  return read && new Date(read.seconds * 1_000).toISOString().slice(11, read.seconds % 60 === 0 ? 16 : 19);
};

describe('a time of day', () => {
  it.each([
    ['09:30', '09:30'],
    ['9:30', '09:30'],
    ['14:15:09', '14:15:09'],
    ['9:30 AM', '09:30'],
    ['9.30 a.m.', '09:30'],
    ['2.15pm', '14:15'],
    ['2:15 P.M.', '14:15'],
    ['12:30 am', '00:30'],
    ['12:30 pm', '12:30'],
    ['14:15 PM', '14:15'],
    ['9am', '09:00'],
    ['9 pm', '21:00'],
    ['0930', '09:30'],
    ['930', '09:30'],
    ['1945 hrs', '19:45'],
    ['14.15', '14:15'],
    ['14h15', '14:15'],
    ['14：15', '14:15'],
    ['２:１５ petang', '14:15'],
    ['9 pagi', '09:00'],
    ['8 malam', '20:00'],
    ['12:30 tengah hari', '12:30'],
    ['12 tengah malam', '00:00'],
    ['2:15 PTG', '14:15'],
    ['pukul 2.15 petang', '14:15'],
    ['jam 14:15', '14:15'],
    ['@ 2.15pm', '14:15'],
    ['下午2点30分', '14:30'],
    ['2点半', '02:30'],
    ['9:30 PG', '09:30'],
    ['上午9:30', '09:30'],
    ['下午2時15分', '14:15'],
    ['晚上8点半', '20:30'],
    ['中午12:10', '12:10'],
    ['14点', '14:00'],
    ['0.59375', '14:15'],
    ['0,42013889', '10:05'],
    ['.5', '12:00'],
    ['0', '00:00'],
    ['1899-12-30 14:15:00', '14:15'],
    ['9.15am - 10am', '09:15'],
    ['0930–1030', '09:30'],
    ['2:15 petang hingga 3 petang', '14:15'],
    ['9-11am', null],
    ['10:05 - later', null],
    ['24:00', null],
    // a duration, not a time of day
    ['3 hours', null],
    ['2 hrs', null],
    ['1 hour', null],
    ['14hrs.', null],
    ['9-11 hrs', null],
    ['0930 hours', '09:30'],
    ['930hrs', '09:30'],
    ['9.30 hrs', '09:30'],
    ['14:15 hours', '14:15'],
    ['14h', '14:00'],
    ['15:00 am', null],
    ['25:00', null],
    ['9:60', null],
    // could be nine o'clock or 8:50
    ['9', null],
    ['9.5', null],
    ['am 9:30 pm', null],
    ['soon', null],
    ['', null],
  ])('%s is %s', (cell, read) => expect(clock(cell)).toBe(read));

  it('with a dot after a zero is read as the column suggests', () => {
    expect(clock('0.25')).toBe('06:00');
    expect(clock('0.25', ['0.25', '14.15'])).toBe('00:25');
  });
});

const days = (column: readonly string[], order?: 'day-first' | 'month-first' | 'year-first') => {
  const notation = findNotation(column, now);
  const notationUsed = { ...notation, order: order ?? notation.order };
  return column.map((cell) => {
    const dateText = writtenDate(cell);
    const day = dateText && readDay(dateText, notationUsed);
    return day ? isoDay(day) : null;
  });
};

describe('a date', () => {
  it.each([
    '2025-03-17',
    '2025/3/17',
    '2025.03.17',
    '20250317',
    '2025年3月17日',
    '2025年03月17号',
    '17 March 2025',
    '17th of March, 2025',
    '17-Mar-25',
    '17Mar2025',
    "17 Mar '25",
    'March 17, 2025',
    'Mar 17 2025',
    'Monday, 17 March 2025',
    'Mon 17/03/2025',
    '17/03/2025 (Mon)',
    '17 Mac 2025',
    '17-3月-25',
    '17 三月 2025',
    '2025-Mar-17',
    'Isnin, 17 Mac 2025',
    '17hb Mac 2025',
    '17 haribulan Mac 2025, 2.15 petang',
    '17 Mac 2025 pukul 2.15 petang',
    '二〇二五年三月十七日',
    '25年3月17日',
    '17 / 3 / 2025',
    '17032025',
    'the 17th of March 2025',
    '17.3.25',
    '17-03-2025',
    '１７／３／２０２５',
    '\u200E17/3/2025\u00A0',
    '45733',
    '2025-03-17T10:05:00+08:00',
    'Mon Mar 17 2025 10:05:00 GMT+0800 (Singapore Standard Time)',
    'Mon, 17 Mar 2025 02:05:00 GMT',
  ])('is read from %s', (cell) => expect(days([cell])).toEqual(['2025-03-17']));

  it.each(['31/04/2025', '2025-02-29', 'soon', 'Mar-25', '2025-03', '17/3', '12345678', '1.5', ''])(
    'is not %s',
    (cell) => expect(days([cell], 'day-first')).toEqual([null]),
  );
});

describe('the order of a column', () => {
  it.each<[string, string[], string | null, string[]]>([
    ['by a day over twelve', ['5/3/2025', '17/3/2025'], 'day-first', ['2025-03-05', '2025-03-17']],
    ['by a month over twelve', ['5/3/2025', '3/17/2025'], 'month-first', ['2025-05-03', '2025-03-17']],
    ['by years of two digits', ['25/03/17', '24/12/01'], 'year-first', ['2025-03-17', '2024-12-01']],
    ['is asked where no row tells', ['5/3/2025', '2/1/2025'], null, []],
    ['is asked of short years too', ['22/03/25', '23/04/24'], null, []],
    ['needs no question where day and month are equal', ['5/5/2025'], 'day-first', ['2025-05-05']],
    [
      'leaves a row that contradicts it, and exchanges nothing',
      ['17/3/2025', '18/3/2025', '19/3/2025', '4/5/2025', '3/20/2025'],
      'day-first',
      ['2025-03-17', '2025-03-18', '2025-03-19', '2025-05-04', '?'],
    ],
    ['is asked where rows contradict each other', ['17/3/2025', '3/17/2025', '4/5/2025'], null, []],
    ['is nothing where all are in words', ['17 Mar 2025', '2025-03-17'], null, ['2025-03-17', '2025-03-17']],
  ])('%s', (_, column, order, expected) => {
    expect(findNotation(column, now).order).toBe(order);
    if (expected.length > 0) expect(days(column).map((day) => day ?? '?')).toEqual(expected);
  });

  it('is asked for, with the readings of the first date that is ambiguous', () => {
    expect(findNotation(['5/5/2025', '5/3/2025'], now).example).toEqual({
      written: '5/3/2025',
      days: { 'day-first': '5 March 2025', 'month-first': '3 May 2025' },
    });
  });

  it('counts numbers from 1904 only if 1900 would be before any visit', () => {
    expect(
      [['44271', '43101'], ['44271', '45733'], ['45733']].map((column) => findNotation(column, now).epoch),
    ).toEqual([1904, 1900, 1900]);
  });
});
