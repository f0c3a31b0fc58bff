import { useDeferredValue, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { ranked, toSearched, wordsOf } from '../../lib/text-search.ts';
import { failureSiteQuery } from '../../records/failure/failure-queries.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { visitsOfPost } from '../../records/task/post-visits.ts';
import { textsOf } from '../../records/task/optional-members.ts';
import { inPeriod, visibleTasks } from '../../records/task/task.ts';
import { ofKind } from '../../records/task/visit.ts';
import { orderTasks, readHistoryFilter, readOrder } from './history-filters.ts';

type FilterName = 'q' | 'year' | 'month' | 'kind' | 'post' | 'sort';

export type ServiceHistory = ReturnType<typeof useHistory>;

const noTasks: SiteRecord['tasks2024'] = [];

/** The visible tasks of a site, filtered and sorted by the query string; none without a record. `site`: that of the query string. */
export function useHistory(record: SiteRecord | null | undefined, site: string | null) {
  const [params, change] = useQueryValues<FilterName>();
  const filter = readHistoryFilter(params);
  const { year, month, kind, post } = filter;
  // characters appear at once, thousands of tasks follow
  const query = useDeferredValue(filter.query);
  const words = useMemo(() => wordsOf(query), [query]);
  const searching = words.length > 0;
  const { key, descending } = readOrder(params, searching);
  const tasks = record?.tasks2024 ?? noTasks;
  // all posts of the site say which one a title means
  const postList = usePostList(site, post, record != null);
  const { posts } = postList;

  const visible = useMemo(() => visibleTasks(tasks), [tasks]);
  const prepared = useMemo(() => toSearched(visible, (task) => [task.title, task.tasks, ...textsOf(task)]), [visible]);
  const ranks = useMemo(() => ranked(prepared, words), [prepared, words]);
  const found = useMemo(() => {
    const ofItsKind = ofKind([...ranks.keys()], kind);
    return post === null ? ofItsKind : visitsOfPost(ofItsKind, post, posts);
  }, [ranks, kind, post, posts]);
  const shown = useMemo(() => {
    const filed = inPeriod(found, { year, month });
    return orderTasks(filed, { key, descending }, ranks);
  }, [found, ranks, year, month, key, descending]);
  return { filter, order: { key, descending }, words, searching, postList, visible, found, shown, change };
}

/** A site's posts, which are needed while a post is chosen. Without all of them a title of *P1 Rear* could mean *P1 Main*. */
function usePostList(site: string | null, post: string | null, enabled: boolean) {
  const query = useQuery({ ...failureSiteQuery(site), enabled: enabled && post !== null });
  const { data, isError, isFetching, isFetchedAfterMount, refetch } = query;
  const posts = useMemo(() => [...(data?.posts.keys() ?? [])], [data]);
  const isKnown = post === null || posts.includes(post);
  // a copy may be older than a name
  const isWaiting = !isKnown && (data === undefined ? !isError || isFetching : isFetching && !isFetchedAfterMount);
  const hasFailed = post !== null && isError && !isFetching;
  return { posts, isKnown, isWaiting, hasFailed, refetch };
}
