import { listedWords } from '../../records/counted.ts';
import { kindFilters, kindFilterLabel, type KindFilter } from '../../records/task/visit.ts';
import { siteMonth, taskYears } from '../../records/time.ts';
import { message, spokenLanguage, t } from '../../lib/language/translate.ts';

/** What the visits of all sites are limited to, besides words. Each list is empty for all. */
export interface VisitFilter {
  /** Names. */
  sites: readonly string[];
  /** As filed, in the order of `taskYears`. */
  years: readonly string[];
  kinds: readonly KindFilter[];
  /** Null for both. */
  show: Visibility | null;
}

type Visibility = (typeof showFilters)[number]['value'];

/** Whether visits are shown to clients, or hidden. */
export const showFilters = [
  { value: 'shown', label: message('Shown') },
  { value: 'hidden', label: message('Hidden') },
] as const;

/** How many sites the database takes; it knows fewer years and kinds than that. */
export const mostSites = 100;

/** Reads `?site=A&site=B&year=2026&kind=emergency&show=hidden`; unknown values are ignored, and sites beyond the limit. */
export function readVisitFilter(params: URLSearchParams): VisitFilter {
  const [years, kinds] = [params.getAll('year'), params.getAll('kind')];
  return {
    sites: [...new Set(params.getAll('site').filter(Boolean))].slice(0, mostSites),
    years: taskYears.filter((year) => years.includes(year)),
    kinds: kindFilters.flatMap(({ value }) => (kinds.includes(value) ? [value] : [])),
    show: showFilters.find(({ value }) => value === params.get('show'))?.value ?? null,
  };
}

/** How many filters are set. */
export function visitFilterCount({ sites, years, kinds, show }: VisitFilter): number {
  return sites.length + years.length + kinds.length + (show === null ? 0 : 1);
}

/** The arguments of `search_visits` for a filter. */
export function filterArguments({ sites, years, kinds, show }: VisitFilter) {
  return {
    ...(sites.length > 0 && { of_sites: [...sites] }),
    ...(years.length > 0 && { of_years: [...years] }),
    ...(kinds.length > 0 && { of_kinds: [...kinds] }),
    ...(show !== null && { shown: show === 'shown' }),
  };
}

/** The years to offer, the newest first: up to this one, as no visit can be later, and those that are chosen. */
export function offeredYears({ years }: VisitFilter, now: Date): string[] {
  const { year } = siteMonth(now);
  return taskYears.filter((one) => year === '' || one <= year || years.includes(one)).toReversed();
}

/** Of all pages together. `capped`: there are more, which the database does not count. */
export interface VisitTotal {
  visits: number;
  sites: number;
  capped: boolean;
}

/** As `2,000`. */
export function figures(count: number): string {
  return new Intl.NumberFormat(spokenLanguage().locale).format(count);
}

/** `214 visits at 31 sites, newest first`; of a search that finds more than are counted `More than 10,000 visits, best match first`. */
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

const inQuotes = (text: string) => t('“{text}”', { text });

/** What a filter is set to, `the sites “A” and “B”`: members of a list. */
function limitTexts(words: string, { sites, years, kinds }: VisitFilter): string[] {
  return [
    words && t('the search “{words}”', { words }),
    sites.length > 3
      ? t('any of the {count} sites', { count: sites.length })
      : sites.length === 0
        ? ''
        : t('{count, plural, one {the site {names}} other {the sites {names}}}', {
            count: sites.length,
            names: listedWords(sites.map((site) => inQuotes(site))),
          }),
    years.length === 0
      ? ''
      : t('{count, plural, one {the year {years}} other {the years {years}}}', {
          count: years.length,
          years: listedWords(years),
        }),
    kinds.length === 0
      ? ''
      : t('{count, plural, one {the kind {kinds}} other {the kinds {kinds}}}', {
          count: kinds.length,
          kinds: listedWords(kinds.map((kind) => inQuotes(kindFilterLabel(kind)))),
        }),
  ].filter(Boolean);
}

/** Says what left nothing: `No hidden visit matches the search “loop”, the site “A & B” and the years 2025 and 2026.` */
export function nothingText(words: string, filter: VisitFilter): string {
  const limits = limitTexts(words, filter);
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
