import pLimit from 'p-limit';
import { newObjectName, objectNameOf, smallNameOf } from '../../lib/file-names.ts';
import { RequestError } from '../../lib/request-error.ts';
import { retry } from '../../lib/retry.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { removeFiles, uploadFile } from '../../lib/upload-file.ts';
import { FileRefused, prepareFile, type FileKind, type PreparedFile } from './prepare-file.ts';

export interface Upload {
  id: string;
  name: string;
  kind: FileKind;
  /** `waiting` for a place in the queue, or for the site to be known. */
  state: 'checking' | 'waiting' | 'uploading' | 'done' | 'failed' | 'refused';
  /** From 0 to 1. */
  progress: number;
  /** In bytes. */
  sizeBefore: number;
  sizeAfter: number | null;
  /** What a task stores of the file (`spec §7`), once it is up. */
  url: string | null;
  reason: string | null;
  /** What to show of it: the small rendition of a photo. */
  preview: Blob | null;
  /** When a photo was taken, once it is known. */
  takenAt: string | null;
}

/** What a draft keeps of an upload. */
export interface StoredUpload extends Pick<Upload, 'id' | 'name' | 'kind' | 'sizeBefore' | 'url'> {
  prepared: PreparedFile | null;
  original: File | null;
  objectName: string | null;
}

/**
 * What happened to a file. `reset`: it goes up once more, after a retry or for another site. Progress and order are no
 * events, they are in the list only.
 */
export interface UploadEvent {
  kind: 'added' | 'prepared' | 'refused' | 'started' | 'done' | 'failed' | 'reset' | 'removed';
  id: string;
}

interface Entry {
  upload: Upload;
  original: File | null;
  prepared: PreparedFile | null;
  /** Its name in the bucket, the same for every attempt; null before the first one. */
  objectName: string | null;
  smallIsUp: boolean;
  stop: AbortController;
}

const concurrency = 2;
/** Milliseconds before each retry, and the statuses after which one can help; 0 is no answer. */
const pauses = [1_000, 3_000];
const transient = new Set([0, 408, 429, 500, 502, 503, 504]);

/** The files of one task on their way into the bucket. They start when they are chosen, two at a time, each on its own. */
export class UploadQueue {
  #entries: Entry[] = [];
  #siteId: number | null = null;
  readonly #uploads = createStore<readonly Upload[]>([]);
  readonly #listeners = new Set<(event: UploadEvent) => void>();
  readonly #preparing = pLimit(concurrency);
  readonly #sending = pLimit(concurrency);

  constructor(restored: readonly StoredUpload[] = []) {
    for (const stored of restored) this.#insert(stored.name, stored.kind, stored.sizeBefore, stored);
  }

  readonly uploads: Pick<Store<readonly Upload[]>, 'get' | 'subscribe'> = this.#uploads;

  /** Calls `listener` with every event, after the list has changed; the answer unsubscribes. */
  listen(listener: (event: UploadEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Names the site whose folder the files belong in; those that went to another one, wholly or not, go up again. */
  setSite(siteId: number | null): void {
    if (siteId === this.#siteId) return;
    this.#siteId = siteId;
    for (const entry of this.#entries) {
      if (entry.objectName && !entry.objectName.startsWith(`sites/${siteId}/`)) {
        this.#takeBack(entry);
        if (entry.prepared) this.#change(entry, { state: 'waiting', progress: 0, url: null, reason: null }, 'reset');
      }
      void this.#send(entry);
    }
  }

  add(files: readonly File[], kind: FileKind): void {
    for (const file of files) this.#insert(file.name, kind, file.size, { original: file });
  }

  retry(id: string): void {
    const entry = this.#find(id);
    if (entry?.upload.state !== 'failed') return;
    this.#change(entry, { state: 'waiting', progress: 0, reason: null }, 'reset');
    void this.#send(entry);
  }

  /** Takes a file out of the list, and out of the bucket if it is up. */
  remove(id: string): void {
    const entry = this.#find(id);
    if (!entry) return;
    this.#entries = this.#entries.filter((one) => one !== entry);
    this.#takeBack(entry);
    this.#publish({ kind: 'removed', id });
  }

  reorder(ids: readonly string[]): void {
    const place = (entry: Entry) => ids.indexOf(entry.upload.id);
    this.#entries = this.#entries.toSorted((a, b) => place(a) - place(b));
    this.#publish();
  }

  /** Throws everything away, in the bucket too. */
  discard(): void {
    for (const { upload } of this.#entries) this.remove(upload.id);
  }

  /** Stops what is under way and leaves the bucket as it is: what is up belongs to the draft, or to a saved task. */
  dispose(): void {
    for (const { stop } of this.#entries) stop.abort();
    this.#listeners.clear();
  }

  /** What a draft has to keep of a file; null for one that was refused or is gone. */
  stored(id: string): StoredUpload | null {
    const entry = this.#find(id);
    if (!entry || entry.upload.state === 'refused') return null;
    const { upload, prepared, original, objectName } = entry;
    const { name, kind, sizeBefore, url } = upload;
    // the original is not needed any more once it is prepared; a file that is half up goes on under its name
    return { id, name, kind, sizeBefore, url, prepared, original: prepared ? null : original, objectName };
  }

  #insert(name: string, kind: FileKind, size: number, from: Partial<StoredUpload>): void {
    const { id = crypto.randomUUID(), url = null, prepared = null, original = null, objectName = null } = from;
    const entry: Entry = {
      upload: {
        id,
        name,
        kind,
        state: url ? 'done' : prepared ? 'waiting' : 'checking',
        progress: url ? 1 : 0,
        sizeBefore: size,
        sizeAfter: prepared?.content.size ?? null,
        url,
        reason: null,
        preview: prepared?.small ?? null,
        takenAt: prepared?.takenAt ?? null,
      },
      original,
      prepared,
      objectName: objectName ?? (url && objectNameOf(url)),
      smallIsUp: url !== null,
      stop: new AbortController(),
    };
    this.#entries = [...this.#entries, entry];
    this.#publish({ kind: 'added', id });
    if (prepared) void this.#send(entry);
    else void this.#prepare(entry);
  }

  async #prepare(entry: Entry): Promise<void> {
    const { original } = entry;
    if (!original) return this.#change(entry, { state: 'refused', reason: 'No file provided' }, 'refused');
    try {
      entry.prepared = await this.#preparing(() => prepareFile(original, entry.upload.kind));
      const { content, small: preview, takenAt } = entry.prepared;
      this.#change(entry, { state: 'waiting', sizeAfter: content.size, preview, takenAt }, 'prepared');
      await this.#send(entry);
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      this.#change(entry, { state: 'refused', reason: error.message }, 'refused');
    }
    return undefined;
  }

  async #send(entry: Entry): Promise<void> {
    const siteId = this.#siteId;
    if (siteId === null || entry.upload.state !== 'waiting') return;
    await this.#sending(async () => {
      // removed, or meant for another site, while it waited
      if (!this.#entries.includes(entry) || siteId !== this.#siteId || entry.upload.state !== 'waiting') return;
      if (entry.stop.signal.aborted) return;
      entry.objectName ??= newObjectName(siteId, entry.upload.kind === 'pdf' ? 'pdf' : 'jpg');
      this.#change(entry, { state: 'uploading', progress: 0, reason: null }, 'started');
      const { signal } = entry.stop;
      try {
        const url = await this.#store(entry, entry.objectName, signal);
        if (!signal.aborted) this.#change(entry, { state: 'done', progress: 1, url }, 'done');
      } catch (error) {
        if (signal.aborted) return;
        console.error('A file could not be uploaded', error);
        this.#change(entry, { state: 'failed', reason: 'File upload failed. Please try again.' }, 'failed');
      }
    });
  }

  async #store(entry: Entry, name: string, signal: AbortSignal): Promise<string> {
    const { prepared } = entry;
    if (!prepared) throw new Error('No file provided');
    const { content, small } = prepared;
    const total = content.size + (small?.size ?? 0);
    const mayRetry = (error: unknown) =>
      !signal.aborted && error instanceof RequestError && transient.has(error.status);
    const send = (objectName: string, file: Blob, before: number) => {
      const onProgress = (share: number) => {
        if (!signal.aborted) this.#change(entry, { progress: (before + share * file.size) / total });
      };
      return retry(() => uploadFile(objectName, file, { signal, onProgress }), { pauses, mayRetry });
    };
    // the small one first: what points at the large one must find both
    if (small && !entry.smallIsUp) {
      await send(smallNameOf(name), small, 0);
      entry.smallIsUp = true;
    }
    return send(name, content, small?.size ?? 0);
  }

  /** Stops it, and takes what is up out of the bucket. */
  #takeBack(entry: Entry): void {
    const name = entry.objectName;
    entry.stop.abort();
    Object.assign(entry, { stop: new AbortController(), objectName: null, smallIsUp: false });
    if (!name) return;
    removeFiles(entry.upload.kind === 'pdf' ? [name] : [name, smallNameOf(name)]).catch((error: unknown) => {
      console.error('A file that is not needed any more could not be removed', error);
    });
  }

  #find(id: string): Entry | undefined {
    return this.#entries.find(({ upload }) => upload.id === id);
  }

  #change(entry: Entry, change: Partial<Upload>, kind?: UploadEvent['kind']): void {
    entry.upload = { ...entry.upload, ...change };
    this.#publish(kind && { kind, id: entry.upload.id });
  }

  #publish(event?: UploadEvent): void {
    this.#uploads.set(this.#entries.map(({ upload }) => upload));
    if (event) for (const listener of this.#listeners) listener(event);
  }
}
