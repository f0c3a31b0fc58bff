import { hashKey } from '@tanstack/react-query';
import pLimit from 'p-limit';
import { anySignal } from '../../lib/any-signal.ts';
import { connection } from '../../lib/connection.ts';
import {
  copiesAnswer,
  fileSizesOf,
  hasFile,
  keepResult,
  removePinned,
  roomForFiles,
  type SavedResult,
} from '../../lib/device/copies.ts';
import { keepForSession } from '../../lib/device/keep-shown.ts';
import { isUnanswered } from '../../lib/device/query-copies.ts';
import { sessionOwner } from '../../lib/device/session-copies.ts';
import { getSession, onOtherSession } from '../../lib/device/session.ts';
import { fileSize } from '../../lib/file-names.ts';
import { queryClient } from '../../lib/query-client.ts';
import { isNoService, RequestError } from '../../lib/request-error.ts';
import { retry } from '../../lib/retry.ts';
import { sendingTimeMs } from '../../lib/supabase.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { fetchSigned, fileSizes, invalidateSignedUrls, signFiles } from '../../lib/stored-files.ts';
import { hasRight } from '../access-key/role.ts';
import { failureSiteQuery } from '../failure/failure-queries.ts';
import { formSiteQuery } from '../maintenance-form/form-site-query.ts';
import type { SiteOverview } from '../site/site-overview.ts';
import { siteRecordQuery, sitesQuery, type SiteRecord } from '../site/site-queries.ts';
import { visibleTasks } from '../task/task.ts';
import { keptFiles, type KeptFiles } from './kept-files.ts';
import { isNoted, keptChanged, noteKept, siteFolder, type KeptNote, type NamedSite } from './kept-sites.ts';
import { t } from '../../lib/language/translate.ts';

/*
 * Downloads sites for reading without a connection. It promises that what a note says is here was stored: first the records
 * of all sites, then the photos and PDFs of twelve months, site by site, and only what is missing. It costs one request for each
 * record and file, four files at a time, so that whoever reads meanwhile has bandwidth left. While the service does not answer it
 * waits; a file that fails while others come is tried again a few times and then left out and counted. Where the device is full the
 * download ends, and what has come stays. One download runs at a time, and the end of a session stops it.
 */

/** Downloads at a time, so few that the person who reads has bandwidth left. */
const concurrency = 4;
/** Sites whose records, which are small, are read at a time: most of that is waiting for answers. */
const readingAtOnce = 6;
/** Per file, and as much more as its bytes take on the slowest usable line. */
const timeoutMs = 90_000;
/** Pauses before a record or file is asked for again that failed while the service answers others. */
const delaysMs = [1_000, 4_000, 10_000, 20_000, 30_000];
/** How often what the service refuses is asked for again: a signed URL may have expired. */
const repeatedRefusals = 2;

/** The revisions of its record and of its posts are those that the server had before it is read, where they are known. */
export interface SiteToKeep extends NamedSite {
  revision?: number | null;
  postsRevision?: number | null;
}

export function siteToKeep({ site_id: id, name, revision, posts_revision }: SiteOverview): SiteToKeep {
  return { id, site: name, revision, postsRevision: posts_revision };
}

/** The running download. */
export interface KeepJob {
  sites: readonly SiteToKeep[];
  /** The one whose files are downloaded; null while the records of all are read. */
  current: SiteToKeep | null;
  /** How many sites are done with the running step. */
  done: number;
  /** Of the current site. */
  files: { done: number; total: number };
  /** Of the files of all sites. */
  bytes: { done: number; total: number };
  /** It waits for the service, which does not answer now. */
  waits: boolean;
}

/** Why a site is not on this device, or not all of it. */
type KeepProblem =
  | { why: 'unreadable' }
  | { why: 'full' }
  /** The device does not answer. */
  | { why: 'silent' }
  | { why: 'files'; files: number }
  /** In bytes: what is needed still, and what there is room for. */
  | { why: 'room'; needed: number; room: number };

/** A site that is not on this device, or not all of it. */
export type KeepFailure = NamedSite & KeepProblem;

/** The files of a site, the bytes of those that are not here yet, and the bytes that there is room for. */
export interface KeepPlan extends KeptFiles {
  needed: number;
  room: number;
}

/** Fetches what else the reports of some records need, given all their texts. */
export type FetchFonts = (text: string) => Promise<void>;

const job = createStore<KeepJob | null>(null);
const failures = createStore<readonly KeepFailure[]>([]);
let stop: (() => void) | null = null;
/** Somebody stopped the last download, which is not to begin again by itself. */
let isUnwanted = false;

/** The running download, or null. */
export const keepJob: Pick<Store<KeepJob | null>, 'get' | 'subscribe'> = job;
/** What the last download left out; empty while one runs. */
export const keepFailures: Pick<Store<readonly KeepFailure[]>, 'get' | 'subscribe'> = failures;

/**
 * Stops the running download. What has been downloaded stays while there is room, and is not downloaded again. The rest does
 * not come by itself while this page is open.
 */
export function stopKeeping(): void {
  isUnwanted = stop !== null;
  stop?.();
}

/** Whether a download may begin by itself. */
export function mayKeepByItself(): boolean {
  return !isUnwanted && job.get() === null;
}

onOtherSession(() => {
  stopKeeping();
  isUnwanted = false;
  failures.set([]);
});

/** What went wrong, and what to do. */
export function keepFailureText(failure: KeepProblem): string {
  if (failure.why === 'unreadable') return t('The download failed. Check the connection and try again.');
  if (failure.why === 'full')
    return t('This device is full. Free some space and try again: files already downloaded are not fetched again.');
  if (failure.why === 'silent')
    return t(
      'The storage of this device does not answer, so nothing can be kept on it now. Close other tabs of the portal, then try again.',
    );
  if (failure.why === 'files')
    return t('{count, plural, one {# file} other {# files}} could not be downloaded.', { count: failure.files });
  return t(
    'There is not enough room on this device: photos and PDFs need {needed} more, and there is room for {room}.',
    { needed: fileSize(failure.needed), room: fileSize(failure.room) },
  );
}

/** Said while a download waits for the service. */
export function keepWaitsText(): string {
  return t('Waiting for a connection. The download goes on by itself.');
}

/** What keeping a site would take; asks storage for the sizes. @throws RequestError */
export async function planKeeping(record: SiteRecord): Promise<KeepPlan> {
  const files = keptFiles(visibleTasks(record.tasks2024), await fileSizes(record.id), new Date());
  const owner = sessionOwner() ?? '';
  return { ...files, needed: await bytesNeeded(owner, files), room: await roomForFiles(owner) };
}

async function bytesNeeded(owner: string, { sizes }: KeptFiles): Promise<number> {
  const here = await fileSizesOf(owner);
  return [...sizes].reduce((sum, [name, size]) => (here.has(name) ? sum : sum + size), 0);
}

/** One run: whose copies they are, and its end. */
interface Keeping {
  owner: string;
  stopping: AbortController;
  /** Letters whose fonts have been fetched for the sites before. */
  letters: Set<string>;
  /** Checked before each step: what is written after a logout would stay. */
  isOver: () => boolean;
}

/** A site whose records are on this device. */
interface ReadSite {
  site: SiteToKeep;
  files: KeptFiles;
  /** Its texts, for the fonts of its reports. */
  texts: string;
  /** It was not kept before. */
  isFirst: boolean;
}

/**
 * Keeps sites for offline: first the records of all, which are small and say most, then the photos and PDFs of twelve
 * months, site by site. Downloads only what is missing, waits for a lost connection, and goes on with the next site where one
 * fails. Even a partial download is noted as kept: only so can it be removed.
 * @param sites the most important first.
 * @returns what is not on this device now; nothing where it was stopped, another download runs or this key keeps no copies.
 */
export async function keepSites(sites: readonly SiteToKeep[], fetchFonts: FetchFonts): Promise<readonly KeepFailure[]> {
  const owner = sessionOwner();
  if (owner === null || job.get() || sites.length === 0) return [];
  const stopping = new AbortController();
  const isOver = () => stopping.signal.aborted || sessionOwner() !== owner;
  const keeping: Keeping = { owner, stopping, letters: new Set(), isOver };
  stop = () => stopping.abort();
  isUnwanted = false;
  failures.set([]);
  job.set({ sites, current: null, done: 0, files: { done: 0, total: 0 }, bytes: { done: 0, total: 0 }, waits: false });
  const failed: KeepFailure[] = [];
  try {
    const read = await readSites(sites, keeping, failed);
    keptChanged();
    const fitting = await fittingSites(read, keeping, failed);
    setJob({ done: 0, bytes: { done: 0, total: fitting.reduce((sum, { files }) => sum + files.bytes, 0) } });
    for (const one of fitting) {
      // one site after the other, so that the first is complete soon
      const failure = await keepFilesOf(one, keeping, fetchFonts);
      if (failure) failed.push(failure);
      setJob({ done: (job.get()?.done ?? 0) + 1 });
      keptChanged();
    }
    if (sessionOwner() === owner) failures.set(failed);
    return failed;
  } finally {
    stop = null;
    job.set(null);
    keptChanged();
  }
}

function setJob(change: Partial<KeepJob>): void {
  const now = job.get();
  if (now) job.set({ ...now, ...change });
}

async function readSites(sites: readonly SiteToKeep[], keeping: Keeping, failed: KeepFailure[]): Promise<ReadSite[]> {
  const taking = pLimit(readingAtOnce);
  const reading = sites.map((site) =>
    taking(async () => {
      if (keeping.isOver()) return [];
      try {
        const read = await retry(() => readSiteToKeep(site, keeping), retryWhileKeeping(keeping));
        setJob({ done: (job.get()?.done ?? 0) + 1 });
        return read ? [read] : [];
      } catch (error) {
        if (keeping.isOver()) return [];
        if (!isNoService(error)) console.warn('A site could not be kept for offline', error);
        failed.push({ ...named(site), why: error instanceof DeviceFull ? fullOrSilent() : 'unreadable' });
        return [];
      }
    }),
  );
  return (await Promise.all(reading)).flat();
}

const named = ({ id, site }: NamedSite): NamedSite => ({ id, site });

/** Reads and keeps the records of a site; null when it is over meanwhile. @throws RequestError, DeviceFull */
async function readSiteToKeep(site: SiteToKeep, { owner, isOver }: Keeping): Promise<ReadSite | null> {
  if (!copiesAnswer()) throw new DeviceFull();
  const [record, results] = await readRecords(site);
  const files = keptFiles(visibleTasks(record?.tasks2024 ?? []), await fileSizes(site.id), new Date());
  const isFirst = !(await isNoted(owner, site.id));
  if (isOver()) return null;
  const keeping = results.map(([name, result]) => keepResult(owner, name, result, true));
  // noted first, in case the page is closed before the end
  if (isFirst) keeping.push(noteKept(owner, site.id, noteFor(site, files, files.sizes.size)));
  if (!(await Promise.all(keeping)).every(Boolean)) throw new DeviceFull();
  return { site, files, texts: allTextsOf(results), isFirst };
}

/** The results that a site's screens show, refetched where possible, by name. @throws RequestError */
async function readRecords({ id, site }: NamedSite): Promise<[SiteRecord | null, [name: string, SavedResult][]]> {
  const [record, failureCounts, form] = [siteRecordQuery(site), failureSiteQuery(site), formSiteQuery(id)];
  const fillsForms = hasRight(getSession()?.role, 'addVisits');
  const [found] = await Promise.all([
    queryClient.query(record),
    queryClient.query(failureCounts),
    // the site is picked from the list of sites
    site === null ? null : queryClient.query(sitesQuery),
    fillsForms ? queryClient.query(form) : null,
  ]);
  const results = [record, failureCounts, sitesQuery, form].flatMap(({ queryKey }): [string, SavedResult][] => {
    const query = queryClient.getQueryCache().find({ queryKey });
    if (!query || query.state.data === undefined) return [];
    if (isUnanswered(query)) throw new RequestError('Only a copy came', 0, 'network');
    const { data: value, dataUpdatedAt } = query.state;
    return [[hashKey(queryKey), { value, at: dataUpdatedAt }]];
  });
  return [found, results];
}

function noteFor(site: SiteToKeep, files: KeptFiles, missing: number): KeptNote {
  const { sizes: _, ...amounts } = files;
  const { revision = null, postsRevision = null } = site;
  return { ...amounts, site: site.site, revision, postsRevision, missing };
}

/** The sites whose files there is room for, in their order; of the others the records are kept. */
async function fittingSites(read: readonly ReadSite[], keeping: Keeping, failed: KeepFailure[]): Promise<ReadSite[]> {
  const { owner, isOver } = keeping;
  let room = await roomForFiles(owner);
  const fitting: ReadSite[] = [];
  for (const one of read) {
    // each takes of the room that the one before has left
    const needed = await bytesNeeded(owner, one.files);
    if (needed <= room) {
      room -= needed;
      fitting.push(one);
    } else if (!isOver()) {
      failed.push({ ...named(one.site), why: 'room', needed, room });
    }
  }
  return fitting;
}

/** Downloads the files of a site, and removes those that are no longer wanted. */
async function keepFilesOf(one: ReadSite, keeping: Keeping, fetchFonts: FetchFonts): Promise<KeepFailure | null> {
  const { site, files, isFirst } = one;
  const { owner, stopping, isOver } = keeping;
  const { signal } = stopping;
  const full = (): KeepFailure => ({ ...named(site), why: fullOrSilent() });
  if (sessionOwner() !== owner) return null;
  if (signal.aborted) return isFull(signal) && (await bytesNeeded(owner, files)) > 0 ? full() : null;
  setJob({ current: site, files: { done: 0, total: files.sizes.size } });
  const missing = await fetchAll(one, keeping, fetchFonts);
  if (sessionOwner() !== owner) return null;
  const note = () => noteKept(owner, site.id, noteFor(site, files, missing));
  if (signal.aborted) {
    // a site that was kept before keeps its note
    if (isFirst) await note();
    return isFull(signal) ? full() : null;
  }
  await removePinned(owner, siteFolder(site.id), new Set(files.sizes.keys()));
  if (!isOver()) await note();
  return missing > 0 ? { ...named(site), why: 'files', files: missing } : null;
}

/** This device has no room for a copy, or the browser keeps none. */
class DeviceFull extends Error {}

/** Why a copy was not kept. */
const fullOrSilent = () => (copiesAnswer() ? 'full' : 'silent');

function isFull({ reason }: AbortSignal): boolean {
  return reason instanceof DeviceFull;
}

/**
 * How downloads are retried: while the service does not answer at all, they wait and no attempt counts. What fails while it answers others
 * is left out after some attempts, so that it does not keep all that comes after it from this device.
 */
function retryWhileKeeping({ stopping: { signal }, isOver }: Keeping) {
  let refusals = 0;
  return {
    delaysMs,
    signal,
    mayRetry: (error: unknown) => {
      if (!isNoService(error)) refusals += 1;
      return !isOver() && !(error instanceof DeviceFull) && refusals <= repeatedRefusals;
    },
    waitForService: async (error: unknown) => {
      if (isOver() || !isNoService(error) || !(await connection.isLost())) return false;
      setJob({ waits: true });
      await connection.waitUntilBack(signal);
      setJob({ waits: false });
      return !isOver();
    },
  };
}

/** All texts of some results; JSON alone would drop the names and entries of the posts, which are in a `Map`. */
function allTextsOf(results: unknown): string {
  return JSON.stringify(results, (_, value: unknown) => (value instanceof Map ? [...value] : value));
}

/** Downloads and keeps the files of a site, and fonts; returns how many could not be downloaded. Aborts when the device is full. */
async function fetchAll({ files, texts }: ReadSite, keeping: Keeping, fetchFonts: FetchFonts): Promise<number> {
  const { signal } = keeping.stopping;
  const names = [...files.sizes.keys()];
  const taking = pLimit(concurrency);
  let missing = 0;
  const takeOne = async (what: string, take: () => Promise<void>) => {
    try {
      signal.throwIfAborted();
      await retry(take, retryWhileKeeping(keeping));
    } catch (error) {
      missing += 1;
      if (!signal.aborted) console.warn(what, error);
    }
  };
  const takeFonts = async () => {
    const letters = Array.from(new Set(texts)).filter((letter) => !keeping.letters.has(letter));
    await fetchFonts(letters.join(''));
    for (const letter of letters) keeping.letters.add(letter);
  };
  const takeName = async (name: string) => {
    await takeOne('A file could not be kept for offline', () => takeFile(name, files.sizes.get(name) ?? 0, keeping));
    const now = job.get();
    if (!now || signal.aborted) return;
    const bytes = { ...now.bytes, done: now.bytes.done + (files.sizes.get(name) ?? 0) };
    job.set({ ...now, files: { ...now.files, done: now.files.done + 1 }, bytes });
  };
  // all URLs are signed together; a URL that expires before its turn is signed again
  if (!signal.aborted) await signFiles(names).catch(() => new Map());
  await Promise.all([
    ...names.map((name) => taking(() => takeName(name))),
    takeOne('The fonts of a report could not be kept for offline', takeFonts),
  ]);
  return missing;
}

async function takeFile(name: string, size: number, { owner, stopping }: Keeping): Promise<void> {
  const { signal } = stopping;
  if (await hasFile(owner, name, true)) return;
  const url = (await signFiles([name])).get(name);
  if (url === undefined) throw new Error('It is not in storage');
  const limit = AbortSignal.timeout(timeoutMs + sendingTimeMs(size));
  const file = await fetchSigned(url, anySignal([signal, limit])).catch((error: unknown) => {
    // it may have expired
    if (!isNoService(error)) invalidateSignedUrls([name]);
    throw error;
  });
  if (await keepForSession(owner, name, file, true)) return;
  // the next file would not fit either; when the session has ended, the download is aborted already
  stopping.abort(new DeviceFull());
  signal.throwIfAborted();
}
