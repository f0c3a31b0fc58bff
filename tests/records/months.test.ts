import { expect, it } from 'vitest';
import { isMonth, monthLabel, months, taskYears } from '../../src/records/months.ts';

it('knows the twelve stored values in order', () => {
  expect(months.map(({ value }) => value).join(' ')).toBe(
    'january february mar apr may june july august sep oct nov dec',
  );
});

it('writes a stored month out', () => {
  expect([monthLabel('mar'), monthLabel('july')]).toEqual(['March', 'July']);
});

it('takes nothing else for a month', () => {
  expect(['Mar', 'march', '', null, 3].filter((value) => isMonth(value))).toEqual([]);
});

it('offers the years 2022 to 2030', () => {
  expect([taskYears[0], taskYears.at(-1), taskYears.length]).toEqual(['2022', '2030', 9]);
});
