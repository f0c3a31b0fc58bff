import { copyTime } from '../lib/device/query-copies.ts';
import { currentOwner } from '../lib/device/session-copies.ts';
import { getSession } from '../lib/device/session.ts';
import { t } from '../lib/language/translate.ts';
import { notify } from '../lib/notify.ts';
import { savesData } from '../lib/offline/offline-shell.ts';
import { offline } from '../lib/online.ts';
import { queryClient } from '../lib/query-client.ts';
import { hasRight } from '../records/access-key/role.ts';
import { listedWords } from '../records/counted.ts';
import {
  downloadSites,
  mayStartUnasked,
  siteToDownload,
  type SiteToDownload,
} from '../records/offline/download-sites.ts';
import {
  confirmPinned,
  unpinSite,
  readPinnedSites,
  wantsAllPinned,
  type PinnedSite,
} from '../records/offline/pinned-sites.ts';
import { readDocumentMarks } from '../records/site-documents/document-calls.ts';
import { sitesInUse } from '../records/site/archive.ts';
import { unrevisedMark, siteOverviewQuery, type SiteOverview } from '../records/site/site-overview.ts';
import { mostUrgentFirst, watchedSite } from '../records/site/watched-site.ts';
import { fetchFonts } from '../reports/fonts/fetch-fonts.ts';

/** How old (ms) the copies of a pinned site may be: a technician opens the portal several times a day, and a site changes once a month. */
const freshMs = 6 * 3_600_000;

/**
 * Refreshes the pinned sites of this device in the background (`decisions §10`). It does nothing while they are fresh, on a slow
 * connection, with data saver on, or after somebody stopped it. For a technician, a site is downloaded again only if its record, posts,
 * faults or documents have changed. Sites that the key has lost, and archived sites, are removed. After *Keep all my sites*, new sites of
 * the key are added.
 * @param force true to check fresh copies, too: they came from a replaced key, which may have had other sites. Copies that this key may
 *   not see are then removed even where nothing is downloaded
 * @returns true if it is certain that all copies are of sites that the key may see; false also when nothing was checked
 * @throws RequestError
 */
export async function refreshPinnedSites(force = false): Promise<boolean> {
  const owner = currentOwner();
  const mayDownload = !savesData() && mayStartUnasked();
  if (owner === null || offline.get() || !(mayDownload || force)) return false;
  const pinnedSites = await readPinnedSites(owner);
  const pinsAllSites = await wantsAllPinned(owner);
  // while nothing is pinned, all sites of the key may still have to be
  if (!force && pinnedSites.every(isFresh) && (pinnedSites.length > 0 || !pinsAllSites)) return false;
  const sitesToDownload = hasRight(getSession()?.role, 'pickSite')
    ? await changedSites(owner, pinnedSites, pinsAllSites)
    : pinnedSites;
  if (sitesToDownload && mayDownload) await downloadSites(sitesToDownload, fetchFonts);
  return sitesToDownload !== null;
}

function isFresh({ at, missing }: PinnedSite): boolean {
  return missing === 0 && Date.now() - at < freshMs;
}

/**
 * The sites of a technician that must be downloaded again; null when that cannot be told. The other pinned sites are recorded as up to
 * date, or removed when the key may not see them any more.
 * @param pinsAllSites whether new sites of the key are to be pinned, too
 */
async function changedSites(
  owner: string,
  pinnedSites: readonly PinnedSite[],
  pinsAllSites: boolean,
): Promise<SiteToDownload[] | null> {
  const [overview, documentMarks] = await Promise.all([queryClient.query(siteOverviewQuery), readDocumentMarks()]);
  const rows = sitesInUse(overview);
  const cachedQuery = queryClient.getQueryCache().find({ queryKey: siteOverviewQuery.queryKey });
  // a copy of the overview does not tell what has changed meanwhile
  if (!cachedQuery || copyTime(cachedQuery) !== null || currentOwner() !== owner) return null;
  const overviewRowOf = (id: number) => rows.find(({ site_id }) => site_id === id);
  for (const pinnedSite of pinnedSites) {
    const row = overviewRowOf(pinnedSite.id);
    // the key has lost the site, it was archived, or it was renamed and its copies are under the old name
    const isGone = !row || pinnedSite.site !== row.name;
    // one after the other, because nobody waits for this
    if (isGone || isUpToDate(pinnedSite, row, documentMarks))
      await (isGone ? unpinSite : confirmPinned)(owner, pinnedSite);
  }
  notifyRemoved(pinnedSites.filter(({ id }) => !overviewRowOf(id)));
  const now = new Date();
  return mostUrgentFirst(rows.map((row) => watchedSite(row, now))).flatMap(({ row }) => {
    const pinnedSite = pinnedSites.find(({ id }) => id === row.site_id);
    return (pinnedSite || pinsAllSites) && !(pinnedSite && isUpToDate(pinnedSite, row, documentMarks))
      ? [siteToDownload(row)]
      : [];
  });
}

/** Tells the person which sites are no longer available offline, so that nobody finds out only where there is no connection. */
function notifyRemoved(sites: readonly PinnedSite[]): void {
  const names = sites.flatMap(({ site }) => site ?? []);
  if (names.length === 0) return;
  notify.warning(
    t('No longer kept on this device: {sites}. Archived, or taken from this key.', { sites: listedWords(names) }),
  );
}

/** Whether nothing of a site has changed since it was pinned or refreshed. @param documentMarks the marks of the sites' documents, by site id */
function isUpToDate(
  pinnedSite: PinnedSite,
  row: SiteOverview,
  documentMarks: Readonly<Record<string, string>>,
): boolean {
  const { site, missing, revision, postsRevision, faults, documents } = pinnedSite;
  // faults and contacts change without a new revision; null while the faults are not known
  const faultsMark = unrevisedMark(row);
  const sameRevisions = revision === row.revision && postsRevision === row.posts_revision;
  const sameRecords = site === row.name && sameRevisions && documents === (documentMarks[row.site_id] ?? '');
  return missing === 0 && sameRecords && (faultsMark === null || faults === faultsMark);
}
