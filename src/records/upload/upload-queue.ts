import pLimit from 'p-limit';
import { connection } from '../../lib/connection.ts';
import { getSession, onOtherSession } from '../../lib/device/session.ts';
import { fileSize, newObjectName, smallNameOf, type FileFolder } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import { addTurns } from '../../lib/photo/picture-file.ts';
import { isNoService, RequestError } from '../../lib/request-error.ts';
import { retry } from '../../lib/retry.ts';
import { tooLarge } from '../../lib/service-answer.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { fetchFile } from '../../lib/stored-files.ts';
import { removeFiles, uploadFile } from '../../lib/upload/upload-file.ts';
import { hasRight } from '../access-key/role.ts';
import type { TaskFiles } from '../task/task.ts';
import { FileRefused, readChosenFile, prepareFile, type FileKind } from './prepare-file.ts';
import {
  newEntry,
  savedUploads,
  storedUpload,
  type StoredUpload,
  type Upload,
  type UploadEntry,
  type UploadEvent,
} from './upload.ts';

/*
 * Uploads the files of one task, or the documents of a site, as soon as they are chosen. A file that is `done` is in the bucket, with
 * its small rendition, under a unique name. Two files at a time are read, re-encoded and sent, so that a phone stays usable. While the
 * service does not answer, an upload is `paused` and continues by itself (`decisions §12`). An upload that the service refuses is
 * `failed` until a person retries it. A file that cannot be used is `refused` before it is sent. A file that a person removes is
 * deleted from the bucket too, unless a saved task may refer to it or the access key may not delete files. The queue is lost with the
 * page. The draft stores each file (`components/task-files/use-files-draft.ts`), and a new queue continues from the draft.
 */

const concurrency = 2;
/** A photo is re-encoded this long (ms) after its last turn, so that several quick turns re-encode it once. */
const turnPauseMs = 400;

/** The uploads of one task, or of documents. */
export class UploadQueue {
  readonly #folder: FileFolder;
  #entries: UploadEntry[] = [];
  #siteId: number | null = null;
  readonly #uploads = createStore<readonly Upload[]>([]);
  readonly #listeners = new Set<(event: UploadEvent) => void>();
  readonly #reading = pLimit(concurrency);
  readonly #encoding = pLimit(concurrency);
  readonly #sending = pLimit(concurrency);
  #disposed = false;

  constructor(restored: readonly StoredUpload[] = [], folder: FileFolder = 'sites') {
    this.#folder = folder;
    for (const stored of restored) this.#insert(newEntry(stored, stored));
  }

  readonly uploads: Pick<Store<readonly Upload[]>, 'get' | 'subscribe'> = this.#uploads;

  /** Calls `listener` after the list has changed; returns the unsubscribe function. */
  listen(listener: (event: UploadEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sets the site whose folder the files belong in; files uploaded to another folder are uploaded again. */
  setSite(siteId: number | null): void {
    if (siteId === this.#siteId) return;
    this.#siteId = siteId;
    for (const entry of this.#entries) {
      if (entry.upload.saved) continue;
      if (entry.objectName && !entry.objectName.startsWith(`${this.#folder}/${siteId}/`)) {
        this.#cancelUpload(entry);
        if (entry.prepared) this.#change(entry, { state: 'waiting', progress: 0, url: null, reason: null }, 'reset');
      }
      void this.#send(entry);
    }
  }

  add(files: readonly File[], kind: FileKind): void {
    for (const file of files)
      this.#insert(newEntry({ name: file.name, kind, sizeBefore: file.size }, { original: file }));
  }

  retry(id?: string): void {
    for (const entry of this.#entries) {
      if (entry.upload.state !== 'failed' || (id !== undefined && entry.upload.id !== id)) continue;
      this.#change(entry, { state: 'waiting', progress: 0, reason: null }, 'reset');
      void this.#send(entry);
    }
  }

  /** Removes a file, also from the bucket if this queue uploaded it and the key may delete files. Returns a function that undoes the removal. */
  remove(id: string): () => void {
    const index = this.#entries.findIndex(({ upload }) => upload.id === id);
    const entry = this.#entries[index];
    const stored = entry && storedUpload(entry);
    if (!entry) return () => undefined;
    this.#entries = this.#entries.filter((other) => other !== entry);
    clearTimeout(entry.turnTimer);
    this.#cancelUpload(entry);
    this.#publish({ kind: 'removed', id });
    return () => {
      if (!stored || this.#disposed || this.#find(id)) return;
      const afterRemoval = stored.isKept ? {} : { url: null, objectName: null };
      this.#insert(newEntry(stored, { ...stored, ...afterRemoval }), index);
    };
  }

  /**
   * Turns a photo by 90 degrees clockwise. The preview turns at once; the uploaded file is replaced after `turnPauseMs` without another
   * turn. A file of a saved task stays in the bucket.
   */
  turn(id: string): void {
    const entry = this.#find(id);
    if (!entry || entry.upload.kind !== 'photo' || entry.upload.state === 'refused') return;
    const turn = addTurns(entry.upload.turn, 1);
    const url = entry.isKept ? entry.upload.url : null;
    if (url === null) {
      entry.isKept = false;
      this.#cancelUpload(entry);
    }
    this.#change(entry, { state: 'preparing', progress: 0, reason: null, turn, url }, 'turned');
    this.#turnSoon(entry);
  }

  reorder(ids: readonly string[]): void {
    const positionOf = (entry: UploadEntry) => ids.indexOf(entry.upload.id);
    this.#entries = this.#entries.toSorted((a, b) => positionOf(a) - positionOf(b));
    this.#publish();
  }

  /** Retains all present files in the bucket, because a save that has begun may have stored their URLs. */
  retainFiles(): void {
    for (const entry of this.#entries) {
      if (entry.isKept) continue;
      entry.isKept = true;
      this.#publish({ kind: 'kept', id: entry.upload.id });
    }
  }

  /** Replaces the list by the files of a saved task and the files that are not uploaded yet. */
  showSavedFiles(files: TaskFiles): void {
    const urls = [...files.photos, files.pdf];
    const positionOf = ({ upload: { url } }: UploadEntry) => (url === null ? urls.length : urls.indexOf(url));
    const before = this.#entries;
    const alreadyShown = before.filter((entry) => positionOf(entry) !== -1);
    const isNew = ({ url }: StoredUpload) => alreadyShown.every(({ upload }) => upload.url !== url);
    const newFiles = savedUploads(files).filter((file) => isNew(file));
    this.#entries = [...alreadyShown, ...newFiles.map((file) => newEntry(file, file))].toSorted(
      (a, b) => positionOf(a) - positionOf(b),
    );
    this.#publish();
    for (const { upload } of before.filter((entry) => !alreadyShown.includes(entry)))
      this.#publish({ kind: 'removed', id: upload.id });
    for (const { id } of newFiles) this.#publish({ kind: 'added', id });
  }

  discard(): void {
    for (const { upload } of this.#entries) this.remove(upload.id);
  }

  /** Stops uploads and leaves the bucket as it is: its files belong to the draft or a saved task. */
  dispose(): void {
    this.#disposed = true;
    for (const { controller, turnTimer } of this.#entries) {
      controller.abort();
      clearTimeout(turnTimer);
    }
    this.#listeners.clear();
  }

  /** The form of a file that a draft stores; null when the file was refused or removed. */
  stored(id: string): StoredUpload | null {
    const entry = this.#find(id);
    return entry ? storedUpload(entry) : null;
  }

  #insert(entry: UploadEntry, index = this.#entries.length): void {
    this.#entries = this.#entries.toSpliced(index, 0, entry);
    this.#publish({ kind: 'added', id: entry.upload.id });
    if (entry.upload.turn !== 0) this.#turnSoon(entry);
    if (entry.prepared) void this.#send(entry);
    else if (!entry.upload.url) void this.#prepare(entry);
  }

  async #prepare(entry: UploadEntry): Promise<void> {
    const { original } = entry;
    if (!original) return this.#change(entry, { state: 'refused', reason: () => t('No file provided') }, 'refused');
    try {
      // all files are read first: preparing is slower, and a file may be changed or deleted meanwhile
      const chosenFile = await this.#reading(() => readChosenFile(original, entry.upload.kind));
      entry.original = chosenFile;
      entry.prepared = await this.#encoding(() => prepareFile(chosenFile, entry.upload.kind));
      const { content, small: preview, takenAt } = entry.prepared;
      const isTurning = entry.upload.turn !== 0;
      const state = isTurning ? 'preparing' : 'waiting';
      this.#change(entry, { state, sizeAfter: content.size, preview, takenAt }, 'prepared');
      if (isTurning) this.#turnSoon(entry);
      else await this.#send(entry);
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      this.#change(entry, { state: 'refused', reason: error.advice }, 'refused');
    }
    return undefined;
  }

  #turnSoon(entry: UploadEntry): void {
    clearTimeout(entry.turnTimer);
    entry.turnTimer = setTimeout(() => void this.#turn(entry), turnPauseMs);
  }

  /** Re-encodes a photo with its turn, and uploads the result. */
  async #turn(entry: UploadEntry): Promise<void> {
    const { turnTimer, upload } = entry;
    // a photo that is still being prepared is turned afterwards, by `#prepare`
    if (!entry.prepared && upload.url === null) return;
    const stateBefore =
      upload.url === null ? ({ state: 'waiting' } as const) : ({ state: 'done', progress: 1 } as const);
    try {
      if (upload.turn === 0) this.#change(entry, stateBefore, 'reset');
      else {
        const original = (entry.original ??= await originalOf(entry));
        const totalTurn = addTurns(entry.turned, upload.turn);
        const prepared = await this.#encoding(() => prepareFile(original, 'photo', totalTurn));
        // the photo was turned again or removed meanwhile
        if (turnTimer !== entry.turnTimer || !this.#entries.includes(entry) || this.#disposed) return;
        const { takenAt, sizeBefore } = entry.upload;
        entry.prepared = { ...prepared, takenAt };
        // the turned photo is a new file; the old one may stay in the bucket
        Object.assign(entry, { turned: totalTurn, objectName: null, smallUploaded: false, isKept: false });
        entry.controller = new AbortController();
        this.#change(
          entry,
          {
            state: 'waiting',
            turn: 0,
            url: null,
            saved: false,
            sizeBefore: sizeBefore || original.size,
            sizeAfter: prepared.content.size,
            preview: prepared.small,
          },
          'prepared',
        );
      }
    } catch (error) {
      if (turnTimer !== entry.turnTimer || !this.#entries.includes(entry) || this.#disposed) return;
      if (!(error instanceof FileRefused)) console.error('A photo could not be turned', error);
      const { name } = upload;
      const reason = isNoService(error)
        ? () => t('{name} could not be turned: it could not be loaded without a connection. It is as it was.', { name })
        : () => t('{name} could not be turned: it could not be read. It is as it was.', { name });
      this.#change(entry, { ...stateBefore, turn: 0, reason }, 'unturned');
    }
    await this.#send(entry);
  }

  async #send(entry: UploadEntry): Promise<void> {
    const siteId = this.#siteId;
    if (siteId === null || entry.upload.state !== 'waiting') return;
    await this.#sending(async () => {
      const { signal } = entry.controller;
      await connection.waitUntilBack(signal);
      // the file was removed or moved to another site while it waited
      if (!this.#entries.includes(entry) || siteId !== this.#siteId || entry.upload.state !== 'waiting') return;
      if (signal.aborted) return;
      const name = (entry.objectName ??= newObjectName(
        siteId,
        entry.upload.kind === 'pdf' ? 'pdf' : 'jpg',
        this.#folder,
      ));
      this.#change(entry, { state: 'uploading', progress: 0, reason: null }, 'started');
      try {
        const url = await sendUpload(entry, {
          name,
          signal,
          onProgress: (progress) => this.#change(entry, { state: 'uploading', progress }),
          onPaused: (isPaused) => this.#change(entry, { state: isPaused ? 'paused' : 'uploading' }),
        });
        if (!signal.aborted) this.#change(entry, { state: 'done', progress: 1, url }, 'done');
      } catch (error) {
        if (signal.aborted) return;
        console.error('A file could not be uploaded', error);
        this.#change(entry, { state: 'failed', reason: () => uploadFailureText(entry, error) }, 'failed');
      }
    });
  }

  /**
   * Stops the upload of a file, and removes its objects from the bucket, unless the file is retained or the key may not delete files.
   */
  #cancelUpload(entry: UploadEntry): void {
    const { objectName: name, upload } = entry;
    entry.controller.abort();
    if (entry.isKept) return;
    Object.assign(entry, { controller: new AbortController(), objectName: null, smallUploaded: false });
    // a technician may not delete files; an unused file in the bucket does no harm
    if (!name || !hasRight(getSession()?.role, 'removeFiles')) return;
    const names = upload.kind === 'pdf' ? [name] : [name, smallNameOf(name)];
    void removeUpload(names, upload.state !== 'done');
  }

  #find(id: string): UploadEntry | undefined {
    return this.#entries.find(({ upload }) => upload.id === id);
  }

  #change(entry: UploadEntry, change: Partial<Upload>, kind?: UploadEvent['kind']): void {
    entry.upload = { ...entry.upload, ...change };
    this.#publish(kind && { kind, id: entry.upload.id });
  }

  #publish(event?: UploadEvent): void {
    this.#uploads.set(this.#entries.map(({ upload }) => upload));
    if (event) for (const listener of this.#listeners) listener(event);
  }
}

/** The file that a photo is re-encoded from when the chosen file is not in memory: the prepared one, or the uploaded one. @throws RequestError */
async function originalOf({ upload, prepared, controller }: UploadEntry): Promise<File> {
  const content = prepared?.content ?? (await fetchFile(upload.url ?? '', controller.signal));
  return new File([await content.arrayBuffer()], upload.name, { type: 'image/jpeg' });
}

/** After a stopped upload, the server may take this long (ms) to store the bytes that it had received. */
const lateStoreMs = 10_000;

let sessionController = new AbortController();

// removals end with the session: another key must not continue them
onOtherSession(() => {
  sessionController.abort();
  sessionController = new AbortController();
});

/** An upload is shown as paused only after this many retries, so that a short interruption shows no message. */
const quietRetries = 2;

/** Options of `retry`: retries for as long as the service does not answer (`decisions §12`), and not at all after a refusal. */
function retryUntilStopped(signal: AbortSignal, onPaused?: (isPaused: boolean) => void) {
  return {
    delaysMs: [],
    mayRetry: () => false,
    waitForService: async (error: unknown, waits: number) => {
      if (signal.aborted || !isNoService(error)) return false;
      const pause = () => onPaused?.(true);
      if (waits >= quietRetries) pause();
      await connection.waitBeforeRetry(signal, waits, pause);
      if (signal.aborted) return false;
      onPaused?.(false);
      return true;
    },
  };
}

/** The message for a file that the service refused, with what the person can do. */
function uploadFailureText({ upload, prepared }: UploadEntry, error: unknown): string {
  if (!(error instanceof RequestError && error.status === tooLarge)) return t('File upload failed. Please try again.');
  return t('{name} is {size}, more than the service takes. Remove it, or choose a smaller one.', {
    name: upload.name,
    size: fileSize(prepared?.content.size ?? upload.sizeBefore),
  });
}

interface SendUpload {
  name: string;
  signal: AbortSignal;
  /** `share`: from 0 to 1, of the file and its small rendition together. */
  onProgress: (share: number) => void;
  /** Called with true when the upload begins to wait for the service, and with false when it continues. */
  onPaused: (isPaused: boolean) => void;
}

/** Uploads a file and its small rendition; returns the URL that a task stores. @throws RequestError, AbortError. */
async function sendUpload(entry: UploadEntry, { name, signal, onProgress, onPaused }: SendUpload): Promise<string> {
  const { prepared } = entry;
  if (!prepared) throw new Error('No file provided');
  const { content, small } = prepared;
  const total = content.size + (small?.size ?? 0);
  const send = (objectName: string, file: Blob, sentBytes: number) =>
    retry(
      () =>
        uploadFile(objectName, file, {
          signal,
          onProgress: (share) => {
            if (!signal.aborted) onProgress((sentBytes + share * file.size) / total);
          },
        }),
      retryUntilStopped(signal, onPaused),
    );
  // the small rendition first: a reader who finds the large file must find both
  if (small && !entry.smallUploaded) {
    await send(smallNameOf(name), small, 0);
    entry.smallUploaded = true;
  }
  return send(name, content, small?.size ?? 0);
}

/**
 * Removes files from the bucket, once the service answers. An error is only logged, because an unused file does no harm.
 * @param wasUnderWay whether the upload was stopped midway. The server may still store such a file, so it is removed a second time.
 */
async function removeUpload(names: readonly string[], wasUnderWay: boolean): Promise<void> {
  const { signal } = sessionController;
  const removeOnce = async () => {
    if (!signal.aborted) await removeFiles(names);
  };
  const remove = () => retry(removeOnce, retryUntilStopped(signal));
  try {
    await remove();
    if (!wasUnderWay) return;
    await new Promise((resolve) => setTimeout(resolve, lateStoreMs));
    await remove();
  } catch (error) {
    if (!signal.aborted) console.error('A file that is not needed any more could not be removed', error);
  }
}
