import { describe, expect, it } from 'vitest';
import { readMonth, readStamp, readYear, readYes, unwrapped } from '../../../src/records/import/read-value.ts';
import { months } from '../../../src/records/time.ts';

describe('a month', () => {
  it.each(months.map(({ value, label }, index) => ({ value, label, number: index + 1 })))(
    'is read as $value, in any notation',
    ({ value, label, number }) => {
      const notations = [
        value,
        label,
        label.toUpperCase(),
        ` ${label.slice(0, 3)}. `,
        number,
        `0${number}`.slice(-2),
        `${number}月`,
      ];
      expect(notations.map((text) => readMonth(text))).toEqual(notations.map(() => value));
    },
  );
  it.each([
    ['Januari', 'january'],
    ['Mac', 'mar'],
    ['Mei', 'may'],
    ['Julai', 'july'],
    ['Ogos', 'august'],
    ['Okt', 'oct'],
    ['Disember', 'dec'],
    ['Sept', 'sep'],
    ['Ogs', 'august'],
    ['Febuari', 'february'],
    ['三月', 'mar'],
    ['十二月', 'dec'],
  ])('may be %s', (text, month) => expect(readMonth(text)).toBe(month));
  it.each([
    ['1.0', 'january'],
    ['01.00', 'january'],
    ['10.0', 'oct'],
    ['12.0', 'dec'],
  ])('may be a number of a spreadsheet, %s', (text, month) => expect(readMonth(text)).toBe(month));
  it.each(['', '1.1', '1.5', 'Smarch', '13', '0', 'ju', null, undefined, {}, 'marchh'])('is not %j', (value) =>
    expect(readMonth(value)).toBeNull(),
  );
});

describe('a time', () => {
  const expectedStamp = '2024-03-05T20:22:11+08:00';
  it.each([
    expectedStamp,
    '2024-03-05 20:22:11+08:00',
    '2024-03-05T12:22:11.345Z',
    '2024-03-05T20:22:11',
    '2024-03-05 20:22:11+0800',
    '05/03/2024, 20:22:11',
    '5/3/2024 8:22:11 pm',
    '5.3.2024 8:22:11PM',
    '5 March 2024 at 20:22:11',
    'Tuesday, 5 Mar 2024, 20:22:11',
    'March 5, 2024 20:22:11',
    'Tue Mar 05 2024 20:22:11 GMT+0800 (Singapore Standard Time)',
    'Tue, 05 Mar 2024 12:22:11 GMT',
    Date.parse(expectedStamp),
    Date.parse(expectedStamp) / 1000,
  ])('is read from %j', (text) => expect(readStamp(text)).toBe(expectedStamp));
  it.each([
    ['2024-02-29', '2024-02-29T00:00:00+08:00'],
    ['12/25/2024 12:30 am', null],
    ['25/12/2024 12:30 am', '2024-12-25T00:30:00+08:00'],
    ['31/04/2024', null],
    ['2023-02-29T10:00:00+08:00', null],
    ['2024-03-05T25:00:00+08:00', null],
    ['1970-01-01T00:00:00Z', null],
    ['yesterday', null],
    ['31 Disember 2024, 11.59 malam', '2024-12-31T23:59:00+08:00'],
    ['2024年3月5日 下午2点30分', '2024-03-05T14:30:00+08:00'],
    ['45356', '2024-03-05T00:00:00+08:00'],
    ['5-Mar-24', '2024-03-05T00:00:00+08:00'],
    ['', null],
    [null, null],
    [Number.NaN, null],
    [{}, null],
  ])('%j is %j', (text, stamp) => expect(readStamp(text)).toBe(stamp));
});

it.each([
  [readYear, '2024', '2024'],
  [readYear, 2024, '2024'],
  [readYear, ' 2024.0 ', '2024'],
  [readYear, '24', null],
  [readYes, 'True', true],
  [readYes, true, true],
  [readYes, ' TRUE ', true],
  [readYes, 1, true],
  [readYes, 'tidak', false],
  [readYes, false, false],
  [readYes, 'maybe', null],
  [readYes, null, null],
  [unwrapped, '[1]', [1]],
  [unwrapped, [1], [1]],
  [unwrapped, '', null],
  [unwrapped, '[1', undefined],
])('%o of %j is %j', (read, text, value) => expect(read(text)).toEqual(value));

describe('a word for the state of a visit', () => {
  it.each(['是', '显示', '顯示', '可见', '√', '✓', '✔\uFE0F', 'y', 'Ya', 'ＹＥＳ', 'dipaparkan', '显示\u00A0'])(
    '%j is a yes',
    (word) => expect(readYes(word)).toBe(true),
  );

  it.each(['否', '不', '隐藏', '隱藏', '不显示', '不顯示', '×', '✗', '✘', 'Tidak', 'tersembunyi', 'Ｎｏ'])(
    '%j is a no',
    (word) => expect(readYes(word)).toBe(false),
  );
});
