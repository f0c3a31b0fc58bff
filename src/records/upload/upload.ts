import { objectNameOf } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import type { Turn } from '../../lib/photo/picture-file.ts';
import type { TaskFiles } from '../task/task.ts';
import type { FileKind, PreparedFile } from './prepare-file.ts';

export interface Upload {
  id: string;
  name: string;
  kind: FileKind;
  /** `waiting`: for a place in the queue, or for a site; `paused`: midway, until the network is back. */
  state: 'checking' | 'waiting' | 'uploading' | 'paused' | 'done' | 'failed' | 'refused';
  /** From 0 to 1. */
  progress: number;
  /** In bytes. */
  sizeBefore: number;
  sizeAfter: number | null;
  /** What a task stores (`spec §7`), once uploaded. */
  url: string | null;
  /** Belongs to a saved task: it stays in the bucket (`decisions §8`). */
  saved: boolean;
  /** Says why it failed, was refused or could not be turned, when that is shown: the language may change until then. */
  reason: (() => string) | null;
  /** The small rendition of a photo. */
  preview: Blob | null;
  /** What the photo is to be turned by, and its rendition is not yet. */
  turn: Turn;
  takenAt: string | null;
}

export interface StoredUpload extends Pick<Upload, 'id' | 'name' | 'kind' | 'sizeBefore' | 'url'> {
  prepared: PreparedFile | null;
  original: File | null;
  objectName: string | null;
  saved?: boolean | undefined;
  /** Not to be removed from the bucket. */
  isKept?: boolean | undefined;
  /** What `prepared`, or the saved photo, is still to be turned by. */
  turn?: Turn | undefined;
}

/**
 * `reset`: it will be uploaded again. `kept`: it is retained in the bucket from now on. `turned`: it will be turned.
 * `unturned`: it could not be turned, and `reason` says why. Progress, pauses and order are not events.
 */
export interface UploadEvent {
  kind:
    | 'added'
    | 'prepared'
    | 'refused'
    | 'started'
    | 'done'
    | 'failed'
    | 'reset'
    | 'kept'
    | 'removed'
    | 'turned'
    | 'unturned';
  id: string;
}

export interface UploadEntry {
  upload: Upload;
  /** What a photo is re-encoded from, however often it is turned. */
  original: File | null;
  prepared: PreparedFile | null;
  /** What `original` is turned by in `prepared`. */
  turned: Turn;
  /** Runs out when nobody has turned the photo for a moment. */
  settling: ReturnType<typeof setTimeout> | undefined;
  /** The same for every attempt; null before the first one. */
  objectName: string | null;
  smallUploaded: boolean;
  /** Not to be removed from the bucket: a saved task has it, or a save that has begun may have stored it. */
  isKept: boolean;
  controller: AbortController;
}

/** What an upload goes on with: an uploaded file is done, and one that was prepared is not prepared again. */
function stateFrom({ url, prepared }: Pick<StoredUpload, 'url' | 'prepared'>): Upload['state'] {
  if (url) return 'done';
  return prepared ? 'waiting' : 'checking';
}

/** An entry of the queue. `from`: only the original of a chosen file, but everything of a draft's file. */
export function newEntry(
  { name, kind, sizeBefore }: Pick<Upload, 'name' | 'kind' | 'sizeBefore'>,
  from: Partial<StoredUpload>,
): UploadEntry {
  const { id = crypto.randomUUID(), url = null, prepared = null, original = null, objectName = null } = from;
  const { saved = false, isKept = saved, turn = 0 } = from;
  const isTurning = turn !== 0 && (url !== null || prepared !== null);
  return {
    upload: {
      id,
      name,
      kind,
      state: isTurning ? 'checking' : stateFrom({ url, prepared }),
      progress: url && !isTurning ? 1 : 0,
      sizeBefore,
      sizeAfter: prepared?.content.size ?? null,
      url,
      saved,
      reason: null,
      preview: prepared?.small ?? null,
      turn,
      takenAt: prepared?.takenAt ?? null,
    },
    original,
    prepared,
    turned: 0,
    settling: undefined,
    objectName: objectName ?? (url && objectNameOf(url)),
    smallUploaded: url !== null,
    isKept,
    controller: new AbortController(),
  };
}

/** The files of a saved task, as a queue shows them. */
export function savedUploads({ photos, pdf }: TaskFiles): StoredUpload[] {
  const common = { sizeBefore: 0, prepared: null, original: null, objectName: null, saved: true };
  const saved = (kind: FileKind, name: string, url: string) => ({
    ...common,
    id: crypto.randomUUID(),
    kind,
    name,
    url,
  });
  return [
    ...photos.map((url, index) => saved('photo', t('Photo {number}', { number: index + 1 }), url)),
    ...(pdf === '' ? [] : [saved('pdf', t('PDF report'), pdf)]),
  ];
}

/** What a draft keeps of a file; null for a file that was refused. */
export function storedUpload({ upload, prepared, original, objectName, isKept }: UploadEntry): StoredUpload | null {
  if (upload.state === 'refused') return null;
  const { id, name, kind, sizeBefore, url, saved, turn } = upload;
  const common = { id, name, kind, sizeBefore, url, saved, isKept, turn };
  // once prepared, the original is not needed; a half-finished upload continues under its name
  return { ...common, prepared, original: prepared ? null : original, objectName };
}

/** How far the uploads of a task are, without refused files. */
export interface UploadSummary {
  total: number;
  done: number;
  /** The uploads under way; without a site they only wait. */
  running: readonly Upload[];
  waitingForSite: readonly Upload[];
  failed: readonly Upload[];
  /** How much of all files is uploaded, from 0 to 1. */
  share: number;
}

/** Why files are neither uploaded nor uploading; null when it is just their turn. */
export type WaitsFor = 'site' | 'network' | null;

/** Uploaded, but the response had no URL for a task to store. */
const isLost = (upload: Upload) => upload.state === 'done' && !upload.url;

/** The state of an upload: without a URL, an uploaded file has failed. */
export function uploadState(upload: Upload): Upload['state'] {
  return isLost(upload) ? 'failed' : upload.state;
}

/** Why a file failed or was refused (`spec §8`). */
export function uploadProblem(upload: Upload): string {
  if (isLost(upload)) return t('File upload was successful, but no URL was returned.');
  return upload.reason?.() ?? t('File upload failed. Please try again.');
}

/** How far the uploads are, without the files of a saved task, which need none unless they are being turned. */
export function summarise(uploads: readonly Upload[], siteKnown: boolean): UploadSummary {
  const files = uploads.filter(({ state, saved }) => state !== 'refused' && (!saved || state === 'checking'));
  const inState = (...states: Upload['state'][]) => files.filter((upload) => states.includes(uploadState(upload)));
  const onTheWay = inState('waiting', 'uploading', 'paused');
  return {
    total: files.length,
    done: inState('done').length,
    running: siteKnown ? [...inState('checking'), ...onTheWay] : inState('checking'),
    waitingForSite: siteKnown ? [] : onTheWay,
    failed: inState('failed'),
    share: files.length === 0 ? 0 : files.reduce((sum, { progress }) => sum + progress, 0) / files.length,
  };
}

/** `7 of 12 uploaded.` */
export function progressText({ done, total }: UploadSummary, waitsFor: WaitsFor): string {
  return waitsFor === 'network'
    ? t('Waiting for the network: {done} of {total} uploaded.', { done, total })
    : t('{done} of {total} uploaded.', { done, total });
}

export function notUploadedText({ length }: readonly Upload[]): string {
  return t('{count, plural, one {One file is} other {# files are}} not uploaded. Retry or remove first.', {
    count: length,
  });
}

/** What files there are, for a message about them: how many photos, and whether the PDF report. */
export function uploadCounts(uploads: readonly Upload[]): { photos: number; files: 'photos' | 'pdf' | 'both' } {
  const photos = uploads.filter(({ kind }) => kind === 'photo').length;
  return { photos, files: photos === uploads.length ? 'photos' : photos === 0 ? 'pdf' : 'both' };
}
