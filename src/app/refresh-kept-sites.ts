import { offline } from '../lib/online.ts';
import { copyTime } from '../lib/device/query-copies.ts';
import { sessionOwner } from '../lib/device/session-copies.ts';
import { getSession } from '../lib/device/session.ts';
import { savesData } from '../lib/offline/offline-shell.ts';
import { queryClient } from '../lib/query-client.ts';
import { hasRight } from '../records/access-key/role.ts';
import { keepSites, mayKeepByItself, siteToKeep, type SiteToKeep } from '../records/offline/keep-sites.ts';
import {
  confirmKept,
  dropKeptSite,
  readKeptSites,
  wantsAllKept,
  type KeptSite,
} from '../records/offline/kept-sites.ts';
import { siteOverviewQuery, type SiteOverview } from '../records/site/site-overview.ts';
import { mostUrgentFirst, watchedSite } from '../records/site/watched-site.ts';
import { fetchFonts } from '../reports/fonts/fetch-fonts.ts';

/** How old what is kept may be (ms). A technician opens the portal several times a day, and sites change once a month. */
const freshMs = 6 * 3_600_000;

/**
 * Brings what this device keeps for offline up to date, in the background (`decisions §10`): nothing while it is fresh, on a
 * slow connection, with data saver on, or after somebody stopped it. Of a technician's sites only those are read again whose record or posts changed; those
 * that the key lost go, and those that it got since *Keep all my sites* come.
 * @param anew fresh copies too, as they came from a replaced key, which may have had other sites: those that this key may not see go
 * even where nothing is downloaded
 * @returns whether all copies are of sites that the key may see
 * @throws RequestError
 */
export async function refreshKeptSites(anew = false): Promise<boolean> {
  const owner = sessionOwner();
  const mayDownload = !savesData() && mayKeepByItself();
  if (owner === null || offline.get() || !(mayDownload || anew)) return false;
  const kept = await readKeptSites(owner);
  const all = await wantsAllKept(owner);
  if (!anew && kept.every(isFresh) && (kept.length > 0 || !all)) return false;
  const stale = hasRight(getSession()?.role, 'pickSite') ? await changedSites(owner, kept, all) : kept;
  if (stale && mayDownload) await keepSites(stale, fetchFonts);
  return stale !== null;
}

function isFresh({ at, missing }: KeptSite): boolean {
  return missing === 0 && Date.now() - at < freshMs;
}

/** Those of a technician's sites to keep anew; null where that is not known. Of the others it is noted that they are up to date. */
async function changedSites(owner: string, kept: readonly KeptSite[], all: boolean): Promise<SiteToKeep[] | null> {
  const rows = await queryClient.query(siteOverviewQuery);
  const asked = queryClient.getQueryCache().find({ queryKey: siteOverviewQuery.queryKey });
  // a copy says nothing about what has changed
  if (!asked || copyTime(asked) !== null || sessionOwner() !== owner) return null;
  const overviewRowOf = (id: number) => rows.find(({ site_id }) => site_id === id);
  for (const one of kept) {
    const row = overviewRowOf(one.id);
    // the key lost it, or its copies are under the name that it had
    const isGone = !row || one.site !== row.name;
    // one after the other, as there is no hurry
    if (isGone || isSame(one, row)) await (isGone ? dropKeptSite : confirmKept)(owner, one);
  }
  const now = new Date();
  return mostUrgentFirst(rows.map((row) => watchedSite(row, now))).flatMap(({ row }) => {
    const before = kept.find(({ id }) => id === row.site_id);
    return (before || all) && !(before && isSame(before, row)) ? [siteToKeep(row)] : [];
  });
}

function isSame({ site, missing, revision, postsRevision }: KeptSite, row: SiteOverview): boolean {
  return missing === 0 && site === row.name && revision === row.revision && postsRevision === row.posts_revision;
}
