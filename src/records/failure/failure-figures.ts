import { withoutCapital } from '../../lib/capitals.ts';
import { currentLanguage, t, tIn } from '../../lib/language/translate.ts';
import { listedWords } from '../counted.ts';
import { joinedStatements } from '../sentences.ts';
import { siteYear } from '../time.ts';
import type { CarPosts, FailureEntry } from './failure-record.ts';

/** The years that can be chosen, and the year that is chosen at first (`spec §2`). */
export const failureYears: readonly number[] = Array.from({ length: 11 }, (_, index) => 2020 + index);
export const defaultFailureYear = 2024;

export interface FailureSum {
  readonly entrance: number;
  readonly exit: number;
}

const noFailures: FailureSum = { entrance: 0, exit: 0 };

export function totalOf({ entrance, exit }: FailureSum): number {
  return entrance + exit;
}

function plus(a: FailureSum, b: FailureSum): FailureSum {
  return { entrance: a.entrance + b.entrance, exit: a.exit + b.exit };
}

/** The sums of a year by type, in the order of the record; repeated types are added up. */
export function sumsByType(entries: readonly FailureEntry[], year: number): ReadonlyMap<string, FailureSum> {
  const sums = new Map<string, FailureSum>();
  for (const entry of entries) {
    if (entry.year === year) sums.set(entry.type, plus(sums.get(entry.type) ?? noFailures, entry));
  }
  return sums;
}

export function yearSum(entries: readonly FailureEntry[], year: number): FailureSum {
  return entries.reduce((sum, entry) => (entry.year === year ? plus(sum, entry) : sum), noFailures);
}

export function siteSum(posts: CarPosts, year: number): FailureSum {
  return Array.from(posts.values(), (entries) => yearSum(entries, year)).reduce(plus, noFailures);
}

export function hasYear(entries: readonly FailureEntry[], year: number): boolean {
  return entries.some((entry) => entry.year === year);
}

/** The failures of a year; null without an entry, which means unknown, not zero. */
export function knownTotal(entries: readonly FailureEntry[], year: number): number | null {
  return hasYear(entries, year) ? totalOf(yearSum(entries, year)) : null;
}

/** Whether a year has an entry. A year without entries is unknown, not free of failures. */
export function isYearKnown(posts: CarPosts, year: number): boolean {
  return Array.from(posts.values()).some((entries) => hasYear(entries, year));
}

/** The newest year that has an entry and can be chosen; null without one. */
export function latestYear(posts: CarPosts): number | null {
  const years = Array.from(posts.values(), (entries) => entries.map((entry) => entry.year))
    .flat()
    .filter((year) => failureYears.includes(year));
  return years.reduce<number | null>((latest, year) => (latest === null || year > latest ? year : latest), null);
}

/**
 * The types of a year. The types in `before` come first, in its order, because columns must not move while somebody types. The others follow,
 * the most frequent first.
 */
export function typesOfYear(posts: CarPosts, year: number, before: readonly string[] = []): readonly string[] {
  const totals = new Map<string, number>();
  for (const entries of posts.values()) {
    for (const [type, sum] of sumsByType(entries, year)) totals.set(type, (totals.get(type) ?? 0) + totalOf(sum));
  }
  const typesBefore = before.filter((type) => totals.has(type));
  const newTypes = Array.from(totals)
    .filter(([type]) => !typesBefore.includes(type))
    .toSorted(([a, total], [b, other]) => other - total || a.localeCompare(b))
    .map(([type]) => type);
  return [...typesBefore, ...newTypes];
}

/** The types of a year in the order of `typesOfYear`, followed by the types that only the other year has. */
export function typesOfBothYears(
  posts: CarPosts,
  year: number,
  compare: number | null,
  before: readonly string[] = [],
): readonly string[] {
  const types = typesOfYear(posts, year, before);
  return compare === null ? types : [...new Set([...types, ...typesOfYear(posts, compare)])];
}

/** The post or type with the most failures; several names if they have equally many. */
export interface Finding {
  readonly names: readonly string[];
  readonly total: number;
}

function highest(totals: Iterable<readonly [string, number]>): Finding | null {
  let maximum: { names: string[]; total: number } | null = null;
  for (const [name, total] of totals) {
    if (total === 0) continue;
    if (!maximum || total > maximum.total) maximum = { names: [name], total };
    else if (total === maximum.total) maximum.names.push(name);
  }
  return maximum;
}

/** The post with the most failures in a year; null when nothing failed. */
export function worstPost(posts: CarPosts, year: number): Finding | null {
  return highest(Array.from(posts, ([post, entries]) => [post, totalOf(yearSum(entries, year))] as const));
}

/** The type with the most failures in a year, over all posts; null when nothing failed. */
export function mostFrequentType(posts: CarPosts, year: number): Finding | null {
  const lists = Array.from(posts.values(), (entries) => sumsByType(entries, year));
  return highest(
    typesOfYear(posts, year).map((type) => {
      const total = lists.reduce((sum, types) => {
        const failures = types.get(type);
        return failures ? sum + totalOf(failures) : sum;
      }, 0);
      return [type, total] as const;
    }),
  );
}

/** At most this many posts without counts are named; the others are counted. */
const namedPosts = 3;

/** The posts by which two years are compared: only those with counts in both years, because other posts would distort the comparison. */
export interface SharedPosts {
  readonly posts: CarPosts;
  /** A text such as `P3 Visitor Lane has no counts for 2023`; null when the same posts were counted in both years. */
  readonly lacking: string | null;
}

/** The posts that were counted in both years, and a text about the others. Every comparison of two years uses this. */
export function sharedPosts(posts: CarPosts, year: number, other: number): SharedPosts {
  const years = [Math.min(year, other), Math.max(year, other)];
  const counted = [...posts].filter(([, entries]) => years.some((candidate) => hasYear(entries, candidate)));
  const statements = years.flatMap((comparedYear) => {
    const uncountedPosts = counted.filter(([, entries]) => !hasYear(entries, comparedYear)).map(([post]) => post);
    const names = uncountedPosts.slice(0, namedPosts);
    const more = uncountedPosts.length - names.length;
    if (more > 0)
      names.push(
        t('{count, plural, one {{number} other post} other {{number} other posts}}', {
          count: more,
          number: countText(more),
        }),
      );
    if (names.length === 0) return [];
    const parts = { count: uncountedPosts.length, posts: listedWords(names), year: comparedYear };
    return [
      t('{count, plural, one {{posts} has no counts for {year}} other {{posts} have no counts for {year}}}', parts),
    ];
  });
  return {
    posts: new Map(counted.filter(([, entries]) => isCountedIn(entries, years))),
    lacking: statements.length > 0 ? joinedStatements(statements) : null,
  };
}

function isCountedIn(entries: readonly FailureEntry[], years: readonly number[]): boolean {
  return years.every((year) => hasYear(entries, year));
}

/** The note below differences marked with `*`; null when the same posts were counted, or one of the years has no counts. */
export function sharedPostsNote(posts: CarPosts, year: number, other: number): string | null {
  const { posts: shared, lacking } = sharedPosts(posts, year, other);
  if (lacking === null || !isYearKnown(posts, year) || !isYearKnown(posts, other)) return null;
  if (shared.size === 0)
    return t('Not compared: no post has counts for both {older} and {newer}.', {
      older: Math.min(year, other),
      newer: Math.max(year, other),
    });
  return t('* At the posts counted in both years; {lacking}.', { lacking });
}

/** Adds to a comparison that it is only about posts counted in both years. @param sentence the comparison, without a full stop */
export function atSharedPosts(sentence: string, lacking: string): string {
  return t('At the posts counted in both years, {sentence}; {lacking}', {
    sentence: withoutCapital(sentence),
    lacking,
  });
}

export interface YearChange {
  /** The failures of the posts that were counted in both years (`sharedPosts`). */
  readonly now: number;
  readonly before: number;
  /** The year is not over in Singapore, so its count is not final. */
  readonly soFar: boolean;
  /** The other year is not over. */
  readonly beforeSoFar?: boolean;
  /** Present when not the same posts were counted in both years. `lacking`: from `SharedPosts`. `isNone`: no post was counted in both. */
  readonly narrowed?: { readonly lacking: string; readonly isNone: boolean };
}

/** Compares a year with the year before (`changeBetween`). */
export function changeToYearBefore(posts: CarPosts, year: number, today: Date): YearChange | null {
  return changeBetween(posts, year, year - 1, today);
}

/** Compares the failures of two years; null when the other year has no counts, or one of the years has not begun. */
export function changeBetween(posts: CarPosts, year: number, other: number, today: Date): YearChange | null {
  const running = siteYear(today);
  if (Math.max(year, other) > running || !isYearKnown(posts, other)) return null;
  const { posts: shared, lacking } = sharedPosts(posts, year, other);
  return {
    now: totalOf(siteSum(shared, year)),
    before: totalOf(siteSum(shared, other)),
    soFar: year === running,
    ...(other === running && { beforeSoFar: true }),
    ...(lacking !== null && { narrowed: { lacking, isNone: shared.size === 0 } }),
  };
}

const formats = new Map<string, Intl.NumberFormat>();

/** `10,000` */
export function countText(count: number): string {
  const { locale } = currentLanguage();
  const format = formats.get(locale) ?? new Intl.NumberFormat(locale);
  formats.set(locale, format);
  return format.format(count);
}

/** `1 failure`, `10,000 failures` */
export function failuresText(count: number): string {
  return t('{count, plural, one {{number} failure} other {{number} failures}}', { count, number: countText(count) });
}

/**
 * The comparison with another year, to follow the failures of a year. A year that is not over is compared with the whole other year, because
 * counts have no months: `so far, already 23 more than in all of 2025 (79)`. If not the same posts were counted: `at the posts counted in both
 * years: 69, 1 fewer than in 2023 (−1 %); P3 has no counts for 2023`.
 */
export function comparedWithYearBefore(change: YearChange, yearBefore: number): string {
  const comparison = comparisonText(change, yearBefore);
  const { soFar, beforeSoFar = false, narrowed } = change;
  if (soFar) return narrowed ? t('so far; {comparison}', { comparison }) : t('so far, {comparison}', { comparison });
  if (!beforeSoFar) return comparison;
  return narrowed ? t('in all; {comparison}', { comparison }) : t('in all, {comparison}', { comparison });
}

/** The same comparison in short, for a small tile in a report that has the details in its text. */
export function comparedInShort(change: YearChange, yearBefore: number): string {
  const { soFar, narrowed } = change;
  if (!narrowed) return comparedWithYearBefore(change, yearBefore);
  const comparison = narrowed.isNone
    ? t('not comparable with {year}', { year: yearBefore })
    : sharedInShort(change, yearBefore);
  return soFar ? t('so far; {comparison}', { comparison }) : comparison;
}

function sharedInShort({ now, before }: YearChange, year: number): string {
  if (now === before) return t('as many as in {year} at the same posts', { year });
  const gap = countText(Math.abs(now - before));
  return now > before
    ? t('{gap} more than in {year} at the same posts', { gap, year })
    : t('{gap} fewer than in {year} at the same posts', { gap, year });
}

/** A count of failures and its comparison in one sentence. @param statement such as `102 failures were counted` */
export function startCompared(statement: string, change: YearChange, yearBefore: number): string {
  const parts = { statement, comparison: comparisonText(change, yearBefore) };
  const { soFar, beforeSoFar = false, narrowed } = change;
  if (soFar)
    return narrowed ? t('{statement} so far; {comparison}', parts) : t('{statement} so far, {comparison}', parts);
  if (beforeSoFar)
    return narrowed ? t('{statement} in all; {comparison}', parts) : t('{statement} in all, {comparison}', parts);
  return narrowed ? t('{statement}; {comparison}', parts) : t('{statement}, {comparison}', parts);
}

function comparisonText(change: YearChange, year: number): string {
  const { now, narrowed } = change;
  if (!narrowed) return changeInWords(change, year);
  if (narrowed.isNone) return t('not compared with {year}, as no post was counted in both years', { year });
  return t('at the posts counted in both years: {count}, {comparison}; {lacking}', {
    count: countText(now),
    comparison: changeInWords(change, year),
    lacking: narrowed.lacking,
  });
}

function changeInWords({ now, before, soFar, beforeSoFar = false }: YearChange, year: number): string {
  const parts = { gap: countText(Math.abs(now - before)), year, before: countText(before) };
  if (soFar) {
    if (now > before) return t('already {gap} more than in all of {year} ({before})', parts);
    if (now < before) return t('{gap} fewer than in all of {year} ({before})', parts);
    return now > 0 ? t('already as many as in all of {year}', { year }) : t('as many as in all of {year}', { year });
  }
  if (beforeSoFar) {
    if (now === before) return t('as many as in {year} so far ({before})', { year, before: parts.before });
    return now > before
      ? t('{gap} more than in {year} so far ({before})', parts)
      : t('{gap} fewer than in {year} so far ({before})', parts);
  }
  if (now === before) return t('the same as in {year}', { year });
  const { gap } = parts;
  if (before === 0) return t('{gap} more than in {year}', { gap, year });
  const percent = percentText(Math.abs(now - before), before);
  // a change of less than half a percent has no percentage
  if (percent === '0')
    return now > before
      ? t('{gap} more than in {year}', { gap, year })
      : t('{gap} fewer than in {year}', { gap, year });
  return now > before
    ? t('{gap} more than in {year} (+{percent} %)', { gap, year, percent })
    : t('{gap} fewer than in {year} (−{percent} %)', { gap, year, percent });
}

/** The note that a part of a year is compared with a whole year, because counts have no months; null when both years are over. */
export function partYearText(year: number, other: number, running: number): string | null {
  const later = [year, other].find((candidate) => candidate > running);
  if (later !== undefined) return t('{year} has not begun: there is nothing to compare yet.', { year: later });
  if (year !== running && other !== running) return null;
  return t(
    '{running} so far against all of {whole}: counts have no months, so the same part of {whole} is not known.',
    { running, whole: year === running ? other : year },
  );
}

function percentText(part: number, whole: number): string {
  return countText(Math.round((part / whole) * 100));
}

/** Two years to compare. `soFar`: the newer year is not over. */
export interface YearPair {
  readonly older: number;
  readonly newer: number;
  readonly soFar: boolean;
}

/** Two years in chronological order; null when one of them has not begun. */
export function yearPair(year: number, other: number, today: Date): YearPair | null {
  const running = siteYear(today);
  const newer = Math.max(year, other);
  return newer > running ? null : { older: Math.min(year, other), newer, soFar: newer === running };
}

/** The counts of two years; null for a year without an entry, which means unknown, not zero. */
export interface CountPair {
  readonly older: number | null;
  readonly newer: number | null;
  /** Posts that were counted in only one of the years are left out. */
  readonly narrowed?: boolean;
}

/**
 * The change of a count as a mark: `↑ 5`, `↓ 3`, `no change`, `new` without an older entry, `no entry` without a newer one, or a dash without
 * both. A `*` is added when posts are left out (`sharedPostsNote`).
 */
export function differenceMark({ older, newer, narrowed = false }: CountPair): string {
  if (newer === null && older === null) return '–';
  const mark = newer === null ? t('no entry') : older === null ? tIn('of a count', 'new') : arrowText(older, newer);
  return `${mark}${narrowed ? '*' : ''}`;
}

function arrowText(older: number, newer: number): string {
  if (newer === older) return t('no change');
  return `${newer > older ? '↑' : '↓'} ${countText(Math.abs(newer - older))}`;
}

/** The same change in words for screen readers, which do not read arrows: `3 fewer in 2026 so far than in all of 2025`. */
export function differenceWords({ older, newer, narrowed = false }: CountPair, years: YearPair): string {
  if (older === null && newer === null) return t('not compared: not counted in both years');
  const shared = narrowed ? 'yes' : 'no';
  if (newer === null)
    return t(
      '{shared, select, yes {no entry in {year} at the posts counted in both years} other {no entry in {year}}}',
      { shared, year: years.newer },
    );
  if (older === null)
    return t(
      '{shared, select, yes {new: no entry in {year} at the posts counted in both years} other {new: no entry in {year}}}',
      { shared, year: years.older },
    );
  const parts = { shared, newer: years.newer, older: years.older } as const;
  if (newer === older)
    return years.soFar
      ? t(
          '{shared, select, yes {as many in {newer} so far as in all of {older} at the posts counted in both years} other {as many in {newer} so far as in all of {older}}}',
          parts,
        )
      : t(
          '{shared, select, yes {as many in {newer} as in {older} at the posts counted in both years} other {as many in {newer} as in {older}}}',
          parts,
        );
  const change = { ...parts, gap: countText(Math.abs(newer - older)) };
  if (years.soFar)
    return newer > older
      ? t(
          '{shared, select, yes {{gap} more in {newer} so far than in all of {older} at the posts counted in both years} other {{gap} more in {newer} so far than in all of {older}}}',
          change,
        )
      : t(
          '{shared, select, yes {{gap} fewer in {newer} so far than in all of {older} at the posts counted in both years} other {{gap} fewer in {newer} so far than in all of {older}}}',
          change,
        );
  return newer > older
    ? t(
        '{shared, select, yes {{gap} more in {newer} than in {older} at the posts counted in both years} other {{gap} more in {newer} than in {older}}}',
        change,
      )
    : t(
        '{shared, select, yes {{gap} fewer in {newer} than in {older} at the posts counted in both years} other {{gap} fewer in {newer} than in {older}}}',
        change,
      );
}

/** The failures of two years at the posts counted in both years; null for a year without an entry. @param type counts only this type; null for all */
export function countPair(
  lists: Iterable<readonly FailureEntry[]>,
  { older, newer }: Pick<YearPair, 'older' | 'newer'>,
  type: string | null = null,
): CountPair {
  const hasType = (entry: FailureEntry) => type === null || entry.type === type;
  const all = [...lists];
  const shared = all.filter((entries) => isCountedIn(entries, [older, newer]));
  const counted = shared.flat().filter(hasType);
  const pair = { older: knownTotal(counted, older), newer: knownTotal(counted, newer) };
  if (shared.length === all.length || (pair.older === null && pair.newer === null)) return pair;
  const isLeftOut = (entry: FailureEntry) => hasType(entry) && (entry.year === older || entry.year === newer);
  const narrowed = all.some((entries) => !shared.includes(entries) && entries.some(isLeftOut));
  return narrowed ? { ...pair, narrowed } : pair;
}
