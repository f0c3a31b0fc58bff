import { hashKey, queryOptions } from '@tanstack/react-query';
import pLimit from 'p-limit';
import * as v from 'valibot';
import { queryClient } from '../../../lib/query-client.ts';
import { retry } from '../../../lib/retry.ts';
import {
  hasFile,
  pinnedBytes,
  removePinned,
  keepResult,
  pinnedFilesLimit,
  unpinResult,
  removeResult,
  savedResult,
  type SavedResult,
} from '../../../lib/device/copies.ts';
import { keepForSession } from '../../../lib/device/keep-shown.ts';
import { sessionOwner } from '../../../lib/device/session-copies.ts';
import { copyTime } from '../../../lib/device/query-copies.ts';
import { Connection } from '../../../lib/connection.ts';
import { onOtherSession } from '../../../lib/device/session.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import { fetchFonts } from '../../../reports/fonts/fetch-fonts.ts';
import { fileSizes, invalidateSignedUrls, signFiles, storedFile } from '../../../lib/stored-files.ts';
import { isServerReachable } from '../../../lib/upload-file.ts';
import { failureSiteQuery } from '../../../records/failure/failure-queries.ts';
import { siteRecordQuery, sitesQuery, type SiteRecord } from '../../../records/site/site-queries.ts';
import { visibleTasks, type Task } from '../../../records/task/task.ts';
import { objectNameOf, smallNameOf } from '../../../lib/file-names.ts';

/** Downloads at a time, so few that the person who reads has bandwidth left. */
const concurrency = 4;
/** Per file. */
const timeoutMs = 90_000;
const delaysMs = [1_000, 4_000];

const keptSite = v.object({
  visits: v.number(),
  photos: v.number(),
  pdfs: v.number(),
  bytes: v.number(),
  missing: v.number(),
});
/** How much of a site is on this device; `at` in milliseconds since 1970. */
export type KeptSite = v.InferOutput<typeof keptSite> & { at: number };

export interface KeepPlan extends KeptFiles {
  fits: boolean;
}

export interface KeepJob {
  siteId: number;
  done: number;
  total: number;
}

const job = createStore<KeepJob | null>(null);
let stop: (() => void) | null = null;

const siteFolder = (siteId: number) => `sites/${siteId}/`;
const keptResultName = (siteId: number) => `kept/${siteId}`;

/** How much of a site is on this device; null where nothing is kept. */
export function keptSiteQuery(siteId: number) {
  return queryOptions({
    queryKey: ['kept for offline', siteId],
    queryFn: async (): Promise<KeptSite | null> => {
      const owner = sessionOwner();
      const found = owner === null ? null : await savedResult(owner, keptResultName(siteId));
      const kept = v.safeParse(keptSite, found?.value);
      return found && kept.success ? { ...kept.output, at: found.at } : null;
    },
  });
}

/** What keeping a site would take; asks storage for the sizes. @throws RequestError */
export async function planKeeping(record: SiteRecord): Promise<KeepPlan> {
  const sizes = await fileSizes(record.id);
  const plan = keptFiles(visibleTasks(record.tasks2024), sizes, new Date());
  const owner = sessionOwner();
  const others = owner === null ? 0 : await pinnedBytes(owner, siteFolder(record.id));
  return { ...plan, fits: others + plan.bytes <= pinnedFilesLimit };
}

/**
 * Downloads what is missing, resumes after a lost connection, and ends when everything has arrived or it is stopped.
 * Even a partial download is recorded as kept: only so can it be removed.
 * @throws RequestError where a record cannot be read, DeviceFull
 */
export async function keepSite(site: string | null, record: SiteRecord, plan: KeepPlan): Promise<void> {
  const owner = sessionOwner();
  if (owner === null || job.get()) return;
  const stopping = new AbortController();
  const { signal } = stopping;
  const connection = new Connection(isServerReachable);
  stop = () => stopping.abort();
  job.set({ siteId: record.id, done: 0, total: plan.names.length });
  // checked before each step: what is written after a logout would stay
  const isOver = () => signal.aborted || sessionOwner() !== owner;
  try {
    // asks the browser not to evict the copies
    void navigator.storage?.persist?.();
    const { names, fits: _, ...counts } = plan;
    const note = (missing: number) =>
      keepForOffline(owner, keptResultName(record.id), { value: { ...counts, missing }, at: Date.now() });
    const isFirst = (await savedResult(owner, keptResultName(record.id))) === null;
    const results = await readRecords(site);
    if (isOver()) return;
    const keeping = results.map(([name, result]) => keepForOffline(owner, name, result));
    // recorded first, in case the page is closed before the end
    if (isFirst) keeping.push(note(names.length));
    await Promise.all(keeping);
    const download = { owner, stopping, connection };
    const [missingFiles, missingFonts] = await Promise.all([
      fetchAll(names, download),
      fetchReportFonts(results, download),
    ]);
    const missing = missingFiles + missingFonts;
    if (sessionOwner() !== owner) return;
    if (signal.aborted) {
      // a site that was kept before keeps its record
      if (isFirst) await note(missing);
      if (signal.reason instanceof DeviceFull) throw signal.reason;
      return;
    }
    await removePinned(owner, siteFolder(record.id), new Set(names));
    if (!isOver()) await note(missing);
  } finally {
    connection.dispose();
    stop = null;
    job.set(null);
    void queryClient.invalidateQueries({ queryKey: keptSiteQuery(record.id).queryKey });
  }
}

/** Stops the running download. What has been downloaded stays while there is room, and is not downloaded again. */
export function stopKeeping(): void {
  stop?.();
}

export async function removeKeptSite(site: string | null, siteId: number): Promise<void> {
  const owner = sessionOwner();
  if (owner === null) return;
  await removePinned(owner, siteFolder(siteId), new Set());
  // the list of sites stays: other sites may be kept
  await Promise.all(siteQueries(site).map(({ queryKey }) => unpinResult(owner, hashKey(queryKey))));
  await removeResult(owner, keptResultName(siteId));
  await queryClient.invalidateQueries({ queryKey: keptSiteQuery(siteId).queryKey });
}

/** This device has no room for a copy, or the browser keeps none. */
export class DeviceFull extends Error {}

interface Keeping {
  owner: string;
  stopping: AbortController;
  connection: Connection;
}

/** How downloads are retried: without a connection, retries wait and no attempt counts. */
function retryWhileKeeping({ connection, stopping: { signal } }: Keeping) {
  return {
    delaysMs,
    mayRetry: () => !signal.aborted,
    waitForConnection: async () => {
      if (signal.aborted || !(await connection.isLost())) return false;
      await connection.waitUntilOnline(signal);
      return !signal.aborted;
    },
  };
}

/** All texts of some results; JSON alone would drop the names and entries of the posts, which are in a `Map`. */
function allTextsOf(results: unknown): string {
  return JSON.stringify(results, (_, value: unknown) => (value instanceof Map ? [...value] : value));
}

/** Keeps the fonts for reports of records in other scripts. Returns 1 when a font could not be downloaded, else 0. */
async function fetchReportFonts(results: unknown, keeping: Keeping): Promise<number> {
  try {
    await retry(() => fetchFonts(allTextsOf(results)), retryWhileKeeping(keeping));
    return 0;
  } catch (error) {
    if (!keeping.stopping.signal.aborted) console.warn('The fonts of a report could not be kept for offline', error);
    return 1;
  }
}

/** Downloads and keeps files; returns how many could not be downloaded. Aborts when the device is full. */
async function fetchAll(names: readonly string[], keeping: Keeping): Promise<number> {
  const { signal } = keeping.stopping;
  const taking = pLimit(concurrency);
  let arrived = 0;
  const takeOne = async (name: string) => {
    if (signal.aborted) return;
    try {
      await retry(() => take(name, keeping), retryWhileKeeping(keeping));
      arrived += 1;
    } catch (error) {
      if (!signal.aborted) console.warn('A file could not be kept for offline', error);
    }
    const now = job.get();
    if (now && !signal.aborted) job.set({ ...now, done: now.done + 1 });
  };
  // all URLs are signed together; a URL that expires before its turn is signed again
  await signFiles(names).catch(() => new Map());
  await Promise.all(names.map((name) => taking(() => takeOne(name))));
  return names.length - arrived;
}

async function take(name: string, { owner, stopping }: Keeping): Promise<void> {
  const { signal } = stopping;
  if (await hasFile(owner, name, true)) return;
  const url = (await signFiles([name])).get(name);
  if (url === undefined) throw new Error('It is not in storage');
  const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) });
  if (!response.ok) {
    invalidateSignedUrls([name]);
    throw new Error(`Storage answered ${response.status}`);
  }
  const file = await storedFile(await response.blob());
  if (await keepForSession(owner, name, file, true)) return;
  // the next file would not fit either; when the session has ended, the download is aborted already
  stopping.abort(new DeviceFull());
  signal.throwIfAborted();
}

const siteQueries = (site: string | null) => [siteRecordQuery(site), failureSiteQuery(site)] as const;

/** The results that a site's screens show, refetched where possible, by name. @throws RequestError */
async function readRecords(site: string | null): Promise<[name: string, result: SavedResult][]> {
  const [record, failures] = siteQueries(site);
  await Promise.all([
    queryClient.query(record),
    queryClient.query(failures),
    // the site is picked from the list of sites
    site === null ? null : queryClient.query(sitesQuery),
  ]);
  return [record, failures, sitesQuery].flatMap(({ queryKey }) => {
    const query = queryClient.getQueryCache().find({ queryKey });
    if (!query || query.state.data === undefined) return [];
    const { data: value, dataUpdatedAt } = query.state;
    return [[query.queryHash, { value, at: copyTime(query) ?? dataUpdatedAt }]];
  });
}

/** Keeps a result for offline. @throws DeviceFull */
async function keepForOffline(owner: string, name: string, result: SavedResult): Promise<void> {
  if (!(await keepResult(owner, name, result, true))) throw new DeviceFull();
}

onOtherSession(stopKeeping);

export function useKeepJob(): KeepJob | null {
  return useStore(job);
}

/** The files to keep: those of the visits of the last twelve months. */
interface KeptFiles {
  visits: number;
  photos: number;
  pdfs: number;
  bytes: number;
  /** Unique object names: the small photos of the newest visit first, then PDFs. */
  names: string[];
}

/** The same moment a year before; 29 February becomes 1 March. */
function yearBefore(now: Date): Date {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - 1);
  return before;
}

/**
 * The files to keep of a site's visits: small renditions of photos, or the photo where there is none, and PDFs.
 * @param visible newest first.
 * @param sizes in bytes, by object name.
 */
export function keptFiles(visible: readonly Task[], sizes: ReadonlyMap<string, number>, now: Date): KeptFiles {
  const since = yearBefore(now).getTime();
  const visits = visible.filter(({ time }) => Date.parse(time) >= since);
  const photos = new Set<string>();
  const pdfs = new Set<string>();
  for (const { urls, pdf } of visits) {
    for (const url of urls) {
      const name = objectNameOf(url);
      const kept = name === null ? undefined : [smallNameOf(name), name].find((one) => sizes.has(one));
      if (kept !== undefined) photos.add(kept);
    }
    const report = objectNameOf(pdf);
    if (report !== null && sizes.has(report)) pdfs.add(report);
  }
  const names = [...photos, ...pdfs];
  return {
    visits: visits.length,
    photos: photos.size,
    pdfs: pdfs.size,
    bytes: names.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0),
    names,
  };
}
