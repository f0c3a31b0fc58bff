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
} from './site-concerns.ts';

export type OverviewList = ReturnType<typeof useOverviewList>;

/** The sites that the query string asks for, searched, filtered and sorted. @param now the moment that they are of */
export function useOverviewList(sites: readonly WatchedSite[], now: Date) {
  const [params, change] = useQueryValues<'q' | 'sort' | keyof OverviewFilter>();
  const query = params.get('q') ?? '';
  const filter = useFilters(overviewFilters, params);
  const { key, turned } = readListOrder(overviewOrders, params);
  const order = useMemo(() => ({ key, turned }), [key, turned]);
  const search = useMemo(() => prepareSiteSearch(sites, ({ row }) => row), [sites]);
  const { found: words, corrections } = useMemo(() => search(query), [search, query]);
  const found = useMemo(() => [...words.keys()], [words]);
  const all = useMemo(() => orderSites(sites, order), [sites, order]);
  const list = useMemo(() => {
    const show = chosenShow(filter.show);
    const held = found.filter((site) => isShownBy(show, site, now));
    const shown = orderSites(held, order, words).map((site) => ({ site, words: words.get(site) ?? [] }));
    return { shown, all, read: sites };
  }, [sites, all, words, found, filter, order, now]);
  const namesFirst = key === 'urgency' && new Set(list.shown.map((site) => site.words.length > 0)).size > 1;
  return {
    query,
    filter,
    order,
    /** Those that the words find, whatever the filters. */
    found,
    /** The nearest words, where no site has those typed. */
    corrections,
    list,
    /** Whether the sites that are found by their names stand before the others. */
    namesFirst,
    change,
  };
}
