import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo } from 'react';
import { useFilters } from '../../lib/screen/list-filters.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { useSteps } from '../../lib/screen/use-steps.ts';
import { rankedOrNearestInSteps } from '../../lib/search/or-nearest.ts';
import { failureSiteQuery } from '../../records/failure/failure-queries.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { followUpsByVisit } from '../../records/task/follow-ups.ts';
import { inPeriod, visibleTasks } from '../../records/task/task.ts';
import { searchableVisits } from '../../records/task/visit-facts.ts';
import { peopleOf } from '../../records/task/visit-people.ts';
import { hasFailed } from '../../ui/message/Loaded.tsx';
import { limitVisits, otherFilters, periodFilters, type HistoryFilter } from './history-filters.ts';
import { orderTasks, readOrder } from './history-order.ts';

export type ServiceHistory = ReturnType<typeof useHistory>;

const noTasks: SiteRecord['tasks2024'] = [];

/**
 * Filters and sorts the visible tasks of a site by the query string. `fields` has the typed and chosen values at once; the list and all
 * other values are deferred, so that typing stays fast on a slow device.
 * @param record the record of the site; without one there are no tasks
 * @param site the name of the site in the query string
 */
export function useHistory(record: SiteRecord | null | undefined, site: string | null) {
  const [current, change] = useQueryValues<'q' | 'sort' | keyof HistoryFilter>();
  const fields = useFields(current);
  const params = useDeferredValue(current);
  const period = useFilters(periodFilters, params);
  const others = useFilters(otherFilters, params);
  const filter: HistoryFilter = { ...period, ...others };
  const query = params.get('q') ?? '';
  const tasks = record?.tasks2024 ?? noTasks;
  // the filter by post needs all posts of the site, to decide which post a title means
  const postList = usePostList(site, others.post, record != null);
  const { posts } = postList;

  const visible = useMemo(() => visibleTasks(tasks), [tasks]);
  const people = useMemo(() => peopleOf(visible), [visible]);
  const followUps = useMemo(() => followUpsByVisit(visible), [visible]);
  const searchable = useMemo(() => searchableVisits(visible, posts), [visible, posts]);
  // a site may have thousands of tasks: the search runs in steps, so that typed characters appear at once
  const search = useCallback(() => rankedOrNearestInSteps(searchable, query), [searchable, query]);
  const { ranks, words, corrections } = useSteps(searchable, search);
  const searching = words.length > 0;
  const { key, descending } = readOrder(params, searching);
  const siteData = useMemo(() => ({ posts, followUps }), [posts, followUps]);
  const found = useMemo(() => limitVisits([...ranks.keys()], others, siteData), [ranks, others, siteData]);
  // the strip of months counts without the range of days, because the choice of a month removes the range
  const foundOnAnyDay = useMemo(
    () =>
      others.from === null && others.to === null
        ? found
        : limitVisits([...ranks.keys()], withoutDays(others), siteData),
    [found, ranks, others, siteData],
  );
  const shown = useMemo(
    () => orderTasks(inPeriod(found, period), { key, descending }, ranks),
    [found, ranks, period, key, descending],
  );
  return {
    fields,
    query,
    filter,
    order: { key, descending },
    words,
    corrections,
    searching,
    postList,
    /** The people who came to the visible tasks. */
    people,
    /** All visible tasks of the site, the newest first. */
    visible,
    /** The recommendations of each visible task, by its id. */
    followUps,
    /** The tasks that match the search and all filters but year and month. */
    found,
    /** The same without the range of days. */
    foundOnAnyDay,
    /** The tasks that match the search and all filters, in the order of the list. */
    shown,
    change,
  };
}

/** The values that the fields of search and filters show. */
function useFields(params: URLSearchParams) {
  const period = useFilters(periodFilters, params);
  const others = useFilters(otherFilters, params);
  return { query: params.get('q') ?? '', filter: { ...period, ...others } };
}

/** The filters without their range of days. */
const withoutDays = <Filter extends object>(filter: Filter) => ({ ...filter, from: null, to: null });

/**
 * The posts of a site, to filter by. All of them are needed: if only *P1 Main* were known, a title with *P1 Rear* would be taken to mean it.
 * If the posts cannot be read, a search works without them.
 * @param post the post in the filter, or null
 */
function usePostList(site: string | null, post: string | null, enabled: boolean) {
  const query = useQuery({ ...failureSiteQuery(site), enabled });
  const { data, isFetching, isFetchedAfterMount, refetch } = query;
  const posts = useMemo(() => [...(data?.posts.keys() ?? [])], [data]);
  const isKnown = post === null || posts.includes(post);
  // a stored copy may be older than the post's name, so an unknown post waits for the server
  const isWaiting = !isKnown && (data === undefined ? !hasFailed(query) : isFetching && !isFetchedAfterMount);
  const postsFailed = post !== null && hasFailed(query);
  return { posts, isKnown, isWaiting, hasFailed: postsFailed, isFetching, refetch };
}
