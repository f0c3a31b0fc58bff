import { changersQuery, changesQuery, readChangeFilter } from '../features/change-log/changes-query.ts';
import { clientErrorsQuery } from '../features/client-errors/client-errors.ts';
import { faultFilters } from '../features/faults/fault-filters.ts';
import { askedPage, faultsQuery, requestOf, searchedWords } from '../features/faults/faults-query.ts';
import { visitFilters } from '../features/overview/visit-filters.ts';
import { readVisitSearch, visitSearchQuery } from '../features/overview/visit-search.ts';
import type { Session } from '../lib/device/session.ts';
import { notePrefetched, queryClient } from '../lib/query-client.ts';
import { readFilters } from '../lib/screen/list-filters.ts';
import { accessKeysQuery } from '../records/access-key/access-key-queries.ts';
import { hasRight } from '../records/access-key/role.ts';
import { failureSiteQuery } from '../records/failure/failure-queries.ts';
import { faultNewsQuery } from '../records/fault/fault-news.ts';
import { siteOverviewQuery } from '../records/site/site-overview.ts';
import { siteRecordQuery, sitesQuery } from '../records/site/site-queries.ts';
import { isOfAnotherSite } from './linked-site.ts';
import { isOpenTo, type FirstQuery, type PortalRoute } from './routes.tsx';

// When the portal opens with a stored session, three things are loaded in parallel: the server's confirmation of the session, the code of
// the screen, and the first records of the screen. No record is shown before the session is confirmed. `first` in `routes.tsx` names the
// first queries of each screen; this file sends them. They fill the cache of queries, so the screen does not send them twice. If a query
// fails here, the screen sends it again.

interface FirstQueryInput {
  /** Whether the role picks a site. For other roles the site is that of the key. */
  picks: boolean;
  /** The name of the picked site; null for none. */
  site: string | null;
  /** Query of the URL. */
  params: URLSearchParams;
}

/** Stands for a query that is not sent: it needs something that is not known yet, such as the site, or it is never sent in this case. */
const nothing = Promise.resolve();

/** How each first query is sent. Each promise resolves when the answer has come or the request has failed. */
const queries: Record<FirstQuery, (options: FirstQueryInput) => Promise<void>> = {
  sites: () => queryClient.prefetchQuery(sitesQuery),
  siteChoice: ({ picks }) => (picks ? queryClient.prefetchQuery(sitesQuery) : nothing),
  siteRecord: (options) => (hasSite(options) ? queryClient.prefetchQuery(siteRecordQuery(options.site)) : nothing),
  failures: (options) => (hasSite(options) ? queryClient.prefetchQuery(failureSiteQuery(options.site)) : nothing),
  overview: () => queryClient.prefetchQuery(siteOverviewQuery),
  accessKeys: () => queryClient.prefetchQuery(accessKeysQuery),
  changers: () => queryClient.prefetchQuery(changersQuery),
  changes: ({ params }) => {
    const filter = readChangeFilter(params);
    // the log of one site needs the id of the site, which is not known yet
    return filter.site === null ? queryClient.prefetchInfiniteQuery(changesQuery(null, filter)) : nothing;
  },
  visits: ({ params }) => {
    const { words: texts, isTooLarge } = readVisitSearch(params.get('q') ?? '');
    return isTooLarge
      ? nothing
      : queryClient.prefetchInfiniteQuery(visitSearchQuery(texts, readFilters(visitFilters, params)));
  },
  faults: async ({ params }) => {
    const request = requestOf(readFilters(faultFilters, params), searchedWords(params.get('q') ?? ''), undefined);
    // there is no request for the faults of one site, because the id of the site is not known yet
    await Promise.all([
      queryClient.prefetchQuery(faultNewsQuery),
      request && queryClient.prefetchQuery(faultsQuery(request, askedPage(params))),
    ]);
  },
  clientErrors: () => queryClient.prefetchQuery(clientErrorsQuery),
};

/** The queries that depend on more of the URL than its path and site. */
export const addressQueries: ReadonlySet<FirstQuery> = new Set(['changes', 'visits', 'faults']);

const hasSite = ({ picks, site }: FirstQueryInput) => !picks || site !== null;

/**
 * Sends the first queries of a screen. Resolves when each was answered or has failed; never throws.
 * @param search the query of the screen's URL
 */
export async function askFirst(session: Session, route: PortalRoute, search: string): Promise<void> {
  if (!isOpenTo(session.role, route) || isOfAnotherSite(session, search)) return;
  const params = new URLSearchParams(search);
  const picks = hasRight(session.role, 'pickSite');
  const site = picks ? params.get('site') || null : null;
  const answers = (route.first ?? []).map((name) => queries[name]({ picks, site, params }));
  // so that the screen, which is mounted later, does not send the same queries again
  notePrefetched();
  await Promise.all(answers);
}
