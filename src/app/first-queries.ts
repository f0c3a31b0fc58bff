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

// What a screen shows first is asked for while the server is asked whether the stored session is still one, and while the screen's
// code loads: all of it comes together, and no record is shown before the session is confirmed. Which queries a screen asks first stands
// in its entry of `routes.tsx`; here is how each is asked. They go through the cache, so the screen asks for nothing twice; what fails
// here is asked again by the screen.

interface FirstQueryInput {
  /** Whether the role picks a site; else the key says of which site the records are. */
  picks: boolean;
  /** The picked site; null for none. */
  site: string | null;
  /** Query of the URL. */
  params: URLSearchParams;
}

/** Stands for a query that is not asked yet, because it waits for a site, or that the server is never asked. */
const nothing = Promise.resolve();

/** Each resolves when the answer has come or failed. */
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
    // the log of one site waits for its id
    return filter.site === null ? queryClient.prefetchInfiniteQuery(changesQuery(null, filter)) : nothing;
  },
  visits: ({ params }) => {
    const { words: texts, tooMany } = readVisitSearch(params.get('q') ?? '');
    return tooMany
      ? nothing
      : queryClient.prefetchInfiniteQuery(visitSearchQuery(texts, readFilters(visitFilters, params)));
  },
  faults: async ({ params }) => {
    const request = requestOf(readFilters(faultFilters, params), searchedWords(params.get('q') ?? ''), undefined);
    // the faults of one site wait for its id
    await Promise.all([
      queryClient.prefetchQuery(faultNewsQuery),
      request && queryClient.prefetchQuery(faultsQuery(request, askedPage(params))),
    ]);
  },
  clientErrors: () => queryClient.prefetchQuery(clientErrorsQuery),
};

/** The queries that depend on more of the address than its path and site. */
export const addressQueries: ReadonlySet<FirstQuery> = new Set(['changes', 'visits', 'faults']);

const hasSite = ({ picks, site }: FirstQueryInput) => !picks || site !== null;

/** Asks for what a screen shows first. Resolves when all has come or failed; never throws. @param search query of its URL */
export async function askFirst(session: Session, route: PortalRoute, search: string): Promise<void> {
  if (!isOpenTo(session.role, route) || isOfAnotherSite(session, search)) return;
  const params = new URLSearchParams(search);
  const picks = hasRight(session.role, 'pickSite');
  const site = picks ? params.get('site') || null : null;
  const asking = (route.first ?? []).map((name) => queries[name]({ picks, site, params }));
  // the screen, which comes later, does not ask again for what was asked just now
  notePrefetched();
  await Promise.all(asking);
}
