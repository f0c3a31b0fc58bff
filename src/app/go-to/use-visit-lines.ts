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
import { foundVisitLine, visitLine, type Destination, type ListedSite } from './destinations.ts';
import { emptyGroup, type FoundGroup } from './find.ts';

// The visits that *Go to* finds: for an admin those of all sites, as the screen of all visits asks for them; for a client those of its
// record; for a technician those of the records that are on this page or this device, as no search of the server is open to him.

const debounceMs = 300;
/** So many are shown; who looks for more opens the list. */
const mostVisits = 5;

/** What the search of visits says. */
export interface VisitLines {
  group: FoundGroup;
  /** Whether they are still to come. */
  isWaiting: boolean;
  /** The search that did not come; null where it did. */
  failed: { refetch: () => unknown } | null;
}

/** Whether visits are searched for this: from three characters on, or two of Chinese, which are a word. */
export function isLongEnough(typed: string): boolean {
  const text = typed.trim();
  return Array.from(text).length >= 3 || /\p{Script=Han}{2}/u.test(text);
}

export function useVisitLines(role: Role, typed: string, records: readonly SiteRecord[] | undefined): VisitLines {
  const searchesAll = hasRight(role, 'changeRecords');
  const ofServer = useServerVisits(typed, searchesAll);
  const ofDevice = useDeviceVisits(role, searchesAll ? '' : typed, records);
  return searchesAll ? ofServer : ofDevice;
}

/** A line that opens the list with all that has the words. */
function allLine(path: typeof paths.visitSearch | typeof paths.serviceHistory, words: string): Destination {
  return {
    id: 'all visits',
    icon: 'chevron-right',
    title: t('All visits with “{words}”', { words }),
    detail: '',
    link: linkTo(path, { q: words }),
    isRemembered: false,
  };
}

function useServerVisits(typed: string, enabled: boolean): VisitLines {
  const { words, tooMany } = readVisitSearch(typed);
  const isAsked = enabled && !tooMany && isLongEnough(words);
  const asked = useDebounced(words, debounceMs);
  const isCurrent = asked === words;
  const query = useQuery({ ...bestVisitsQuery(asked, mostVisits), enabled: isAsked && isCurrent });
  const { data } = query;
  if (!isAsked || !isCurrent || !data)
    return {
      group: emptyGroup('visits'),
      isWaiting: isAsked && !(isCurrent && hasFailed(query)),
      failed: isAsked && isCurrent && hasFailed(query) ? query : null,
    };
  const lines = data.visits.map((visit) => foundVisitLine(visit));
  if (data.more) lines.push(allLine(paths.visitSearch, data.words));
  return { group: { name: 'visits', lines, corrections: data.corrections, grade: 3 }, isWaiting: false, failed: null };
}

interface RecordedVisit {
  task: Task;
  record: SiteRecord;
}

const noVisits: Searchable<RecordedVisit>[] = [];

function useDeviceVisits(role: Role, typed: string, records: readonly SiteRecord[] | undefined): VisitLines {
  const picks = hasRight(role, 'pickSite');
  const query = isLongEnough(typed) ? typed.trim() : '';
  const posts = useQuery({ ...failureSiteQuery(null), enabled: !picks && query !== '' }).data?.posts;
  // the same list as long as the names are
  const postNames = [...(posts?.keys() ?? [])].join('\n');
  const prepared = useMemo(
    () =>
      records?.flatMap((record) => recordedVisits(record, picks, postNames.split('\n').filter(Boolean))) ?? noVisits,
    [records, picks, postNames],
  );
  // characters appear at once, thousands of visits follow
  const search = useCallback(() => rankedOrNearestInSteps(prepared, query), [prepared, query]);
  const { ranks, corrections, words } = useSteps(prepared, search);
  const group = useMemo(() => {
    if (words.length === 0 || query === '') return emptyGroup('visits');
    const best = [...ranks].toSorted(([, a], [, b]) => a - b).slice(0, mostVisits);
    const lines = best.map(([{ task, record }]) => visitLine(task, record, picks));
    if (ranks.size > mostVisits && !picks) lines.push(allLine(paths.serviceHistory, query));
    return { name: 'visits', lines, corrections, grade: 3 } satisfies FoundGroup;
  }, [ranks, words, corrections, query, picks]);
  return { group, isWaiting: query !== '' && records === undefined, failed: null };
}

/** The visits of a record, the newest first, as the search of its history compares them; with the name of the site where there are several. */
function recordedVisits(record: SiteRecord, picks: boolean, posts: readonly string[]): Searchable<RecordedVisit>[] {
  const name = picks ? `\n${foldedText(record.name)}` : '';
  return searchableVisits(newestFirst(visibleTasks(record.tasks2024)), posts).map((visit) => ({
    ...visit,
    whole: visit.whole + name,
    value: { task: visit.value, record },
  }));
}

const siteRecord = v.nullable(siteRecordSchema);

/** The records that this page has read, and the copies on this device. */
const recordsHereQuery = queryOptions({
  queryKey: ['records here'],
  staleTime: 0,
  queryFn: async (): Promise<SiteRecord[]> => {
    const owner = currentOwner();
    const copies = owner === null ? [] : await readResultCopies(owner, hashKey(siteRecordsKey).slice(0, -1));
    const stored = copies.map(([, { value }]) => v.safeParse(siteRecord, value));
    const read = queryClient.getQueriesData<SiteRecord | null>({ queryKey: siteRecordsKey });
    const all = [...stored.map((copy) => (copy.success ? copy.output : null)), ...read.map(([, record]) => record)];
    // what this page has read is newer
    return [...new Map(all.flatMap((record) => (record ? [[record.id, record] as const] : []))).values()];
  },
});

const noRecords: readonly SiteRecord[] = [];

/** At most so many records are read for the visits that were opened last: each has all visits of its site. */
const mostRecords = 3;

interface VisitRecords {
  /** Those that may be searched; undefined while they are not here. */
  searched: readonly SiteRecord[] | undefined;
  /** Those of the visits that were opened last. */
  recent: readonly SiteRecord[];
  isWaiting: boolean;
  /** What did not come. */
  failed: { refetch: () => unknown } | null;
}

/**
 * The records of sites that visits are found in, and shown of. @param recentSites ids of the sites of the visits that were opened last
 * @param sites those that the key may see; undefined while they are not known
 */
export function useVisitRecords(
  role: Role,
  {
    typed,
    recentSites,
    hasRecent,
    sites,
  }: { typed: string; recentSites: readonly number[]; hasRecent: boolean; sites: readonly ListedSite[] | undefined },
): VisitRecords {
  const picks = hasRight(role, 'pickSite');
  const searches = isLongEnough(typed);
  const own = useQuery({ ...siteRecordQuery(null), enabled: !picks && (searches || hasRecent) });
  const here = useQuery({ ...recordsHereQuery, enabled: picks && !hasRight(role, 'changeRecords') && searches });
  const names = [...new Set(recentSites)]
    .slice(0, mostRecords)
    .flatMap((id) => sites?.find((site) => site.id === id)?.name ?? []);
  const recent = useQueries({
    // a visit is there or not, and its title seldom changes
    queries: names.map((name) => ({ ...siteRecordQuery(name), staleTime: 300_000 })),
  });
  const isOpen = useCallback(({ id }: SiteRecord) => sites?.some((site) => site.id === id) ?? false, [sites]);
  const ofTechnician = useMemo(() => here.data?.filter(isOpen), [here.data, isOpen]);
  const ofClient = useMemo(() => (own.data ? [own.data] : undefined), [own.data]);
  if (!picks)
    return {
      searched: hasFailed(own) || own.data === null ? noRecords : ofClient,
      recent: ofClient ?? [],
      isWaiting: own.isLoading && !hasFailed(own),
      failed: hasFailed(own) ? own : null,
    };
  return {
    searched: ofTechnician,
    recent: recent.flatMap(({ data }) => data ?? []),
    isWaiting: recent.some((query) => query.isLoading && !hasFailed(query)),
    failed: null,
  };
}
