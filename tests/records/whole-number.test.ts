import { expect, it } from 'vitest';
import { readWholeNumber } from '../../src/records/whole-number.ts';

it.each<[string, number, boolean]>([
  ['0', 0, false],
  ['12', 12, false],
  [' 12\u00A0', 12, true],
  ['1,200', 1200, true],
  ['12,345,678', 12_345_678, true],
  ['1 200', 1200, true],
  ['1\u00A0200', 1200, true],
  ['1\u202F200', 1200, true],
  ['1’200', 1200, true],
  ['１２', 12, true],
  ['１，２００', 1200, true],
  ['007', 7, true],
  ['12.0', 12, true],
  ['1,200.00', 1200, true],
  ['\u200B12\uFEFF', 12, true],
])('%j is %i, and is rewritten: %s', (text, number, isRewritten) => {
  expect(readWholeNumber(text)).toEqual({ number, isRewritten });
});

it.each([
  '',
  ' ',
  '1.5',
  '1.50',
  '1.000',
  '-3',
  '−3',
  '－3',
  '+3',
  '1e3',
  '0x1F',
  '12 times',
  'about 12',
  'O',
  '1O',
  'l2',
  '十二',
  '1,20',
  '1,2000',
  '12 00',
  '1 2',
  '1,200,',
  '12.',
  '.0',
  '1/2',
  '½',
  '٣',
  '9007199254740993',
  'Infinity',
  'NaN',
  'none',
])('%j is no whole number', (text) => {
  expect(readWholeNumber(text)).toBeNull();
});
