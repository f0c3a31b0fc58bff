import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Session } from '../lib/device/session.ts';
import { useWhen } from '../lib/screen/timing.ts';
import { hasRight } from '../records/access-key/role.ts';
import { linkedSite, type Path } from '../records/portal-links.ts';
import * as paths from '../records/portal-paths.ts';
import { siteNamesQuery } from '../records/site/site-queries.ts';

/** The screens that show the records of one site, and name it in `?site=`. */
export const pathsOfSite: readonly Path[] = [paths.maintenance, paths.profile, paths.charts, paths.serviceHistory];

/** Whether a link names another site than the one of a client's key (`decisions §1`). @param search query of its URL */
export function isOfAnotherSite({ role, site }: Session, search: string): boolean {
  const linked = linkedSite(search);
  return !hasRight(role, 'pickSite') && linked !== null && linked.normalize() !== site?.normalize();
}

/** The same for the screen at `path`, and for a technician who has only some sites: false until the list of those sites has come. */
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

/** Names a client's site in the URL of a screen that shows it, so that a copied URL says whose visit 5 it means. */
export function useSiteInUrl(session: Session | null, path: Path): void {
  const navigate = useNavigate();
  const { search, hash, state } = useLocation() as { search: string; hash: string; state: unknown };
  const own = pathsOfSite.includes(path) && session && !hasRight(session.role, 'pickSite') ? session.site : null;
  const isNamed = linkedSite(search) !== null;
  useWhen(isNamed ? null : own, (site) => {
    const params = new URLSearchParams(search);
    params.set('site', site);
    void navigate({ search: params.toString(), hash }, { replace: true, state, preventScrollReset: true });
  });
}
