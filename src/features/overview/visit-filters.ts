import { counted, listedWords } from '../../records/counted.ts';
import { kindFilters, kindFilterLabel, type KindFilter } from '../../records/task/visit.ts';
import { siteMonth, taskYears } from '../../records/time.ts';

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
  { value: 'shown', label: 'Shown' },
  { value: 'hidden', label: 'Hidden' },
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

/** Of all pages together. `capped`: there may be more, as the search did not look at all. */
export interface VisitTotal {
  visits: number;
  sites: number;
  capped: boolean;
}

/** As `2,000`. */
export const figures = new Intl.NumberFormat('en-GB');
const figured = (count: number, noun: string) =>
  counted(count, noun).replace(/^\d+/u, (digits) => figures.format(Number(digits)));

/** `214 visits at 31 sites, newest first`; of a search that stopped at its limit `At least 2,000 visits, best match first`. */
export function totalText({ visits, sites, capped }: VisitTotal, searching: boolean): string {
  const order = visits > 1 ? `, ${searching ? 'best match' : 'newest'} first` : '';
  if (capped) return `At least ${figured(visits, 'visit')}${order}`;
  return `${figured(visits, 'visit')} at ${figured(sites, 'site')}${order}`;
}

const inQuotes = (text: string) => `“${text}”`;

/** `the sites “A” and “B”`; empty without values. */
function namedValues(noun: string, values: readonly string[]): string {
  return values.length === 0 ? '' : `the ${noun}${values.length === 1 ? '' : 's'} ${listedWords(values)}`;
}

/** Says what left nothing: `No hidden visit matches the search “loop”, the site “A & B” and the years 2025 and 2026.` */
export function nothingText(words: string, { sites, years, kinds, show }: VisitFilter): string {
  const parts = [
    words && `the search ${inQuotes(words)}`,
    sites.length > 3
      ? `any of the ${sites.length} sites`
      : namedValues(
          'site',
          sites.map((site) => inQuotes(site)),
        ),
    namedValues('year', years),
    namedValues(
      'kind',
      kinds.map((kind) => inQuotes(kindFilterLabel(kind))),
    ),
  ].filter(Boolean);
  const visit = show === null ? 'visit' : `${show} visit`;
  if (parts.length > 0) return `No ${visit} matches ${listedWords(parts)}.`;
  return show === null ? 'No activities yet.' : `There is no ${visit}.`;
}
