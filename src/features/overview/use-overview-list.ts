import { useMemo } from 'react';
import { useFilters } from '../../lib/screen/list-filters.ts';
import { readListOrder } from '../../lib/screen/list-order.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { prepareSiteSearch } from '../../records/site/site-search.ts';
import type { WatchedSite } from '../../records/site/watched-site.ts';
import {
  chosenShow,
  isShownBy,
  orderSites,
  overviewFilters,
  overviewOrders,
  type OverviewFilter,
} from './overview-list.ts';

export type OverviewList = ReturnType<typeof useOverviewList>;

/**
 * Searches, filters and sorts the sites by the query string.
 * @param now the moment for which the state of the sites was computed
 */
export function useOverviewList(sites: readonly WatchedSite[], now: Date) {
  const [params, change] = useQueryValues<'q' | 'sort' | keyof OverviewFilter>();
  const query = params.get('q') ?? '';
  const filter = useFilters(overviewFilters, params);
  const { key, turned } = readListOrder(overviewOrders, params);
  const order = useMemo(() => ({ key, turned }), [key, turned]);
  const search = useMemo(() => prepareSiteSearch(sites, ({ row }) => row), [sites]);
  const { found: matches, corrections } = useMemo(() => search(query), [search, query]);
  const found = useMemo(() => [...matches.keys()], [matches]);
  const all = useMemo(() => orderSites(sites, order), [sites, order]);
  const list = useMemo(() => {
    const show = chosenShow(filter.show);
    const filtered = found.filter((site) => isShownBy(show, site, now));
    const shown = orderSites(filtered, order, matches).map((site) => ({ site, words: matches.get(site) ?? [] }));
    // `SiteList` in `OverviewTable.tsx` describes the members
    return { shown, all, inServerOrder: sites };
  }, [sites, all, matches, found, filter, order, now]);
  // a site that was found by its name has no words: here the list has sites of both kinds
  const namesFirst = key === 'urgency' && new Set(list.shown.map(({ words }) => words.length > 0)).size > 1;
  return {
    query,
    filter,
    order,
    /** The sites that the search finds, before the filters. */
    found,
    /** The nearest known words that replace typed words which no site has. */
    corrections,
    list,
    /** Whether sites that were found by their names are listed before the others. */
    namesFirst,
    change,
  };
}
