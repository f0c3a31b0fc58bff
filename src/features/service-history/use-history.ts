import { useDeferredValue, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { ranked, toSearched, wordsOf } from '../../lib/text-search.ts';
import { failureSiteQuery } from '../../records/failure/failure-queries.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { visitsOfPost } from '../../records/task/post-visits.ts';
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
  const posts = useQuery({ ...failureSiteQuery(site), enabled: record != null && post !== null }).data?.posts;

  const visible = useMemo(() => visibleTasks(tasks), [tasks]);
  const prepared = useMemo(() => toSearched(visible, ({ title, tasks: text }) => [title, text]), [visible]);
  const ranks = useMemo(() => ranked(prepared, words), [prepared, words]);
  const found = useMemo(() => {
    const ofItsKind = ofKind([...ranks.keys()], kind);
    return post === null ? ofItsKind : visitsOfPost(ofItsKind, post, posts ? [...posts.keys()] : [post]);
  }, [ranks, kind, post, posts]);
  const shown = useMemo(() => {
    const filed = inPeriod(found, { year, month });
    return orderTasks(filed, { key, descending }, ranks);
  }, [found, ranks, year, month, key, descending]);
  return { filter, order: { key, descending }, words, searching, posts, visible, found, shown, change };
}
