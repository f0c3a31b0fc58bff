import { hashKey, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import * as v from 'valibot';
import { bestVisitsQuery, readVisitSearch } from '../../features/overview/visit-search.ts';
import { readResultCopies } from '../../lib/device/copies.ts';
import { currentOwner } from '../../lib/device/session-copies.ts';
import { t } from '../../lib/language/translate.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useDebounced } from '../../lib/screen/pace.ts';
import { useSteps } from '../../lib/screen/use-steps.ts';
import { rankedOrNearestInSteps } from '../../lib/search/or-nearest.ts';
import { foldedText, type Searchable } from '../../lib/text-search.ts';
import { hasRight, type Role } from '../../records/access-key/role.ts';
import { failureSiteQuery } from '../../records/failure/failure-queries.ts';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { siteRecordQuery, siteRecordSchema, siteRecordsKey, type SiteRecord } from '../../records/site/site-queries.ts';
import { newestFirst, visibleTasks, type Task } from '../../records/task/task.ts';
import { searchableVisits } from '../../records/task/visit-facts.ts';
import { hasFailed } from '../../ui/message/Loaded.tsx';
import { foundVisitLine, visitLine, type GoToLine, type ListedSite } from './destinations.ts';
import { emptyGroup, type FoundGroup } from './find.ts';

// The visits that *Go to* finds. For an admin the server searches the visits of all sites, as on the screen of all visits. For a client the
// visits of its site are searched on this device. A technician may not use the server's search, so the records that this page has read,
// or that are stored on this device, are searched.

const debounceMs = 300;
/** How many visits are shown. The last line opens the list of all. */
const maxVisits = 5;

/** The result of the search of visits. */
export interface VisitLines {
  group: FoundGroup;
  /** Whether the search is still running. */
  isWaiting: boolean;
  /** The query that failed; null for none. */
  failed: { refetch: () => unknown } | null;
}

/** Whether a text is long enough to search visits: three characters, or two Chinese ones, which are a word. */
export function isLongEnough(typedText: string): boolean {
  const text = typedText.trim();
  return Array.from(text).length >= 3 || /\p{Script=Han}{2}/u.test(text);
}

export function useVisitLines(role: Role, typedText: string, records: readonly SiteRecord[] | undefined): VisitLines {
  const searchesAll = hasRight(role, 'changeRecords');
  const serverVisits = useServerVisits(typedText, searchesAll);
  const deviceVisits = useDeviceVisits(role, searchesAll ? '' : typedText, records);
  return searchesAll ? serverVisits : deviceVisits;
}

/** A line that opens the list of all visits with these words. */
function allVisitsLine(path: typeof paths.visitSearch | typeof paths.serviceHistory, words: string): GoToLine {
  return {
    id: 'all visits',
    icon: 'chevron-right',
    title: t('All visits with “{words}”', { words }),
    detail: '',
    link: linkTo(path, { q: words }),
    becomesRecent: false,
  };
}

function useServerVisits(typedText: string, enabled: boolean): VisitLines {
  const { words, isTooLarge } = readVisitSearch(typedText);
  const isSearchable = enabled && !isTooLarge && isLongEnough(words);
  const debouncedWords = useDebounced(words, debounceMs);
  const isCurrent = debouncedWords === words;
  const query = useQuery({ ...bestVisitsQuery(debouncedWords, maxVisits), enabled: isSearchable && isCurrent });
  const { data } = query;
  if (!isSearchable || !isCurrent || !data)
    return {
      group: emptyGroup('visits'),
      isWaiting: isSearchable && !(isCurrent && hasFailed(query)),
      failed: isSearchable && isCurrent && hasFailed(query) ? query : null,
    };
  const lines = data.visits.map((visit) => foundVisitLine(visit));
  if (data.more) lines.push(allVisitsLine(paths.visitSearch, data.words));
  return {
    group: { name: 'visits', lines, corrections: data.corrections, grade: visitGrade },
    isWaiting: false,
    failed: null,
  };
}

/** How well visits match, compared with the other groups of *Go to*: they come last. */
const visitGrade = 3;

interface RecordedVisit {
  task: Task;
  record: SiteRecord;
}

const noVisits: Searchable<RecordedVisit>[] = [];

function useDeviceVisits(role: Role, typedText: string, records: readonly SiteRecord[] | undefined): VisitLines {
  const picks = hasRight(role, 'pickSite');
  const query = isLongEnough(typedText) ? typedText.trim() : '';
  const posts = useQuery({ ...failureSiteQuery(null), enabled: !picks && query !== '' }).data?.posts;
  // one text, so that the memo below stays valid while the names are the same
  const postNames = [...(posts?.keys() ?? [])].join('\n');
  const searchableVisitList = useMemo(
    () =>
      records?.flatMap((record) => recordedVisits(record, picks, postNames.split('\n').filter(Boolean))) ?? noVisits,
    [records, picks, postNames],
  );
  // thousands of visits are searched in steps, so that typed characters appear at once
  const search = useCallback(() => rankedOrNearestInSteps(searchableVisitList, query), [searchableVisitList, query]);
  const { ranks, corrections, words } = useSteps(searchableVisitList, search);
  const group = useMemo(() => {
    if (words.length === 0 || query === '') return emptyGroup('visits');
    const bestVisits = [...ranks].toSorted(([, a], [, b]) => a - b).slice(0, maxVisits);
    const lines = bestVisits.map(([{ task, record }]) => visitLine(task, record, picks));
    if (ranks.size > maxVisits && !picks) lines.push(allVisitsLine(paths.serviceHistory, query));
    return { name: 'visits', lines, corrections, grade: visitGrade } satisfies FoundGroup;
  }, [ranks, words, corrections, query, picks]);
  return { group, isWaiting: query !== '' && records === undefined, failed: null };
}

/**
 * The visits of a record, the newest first, prepared for a search as on the screen Service History. Where the role picks a site, its name
 * can be searched, too.
 */
function recordedVisits(record: SiteRecord, picks: boolean, posts: readonly string[]): Searchable<RecordedVisit>[] {
  const name = picks ? `\n${foldedText(record.name)}` : '';
  return searchableVisits(newestFirst(visibleTasks(record.tasks2024)), posts).map((visit) => ({
    ...visit,
    whole: visit.whole + name,
    value: { task: visit.value, record },
  }));
}

const siteRecord = v.nullable(siteRecordSchema);

/** The site records that this page has read, and the copies of others on this device. */
const recordsHereQuery = queryOptions({
  queryKey: ['records here'],
  staleTime: 0,
  queryFn: async (): Promise<SiteRecord[]> => {
    const owner = currentOwner();
    // the hash of a key is JSON: without its last bracket it is the start of the hash of every key that begins with this one
    const copies = owner === null ? [] : await readResultCopies(owner, hashKey(siteRecordsKey).slice(0, -1));
    const copiedRecords = copies.map(([, { value }]) => v.safeParse(siteRecord, value));
    const queryData = queryClient.getQueriesData<SiteRecord | null>({ queryKey: siteRecordsKey });
    const records = [
      ...copiedRecords.map((copy) => (copy.success ? copy.output : null)),
      ...queryData.map(([, record]) => record),
    ];
    // the last record of a site counts: what this page has read is newer than a copy
    return [...new Map(records.flatMap((record) => (record ? [[record.id, record] as const] : []))).values()];
  },
});

const noRecords: readonly SiteRecord[] = [];

/** How many records are read at most for the visits that were opened last: each record is large, as it has all visits of its site. */
const maxRecords = 3;

interface VisitRecords {
  /** The records whose visits are searched; undefined while they are loading. */
  searched: readonly SiteRecord[] | undefined;
  /** The records of the visits that were opened last. */
  recent: readonly SiteRecord[];
  isWaiting: boolean;
  /** The query that failed; null for none. */
  failed: { refetch: () => unknown } | null;
}

/**
 * The site records in which visits are searched, and those of the visits that were opened last.
 * @param recentSites ids of the sites of the visits that were opened last
 * @param hasRecent whether there are such visits, also for a client, whose visits have no site id
 * @param sites the sites that the key may see; undefined while they are loading
 */
export function useVisitRecords(
  role: Role,
  {
    typedText,
    recentSites,
    hasRecent,
    sites,
  }: {
    typedText: string;
    recentSites: readonly number[];
    hasRecent: boolean;
    sites: readonly ListedSite[] | undefined;
  },
): VisitRecords {
  const picks = hasRight(role, 'pickSite');
  const isSearching = isLongEnough(typedText);
  const clientRecord = useQuery({ ...siteRecordQuery(null), enabled: !picks && (isSearching || hasRecent) });
  const localRecords = useQuery({
    ...recordsHereQuery,
    enabled: picks && !hasRight(role, 'changeRecords') && isSearching,
  });
  const names = [...new Set(recentSites)]
    .slice(0, maxRecords)
    .flatMap((id) => sites?.find((site) => site.id === id)?.name ?? []);
  const recentQueries = useQueries({
    // fresh for five minutes, because only the title of the visit is shown, which seldom changes
    queries: names.map((name) => ({ ...siteRecordQuery(name), staleTime: 300_000 })),
  });
  const maySee = useCallback(({ id }: SiteRecord) => sites?.some((site) => site.id === id) ?? false, [sites]);
  const technicianRecords = useMemo(() => localRecords.data?.filter(maySee), [localRecords.data, maySee]);
  const clientRecords = useMemo(() => (clientRecord.data ? [clientRecord.data] : undefined), [clientRecord.data]);
  if (!picks)
    return {
      searched: hasFailed(clientRecord) || clientRecord.data === null ? noRecords : clientRecords,
      recent: clientRecords ?? [],
      isWaiting: clientRecord.isLoading && !hasFailed(clientRecord),
      failed: hasFailed(clientRecord) ? clientRecord : null,
    };
  return {
    searched: technicianRecords,
    recent: recentQueries.flatMap(({ data }) => data ?? []),
    isWaiting: recentQueries.some((query) => query.isLoading && !hasFailed(query)),
    failed: null,
  };
}
