import { afterEach, expect, it } from 'vitest';
import { dayAt, dayMs, daysIn, dayNumber, isoDay, realDay } from '../../../src/lib/calendar/day.ts';
import { namedMonth } from '../../../src/lib/calendar/names.ts';
import { readDate, readEnd } from '../../../src/lib/calendar/read-date.ts';
import { setLanguage } from '../../../src/lib/language/translate.ts';
import { readStamp } from '../../../src/records/import/read-value.ts';
import {
  liveTime,
  longDay,
  momentText,
  monthAt,
  monthLabel,
  monthOfYear,
  months,
  shortDay,
  shortMonth,
} from '../../../src/records/time.ts';
import { switchLanguage } from '../../support/speak-in.ts';

afterEach(() => setLanguage('en', 'en-GB', {}));

const end = (text: string) => {
  const day = readEnd(text);
  return day && isoDay(day);
};
/** A day of each month, including the last days of leap years. */
const days = Array.from({ length: 36 }, (_, month) => {
  const [year, number] = [2027 + Math.floor(month / 12), (month % 12) + 1];
  return isoDay({ year, month: number, day: month % 2 === 0 ? daysIn(year, number) : month % 28 });
});

it.each(['en', 'ms', 'zh'] as const)('reads every form that the portal writes in %s', (language) => {
  if (language !== 'en') switchLanguage(language);
  for (const day of days) {
    expect([longDay(day), end(longDay(day))]).toEqual([longDay(day), day]);
    expect([shortDay(day), end(shortDay(day))]).toEqual([shortDay(day), day]);
    const stamp = `${day}T16:05:00+08:00`;
    expect([momentText(stamp), readStamp(momentText(stamp))]).toEqual([momentText(stamp), stamp]);
    expect([liveTime(new Date(stamp)), end(liveTime(new Date(stamp)))]).toEqual([liveTime(new Date(stamp)), day]);
  }
  for (const [index, { value }] of months.entries()) {
    expect(readDate(monthOfYear(value, '2028'))).toEqual({
      names: 'month',
      last: { year: 2028, month: index + 1, day: daysIn(2028, index + 1) },
    });
    expect(namedMonth(monthLabel(value).toLowerCase())).toBe(index + 1);
    expect(namedMonth(shortMonth(value).toLowerCase())).toBe(index + 1);
    expect(namedMonth(value)).toBe(index + 1);
    expect(monthAt(index)).toBe(value);
  }
});

it('accepts every day of four centuries, and no other', () => {
  let number = dayNumber('1900-01-01');
  for (let year = 1900; year < 2300; year += 1)
    for (let month = 1; month <= 12; month += 1)
      for (let day = 0; day <= 32; day += 1) {
        const real = realDay(year, month, day);
        if (!real) continue;
        if (isoDay(dayAt(number * dayMs)) !== isoDay(real)) throw new Error(`${isoDay(real)} is not day ${number}`);
        number += 1;
      }
  expect(isoDay(dayAt(number * dayMs))).toBe('2300-01-01');
});

it.each([
  [2026, 2, 29],
  [2026, 4, 31],
  [2026, 0, 1],
  [2026, 13, 1],
  [2026, 1, 0],
  [Number.NaN, 1, 1],
  [2026, Number.NaN, 1],
])('%d-%d-%d is no day', (year, month, day) => expect(realDay(year, month, day)).toBeNull());
