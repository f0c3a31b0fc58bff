import type { Database } from '../../lib/database.types.ts';
import { fileStemOf } from '../../lib/file-names.ts';
import { message, currentLanguage, t } from '../../lib/language/translate.ts';
import { filterFileWords, filterNames, filterWords, isSet, type ListFilter } from '../../lib/screen/list-filters.ts';
import { countedNoun, listedWords } from '../../records/counted.ts';
import { byFilter, directionFilter, fromFilter, postFilter, toFilter } from '../../records/task/common-filters.ts';
import type { Direction } from '../../records/task/visit-direction.ts';
import { kindFilters, kindFileWord, kindFilterLabel, type KindFilter } from '../../records/task/visit.ts';
import { siteMonth, taskYears } from '../../records/time.ts';

/** The filters of the visits of all sites, by their names in the query string. An empty list does not limit the visits. */
export interface VisitFilter {
  /** The names of sites. */
  site: readonly string[];
  /** The years under which visits are filed, in the order of `taskYears`. */
  year: readonly string[];
  kind: readonly KindFilter[];
  /** Whether only shown or only hidden visits are found; null for both. */
  show: Visibility | null;
  /** `only` for visits of archived sites; null for visits of the sites in `site`, or else of all sites in use. */
  archive: 'only' | null;
  /** The name of a post that the title must mention; null for all. */
  post: string | null;
  /** The direction through a gate that the title must mention; null for all. */
  direction: Direction | null;
  /** A person who came to the visit; null for all. */
  by: string | null;
  /** The first and the last day in Singapore, such as `2026-03-02`; null for an open range. */
  from: string | null;
  to: string | null;
}

type Visibility = (typeof showFilters)[number]['value'];

/** Whether visits are shown to clients, or hidden. */
export const showFilters = [
  { value: 'shown', label: message('Shown') },
  { value: 'hidden', label: message('Hidden') },
] as const;

/** How many sites the database accepts as a filter. There are fewer years and kinds than that. */
export const maxSites = 100;

const inQuotes = (text: string) => t('“{text}”', { text });

type SearchArguments = Partial<
  Pick<
    Database['public']['Functions']['search_visits']['Args'],
    | 'of_sites'
    | 'of_years'
    | 'of_kinds'
    | 'shown'
    | 'archived'
    | 'post'
    | 'direction'
    | 'person'
    | 'from_day'
    | 'to_day'
  >
>;

interface SearchFilter<Value> extends ListFilter<Value> {
  /** Returns the argument of `search_visits` for a value. */
  argument: (value: NonNullable<Value>) => SearchArguments;
}

/** The filters of the visits of all sites: `?site=A&site=B&year=2026&kind=emergency&show=hidden&archive=only`. */
export const visitFilters: { readonly [Name in keyof VisitFilter]: SearchFilter<VisitFilter[Name]> } = {
  site: {
    read: (names) => [...new Set(names.filter(Boolean))].slice(0, maxSites),
    words: (names) =>
      names.length > 3
        ? t('any of the {count} sites', { count: names.length })
        : t('{count, plural, one {the site {names}} other {the sites {names}}}', {
            count: names.length,
            names: listedWords(names.map((name) => inQuotes(name))),
          }),
    fileWord: (names) => (names.length > 2 ? countedNoun(names.length, 'site') : names.join(' ')),
    argument: (names) => ({ of_sites: [...names] }),
  },
  year: {
    read: (chosen) => taskYears.filter((year) => chosen.includes(year)),
    words: (years) =>
      t('{count, plural, one {the year {years}} other {the years {years}}}', {
        count: years.length,
        years: listedWords(years),
      }),
    fileWord: (years) => years.join(' '),
    argument: (years) => ({ of_years: [...years] }),
  },
  kind: {
    read: (chosen) => kindFilters.flatMap(({ value }) => (chosen.includes(value) ? [value] : [])),
    words: (kinds) =>
      t('{count, plural, one {the kind {kinds}} other {the kinds {kinds}}}', {
        count: kinds.length,
        kinds: listedWords(kinds.map((kind) => inQuotes(kindFilterLabel(kind)))),
      }),
    fileWord: (kinds) => kinds.map((kind) => kindFileWord(kind)).join(' '),
    argument: (kinds) => ({ of_kinds: [...kinds] }),
  },
  show: {
    read: ([chosen]) => showFilters.find(({ value }) => value === chosen)?.value ?? null,
    // `nothingText` has a sentence of its own for shown and for hidden visits
    words: null,
    fileWord: (show) => show,
    argument: (show) => ({ shown: show === 'shown' }),
  },
  archive: {
    read: ([chosen]) => (chosen === 'only' ? 'only' : null),
    words: () => t('the archived sites'),
    fileWord: () => 'archived',
    argument: () => ({ archived: true }),
  },
  post: { ...withArticle(postFilter), argument: (post) => ({ post }) },
  direction: { ...withArticle(directionFilter), argument: (direction) => ({ direction }) },
  by: { ...withArticle(byFilter), argument: (person) => ({ person }) },
  from: { ...withArticle(fromFilter), argument: (day) => ({ from_day: day }) },
  to: { ...withArticle(toFilter), argument: (day) => ({ to_day: day }) },
};

/** Adds an article to the words of a filter that have none, because `nothingText` lists them as nouns. */
function withArticle<Value>(filter: ListFilter<Value>): ListFilter<Value> {
  const { words } = filter;
  return { ...filter, words: words && ((value) => t('the {filter}', { filter: words(value) })) };
}

/** The arguments of `search_visits` for a filter. A filter that is not set has none. */
export function filterArguments(filter: VisitFilter): SearchArguments {
  const argumentOf = <Name extends keyof VisitFilter>(name: Name, value: VisitFilter[Name]): SearchArguments =>
    isSet(value) ? visitFilters[name].argument(value) : {};
  return filterNames<VisitFilter>(visitFilters).reduce(
    (all, name) => ({ ...all, ...argumentOf(name, filter[name]) }),
    {},
  );
}

/** The years to offer, the newest first: those up to the current year, because no visit is later, and those that are chosen. */
export function offeredYears({ year: chosen }: VisitFilter, now: Date): string[] {
  const { year } = siteMonth(now);
  // the year is empty if today is outside `taskYears`: then all years are offered
  return taskYears.filter((candidate) => year === '' || candidate <= year || chosen.includes(candidate)).toReversed();
}

/** The numbers of all found visits and of their sites. If `capped`, there are more visits than the database counts. */
export interface VisitTotal {
  visits: number;
  sites: number;
  capped: boolean;
}

/** A number in the notation of the current language, such as `2,000`. */
export function figures(count: number): string {
  return new Intl.NumberFormat(currentLanguage().locale).format(count);
}

/** `214 visits at 31 sites, newest first`, or `More than 10,000 visits, best match first` if the total is capped. */
export function totalText({ visits, sites, capped }: VisitTotal, searching: boolean): string {
  const order = visits > 1 ? (searching ? 'best' : 'newest') : 'none';
  const count = figures(visits);
  if (capped)
    return t(
      'More than {visits, plural, one {{count} visit} other {{count} visits}}{order, select, best {, best match first} newest {, newest first} other {}}',
      { visits, count, order },
    );
  return t(
    '{visits, plural, one {{count} visit} other {{count} visits}} at {sites, plural, one {{places} site} other {{places} sites}}{order, select, best {, best match first} newest {, newest first} other {}}',
    { visits, count, sites, places: figures(sites), order },
  );
}

/** Says that nothing was found, with all limits: `No hidden visit matches the search “loop” and the years 2025 and 2026.` */
export function nothingText(words: string, filter: VisitFilter): string {
  const limits = filterWords(visitFilters, filter);
  if (words !== '') limits.unshift(t('the search “{words}”', { words }));
  const show = filter.show ?? 'both';
  if (limits.length > 0)
    return t(
      '{show, select, hidden {No hidden visit matches {limits}.} shown {No shown visit matches {limits}.} other {No visit matches {limits}.}}',
      { show, limits: listedWords(limits) },
    );
  return t(
    '{show, select, hidden {There is no hidden visit.} shown {There is no shown visit.} other {No activities yet.}}',
    { show },
  );
}

/** The name of a file with the found visits, without its extension: `Visits-2026-11-26_Selasih-Park_2026_Emergency-call_loop`. */
export function visitsFileStem(day: string, words: string, filter: VisitFilter): string {
  return fileStemOf(`Visits-${day}`, ...filterFileWords(visitFilters, filter), words);
}
