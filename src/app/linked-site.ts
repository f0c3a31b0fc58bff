import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Session } from '../lib/device/session.ts';
import { useWhen } from '../lib/screen/timing.ts';
import { hasRight } from '../records/access-key/role.ts';
import { linkedSite, type Path } from '../records/portal-links.ts';
import * as paths from '../records/portal-paths.ts';
import { siteNamesQuery } from '../records/site/site-queries.ts';

/** The paths of the screens that show the records of one site, which `?site=` names. */
export const pathsOfSite: readonly Path[] = [paths.maintenance, paths.profile, paths.charts, paths.serviceHistory];

/** Whether a link names another site than that of a client's key (`decisions §1`). False for other roles. @param search query of its URL */
export function isOfAnotherSite({ role, site }: Session, search: string): boolean {
  const linked = linkedSite(search);
  return !hasRight(role, 'pickSite') && linked !== null && linked.normalize() !== site?.normalize();
}

/**
 * Whether the link to the screen at `path` names a site that the session may not see, also for a technician who has only some sites.
 * For a technician it is false until the list of these sites is loaded.
 */
export function useIsOfAnotherSite(session: Session | null, path: Path, search: string): boolean {
  const linked = linkedSite(search)?.normalize();
  const hasSomeSites = hasRight(session?.role, 'pickSite') && !hasRight(session?.role, 'changeRecords');
  const needsSiteList = hasSomeSites && linked !== undefined && pathsOfSite.includes(path);
  const { data: names } = useQuery({ ...siteNamesQuery, enabled: needsSiteList });
  if (!session) return false;
  return needsSiteList
    ? names !== undefined && !names.some((name) => name.normalize() === linked)
    : isOfAnotherSite(session, search);
}

/** Adds a client's site to the URL of a screen that shows it, so that a copied URL tells of which site its visit is. */
export function useSiteInUrl(session: Session | null, path: Path): void {
  const navigate = useNavigate();
  const { search, hash, state } = useLocation() as { search: string; hash: string; state: unknown };
  const clientSite = pathsOfSite.includes(path) && session && !hasRight(session.role, 'pickSite') ? session.site : null;
  const isSiteInUrl = linkedSite(search) !== null;
  useWhen(isSiteInUrl ? null : clientSite, (site) => {
    const params = new URLSearchParams(search);
    params.set('site', site);
    void navigate({ search: params.toString(), hash }, { replace: true, state, preventScrollReset: true });
  });
}
