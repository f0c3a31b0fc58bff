import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { t } from '../../lib/language/translate.ts';
import { refetchOnOpening } from '../../lib/query-client.ts';
import { dataOf, isNoService } from '../../lib/request-error.ts';
import { retry } from '../../lib/retry.ts';
import { readFilters } from '../../lib/screen/list-filters.ts';
import { correctedQuery, type Correction } from '../../lib/search/nearest-word.ts';
import { supabase } from '../../lib/supabase.ts';
import { sanitizedText, tooLongText } from '../../lib/text-rules.ts';
import { foldedText, searchArguments, searchLimits } from '../../lib/text-search.ts';
import { linkTo, toVisit } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { visitElsewhereSchema } from '../../records/task/moved-visits.ts';
import { byMember } from '../../records/task/optional-members.ts';
import { foundVisitsKey } from '../../records/task/task-queries.ts';
import { isMonth, type Month } from '../../records/time.ts';
import { filterArguments, visitFilters, type VisitFilter, type VisitTotal } from './visit-filters.ts';

/** A search result of any site, hidden visits included. */
const foundVisit = v.object({
  site_id: v.number(),
  site: v.string(),
  task_id: v.number(),
  /** The time as saved, such as `2026-03-17T10:05:00+08:00`. */
  time: v.string(),
  year: v.string(),
  month: v.custom<Month>(isMonth),
  title: v.string(),
  text: v.string(),
  /** The kind as saved, which may be no known kind. */
  kind: v.nullable(v.string()),
  showing: v.boolean(),
  /** The new site of a hidden visit that was moved; null for one that was deleted. */
  moved_to: v.optional(v.nullable(visitElsewhereSchema)),
  photos: v.number(),
  pdf: v.boolean(),
  // the optional members of a visit, which an older database does not return
  ...byMember(() => v.exactOptional(v.unknown())),
  /** How well the visit matches the words; 0 is the best. */
  rank: v.number(),
});

export type FoundVisit = v.InferOutput<typeof foundVisit>;

/** Says why clients do not see a visit: it was deleted, or moved to another site. */
export function hiddenText({ moved_to: there }: FoundVisit): string {
  if (!there) return t('Deleted');
  return there.showing
    ? t('Moved to {site}', { site: there.site })
    : t('Moved to {site} and deleted there', { site: there.site });
}

/** A link to the visit in the history of its site. A deleted visit is shown only in the Data Deleter, so its link leads there. */
export function foundVisitLink({ site, task_id, showing, year, month, moved_to: there }: FoundVisit): string {
  if (showing) return toVisit(task_id, site);
  if (there?.showing) return toVisit(there.id, there.site);
  return linkTo(paths.dataDeleter, { site: there?.site ?? site, year, month, show: 'deleted' });
}

/** Visits per page of the list. */
const pageSize = 50;
/** The largest page that the database returns, less the additional visit that tells whether there is a next page. */
const maxPageSize = 199;

const pageOfVisits = v.array(foundVisit);

const firstPage = v.object({
  visits: pageOfVisits,
  total: v.object({ visits: v.number(), sites: v.number(), capped: v.boolean() }),
  /** The nearest known word for each word that no visit has. An older database does not return them. */
  nearest: v.optional(v.record(v.string(), v.string()), {}),
});

interface TypedSearch {
  words: string;
  /** Whether the database would refuse the search, for its characters or its words. */
  isTooLarge: boolean;
  /** Whether it has too many words, but not too many characters, which the field itself says. */
  hasTooManyWords: boolean;
}

/** Reads the words in a search field. */
export function readVisitSearch(query: string): TypedSearch {
  const typed = query.split(/\s+/u).filter(Boolean);
  const isTooLong = tooLongText(query, searchLimits.characters) !== null;
  const hasTooManyWords = !isTooLong && typed.length > searchLimits.words;
  return {
    words: sanitizedText(typed.join(' '), { lines: false }).text,
    isTooLarge: isTooLong || hasTooManyWords,
    hasTooManyWords,
  };
}

/** The position of the last visit of a page, after which the next page begins; null if there is no next page. */
export type PageEnd = (Pick<FoundVisit, 'rank' | 'time' | 'site_id' | 'task_id'> & { words: string }) | null;

interface VisitPage {
  visits: FoundVisit[];
  /** Whether there is a next page. */
  more: boolean;
  /** Null except for the first page. */
  total: VisitTotal | null;
  /** The words of the search: the nearest known words, if no visit has the typed words. */
  words: string;
  corrections: readonly Correction[];
}

interface PageRequest {
  size: number;
  before: PageEnd;
  signal?: AbortSignal;
}

/**
 * Reads a page. If no visit has the words, it searches for the nearest known words instead.
 * @param request its size is at most 199; `before` is null for the first page
 */
async function readPage(words: string, filter: VisitFilter, request: PageRequest): Promise<VisitPage> {
  const page = await readExactPage(request.before?.words ?? words, filter, request);
  if (page.corrections.length === 0) return page;
  const nearest = await readExactPage(correctedQuery(foldedText(words), page.corrections), filter, request);
  return nearest.visits.length > 0 ? { ...nearest, corrections: page.corrections } : { ...page, corrections: [] };
}

/** Reads a page of visits that have exactly these words. */
async function readExactPage(
  words: string,
  filter: VisitFilter,
  { size, before, signal }: PageRequest,
): Promise<VisitPage> {
  const call = supabase.rpc('search_visits', {
    // the database matches and ranks as the searches in the browser do; it gets the forms of the words, as it does not know the languages
    ...searchArguments(words),
    ...filterArguments(filter),
    ...(before ? { before: cursorOf(before) } : { with_total: true }),
    // one more visit than the page has tells whether there is a next page
    page_size: size + 1,
  });
  const data = dataOf(await (signal ? call.abortSignal(signal) : call));
  const { visits, total, nearest } = before
    ? { visits: v.parse(pageOfVisits, data), total: null, nearest: {} }
    : v.parse(firstPage, data);
  const corrections = Object.entries(nearest).map(([typed, shown]) => ({ typed, shown }));
  return { visits: visits.slice(0, size), more: visits.length > size, total, words, corrections };
}

/** The members of a visit by which the database finds the next page. */
const cursorOf = ({ rank, time, site_id, task_id }: NonNullable<PageEnd>) => ({ rank, time, site_id, task_id });

/** The position after which the next page begins; null if this is the last page. */
function endOf({ visits, more, words }: VisitPage): PageEnd {
  const last = visits.at(-1);
  return more && last ? { ...cursorOf({ ...last, words }), words } : null;
}

/**
 * The visits of all sites in which every word is found, in pages of 50: in one of their texts, in their kind, posts or day, or in the name of
 * their site. The best matches come first; without words, the newest visits. Only an admin may read them.
 * @param words separated by single spaces
 */
export function visitSearchQuery(words: string, filter: VisitFilter) {
  return infiniteQueryOptions({
    queryKey: [...foundVisitsKey, words, filter],
    // the earlier results are shown until the new results arrive
    placeholderData: keepPreviousData,
    // a visit may have been hidden or restored on another screen
    ...refetchOnOpening,
    initialPageParam: null as PageEnd,
    queryFn: ({ pageParam, signal }) => readPage(words, filter, { size: pageSize, before: pageParam, signal }),
    getNextPageParam: endOf,
  });
}

/**
 * The best matches among the visits of all sites. Only an admin may read them.
 * @param words as for `visitSearchQuery`
 * @param size at most 199
 */
export function bestVisitsQuery(words: string, size: number) {
  return queryOptions({
    queryKey: [...foundVisitsKey, 'best', words, size],
    queryFn: ({ signal }) =>
      readPage(words, readFilters(visitFilters, new URLSearchParams()), { size, before: null, signal }),
  });
}

/**
 * Reads every visit that `visitSearchQuery` finds, page by page, the best first. A page begins after the last visit of the page before, so
 * the number of pages has no limit.
 * @param before the end of the last page that was read; null to begin with the first
 * @throws RequestError if a page cannot be read even after retries
 */
export async function* readVisitPages(
  words: string,
  filter: VisitFilter,
  { before, signal }: { before: PageEnd; signal: AbortSignal },
): AsyncGenerator<{ visits: readonly FoundVisit[]; end: PageEnd }> {
  let end = before;
  do {
    const pageStart = end;
    const requestPage = () => readPage(words, filter, { size: maxPageSize, before: pageStart, signal });
    // a lost request is repeated twice
    const page = await retry(requestPage, {
      delaysMs: [500, 2_000],
      mayRetry: (error) => !signal.aborted && isNoService(error),
      signal,
    });
    signal.throwIfAborted();
    end = endOf(page);
    yield { visits: page.visits, end };
  } while (end !== null);
}
