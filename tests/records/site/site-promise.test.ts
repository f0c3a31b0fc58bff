import { afterEach, describe, expect, it, test } from 'vitest';
import ms from '../../../src/lib/language/catalogues/ms.json' with { type: 'json' };
import zh from '../../../src/lib/language/catalogues/zh.json' with { type: 'json' };
import { setLanguage } from '../../../src/lib/language/translate.ts';
import {
  hasPlaceFor,
  hasPromised,
  promiseOn,
  promisesFrom,
  promisesOf,
  promiseText,
  readCalls,
  readHours,
} from '../../../src/records/site/site-promise.ts';

afterEach(() => setLanguage('en', 'en-GB', {}));

const noPromise = { response_hours: null, emergency_calls_a_year: null, promised_before: null };
/** 4 hours until the end of June, 3 hours until the end of August, then 2 hours. */
const changedPromise = {
  response_hours: 2,
  emergency_calls_a_year: 6,
  promised_before: [
    { until: '2026-06-30', hours: 4, calls: null },
    { until: '2026-08-31', hours: 3, calls: 6 },
  ],
};

test.each([
  ['3', 3],
  [' 3 ', 3],
  ['2.5', 2.5],
  ['2,5', 2.5],
  ['0.25', 0.25],
  ['720', 720],
  ['3 hours', 3],
  ['3h', 3],
  ['3 jam', 3],
  ['3小时', 3],
  ['3 个小时', 3],
  ['３', 3],
  ['30 min', 0.5],
  ['45 minit', 0.75],
  ['30 分钟', 0.5],
  ['1 day', 24],
  ['2 hari', 48],
  ['20 min', 0.33],
  ['', null],
  ['0', null],
  ['0.2', null],
  ['10 min', null],
  ['721', null],
  ['31 days', null],
  ['-3', null],
  ['3 to 4', null],
  ['3 working hours', null],
  ['three', null],
  ['1e2', null],
  ['3 months', null],
])('%j is %s hours', (typedText, hours) => {
  expect(readHours(typedText)).toBe(hours);
});

test.each([
  ['6', 6],
  ['６', 6],
  ['366', 366],
  ['0', null],
  ['367', null],
  ['1.5', null],
  ['six', null],
  ['', null],
])('%j is %s calls a year', (typedText, calls) => {
  expect(readCalls(typedText)).toBe(calls);
});

describe('the promise of a day', () => {
  test.each([
    ['2025-01-01', 4, null],
    ['2026-06-30', 4, null],
    ['2026-07-01', 3, 6],
    ['2026-08-31', 3, 6],
    ['2026-09-01', 2, 6],
    ['2030-12-31', 2, 6],
  ])('on %s is %s hours and %s calls', (day, hours, calls) => {
    expect(promiseOn(promisesOf(changedPromise), day)).toMatchObject({ hours, calls });
  });

  it('is the current promise if nothing else was promised before', () => {
    expect(promiseOn(promisesOf({ ...changedPromise, promised_before: null }), '2022-01-01')).toEqual({
      hours: 2,
      calls: 6,
    });
  });
});

describe('a changed promise', () => {
  it('adds the promise that was valid until the day before to the earlier ones', () => {
    expect(promisesFrom(changedPromise, '2026-11-29')).toEqual([
      ...changedPromise.promised_before,
      { until: '2026-11-28', hours: 2, calls: 6 },
    ]);
    expect(promisesFrom({ ...changedPromise, promised_before: null }, '2026-03-01')).toEqual([
      { until: '2026-02-28', hours: 2, calls: 6 },
    ]);
  });

  it('replaces promises that would start on its day or later', () => {
    expect(promisesFrom(changedPromise, '2026-07-15')).toEqual([
      { until: '2026-06-30', hours: 4, calls: null },
      { until: '2026-07-14', hours: 3, calls: 6 },
    ]);
    expect(promisesFrom(changedPromise, '2026-09-01')).toEqual(changedPromise.promised_before);
    expect(promisesFrom(changedPromise, '2026-01-01')).toEqual([{ until: '2025-12-31', hours: 4, calls: null }]);
  });

  it('replaces the whole past if the earlier promise was wrong', () => {
    expect(promisesFrom(changedPromise, 'always')).toBeNull();
  });

  it('is refused after twenty earlier ones, because the oldest would be lost', () => {
    const twentyEarlier = Array.from({ length: 20 }, (_, index) => ({
      until: `20${index + 10}-06-30`,
      hours: 4,
      calls: null,
    }));
    const fullHistory = { ...changedPromise, promised_before: twentyEarlier };
    expect(hasPlaceFor(fullHistory, '2031-01-01')).toBe(false);
    expect(hasPlaceFor({ ...changedPromise, promised_before: twentyEarlier.slice(1) }, '2031-01-01')).toBe(true);
    // a change from 2029 on replaces the last earlier promise, and a change of the whole past replaces all of them
    expect(hasPlaceFor(fullHistory, '2029-01-01')).toBe(true);
    expect(hasPlaceFor(fullHistory, 'always')).toBe(true);
    expect(promisesFrom({ ...changedPromise, promised_before: twentyEarlier.slice(1) }, '2031-01-01')?.[0]?.until).toBe(
      '2011-06-30',
    );
  });
});

test('a site that never promised anything is recognized', () => {
  expect(hasPromised(noPromise)).toBe(false);
  expect(hasPromised({ ...noPromise, response_hours: 3 })).toBe(true);
  expect(hasPromised({ ...noPromise, emergency_calls_a_year: 3 })).toBe(true);
  expect(hasPromised({ ...noPromise, promised_before: changedPromise.promised_before })).toBe(true);
});

test.each([
  [{ hours: 3, calls: 6 }, '6 per year, within 3 hours', '6 kali setahun, dalam masa 3 jam', '每年 6 次、3 小时内'],
  [{ hours: 0.5, calls: null }, 'within 30 minutes', 'dalam masa 30 minit', '30 分钟内'],
  [{ hours: 1, calls: null }, 'within 1 hour', 'dalam masa 1 jam', '1 小时内'],
  [{ hours: null, calls: 12 }, '12 per year', '12 kali setahun', '每年 12 次'],
  [{ hours: null, calls: null }, null, null, null],
])('%j is written as %s', (promise, english, malay, chinese) => {
  expect(promiseText(promise)).toBe(english);
  setLanguage('ms', 'ms-MY', ms);
  expect(promiseText(promise)).toBe(malay);
  setLanguage('zh', 'zh-CN', zh);
  expect(promiseText(promise)).toBe(chinese);
});
