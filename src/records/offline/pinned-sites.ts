import { hashKey, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import {
  confirmResultCopy,
  storeResultCopy,
  pinnedPrefix,
  removePinned,
  removeResultCopy,
  copiedQueries,
  readResultCopy,
  readResultCopies,
  unpinResult,
} from '../../lib/device/copies.ts';
import { databaseState } from '../../lib/device/database.ts';
import { currentOwner } from '../../lib/device/session-copies.ts';
import { getSession } from '../../lib/device/session.ts';
import { fileSize } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import { queryClient } from '../../lib/query-client.ts';
import { hasRight } from '../access-key/role.ts';
import { failureSiteQuery } from '../failure/failure-queries.ts';
import { openFaultsQuery } from '../fault/fault-queries.ts';
import { siteFaultsQuery } from '../fault/site-faults.ts';
import { formSiteQuery } from '../maintenance-form/form-site-query.ts';
import { siteContactsQuery } from '../site-contacts/contact-calls.ts';
import { documentsQuery } from '../site-documents/document-calls.ts';
import { siteRecordQuery, siteRecordsKey } from '../site/site-queries.ts';
import { shortDay, siteStamp } from '../time.ts';
import type { PinnedFiles } from './pinned-files.ts';

/*
 * What is on this device of each site: a note beside its copies, which `download-sites.ts` writes. It promises no more than the note
 * says: `missing` files are not here, and `at` is when the server last had nothing newer. The notes belong to the key, so they go
 * with its copies at the end of the session. It costs a small entry for each site. A note that cannot be read is as none.
 */

/** A site as its records are asked for. */
export interface NamedSite {
  id: number;
  /** The name that a technician picks; null for a client's own site. */
  site: string | null;
}

const revisionSchema = v.optional(v.nullable(v.number()), null);
const noteSchema = v.object({
  site: v.optional(v.nullable(v.string()), null),
  visits: v.number(),
  photos: v.number(),
  pdfs: v.number(),
  bytes: v.number(),
  /** Files that are not here yet. */
  missing: v.number(),
  /** The revisions of the record and of the posts that are kept at least; null where they are not known. */
  revision: revisionSchema,
  postsRevision: revisionSchema,
  /** What the overview said of its faults then (`unrevisedMark`), which change without a revision. */
  faults: v.optional(v.nullable(v.string()), null),
  /** What its documents were then (`documentsMark`), which change without a revision of the site; null in notes of an older release. */
  documents: v.optional(v.nullable(v.string()), null),
});

export type PinNote = v.InferOutput<typeof noteSchema>;

/**
 * How much of a pinned site is on this device. `at`: when the server last said that the copy is current, in
 * milliseconds since 1970.
 */
export interface PinnedSite extends PinNote, NamedSite {
  site: string | null;
  at: number;
}

const notePrefix = `${pinnedPrefix}/`;
const noteOfSite = (id: number) => notePrefix + id;
/** The wish to pin all sites of a technician's key, also those that the key gets later. */
const allName = `${pinnedPrefix}-all`;
/** The folder of a site's files, as their names begin. */
export const siteFolder = (id: number) => `sites/${id}/`;
/** The folder of its documents. */
export const documentFolder = (id: number) => `documents/${id}/`;
/** The folder of the photos of its reports, in the bucket of faults. */
export const faultFolder = (id: number) => `faults/${id}/`;

/** Stores a note as a pinned copy, which is not evicted; false when the device is full. @param at when the server was asked */
export async function storePinNote(owner: string, id: number, note: PinNote, at = Date.now()): Promise<boolean> {
  return storeResultCopy(owner, noteOfSite(id), { value: note, at }, true);
}

export async function hasPinNote(owner: string, id: number): Promise<boolean> {
  return (await readResultCopy(owner, noteOfSite(id))) !== null;
}

/** The sites that are kept for offline, by id. */
export async function readPinnedSites(owner: string): Promise<PinnedSite[]> {
  const found = await readResultCopies(owner, notePrefix);
  const sites = found.flatMap(([name, { value, at }]) => {
    const note = v.safeParse(noteSchema, value);
    return note.success ? [{ ...note.output, id: Number(name.slice(notePrefix.length)), at }] : [];
  });
  return sites.toSorted((first, second) => first.id - second.id);
}

export const pinnedSitesQuery = queryOptions({
  queryKey: ['kept for offline'],
  queryFn: async (): Promise<PinnedSite[]> => {
    const owner = currentOwner();
    return owner === null ? [] : readPinnedSites(owner);
  },
});

/** The note of one site; null where it is not pinned. */
export function pinnedSiteQuery(id: number) {
  return queryOptions({
    ...pinnedSitesQuery,
    select: (sites: PinnedSite[]) => sites.find((pinned) => pinned.id === id) ?? null,
  });
}

/** How much is kept: `54 visits with 210 photos and 48 PDFs, 31.4 MB` */
export function pinnedAmount({ visits, photos, pdfs, bytes }: Omit<PinnedFiles, 'sizes'>): string {
  return t(
    '{visits, plural, one {# visit} other {# visits}} with {photos, plural, one {# photo} other {# photos}} and {pdfs, plural, one {# PDF} other {# PDFs}}, {size}',
    { visits, photos, pdfs, size: fileSize(bytes) },
  );
}

/** `Kept for offline, 21 Nov 2026`, in Singapore. */
export function pinnedText({ at, missing }: Pick<PinnedSite, 'at' | 'missing'>): string {
  const day = shortDay(siteStamp(new Date(at)).slice(0, 10));
  return missing > 0 ? t('Partly kept for offline, {day}', { day }) : t('Kept for offline, {day}', { day });
}

export function invalidatePinnedSites(): void {
  void queryClient.invalidateQueries({ queryKey: pinnedSitesQuery.queryKey });
}

export async function isAllPinned(owner: string): Promise<boolean> {
  return (await readResultCopy(owner, allName)) !== null;
}

export async function pinAll(owner: string): Promise<void> {
  await storeResultCopy(owner, allName, { value: true, at: Date.now() }, true);
}

const recordKey = v.tuple([v.literal(siteRecordsKey[0]), v.string()]);

/** The names of the sites whose records are on this device, kept for offline or just opened before. */
export const sitesOnDeviceQuery = queryOptions({
  queryKey: ['sites on this device'],
  staleTime: 0,
  queryFn: async (): Promise<string[]> => {
    const owner = currentOwner();
    if (owner === null) return [];
    // without its closing bracket the hash of the shared key is the beginning of the hash of each site
    const hashes = await copiedQueries(owner, hashKey(siteRecordsKey).slice(0, -1));
    const keys = hashes.map((hash) => v.safeParse(recordKey, JSON.parse(hash)));
    return keys.flatMap(({ success, output }) => (success ? [output[1]] : [])).toSorted((a, b) => a.localeCompare(b));
  },
});

// what was not found while the device's database did not answer is read again
databaseState.subscribe(() => {
  if (!databaseState.get()) return;
  invalidatePinnedSites();
  void queryClient.invalidateQueries({ queryKey: sitesOnDeviceQuery.queryKey });
});

/** The names of the copies of a site's records, with what the report form reads for those who fill it in. */
function recordHashes({ id, site }: NamedSite): string[] {
  const ofId = [siteFaultsQuery(id), openFaultsQuery(id), documentsQuery(id), siteContactsQuery(id)];
  const keys = [siteRecordQuery(site), failureSiteQuery(site), ...ofId].map(({ queryKey }) => hashKey(queryKey));
  return hasRight(getSession()?.role, 'addVisits') ? [...keys, hashKey(formSiteQuery(id).queryKey)] : keys;
}

/** Notes that the stored copy of a site is still current. */
export async function confirmPinned(owner: string, site: PinnedSite): Promise<void> {
  const { id, at: _, ...note } = site;
  const now = Date.now();
  await Promise.all(recordHashes({ id, site: note.site }).map((hash) => confirmResultCopy(owner, hash, now)));
  await storePinNote(owner, id, note, now);
}

/**
 * Unpins a site, and removes its files. Copies of its records stay until they go unused, as those of every opened site.
 */
export async function unpinSite(owner: string, site: NamedSite): Promise<void> {
  for (const folder of [siteFolder(site.id), documentFolder(site.id), faultFolder(site.id)])
    await removePinned(owner, folder, new Set());
  // the list of sites stays: other sites may be kept
  await Promise.all(recordHashes(site).map((hash) => unpinResult(owner, hash)));
  await removeResultCopy(owner, noteOfSite(site.id));
  invalidatePinnedSites();
}

/** Unpins a site for a person, who then does not want all sites pinned any more. */
export async function unpinSiteByHand(site: NamedSite): Promise<void> {
  const owner = currentOwner();
  if (owner === null) return;
  await removeResultCopy(owner, allName);
  await unpinSite(owner, site);
}
