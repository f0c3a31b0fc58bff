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
 * The notes about pinned sites. Beside the copies of each pinned site, `download-sites.ts` stores a small note of what is on this device.
 * `missing` counts the files that are not here, and `at` is when the server last said that the copy is current. The notes belong to the
 * access key and are removed with its copies at the end of the session. A note that cannot be read is ignored.
 */

/** The id and the name by which the records of a site are requested. */
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
  /** How many files are not on this device yet. */
  missing: v.number(),
  /** The copy is at least as new as these revisions of the site's record and of its posts; null where unknown. */
  revision: revisionSchema,
  postsRevision: revisionSchema,
  /** A mark of the site's faults at that time (`unrevisedMark`), because faults change without a new revision. */
  faults: v.optional(v.nullable(v.string()), null),
  /** A mark of its documents at that time (`documentsMark`), for the same reason; null in notes of an older release. */
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
/** The entry that exists when all sites of a technician's key are to be pinned, including sites that the key gets later. */
const allName = `${pinnedPrefix}-all`;
/** The prefix of the object names of a site's files. */
export const siteFolder = (id: number) => `sites/${id}/`;
/** The prefix of the object names of a site's documents. */
export const documentFolder = (id: number) => `documents/${id}/`;
/** The prefix of the photos of a site's fault reports, in the bucket of faults. */
export const faultFolder = (id: number) => `faults/${id}/`;

/**
 * Stores a note as a pinned copy, which is not evicted. Returns false when the device is full.
 * @param at when the server was asked, in milliseconds since 1970
 */
export async function storePinNote(owner: string, id: number, note: PinNote, at = Date.now()): Promise<boolean> {
  return storeResultCopy(owner, noteOfSite(id), { value: note, at }, true);
}

export async function hasPinNote(owner: string, id: number): Promise<boolean> {
  return (await readResultCopy(owner, noteOfSite(id))) !== null;
}

/** The sites that are pinned on this device, in the order of their ids. */
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

/** The contents of an offline copy: `54 visits with 210 photos and 48 PDFs, 31.4 MB` */
export function pinnedAmount({ visits, photos, pdfs, bytes }: Omit<PinnedFiles, 'sizes'>): string {
  return t(
    '{visits, plural, one {# visit} other {# visits}} with {photos, plural, one {# photo} other {# photos}} and {pdfs, plural, one {# PDF} other {# PDFs}}, {size}',
    { visits, photos, pdfs, size: fileSize(bytes) },
  );
}

/** `Kept for offline, 21 Nov 2026`; the day is that of Singapore. */
export function pinnedText({ at, missing }: Pick<PinnedSite, 'at' | 'missing'>): string {
  const day = shortDay(siteStamp(new Date(at)).slice(0, 10));
  return missing > 0 ? t('Partly kept for offline, {day}', { day }) : t('Kept for offline, {day}', { day });
}

export function invalidatePinnedSites(): void {
  void queryClient.invalidateQueries({ queryKey: pinnedSitesQuery.queryKey });
}

/** Whether the person has chosen *Keep all my sites*. */
export async function wantsAllPinned(owner: string): Promise<boolean> {
  return (await readResultCopy(owner, allName)) !== null;
}

export async function pinAll(owner: string): Promise<void> {
  await storeResultCopy(owner, allName, { value: true, at: Date.now() }, true);
}

const recordKey = v.tuple([v.literal(siteRecordsKey[0]), v.string()]);

/** The names of the sites whose records are on this device, because they are pinned or were opened before. */
export const sitesOnDeviceQuery = queryOptions({
  queryKey: ['sites on this device'],
  staleTime: 0,
  queryFn: async (): Promise<string[]> => {
    const owner = currentOwner();
    if (owner === null) return [];
    // the hash of a key is JSON: without the closing bracket, `["a"]` is a prefix of the hash of each site, `["a","b"]`
    const hashes = await copiedQueries(owner, hashKey(siteRecordsKey).slice(0, -1));
    const keys = hashes.map((hash) => v.safeParse(recordKey, JSON.parse(hash)));
    return keys.flatMap(({ success, output }) => (success ? [output[1]] : [])).toSorted((a, b) => a.localeCompare(b));
  },
});

// notes that could not be read while the device's database did not answer are read again
databaseState.subscribe(() => {
  if (!databaseState.get()) return;
  invalidatePinnedSites();
  void queryClient.invalidateQueries({ queryKey: sitesOnDeviceQuery.queryKey });
});

/** The names of the copies of a site's records. For people who fill in the report form, the form's data is included. */
function recordHashes({ id, site }: NamedSite): string[] {
  const queriesById = [siteFaultsQuery(id), openFaultsQuery(id), documentsQuery(id), siteContactsQuery(id)];
  const keys = [siteRecordQuery(site), failureSiteQuery(site), ...queriesById].map(({ queryKey }) => hashKey(queryKey));
  return hasRight(getSession()?.role, 'addVisits') ? [...keys, hashKey(formSiteQuery(id).queryKey)] : keys;
}

/** Stores in the notes that the copy of a site is still current. */
export async function confirmPinned(owner: string, site: PinnedSite): Promise<void> {
  const { id, at: _, ...note } = site;
  const now = Date.now();
  await Promise.all(recordHashes({ id, site: note.site }).map((hash) => confirmResultCopy(owner, hash, now)));
  await storePinNote(owner, id, note, now);
}

/**
 * Unpins a site, and removes its files. Copies of its records stay until they are evicted, as those of every opened site.
 */
export async function unpinSite(owner: string, site: NamedSite): Promise<void> {
  for (const folder of [siteFolder(site.id), documentFolder(site.id), faultFolder(site.id)])
    await removePinned(owner, folder, new Set());
  // the copy of the list of sites stays pinned, because other sites may be pinned
  await Promise.all(recordHashes(site).map((hash) => unpinResult(owner, hash)));
  await removeResultCopy(owner, noteOfSite(site.id));
  invalidatePinnedSites();
}

/** Unpins a site because a person asked for it. The wish to pin all sites ends with that. */
export async function unpinSiteByHand(site: NamedSite): Promise<void> {
  const owner = currentOwner();
  if (owner === null) return;
  await removeResultCopy(owner, allName);
  await unpinSite(owner, site);
}
