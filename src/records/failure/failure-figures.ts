import type { CarPosts, FailureEntry } from './failure-record.ts';
import { listedWords } from '../counted.ts';
import { withCapital, withoutCapital } from '../../lib/capitals.ts';
import { siteYear } from '../time.ts';

/** The choice of years and its default (`spec §2`). */
export const failureYears: readonly number[] = Array.from({ length: 11 }, (_, index) => 2020 + index);
export const defaultFailureYear = 2024;

export interface FailureSum {
  readonly entrance: number;
  readonly exit: number;
}

const none: FailureSum = { entrance: 0, exit: 0 };

export function totalOf({ entrance, exit }: FailureSum): number {
  return entrance + exit;
}

function plus(a: FailureSum, b: FailureSum): FailureSum {
  return { entrance: a.entrance + b.entrance, exit: a.exit + b.exit };
}

/** The sums of a year by type, in stored order; repeated types are added up. */
export function sumsByType(entries: readonly FailureEntry[], year: number): ReadonlyMap<string, FailureSum> {
  const sums = new Map<string, FailureSum>();
  for (const entry of entries) {
    if (entry.year === year) sums.set(entry.type, plus(sums.get(entry.type) ?? none, entry));
  }
  return sums;
}

export function yearSum(entries: readonly FailureEntry[], year: number): FailureSum {
  return entries.reduce((sum, entry) => (entry.year === year ? plus(sum, entry) : sum), none);
}

export function siteSum(posts: CarPosts, year: number): FailureSum {
  return Array.from(posts.values(), (entries) => yearSum(entries, year)).reduce(plus, none);
}

export function hasYear(entries: readonly FailureEntry[], year: number): boolean {
  return entries.some((entry) => entry.year === year);
}

/** The failures of a year; null without an entry, which is not zero. */
export function knownTotal(entries: readonly FailureEntry[], year: number): number | null {
  return hasYear(entries, year) ? totalOf(yearSum(entries, year)) : null;
}

/** Whether a year has an entry: a year without any is unknown, not free of failures. */
export function isYearKnown(posts: CarPosts, year: number): boolean {
  return Array.from(posts.values()).some((entries) => hasYear(entries, year));
}

/** The newest year that has an entry and can be chosen, or null. */
export function latestYear(posts: CarPosts): number | null {
  const years = Array.from(posts.values(), (entries) => entries.map((entry) => entry.year))
    .flat()
    .filter((year) => failureYears.includes(year));
  return years.reduce<number | null>((latest, year) => (latest === null || year > latest ? year : latest), null);
}

/** The types of a year, `before` in its order, as columns must not jump while typing; then the most frequent first. */
export function typesOfYear(posts: CarPosts, year: number, before: readonly string[] = []): readonly string[] {
  const totals = new Map<string, number>();
  for (const entries of posts.values()) {
    for (const [type, sum] of sumsByType(entries, year)) totals.set(type, (totals.get(type) ?? 0) + totalOf(sum));
  }
  const kept = before.filter((type) => totals.has(type));
  const fresh = Array.from(totals)
    .filter(([type]) => !kept.includes(type))
    .toSorted(([a, one], [b, other]) => other - one || a.localeCompare(b))
    .map(([type]) => type);
  return [...kept, ...fresh];
}

/** The types of a year as of `typesOfYear`, followed by types that only the other year has. */
export function typesOfBothYears(
  posts: CarPosts,
  year: number,
  compare: number | null,
  before: readonly string[] = [],
): readonly string[] {
  const types = typesOfYear(posts, year, before);
  return compare === null ? types : [...new Set([...types, ...typesOfYear(posts, compare)])];
}

/** What has the most failures; several names when they tie. */
export interface Finding {
  readonly names: readonly string[];
  readonly total: number;
}

function highest(totals: Iterable<readonly [string, number]>): Finding | null {
  let found: { names: string[]; total: number } | null = null;
  for (const [name, total] of totals) {
    if (total === 0) continue;
    if (!found || total > found.total) found = { names: [name], total };
    else if (total === found.total) found.names.push(name);
  }
  return found;
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
        const one = types.get(type);
        return one ? sum + totalOf(one) : sum;
      }, 0);
      return [type, total] as const;
    }),
  );
}

/** How many posts are named when more lack counts. */
const namedPosts = 3;

/** What two years are compared by: only posts counted in both, as another set of posts is no change. */
export interface SharedPosts {
  readonly posts: CarPosts;
  /** Such as `P3 Visitor Lane has no counts for 2023`; null where the same posts were counted in both years. */
  readonly lacking: string | null;
}

/** The posts counted in both of two years, and which ones were not. Each verdict on two years goes by these. */
export function sharedPosts(posts: CarPosts, year: number, other: number): SharedPosts {
  const years = [Math.min(year, other), Math.max(year, other)];
  const counted = [...posts].filter(([, entries]) => years.some((one) => hasYear(entries, one)));
  const texts = years.flatMap((one) => {
    const lacking = counted.filter(([, entries]) => !hasYear(entries, one)).map(([post]) => post);
    const names = lacking.slice(0, namedPosts);
    const more = lacking.length - names.length;
    if (more > 0) names.push(more === 1 ? '1 other post' : `${countText(more)} other posts`);
    return names.length > 0
      ? [`${listedWords(names)} ${lacking.length === 1 ? 'has' : 'have'} no counts for ${one}`]
      : [];
  });
  return {
    posts: new Map(counted.filter(([, entries]) => isCountedIn(entries, years))),
    lacking: texts.length > 0 ? texts.join('; ') : null,
  };
}

function isCountedIn(entries: readonly FailureEntry[], years: readonly number[]): boolean {
  return years.every((year) => hasYear(entries, year));
}

const atShared = 'at the posts counted in both years';

/** The note below differences marked `*`; null where the same posts were counted, or nothing in one of the years. */
export function sharedPostsNote(posts: CarPosts, year: number, other: number): string | null {
  const { posts: shared, lacking } = sharedPosts(posts, year, other);
  if (lacking === null || !isYearKnown(posts, year) || !isYearKnown(posts, other)) return null;
  if (shared.size === 0) return `Not compared: ${notShared(year, other)}.`;
  return `* ${withCapital(atShared)}; ${lacking}.`;
}

/** Says that two years cannot be compared: `no post has counts for both 2023 and 2024`. */
export function notShared(year: number, other: number): string {
  return `no post has counts for both ${Math.min(year, other)} and ${Math.max(year, other)}`;
}

/** Says of a comparison that it is only of posts counted in both years. @param sentence without its full stop */
export function atSharedPosts(sentence: string, lacking: string): string {
  return `${withCapital(atShared)}, ${withoutCapital(sentence)}; ${lacking}`;
}

export interface YearChange {
  /** Of the posts counted in both years (`sharedPosts`). */
  readonly now: number;
  readonly before: number;
  /** The year is not over in Singapore, so its count is only "so far". */
  readonly soFar: boolean;
  readonly beforeSoFar?: boolean;
  /** Where other posts were counted in the other year: which, and whether any was counted in both. */
  readonly narrowed?: { readonly lacking: string; readonly isNone: boolean };
}

/** Compares a year with the year before (`changeBetween`). */
export function changeToYearBefore(posts: CarPosts, year: number, today: Date): YearChange | null {
  return changeBetween(posts, year, year - 1, today);
}

/** Compares the failures of two years; null when nothing is known of the other year, or one of them has not begun. */
export function changeBetween(posts: CarPosts, year: number, other: number, today: Date): YearChange | null {
  const running = siteYear(today);
  return Math.max(year, other) > running ? null : changeAsOf(posts, year, other, running);
}

/** Compares the running year with the year before (`changeBetween`). */
export function changeSoFar(posts: CarPosts, running: number): YearChange | null {
  return changeAsOf(posts, running, running - 1, running);
}

function changeAsOf(posts: CarPosts, year: number, other: number, running: number): YearChange | null {
  if (!isYearKnown(posts, other)) return null;
  const { posts: shared, lacking } = sharedPosts(posts, year, other);
  return {
    now: totalOf(siteSum(shared, year)),
    before: totalOf(siteSum(shared, other)),
    soFar: year === running,
    ...(other === running && { beforeSoFar: true }),
    ...(lacking !== null && { narrowed: { lacking, isNone: shared.size === 0 } }),
  };
}

const format = new Intl.NumberFormat('en-GB');

/** `10,000` */
export function countText(count: number): string {
  return format.format(count);
}

/** `1 failure`, `10,000 failures` */
export function failuresText(count: number): string {
  return `${countText(count)} ${count === 1 ? 'failure' : 'failures'}`;
}

/**
 * What follows the failures of a year: how they compare with another year. A year that is not over is `so far`, and its
 * other year stays a whole one, as counts have no months: `so far, already 23 more than in all of 2025 (79)`. Where other
 * posts were counted, `at the posts counted in both years: 69, 1 fewer than in 2023 (−1 %); P3 has no counts for 2023`.
 */
export function comparedWithYearBefore(change: YearChange, yearBefore: number): string {
  const { now, soFar, beforeSoFar = false, narrowed } = change;
  const lead = soFar ? 'so far' : beforeSoFar ? 'in all' : null;
  const words = changeInWords(change, yearBefore);
  if (!narrowed) return lead === null ? words : `${lead}, ${words}`;
  const shared = narrowed.isNone
    ? `not compared with ${yearBefore}, as no post was counted in both years`
    : `${atShared}: ${countText(now)}, ${words}; ${narrowed.lacking}`;
  return lead === null ? shared : `${lead}; ${shared}`;
}

/** The same for a small tile, in a report whose text says the rest. */
export function comparedInShort(change: YearChange, yearBefore: number): string {
  const { now, before, soFar, narrowed } = change;
  if (!narrowed) return comparedWithYearBefore(change, yearBefore);
  const lead = soFar ? 'so far; ' : '';
  if (narrowed.isNone) return `${lead}not comparable with ${yearBefore}`;
  const words = now === before ? 'as many as' : `${gapText(before, now)} than`;
  return `${lead}${words} in ${yearBefore} at the same posts`;
}

/** A count of failures and how it compares, in one sentence. @param start such as `102 failures were counted` */
export function startCompared(start: string, change: YearChange, yearBefore: number): string {
  const isLed = change.soFar || change.beforeSoFar === true;
  return `${start}${isLed ? '' : change.narrowed ? ';' : ','} ${comparedWithYearBefore(change, yearBefore)}`;
}

/** `5 more`, `3 fewer` */
function gapText(older: number, newer: number): string {
  return `${countText(Math.abs(newer - older))} ${newer > older ? 'more' : 'fewer'}`;
}

function changeInWords({ now, before, soFar, beforeSoFar = false }: YearChange, yearBefore: number): string {
  const gap = gapText(before, now);
  if (soFar) {
    const all = `in all of ${yearBefore}`;
    if (now === before) return `${now > 0 ? 'already ' : ''}as many as ${all}`;
    return `${now > before ? 'already ' : ''}${gap} than ${all} (${countText(before)})`;
  }
  if (beforeSoFar)
    return `${now === before ? 'as many as' : `${gap} than`} in ${yearBefore} so far (${countText(before)})`;
  if (now === before) return `the same as in ${yearBefore}`;
  const percent = before === 0 ? '' : ` (${now > before ? '+' : '−'}${percentText(Math.abs(now - before), before)} %)`;
  return `${gap} than in ${yearBefore}${percent}`;
}

/** Says that part of a year is compared with a whole year, as counts have no months; null when both years are over. */
export function partYearText(year: number, other: number, running: number): string | null {
  const later = [year, other].find((one) => one > running);
  if (later !== undefined) return `${later} has not begun: there is nothing to compare yet.`;
  if (year !== running && other !== running) return null;
  const whole = year === running ? other : year;
  return `${running} so far against all of ${whole}: counts have no months, so the same part of ${whole} is not known.`;
}

function percentText(part: number, whole: number): string {
  return countText(Math.round((part / whole) * 100));
}

/** Two years side by side, the older first; `soFar`: the newer one is not over. */
export interface YearPair {
  readonly older: number;
  readonly newer: number;
  readonly soFar: boolean;
}

/** The years to compare in their order, whichever was chosen first; null where one of them has not begun. */
export function yearPair(year: number, other: number, today: Date): YearPair | null {
  const running = siteYear(today);
  const newer = Math.max(year, other);
  return newer > running ? null : { older: Math.min(year, other), newer, soFar: newer === running };
}

/** A count of two years; null without an entry, which is not zero. */
export interface CountPair {
  readonly older: number | null;
  readonly newer: number | null;
  /** Other posts were counted in one of the years, and are left out. */
  readonly narrowed?: boolean;
}

/**
 * What became of a count: `↑ 5`, `↓ 3`, `no change`, `new`, `no entry` for what the newer year lacks, or a dash for what is
 * not compared. `*` marks that posts are left out (`sharedPostsNote`).
 */
export function differenceMark({ older, newer, narrowed = false }: CountPair): string {
  if (newer === null) return older === null ? '–' : `no entry${narrowed ? '*' : ''}`;
  const arrow = older !== null && newer > older ? '↑' : '↓';
  const mark =
    older === null ? 'new' : newer === older ? 'no change' : `${arrow} ${countText(Math.abs(newer - older))}`;
  return `${mark}${narrowed ? '*' : ''}`;
}

/** The same in words, as no arrow is read out: `3 fewer in 2026 so far than in all of 2025`. */
export function differenceWords({ older, newer, narrowed = false }: CountPair, years: YearPair): string {
  if (older === null && newer === null) return 'not compared: not counted in both years';
  const where = narrowed ? ` ${atShared}` : '';
  if (newer === null) return `no entry in ${years.newer}${where}`;
  if (older === null) return `new: no entry in ${years.older}${where}`;
  const than = years.soFar ? `${years.newer} so far` : `${years.newer}`;
  const all = years.soFar ? `in all of ${years.older}` : `in ${years.older}`;
  if (newer === older) return `as many in ${than} as ${all}${where}`;
  return `${gapText(older, newer)} in ${than} than ${all}${where}`;
}

/** The failures of two years to compare: of the posts counted in both, each null without an entry. @param type only those of this type */
export function countPair(
  lists: Iterable<readonly FailureEntry[]>,
  { older, newer }: Pick<YearPair, 'older' | 'newer'>,
  type: string | null = null,
): CountPair {
  const isMeant = (entry: FailureEntry) => type === null || entry.type === type;
  const all = [...lists];
  const shared = all.filter((entries) => isCountedIn(entries, [older, newer]));
  const counted = shared.flat().filter(isMeant);
  const pair = { older: knownTotal(counted, older), newer: knownTotal(counted, newer) };
  if (shared.length === all.length || (pair.older === null && pair.newer === null)) return pair;
  const isLeftOut = (entry: FailureEntry) => isMeant(entry) && (entry.year === older || entry.year === newer);
  const narrowed = all.some((entries) => !shared.includes(entries) && entries.some(isLeftOut));
  return narrowed ? { ...pair, narrowed } : pair;
}
