import { describe, expect, it } from 'vitest';
import {
  monthsPassed,
  totalsText,
  yearAnswer,
  yearTotals,
} from '../../../../src/features/failure-analytics/trend/year-rates.ts';
import { failureEntry as entry } from '../../../support/rows.ts';

const day = (text: string) => new Date(`${text}T12:00:00+08:00`);
const november = day('2026-11-21');

/** The counts of a single post, by year. */
const counts = (byYear: Record<number, number>) =>
  new Map([['P1', Object.entries(byYear).map(([year, count]) => entry('Loop', count, 0, Number(year)))]]);

describe('the months of a year', () => {
  it.each([
    [2025, '2026-11-21', 12],
    [2027, '2026-11-21', 0],
    [2026, '2026-01-31', 1],
    [2026, '2026-02-14', 1.5],
    // a leap year has a longer February
    [2028, '2028-02-29', 2],
    [2028, '2028-02-14', 1 + 14 / 29],
    [2026, '2026-11-15', 10.5],
    [2026, '2026-12-31', 12],
  ])('of %i that have passed on %s are %d', (year, today, months) => {
    expect(monthsPassed(year, day(today))).toBeCloseTo(months, 10);
  });

  it('pass in Singapore', () => {
    expect(monthsPassed(2025, new Date('2025-12-31T15:59:59Z'))).toBe(12);
    expect(monthsPassed(2026, new Date('2025-12-31T15:59:59Z'))).toBe(0);
    expect(monthsPassed(2026, new Date('2025-12-31T16:00:00Z'))).toBeCloseTo(1 / 31, 10);
  });
});

const notes = (byYear: Record<number, number>, year: number, compare: number | null = null) =>
  yearAnswer(counts(byYear), year, compare, november).notes;

const nothing = (year: number) => `nothing is entered for ${year}`;

describe('whether it is getting better', () => {
  it.each<[string, Record<number, number>, year: number, string]>([
    ['a whole year', { 2023: 12, 2024: 19 }, 2024, 'More failures: 1.0 a month in 2023, 1.6 in 2024.'],
    // 64 in 10.7 months
    ['a running year', { 2025: 77, 2026: 64 }, 2026, 'Fewer failures: 6.4 a month in 2025, 6.0 in 2026 so far.'],
    [
      'fewer, but more a month',
      { 2025: 24, 2026: 23 },
      2026,
      'More failures: 2.0 a month in 2025, 2.1 in 2026 so far.',
    ],
    ['a like year', { 2023: 63, 2024: 64 }, 2024, 'About as many failures: 5.3 a month in 2023 and in 2024.'],
    ['zero before', { 2023: 0, 2024: 12 }, 2024, 'More failures: none in 2023, 1.0 a month in 2024.'],
    ['zero now', { 2025: 12, 2026: 0 }, 2026, 'Fewer failures: 1.0 a month in 2025, none in 2026 so far.'],
    ['zeros', { 2025: 0, 2026: 0 }, 2026, 'No failures in 2025, and none in 2026 so far.'],
    ['a first year', { 2024: 18 }, 2024, `1.5 failures a month in 2024; ${nothing(2023)} to compare with.`],
    ['a first year of zeros', { 2026: 0 }, 2026, `No failures so far in 2026; ${nothing(2025)} to compare with.`],
    ['a year without entries', { 2025: 12 }, 2026, `1.0 failures a month in 2025; ${nothing(2026)} to compare with.`],
    ['years without entries', { 2022: 12 }, 2026, 'Nothing is entered for 2026.'],
    ['a future year', { 2027: 0, 2026: 3 }, 2027, '2027 has not begun.'],
    ['thousands', { 2023: 120_000, 2024: 12_000 }, 2024, 'Fewer failures: 10,000.0 a month in 2023, 1,000.0 in 2024.'],
  ])('is answered for %s', (_, byYear, year, sentence) => {
    expect(yearAnswer(counts(byYear), year, null, november).sentence).toBe(sentence);
  });

  it.each<[string, Record<number, number>, year: number, compare: number, string]>([
    [
      'an older',
      { 2022: 24, 2025: 1, 2026: 107 },
      2026,
      2022,
      'More failures: 2.0 a month in 2022, 10.0 in 2026 so far.',
    ],
    ['a newer', { 2022: 24, 2026: 107 }, 2022, 2026, 'More failures: 2.0 a month in 2022, 10.0 in 2026 so far.'],
    ['a future', { 2024: 18, 2027: 0 }, 2024, 2027, '1.5 failures a month in 2024.'],
  ])('is answered for a year compared with %s one', (_, byYear, year, compare, sentence) => {
    expect(yearAnswer(counts(byYear), year, compare, november).sentence).toBe(sentence);
  });

  it.each([
    ['2026-01-30', '1.0 failures a month in 2025; 1 failure so far in 2026, too early for a rate.'],
    ['2026-01-31', 'About as many failures: 1.0 a month in 2025 and in 2026 so far.'],
  ])('is answered in January, on %s', (today, sentence) => {
    expect(yearAnswer(counts({ 2025: 12, 2026: 1 }), 2026, null, day(today)).sentence).toBe(sentence);
  });

  it('says how it was reckoned', () => {
    expect(notes({ 2025: 77, 2026: 64 }, 2026)).toEqual([
      'Failures a month: the count of 2025 divided by 12, of 2026 by the 10.7 months so far.',
    ]);
    expect(notes({ 2025: 77, 2026: 64 }, 2026, 2025)).toEqual([
      'Failures a month: the count of 2025 divided by 12, of 2026 by the 10.7 months so far.',
      '2026 so far against all of 2025: counts have no months, so the same part of 2025 is not known.',
    ]);
    expect(notes({ 2024: 18 }, 2024)).toEqual(['Failures a month: the count of 2024 divided by 12.']);
    // nothing was calculated
    expect(notes({ 2025: 0, 2026: 0 }, 2026)).toEqual([]);
    expect(notes({}, 2026)).toEqual([]);
    expect(notes({ 2024: 18, 2027: 0 }, 2024, 2027)).toEqual([
      'Failures a month: the count of 2024 divided by 12.',
      '2027 has not begun: there is nothing to compare yet.',
    ]);
  });

  it('names the posts that only one of the years has', () => {
    const posts = new Map(
      ['A', 'B', 'C', 'D', 'E', 'F'].map((post, index) => [post, [entry('Loop', 1, 0, index === 0 ? 2023 : 2024)]]),
    );
    expect(yearAnswer(posts, 2024, null, november)).toEqual({
      sentence:
        'No post has counts for both 2023 and 2024: B, C, D and 2 other posts have no counts for 2023; A has no counts for 2024.',
      notes: [],
    });
  });

  const reckoned = 'the count of 2023 divided by 12, of 2024 by 12.';
  const shared = 'At the posts counted in both years, about as many failures: 5.8 a month in 2023 and in 2024';

  it.each<[Record<number, number>, number, number | null, string, string]>([
    [{ 2024: 10 }, 2024, null, `${shared}; P3 has no counts for 2023.`, `Failures a month at these posts: ${reckoned}`],
    [{ 2023: 0 }, 2023, 2024, `${shared}; P3 has no counts for 2024.`, `Failures a month at these posts: ${reckoned}`],
    // the same posts, or a post that neither year counts
    [
      { 2023: 1, 2024: 50 },
      2024,
      null,
      'More failures: 5.9 a month in 2023, 9.9 in 2024.',
      `Failures a month: ${reckoned}`,
    ],
    [
      { 2022: 9 },
      2024,
      null,
      'About as many failures: 5.8 a month in 2023 and in 2024.',
      `Failures a month: ${reckoned}`,
    ],
  ])('compares only posts counted in both years: beside 70 and 69, %o', (third, year, compare, sentence, note) => {
    const posts = new Map([
      ...counts({ 2023: 70, 2024: 69 }),
      ['P3', Object.entries(third).map(([countedYear, count]) => entry('Loop', count, 0, Number(countedYear)))],
    ]);
    expect(yearAnswer(posts, year, compare, november)).toEqual({ sentence, notes: [note] });
  });
});

describe('all years', () => {
  it('go from the first to the last with entries, with gaps and without years that have not begun', () => {
    const totals = yearTotals(counts({ 2019: 9, 2021: 4, 2024: 0, 2026: 7, 2027: 0, 2031: 5 }), november);
    expect(totals.map(({ year, total }) => [year, total])).toEqual([
      [2021, 4],
      [2022, null],
      [2023, null],
      [2024, 0],
      [2025, null],
      [2026, 7],
    ]);
    expect(totalsText(totals)).toBe(
      '2021: 4; 2022: no counts; 2023: no counts; 2024: 0; 2025: no counts; 2026: 7 so far',
    );
  });

  it('are all of 2020 to 2030, or none', () => {
    const all = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [2020 + index, index]));
    expect(yearTotals(counts(all), day('2030-06-01'))).toHaveLength(11);
    expect(yearTotals(counts({ 2027: 1 }), november)).toEqual([]);
    expect(yearTotals(new Map(), november)).toEqual([]);
  });
});

const numbersIn = (text: string) =>
  (text.match(/\d[\d,]*(?:\.\d+)?/gu) ?? []).map((digits) => Number(digits.replaceAll(',', '')));
const shown = (rate: number) => rate.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

describe('the numbers that are shown', () => {
  /** A random number generator with the same numbers in every run. */
  let seed = 20_261_128;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  it('are rounded before they are divided: 53 failures in 10.9 months are 4.9 a month', () => {
    // 53 divided by the exact 10.93 months would be 4.8
    const { sentence, notes: how } = yearAnswer(counts({ 2025: 60, 2026: 53 }), 2026, null, day('2026-11-28'));
    expect(sentence).toBe('Fewer failures: 5.0 a month in 2025, 4.9 in 2026 so far.');
    expect(how).toEqual(['Failures a month: the count of 2025 divided by 12, of 2026 by the 10.9 months so far.']);
  });

  it.each(
    Array.from({ length: 300 }, () => {
      const today = new Date(Date.UTC(2026, random(11) + 1, random(28) + 1, 4));
      return [random(400) + 1, random(400) + 1, today] as const;
    }),
  )('give the printed rates when a reader divides them: %i and %i failures, on %s', (before, now, today) => {
    const { sentence, notes: how } = yearAnswer(counts({ 2025: before, 2026: now }), 2026, null, today);
    // the numbers of the note are 2025, 12, 2026 and the months of 2026 so far
    const [, wholeYear = 0, , months = wholeYear] = numbersIn(how[0] ?? '');
    const rates = numbersIn(sentence)
      .filter((number) => number !== 2025 && number !== 2026)
      .map(shown);
    expect(wholeYear).toBe(12);
    expect([...new Set([shown(before / wholeYear), shown(now / months)])]).toEqual(rates);
    expect(sentence.startsWith('More')).toBe(rates.length === 2 && now / months > before / wholeYear);
  });
});
