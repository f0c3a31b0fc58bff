import pLimit from 'p-limit';
import { anySignal } from '../../lib/any-signal.ts';
import { connection } from '../../lib/connection.ts';
import {
  copyStoresAnswer,
  fileSizesOf,
  hasFileCopy,
  storeResultCopy,
  removePinned,
  roomForFiles,
} from '../../lib/device/copies.ts';
import { currentOwner } from '../../lib/device/session-copies.ts';
import { onOtherSession } from '../../lib/device/session.ts';
import { storeForSession } from '../../lib/device/store-shown-picture.ts';
import { queryClient } from '../../lib/query-client.ts';
import { isNoService } from '../../lib/request-error.ts';
import { retry } from '../../lib/retry.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { fetchSigned, fileSizes, invalidateSignedUrls, signFiles } from '../../lib/stored-files.ts';
import { sendingTimeMs } from '../../lib/upload/sending-time.ts';
import { downloadFaultPhoto } from '../fault/fault-queries.ts';
import { documentsQuery } from '../site-documents/document-calls.ts';
import { documentsMark, type SiteDocument } from '../site-documents/document.ts';
import { unrevisedMark, type SiteOverview } from '../site/site-overview.ts';
import type { SiteRecord } from '../site/site-queries.ts';
import { visibleTasks } from '../task/task.ts';
import type { DownloadFailure } from './download-words.ts';
import { pinnedFiles, type PinnedFiles } from './pinned-files.ts';
import {
  hasPinNote,
  invalidatePinnedSites,
  storePinNote,
  documentFolder,
  faultFolder,
  siteFolder,
  type PinNote,
  type NamedSite,
} from './pinned-sites.ts';
import { readRecords } from './read-records.ts';

// Downloads sites for reading without a connection. It promises that what a note says is here was stored: first the records of all sites,
// then its documents and the photos and PDFs of twelve months, site by site, and only what is missing. It costs one request for each record and file, four
// files at a time, so that whoever reads meanwhile has bandwidth left. While the service does not answer it waits; a file that fails
// while others come is tried again a few times and then left out and counted. Where the device is full the download ends, and what has
// come stays. One download runs at a time, and the end of a session stops it.

/** Downloads at a time: few, so that the person who reads has bandwidth left. Records are small: most of that is waiting for answers. */
const concurrency = 4;
const readingAtOnce = 6;
/** Per file, and as much more as its bytes take on the slowest usable line. */
const timeoutMs = 90_000;
/** Pauses before a failed record or file is asked for again while the service answers other requests. */
const delaysMs = [1_000, 4_000, 10_000, 20_000, 30_000];
/** How often a refused request is repeated: its signed URL may have expired. */
const repeatedRefusals = 2;
/** What is downloaded belongs to a pinned site. */
const pinned = true;

/** A site to download. Its revisions are those that the server had before the record is read, where they are known. */
export interface SiteToDownload extends NamedSite {
  revision?: number | null;
  postsRevision?: number | null;
  /** What the overview says of its faults (`unrevisedMark`), where it is known. */
  faults?: string | null;
}

export function siteToDownload(row: SiteOverview): SiteToDownload {
  const { site_id: id, name, revision, posts_revision: postsRevision } = row;
  return { id, site: name, revision, postsRevision, faults: unrevisedMark(row) };
}

/** The running download. */
export interface DownloadJob {
  sites: readonly SiteToDownload[];
  /** The site whose files are downloaded; null while the records of all sites are read. */
  current: SiteToDownload | null;
  /** How many sites are done with the running step. */
  done: number;
  /** The files of the current site. */
  files: { done: number; total: number };
  /** The bytes of the files of all sites. */
  bytes: { done: number; total: number };
  /** The download waits, because the service does not answer. */
  waits: boolean;
}

/** The files of a site, the bytes of those that are not here yet, and the bytes that there is room for. */
export interface DownloadPlan extends PinnedFiles {
  needed: number;
  room: number;
}

/** Fetches what else the reports of some records need, given all their texts. */
export type FetchFonts = (text: string) => Promise<void>;

const job = createStore<DownloadJob | null>(null);
const failures = createStore<readonly DownloadFailure[]>([]);
let stop: (() => void) | null = null;
/** A person has stopped the last download, so no download starts by itself. */
let wasStopped = false;

/** The running download, or null. */
export const downloadJob: Pick<Store<DownloadJob | null>, 'get' | 'subscribe'> = job;
/** What the last download left out; empty while one runs. */
export const downloadFailures: Pick<Store<readonly DownloadFailure[]>, 'get' | 'subscribe'> = failures;

/**
 * Stops the running download. Downloaded files stay while there is room, and are not downloaded again. No download
 * starts by itself on this page after that.
 */
export function stopDownload(): void {
  wasStopped = stop !== null;
  stop?.();
}

/** Whether a download may begin by itself. */
export function mayStartUnasked(): boolean {
  return !wasStopped && job.get() === null;
}

onOtherSession(() => {
  stopDownload();
  wasStopped = false;
  failures.set([]);
});

/** What an offline copy of a site would take; asks the storage for the sizes. @throws RequestError */
export async function planDownload(record: SiteRecord): Promise<DownloadPlan> {
  const documents = await queryClient.query(documentsQuery(record.id));
  const stored = { inBucket: await fileSizes(record.id), documents };
  const files = pinnedFiles(visibleTasks(record.tasks2024), stored, new Date());
  const owner = currentOwner() ?? '';
  return { ...files, needed: await bytesNeeded(owner, files), room: await roomForFiles(owner) };
}

async function bytesNeeded(owner: string, { sizes }: PinnedFiles): Promise<number> {
  const storedSizes = await fileSizesOf(owner);
  return [...sizes].reduce((sum, [name, size]) => (storedSizes.has(name) ? sum : sum + size), 0);
}

/** One run: whose copies they are, and its end. */
interface DownloadRun {
  owner: string;
  controller: AbortController;
  /** Letters whose fonts have been fetched for the sites before. */
  letters: Set<string>;
  /** Checked before each step: what is written after a logout would stay. */
  isOver: () => boolean;
}

/** A site whose records are on this device. */
interface SiteWithRecords {
  site: SiteToDownload;
  files: PinnedFiles;
  /** Those of the reports of its open faults, of another bucket. */
  faultPhotos: readonly string[];
  documents: readonly SiteDocument[];
  /** Its texts, for the fonts of its reports. */
  texts: string;
  /** It was not kept before. */
  isFirst: boolean;
}

/**
 * Makes offline copies of sites: first the records of all sites, which are small and matter most, then the photos and
 * PDFs of twelve months, site by site. It downloads only what is missing, waits for a lost connection, and continues
 * with the next site where one fails. An incomplete copy is noted too, because only a noted copy can be removed.
 * @param sites the most important first.
 * @returns the sites without a complete copy; empty where it was stopped, another download runs, or this key storing no
 * copies.
 */
export async function downloadSites(
  sites: readonly SiteToDownload[],
  fetchFonts: FetchFonts,
): Promise<readonly DownloadFailure[]> {
  const owner = currentOwner();
  if (owner === null || job.get() || sites.length === 0) return [];
  const controller = new AbortController();
  const isOver = () => controller.signal.aborted || currentOwner() !== owner;
  const run: DownloadRun = { owner, controller, letters: new Set(), isOver };
  stop = () => controller.abort();
  wasStopped = false;
  failures.set([]);
  job.set({ sites, current: null, done: 0, files: { done: 0, total: 0 }, bytes: { done: 0, total: 0 }, waits: false });
  const failed: DownloadFailure[] = [];
  try {
    const read = await readSites(sites, run, failed);
    invalidatePinnedSites();
    const fitting = await fittingSites(read, run, failed);
    setJob({ done: 0, bytes: { done: 0, total: fitting.reduce((sum, { files }) => sum + files.bytes, 0) } });
    for (const fittingSite of fitting) {
      // one site after the other, so that the first is complete soon
      const failure = await downloadFilesOf(fittingSite, run, fetchFonts);
      if (failure) failed.push(failure);
      setJob({ done: (job.get()?.done ?? 0) + 1 });
      invalidatePinnedSites();
    }
    if (currentOwner() === owner) failures.set(failed);
    return failed;
  } finally {
    stop = null;
    job.set(null);
    invalidatePinnedSites();
  }
}

function setJob(change: Partial<DownloadJob>): void {
  const now = job.get();
  if (now) job.set({ ...now, ...change });
}

async function readSites(
  sites: readonly SiteToDownload[],
  run: DownloadRun,
  failed: DownloadFailure[],
): Promise<SiteWithRecords[]> {
  const limit = pLimit(readingAtOnce);
  const reading = sites.map((site) =>
    limit(async () => {
      if (run.isOver()) return [];
      try {
        const read = await retry(() => readSiteToDownload(site, run), downloadRetries(run));
        setJob({ done: (job.get()?.done ?? 0) + 1 });
        return read ? [read] : [];
      } catch (error) {
        if (run.isOver()) return [];
        if (!isNoService(error)) console.warn('A site could not be kept for offline', error);
        failed.push({ ...named(site), why: error instanceof CopyNotStored ? fullOrSilent() : 'unreadable' });
        return [];
      }
    }),
  );
  return (await Promise.all(reading)).flat();
}

const named = ({ id, site }: NamedSite): NamedSite => ({ id, site });

/** Reads and storing the records of a site; null when the run is over meanwhile. @throws RequestError, DeviceFull */
async function readSiteToDownload(
  site: SiteToDownload,
  { owner, isOver }: DownloadRun,
): Promise<SiteWithRecords | null> {
  if (!copyStoresAnswer()) throw new CopyNotStored();
  const { record, results, faultPhotos, documents } = await readRecords(site);
  const stored = { inBucket: await fileSizes(site.id), documents };
  const files = pinnedFiles(visibleTasks(record?.tasks2024 ?? []), stored, new Date());
  const isFirst = !(await hasPinNote(owner, site.id));
  if (isOver()) return null;
  const storing = results.map(([name, result]) => storeResultCopy(owner, name, result, pinned));
  // the note is stored with the records, in case the page is closed before the end
  if (isFirst) storing.push(storePinNote(owner, site.id, noteFor({ site, files, documents }, files.sizes.size)));
  if (!(await Promise.all(storing)).every(Boolean)) throw new CopyNotStored();
  return { site, files, faultPhotos, documents, texts: allTextsOf(results), isFirst };
}

type NotedSite = Pick<SiteWithRecords, 'site' | 'files' | 'documents'>;

function noteFor({ site, files, documents }: NotedSite, missing: number): PinNote {
  const { sizes: _, ...amounts } = files;
  const { revision = null, postsRevision = null, faults = null } = site;
  const mark = documentsMark(documents);
  return { ...amounts, site: site.site, revision, postsRevision, faults, documents: mark, missing };
}

/** The sites whose files have room, in their order; the records of the others stay stored. */
async function fittingSites(
  read: readonly SiteWithRecords[],
  run: DownloadRun,
  failed: DownloadFailure[],
): Promise<SiteWithRecords[]> {
  const { owner, isOver } = run;
  let room = await roomForFiles(owner);
  const fitting: SiteWithRecords[] = [];
  for (const candidate of read) {
    // each site takes from the room that the sites before it have left
    const needed = await bytesNeeded(owner, candidate.files);
    if (needed <= room) {
      room -= needed;
      fitting.push(candidate);
    } else if (!isOver()) {
      failed.push({ ...named(candidate.site), why: 'room', needed, room });
    }
  }
  return fitting;
}

/** Downloads the files of a site, and removes those that are no longer wanted. */
async function downloadFilesOf(
  target: SiteWithRecords,
  run: DownloadRun,
  fetchFonts: FetchFonts,
): Promise<DownloadFailure | null> {
  const { site, files, isFirst } = target;
  const { owner, controller, isOver } = run;
  const { signal } = controller;
  const notStored = (): DownloadFailure => ({ ...named(site), why: fullOrSilent() });
  if (currentOwner() !== owner) return null;
  if (signal.aborted) return wasNotStored(signal) && (await bytesNeeded(owner, files)) > 0 ? notStored() : null;
  setJob({ current: site, files: { done: 0, total: files.sizes.size } });
  const missing = await fetchAll(target, run, fetchFonts);
  if (currentOwner() !== owner) return null;
  const note = () => storePinNote(owner, site.id, noteFor(target, missing));
  if (signal.aborted) {
    // a site that was pinned before has its old note
    if (isFirst) await note();
    return wasNotStored(signal) ? notStored() : null;
  }
  const wanted = new Set(files.sizes.keys());
  for (const folder of [siteFolder(site.id), documentFolder(site.id)]) await removePinned(owner, folder, wanted);
  await removePinned(owner, faultFolder(site.id), new Set(target.faultPhotos));
  if (!isOver()) await note();
  return missing > 0 ? { ...named(site), why: 'files', files: missing } : null;
}

/** A copy was not stored: there is no room for it, or the storage of the device does not answer. */
class CopyNotStored extends Error {}

/** Why a copy was not kept. */
const fullOrSilent = () => (copyStoresAnswer() ? 'full' : 'silent');

function wasNotStored({ reason }: AbortSignal): boolean {
  return reason instanceof CopyNotStored;
}

/**
 * How downloads are retried: while the service answers nothing, they wait, and no attempt counts. A request that fails
 * while the service answers others is left out after some attempts, so that it does not stop the rest.
 */
function downloadRetries({ controller: { signal }, isOver }: DownloadRun) {
  // all errors but a missing service
  let refusals = 0;
  return {
    delaysMs,
    signal,
    mayRetry: (error: unknown) => {
      if (!isNoService(error)) refusals += 1;
      return !isOver() && !(error instanceof CopyNotStored) && refusals <= repeatedRefusals;
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
async function fetchAll(target: SiteWithRecords, run: DownloadRun, fetchFonts: FetchFonts): Promise<number> {
  const { files, faultPhotos, texts } = target;
  const { signal } = run.controller;
  const names = [...files.sizes.keys()];
  const limit = pLimit(concurrency);
  let missing = 0;
  const tryDownload = async (warning: string, download: () => Promise<void>) => {
    try {
      signal.throwIfAborted();
      await retry(download, downloadRetries(run));
    } catch (error) {
      missing += 1;
      if (!signal.aborted) console.warn(warning, error);
    }
  };
  const downloadFonts = async () => {
    const letters = Array.from(new Set(texts)).filter((letter) => !run.letters.has(letter));
    await fetchFonts(letters.join(''));
    for (const letter of letters) run.letters.add(letter);
  };
  const downloadName = async (name: string) => {
    await tryDownload('A file could not be kept for offline', () =>
      downloadFile(name, files.sizes.get(name) ?? 0, run),
    );
    const now = job.get();
    if (!now || signal.aborted) return;
    const bytes = { ...now.bytes, done: now.bytes.done + (files.sizes.get(name) ?? 0) };
    job.set({ ...now, files: { ...now.files, done: now.files.done + 1 }, bytes });
  };
  // all URLs are signed together; a URL that expires before its turn is signed again
  if (!signal.aborted) await signFiles(names).catch(() => new Map());
  await Promise.all([
    ...names.map((name) => limit(() => downloadName(name))),
    ...faultPhotos.map((name) =>
      limit(() => tryDownload('A photo of a report could not be kept for offline', () => downloadReported(name, run))),
    ),
    tryDownload('The fonts of a report could not be kept for offline', downloadFonts),
  ]);
  return missing;
}

async function downloadFile(name: string, size: number, { owner, controller }: DownloadRun): Promise<void> {
  const { signal } = controller;
  if (await hasFileCopy(owner, name, pinned)) return;
  const url = (await signFiles([name])).get(name);
  if (url === undefined) throw new Error('It is not in storage');
  const timeout = AbortSignal.timeout(timeoutMs + sendingTimeMs(size));
  const file = await fetchSigned(url, anySignal([signal, timeout])).catch((error: unknown) => {
    // it may have expired
    if (!isNoService(error)) invalidateSignedUrls([name]);
    throw error;
  });
  if (await storeForSession(owner, name, file, pinned)) return;
  // the next file would not fit either; after the end of the session the download is aborted already
  controller.abort(new CopyNotStored());
  signal.throwIfAborted();
}

/** Keeps a photo of a report, which is read with the session. */
async function downloadReported(name: string, { owner, controller }: DownloadRun): Promise<void> {
  const { signal } = controller;
  if (await hasFileCopy(owner, name, pinned)) return;
  const photo = await downloadFaultPhoto(name, signal);
  if (await storeForSession(owner, name, photo, pinned)) return;
  controller.abort(new CopyNotStored());
  signal.throwIfAborted();
}
