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
  /** As stored, such as `2026-03-17T10:05:00+08:00`. */
  time: v.string(),
  year: v.string(),
  month: v.custom<Month>(isMonth),
  title: v.string(),
  text: v.string(),
  /** As stored. */
  kind: v.nullable(v.string()),
  showing: v.boolean(),
  /** Where a hidden visit is that was moved; null for one that was deleted. */
  moved_to: v.optional(v.nullable(visitElsewhereSchema)),
  photos: v.number(),
  pdf: v.boolean(),
  // an older database does not return them
  ...byMember(() => v.exactOptional(v.unknown())),
  /** How well it matches the words, 0 being the best. */
  rank: v.number(),
});

export type FoundVisit = v.InferOutput<typeof foundVisit>;

/** Why clients do not see a visit: it was deleted, or where it was moved to. */
export function hiddenText({ moved_to: there }: FoundVisit): string {
  if (!there) return t('Deleted');
  return there.showing
    ? t('Moved to {site}', { site: there.site })
    : t('Moved to {site} and deleted there', { site: there.site });
}

/** A link to the history of the site that shows the visit; for a deleted visit to the Data Deleter, which alone shows it. */
export function foundVisitLink({ site, task_id, showing, year, month, moved_to: there }: FoundVisit): string {
  if (showing) return toVisit(task_id, site);
  if (there?.showing) return toVisit(there.id, there.site);
  return linkTo(paths.dataDeleter, { site: there?.site ?? site, year, month, show: 'deleted' });
}

const pageSize = 50;

const pageOfVisits = v.array(foundVisit);

const firstPage = v.object({
  visits: pageOfVisits,
  total: v.object({ visits: v.number(), sites: v.number(), capped: v.boolean() }),
  /** The nearest words of those that no visit has; an older database does not return them. */
  nearest: v.optional(v.record(v.string(), v.string()), {}),
});

/** The words in a search field. `tooMany`: the database would refuse them. */
export function readVisitSearch(query: string): { words: string; isLong: boolean; tooMany: boolean } {
  const typed = query.split(/\s+/u).filter(Boolean);
  const isLong = tooLongText(query, searchLimits.characters) !== null;
  return {
    words: sanitizedText(typed.join(' '), { lines: false }).text,
    isLong,
    tooMany: isLong || typed.length > searchLimits.words,
  };
}

/** The last visit of a page; the next page begins after it. */
export type PageEnd = (Pick<FoundVisit, 'rank' | 'time' | 'site_id' | 'task_id'> & { words: string }) | null;

interface VisitPage {
  visits: FoundVisit[];
  /** Whether more follow. */
  more: boolean;
  /** With the first page only. */
  total: VisitTotal | null;
  /** The words that were searched for: the nearest words, where no visit has those that were typed. */
  words: string;
  corrections: readonly Correction[];
}

interface PageRequest {
  size: number;
  before: PageEnd;
  signal?: AbortSignal;
}

/** @param size at most 199. @param before null for the first page */
async function readPage(words: string, filter: VisitFilter, request: PageRequest): Promise<VisitPage> {
  const page = await readExactPage(request.before?.words ?? words, filter, request);
  if (page.corrections.length === 0) return page;
  const nearest = await readExactPage(correctedQuery(foldedText(words), page.corrections), filter, request);
  return nearest.visits.length > 0 ? { ...nearest, corrections: page.corrections } : { ...page, corrections: [] };
}

async function readExactPage(
  words: string,
  filter: VisitFilter,
  { size, before, signal }: PageRequest,
): Promise<VisitPage> {
  const call = supabase.rpc('search_visits', {
    // the database finds and ranks as the other searches do, but does not know the languages
    ...searchArguments(words),
    ...filterArguments(filter),
    ...(before ? { before: cursorOf(before) } : { with_total: true }),
    // one visit more than shown tells whether there are older visits
    page_size: size + 1,
  });
  const data = dataOf(await (signal ? call.abortSignal(signal) : call));
  const { visits, total, nearest } = before
    ? { visits: v.parse(pageOfVisits, data), total: null, nearest: {} }
    : v.parse(firstPage, data);
  const corrections = Object.entries(nearest).map(([typed, shown]) => ({ typed, shown }));
  return { visits: visits.slice(0, size), more: visits.length > size, total, words, corrections };
}

/** What the database needs of a visit to go on after it. */
const cursorOf = ({ rank, time, site_id, task_id }: NonNullable<PageEnd>) => ({ rank, time, site_id, task_id });

function endOf({ visits, more, words }: VisitPage): PageEnd {
  const last = visits.at(-1);
  return more && last ? { ...cursorOf({ ...last, words }), words } : null;
}

/**
 * The visits that have every word in their title, text, job number or site name: of all sites, in pages of 50, for admins only. The best
 * first, without words the newest.
 * @param words separated by single spaces.
 */
export function visitSearchQuery(words: string, filter: VisitFilter) {
  return infiniteQueryOptions({
    queryKey: [...foundVisitsKey, words, filter],
    // the previous results stay until the new ones arrive
    placeholderData: keepPreviousData,
    // a visit may have been hidden or restored meanwhile
    ...refetchOnOpening,
    initialPageParam: null as PageEnd,
    queryFn: ({ pageParam, signal }) => readPage(words, filter, { size: pageSize, before: pageParam, signal }),
    getNextPageParam: endOf,
  });
}

/** The best visits of all sites that have every word, for admins only. @param words as of `visitSearchQuery`. @param size at most 199 */
export function bestVisitsQuery(words: string, size: number) {
  return queryOptions({
    queryKey: [...foundVisitsKey, 'best', words, size],
    queryFn: ({ signal }) =>
      readPage(words, readFilters(visitFilters, new URLSearchParams()), { size, before: null, signal }),
  });
}

/**
 * Every visit that `visitSearchQuery` finds, page by page, the best first. A page begins where the one before ends, so it goes on behind
 * any visit, and there is no limit.
 * @param before the end of the pages that were read already; null for none
 * @throws RequestError where a page does not come, also after it was asked for again
 */
export async function* readVisitPages(
  words: string,
  filter: VisitFilter,
  { before, signal }: { before: PageEnd; signal: AbortSignal },
): AsyncGenerator<{ visits: readonly FoundVisit[]; end: PageEnd }> {
  let end = before;
  do {
    const after = end;
    const read = () => readPage(words, filter, { size: 199, before: after, signal });
    // each page begins where the one before ends
    const page = await retry(read, {
      delaysMs: [500, 2_000],
      mayRetry: (error) => !signal.aborted && isNoService(error),
      signal,
    });
    signal.throwIfAborted();
    end = endOf(page);
    yield { visits: page.visits, end };
  } while (end !== null);
}
