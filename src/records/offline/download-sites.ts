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

// Downloads sites for reading without a connection: first the records of all sites, then, site by site, the documents and the photos and
// PDFs of twelve months. Only missing files are downloaded. A site's note (`pinned-sites.ts`) lists only what was stored. While the service
// does not answer, the download waits. A file that fails while others arrive is retried a few times, then left out and counted. When the
// device is full the download ends, and the files that were stored stay. One download runs at a time, and the end of a session stops it.

/** Files are downloaded four at a time, so that a person who reads meanwhile has bandwidth left. */
const concurrency = 4;
/** Records are read six at a time: they are small, and most of the time is spent waiting for answers. */
const concurrentReads = 6;
/** The timeout of each file, without the time that its bytes take on the slowest usable connection (`sendingTimeMs`). */
const timeoutMs = 90_000;
/** Pauses before a failed record or file is requested again while the service answers other requests. */
const delaysMs = [1_000, 4_000, 10_000, 20_000, 30_000];
/** How often a refused request is repeated, because its signed URL may have expired. */
const repeatedRefusals = 2;
/** The flag of the copies of pinned sites, which are not evicted. */
const pinned = true;

/** A site to download. The revisions are those of the server before the record is read; null or missing where unknown. */
export interface SiteToDownload extends NamedSite {
  revision?: number | null;
  postsRevision?: number | null;
  /** A mark of the site's faults, from the overview (`unrevisedMark`); null or missing where unknown. */
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
  /** How many sites have completed the current step: reading records, or downloading files. */
  done: number;
  /** How many files of the current site. */
  files: { done: number; total: number };
  /** The bytes of the files of all sites. */
  bytes: { done: number; total: number };
  /** The download waits, because the service does not answer. */
  waits: boolean;
}

/** The files of a site, and whether they fit on this device. */
export interface DownloadPlan extends PinnedFiles {
  /** The bytes of the files that are not on this device yet. */
  needed: number;
  /** The free bytes. */
  room: number;
}

/** Fetches the fonts that the reports of some records need. @param text all characters of the records */
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

/** The files that an offline copy of a site would have, with their sizes from the storage. @throws RequestError */
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

/** One run of a download. */
interface DownloadRun {
  owner: string;
  controller: AbortController;
  /** The characters whose fonts were fetched already, for earlier sites. */
  letters: Set<string>;
  /** Checked before each step, because a copy that is written after the logout would not be removed. */
  isOver: () => boolean;
}

/** A site whose records are on this device. */
interface SiteWithRecords {
  site: SiteToDownload;
  files: PinnedFiles;
  /** The photos of the reports of its open faults, from the bucket of faults. */
  faultPhotos: readonly string[];
  documents: readonly SiteDocument[];
  /** Its texts, for the fonts of its reports. */
  texts: string;
  /** The site was not pinned before. */
  isFirst: boolean;
}

/**
 * Makes offline copies of sites: first the records of all sites, which are small and matter most, then the photos and
 * PDFs of twelve months, site by site. It downloads only what is missing, waits for a lost connection, and continues
 * with the next site when a site fails. An incomplete copy gets a note too, because only a copy with a note can be removed.
 * @param sites the most important first
 * @returns the sites without a complete copy; empty when another download runs or this key stores no copies
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
  const currentJob = job.get();
  if (currentJob) job.set({ ...currentJob, ...change });
}

async function readSites(
  sites: readonly SiteToDownload[],
  run: DownloadRun,
  failed: DownloadFailure[],
): Promise<SiteWithRecords[]> {
  const limit = pLimit(concurrentReads);
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
        failed.push({ ...namedSite(site), why: error instanceof CopyNotStored ? storageProblem() : 'unreadable' });
        return [];
      }
    }),
  );
  return (await Promise.all(reading)).flat();
}

const namedSite = ({ id, site }: NamedSite): NamedSite => ({ id, site });

/** Reads and stores the records of a site; null when the run has ended meanwhile. @throws RequestError, CopyNotStored */
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
      failed.push({ ...namedSite(candidate.site), why: 'room', needed, room });
    }
  }
  return fitting;
}

/** Downloads the files of a site, and removes stored files that the site does not have any more. Returns null when all are stored. */
async function downloadFilesOf(
  target: SiteWithRecords,
  run: DownloadRun,
  fetchFonts: FetchFonts,
): Promise<DownloadFailure | null> {
  const { site, files, isFirst } = target;
  const { owner, controller, isOver } = run;
  const { signal } = controller;
  const notStored = (): DownloadFailure => ({ ...namedSite(site), why: storageProblem() });
  if (currentOwner() !== owner) return null;
  // the device was full at an earlier site: this one is complete only if it needs no file any more
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
  return missing > 0 ? { ...namedSite(site), why: 'files', files: missing } : null;
}

/** A copy was not stored: there is no room for it, or the storage of the device does not answer. */
class CopyNotStored extends Error {}

/** Why a copy was not stored. */
const storageProblem = () => (copyStoresAnswer() ? 'full' : 'silent');

function wasNotStored({ reason }: AbortSignal): boolean {
  return reason instanceof CopyNotStored;
}

/**
 * Options of `retry` for a download. While the service does not answer, the download waits, and no attempt counts. A request that
 * fails while the service answers others is given up after some attempts, so that it does not block the other files.
 */
function downloadRetries({ controller: { signal }, isOver }: DownloadRun) {
  // counts all errors except those of a service that does not answer
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

/** All texts of some query results. The posts are in a `Map`, which `JSON.stringify` alone would write as `{}`. */
function allTextsOf(results: unknown): string {
  return JSON.stringify(results, (_, value: unknown) => (value instanceof Map ? [...value] : value));
}

/** Downloads and stores the files and fonts of a site. Returns how many could not be downloaded. Aborts the run when the device is full. */
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
      limit(() =>
        tryDownload('A photo of a report could not be kept for offline', () => downloadReportPhoto(name, run)),
      ),
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
    // the URL may have expired
    if (!isNoService(error)) invalidateSignedUrls([name]);
    throw error;
  });
  if (await storeForSession(owner, name, file, pinned)) return;
  // the run ends, because the next file would not fit either
  controller.abort(new CopyNotStored());
  signal.throwIfAborted();
}

/** Downloads and stores a photo of a fault report. Such photos have no signed URL and are read with the session. */
async function downloadReportPhoto(name: string, { owner, controller }: DownloadRun): Promise<void> {
  const { signal } = controller;
  if (await hasFileCopy(owner, name, pinned)) return;
  const photo = await downloadFaultPhoto(name, signal);
  if (await storeForSession(owner, name, photo, pinned)) return;
  controller.abort(new CopyNotStored());
  signal.throwIfAborted();
}
