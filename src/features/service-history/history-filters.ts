import { dayNumber } from '../../lib/calendar/day.ts';
import { fileStemOf } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import {
  filterFileWords,
  filterNames,
  filterWords,
  isSet,
  type FilterTable,
  type ListFilter,
} from '../../lib/screen/list-filters.ts';
import { byFilter, directionFilter, fromFilter, postFilter, toFilter } from '../../records/task/common-filters.ts';
import type { FollowUp } from '../../records/task/follow-ups.ts';
import { visitsOfPost } from '../../records/task/post-visits.ts';
import type { Task, TaskFilter } from '../../records/task/task.ts';
import { visitsOfDirection, type Direction } from '../../records/task/visit-direction.ts';
import { visitsOfPerson } from '../../records/task/visit-people.ts';
import { kindFileWord, kindFilters, kindText, listedText, ofKind, type KindFilter } from '../../records/task/visit.ts';
import { months, siteDayStart, taskYears, type Month, isMonth } from '../../records/time.ts';

/** The year and the month that a visit is filed under. */
interface Filed {
  year: string;
  month: Month;
}

/** Counts the found visits by year, the newest first. It omits years in which the site has no visit, except the chosen year. */
export function visitsByYear(
  all: readonly Filed[],
  found: readonly Filed[],
  chosen: string | null,
): { year: string; visits: number }[] {
  const visited = new Set(all.map(({ year }) => year));
  return taskYears
    .filter((year) => visited.has(year) || year === chosen)
    .map((year) => ({ year, visits: found.filter((visit) => visit.year === year).length }))
    .toReversed();
}

/** Counts the visits that are filed under each month, January first. If `year` is null, it counts those of all years. */
export function visitsByMonth(tasks: readonly Filed[], year: string | null): { month: Month; visits: number }[] {
  const ofYear = year === null ? tasks : tasks.filter((visit) => visit.year === year);
  return months.map(({ value: month }) => ({ month, visits: ofYear.filter((visit) => visit.month === month).length }));
}

/** The filters of the list; the words of a search are apart from them. */
export interface HistoryFilter extends TaskFilter {
  /** The kind of the visits; null for all. */
  kind: KindFilter | null;
  /** The name of a post, as it is saved, that the title must mention; null for all. */
  post: string | null;
  /** The direction through a gate that the title must mention; null for all. */
  direction: Direction | null;
  /** A person who came to the visit; null for all. */
  by: string | null;
  /** `open` for visits with an open recommendation; null for all. */
  follow: 'open' | null;
  /** The first and the last day in Singapore, such as `2026-03-02`; null for an open range. */
  from: string | null;
  to: string | null;
}

/** The year whose months can be chosen: the chosen year, or the year of a range of days. Null without one, or if the range has several. */
export function yearOfMonths({ year, from, to }: Pick<HistoryFilter, 'year' | 'from' | 'to'>): string | null {
  if (year !== null || from === null || to === null) return year;
  const first = from.slice(0, 4);
  return to.startsWith(`${first}-`) ? first : null;
}

/** Whether the choice of a month is shown: if the list is limited to one year, or if a month is set, so that it can be removed. */
export function showsMonths(filter: HistoryFilter): boolean {
  return yearOfMonths(filter) !== null || filter.month !== null;
}

/** The filters for the year and the month that visits are filed under. On paper both are one phrase, `March 2026`, so they have no words. */
export const periodFilters: FilterTable<TaskFilter> = {
  month: {
    read: ([month]) => (isMonth(month) ? month : null),
    words: null,
    fileWord: (month) => months.find(({ value }) => value === month)?.label ?? '',
  },
  year: {
    read: ([chosen]) => taskYears.find((year) => year === chosen) ?? null,
    words: null,
    fileWord: (year) => year,
  },
};

/** The filters other than the year and the month. */
export type OtherFilter = Omit<HistoryFilter, keyof TaskFilter>;

/** The data of the site that filters need besides the visits. */
export interface KnownOfSite {
  /** The names of all posts, which decide which post a title means. */
  posts: readonly string[];
  /** The recommendations of each visit, by its id. */
  followUps: ReadonlyMap<number, readonly Pick<FollowUp<Task>, 'end'>[]>;
}

interface VisitLimit<Value> extends ListFilter<Value> {
  /** Returns the visits that match the value, in their order. */
  limit: (visits: Task[], value: NonNullable<Value>, known: KnownOfSite) => Task[];
}

/** All filters but year and month. If they match nothing in the chosen months, the screen says what they match in other months. */
export const otherFilters: { readonly [Name in keyof OtherFilter]: VisitLimit<OtherFilter[Name]> } = {
  kind: {
    read: ([chosen]) => kindFilters.find(({ value }) => value === chosen)?.value ?? null,
    words: kindText,
    fileWord: kindFileWord,
    limit: (visits, kind) => ofKind(visits, kind),
  },
  post: { ...postFilter, limit: (visits, post, { posts }) => visitsOfPost(visits, post, posts) },
  direction: {
    ...directionFilter,
    limit: (visits, direction, { posts }) => visitsOfDirection(visits, direction, posts),
  },
  by: { ...byFilter, limit: (visits, person) => visitsOfPerson(visits, person) },
  follow: {
    read: ([chosen]) => (chosen === 'open' ? chosen : null),
    words: () => t('open recommendations'),
    fileWord: () => 'open-recommendations',
    limit: (visits, _, { followUps }) =>
      visits.filter(({ id }) => followUps.get(id)?.some(({ end }) => end === null) === true),
  },
  from: {
    ...fromFilter,
    limit(visits, from) {
      const start = siteDayStart(dayNumber(from));
      return visits.filter(({ time }) => Date.parse(time) >= start);
    },
  },
  to: {
    ...toFilter,
    limit(visits, to) {
      const end = siteDayStart(dayNumber(to) + 1);
      return visits.filter(({ time }) => Date.parse(time) < end);
    },
  },
};

/** All filters of the list. A new filter needs a member of `HistoryFilter`, an entry above, and a field in `HistoryControls`. */
export const historyFilters: FilterTable<HistoryFilter> = { ...periodFilters, ...otherFilters };

/** Returns the visits that match all filters but year and month. */
export function limitVisits(visits: Task[], filter: OtherFilter, known: KnownOfSite): Task[] {
  const limitBy = <Name extends keyof OtherFilter>(limited: Task[], name: Name, value: OtherFilter[Name]) =>
    isSet(value) ? otherFilters[name].limit(limited, value, known) : limited;
  return filterNames<OtherFilter>(otherFilters).reduce((limited, name) => limitBy(limited, name, filter[name]), visits);
}

/** All filters but year and month, and the search, in words: `post “P1”`, `search “loop”`. */
export function otherLimits(filter: OtherFilter, query: string): string[] {
  const searched = query.trim();
  const words = filterWords(otherFilters, filter);
  return searched === '' ? words : [...words, t('search “{words}”', { words: searched })];
}

/** All filters and the search in words, for paper: `March 2026, kind “Other work”, search “loop”`. */
export function filterText(filter: HistoryFilter, query: string): string {
  return listedText(filter, otherLimits(filter, query));
}

/** The English name of a file with the shown visits, without its extension: `Selasih-Park_Service-History_2026_loop`. */
export function historyFileStem(site: string, filter: HistoryFilter, query: string): string {
  return fileStemOf(site, 'Service-History', ...filterFileWords(historyFilters, filter), query);
}
