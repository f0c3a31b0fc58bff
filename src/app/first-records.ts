import { noteAskedEarly, queryClient } from '../lib/query-client.ts';
import { readFilters } from '../lib/screen/list-filters.ts';
import type { Session } from '../lib/device/session.ts';
import { changersQuery, changesQuery, readChangeFilter } from '../features/change-log/changes-query.ts';
import { clientErrorsQuery } from '../features/client-errors/client-errors.ts';
import { readVisitSearch, visitSearchQuery } from '../features/overview/visit-search.ts';
import { visitFilters } from '../features/overview/visit-filters.ts';
import { accessKeysQuery } from '../records/access-key/access-key-queries.ts';
import { hasRight } from '../records/access-key/role.ts';
import { failureSiteQuery } from '../records/failure/failure-queries.ts';
import * as paths from '../records/portal-paths.ts';
import { siteOverviewQuery } from '../records/site/site-overview.ts';
import { siteRecordQuery, sitesQuery } from '../records/site/site-queries.ts';
import { isOfAnotherSite } from './linked-site.ts';
import { isOpenTo, type PortalRoute } from './routes.tsx';

/** Asks for records of a site, or of all sites (null). Never throws. */
type Ask = (site: string | null, params: URLSearchParams) => Promise<void>;

const askSites = () => queryClient.prefetchQuery(sitesQuery);
const askRecord: Ask = (site) => queryClient.prefetchQuery(siteRecordQuery(site));
const askFailures: Ask = (site) => queryClient.prefetchQuery(failureSiteQuery(site));
const askOverview = () => queryClient.prefetchQuery(siteOverviewQuery);
const askKeys = () => queryClient.prefetchQuery(accessKeysQuery);

/** What a screen of one site asks for. The site is known from the key or the URL. */
const ofSite: Partial<Record<PortalRoute['path'], readonly Ask[]>> = {
  [paths.welcome]: [askRecord, askFailures],
  [paths.profile]: [askRecord, askFailures],
  [paths.maintenance]: [askRecord],
  [paths.serviceHistory]: [askRecord],
  [paths.charts]: [askFailures],
};

/** What a screen of all sites asks for. */
const ofAll: Partial<Record<PortalRoute['path'], readonly Ask[]>> = {
  [paths.addTask]: [askSites],
  [paths.maintenanceForm]: [askSites],
  [paths.dataDeleter]: [askSites],
  [paths.sites]: [askSites],
  [paths.accessKeys]: [askKeys, askSites],
  [paths.changeLog]: [
    askKeys,
    askSites,
    () => queryClient.prefetchQuery(changersQuery),
    async (_, params) => {
      const filter = readChangeFilter(params);
      // the log of one site waits for its id
      if (filter.site === null) await queryClient.prefetchInfiniteQuery(changesQuery(null, filter));
    },
  ],
  [paths.overview]: [askOverview],
  [paths.mySites]: [askOverview],
  [paths.visitSearch]: [
    askSites,
    async (_, params) => {
      const { words, tooMany } = readVisitSearch(params.get('q') ?? '');
      if (!tooMany) await queryClient.prefetchInfiniteQuery(visitSearchQuery(words, readFilters(visitFilters, params)));
    },
  ],
  [paths.clientErrors]: [() => queryClient.prefetchQuery(clientErrorsQuery)],
};

/**
 * Asks for the records that a screen shows first, while the server is asked whether the stored session is still one: both
 * answers come together, and no record is shown before the session is confirmed. Resolves when all have come or failed.
 */
export async function askFirstRecords(session: Session, route: PortalRoute, search: string): Promise<void> {
  const { role } = session;
  if (!isOpenTo(role, route) || isOfAnotherSite(session, search)) return;
  const params = new URLSearchParams(search);
  const picks = hasRight(role, 'pickSite');
  const site = picks ? params.get('site') || null : null;
  const shownOfSite = ofSite[route.path];
  const asks = shownOfSite
    ? [...(picks ? [askSites] : []), ...(picks && site === null ? [] : shownOfSite)]
    : (ofAll[route.path] ?? []);
  const asking = asks.map((ask) => ask(site, params));
  noteAskedEarly();
  await Promise.all(asking);
}
