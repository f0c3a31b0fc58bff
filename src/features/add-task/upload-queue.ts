import { atMost } from '../../lib/at-most.ts';
import { newObjectName, objectNameOf, smallNameOf } from '../../lib/file-names.ts';
import { removeFiles, uploadFile } from '../../lib/upload-file.ts';
import { again } from './again.ts';
import { FileRefused, prepareFile, type FileKind, type PreparedFile } from './prepare-file.ts';

/** One chosen file and what becomes of it. */
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
  /** The address that a task stores (`spec §7`), once it is up. */
  url: string | null;
  /** Why it failed or was refused, in words. */
  reason: string | null;
  /** What to show of it: the small rendition of a photo. */
  preview: Blob | null;
}

/** What a draft keeps of an upload. */
export interface StoredUpload extends Pick<Upload, 'id' | 'name' | 'kind' | 'sizeBefore' | 'url'> {
  prepared: PreparedFile | null;
  original: File | null;
  objectName: string | null;
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

const atOnce = 2;

/** The files of one task on their way into the bucket. They start when they are chosen, a few at a time, each for itself. */
export class UploadQueue {
  #entries: Entry[] = [];
  #siteId: number | null = null;
  #snapshot: readonly Upload[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #preparing = atMost(atOnce);
  readonly #sending = atMost(atOnce);

  constructor(restored: readonly StoredUpload[] = []) {
    for (const stored of restored) this.#insert(stored.name, stored.kind, stored.sizeBefore, stored);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): readonly Upload[] => this.#snapshot;

  /** Names the site whose folder the files belong in; files that went to another one, wholly or not, go up again for this. */
  setSite(siteId: number | null): void {
    if (siteId === this.#siteId) return;
    this.#siteId = siteId;
    for (const entry of this.#entries) {
      if (entry.objectName && !entry.objectName.startsWith(`sites/${siteId}/`)) this.#takeBack(entry);
      void this.#send(entry);
    }
  }

  add(files: readonly File[], kind: FileKind): void {
    for (const file of files) this.#insert(file.name, kind, file.size, { original: file });
  }

  retry(id: string): void {
    const entry = this.#find(id);
    if (entry?.upload.state !== 'failed') return;
    this.#change(entry, { state: 'waiting', progress: 0, reason: null });
    void this.#send(entry);
  }

  /** Takes a file out of the list, and out of the bucket if it is up. */
  remove(id: string): void {
    const entry = this.#find(id);
    if (!entry) return;
    this.#entries = this.#entries.filter((one) => one !== entry);
    this.#takeBack(entry);
    this.#tell();
  }

  reorder(ids: readonly string[]): void {
    const place = (entry: Entry) => ids.indexOf(entry.upload.id);
    this.#entries = this.#entries.toSorted((a, b) => place(a) - place(b));
    this.#tell();
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

  /** What a draft has to keep. */
  stored(): StoredUpload[] {
    return this.#entries
      .filter(({ upload }) => upload.state !== 'refused')
      .map(({ upload: { id, name, kind, sizeBefore, url }, prepared, original, objectName }) => ({
        id,
        name,
        kind,
        sizeBefore,
        url,
        prepared,
        // once it is prepared, the original is not needed any more
        original: prepared ? null : original,
        // also of one that is half up: it goes on under its name, or is removed
        objectName,
      }));
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
      },
      original,
      prepared,
      objectName: objectName ?? (url && objectNameOf(url)),
      smallIsUp: url !== null,
      stop: new AbortController(),
    };
    this.#entries = [...this.#entries, entry];
    this.#tell();
    if (prepared) void this.#send(entry);
    else void this.#prepare(entry);
  }

  async #prepare(entry: Entry): Promise<void> {
    const { original } = entry;
    if (!original) return this.#change(entry, { state: 'refused', reason: 'No file provided' });
    try {
      entry.prepared = await this.#preparing(() => prepareFile(original, entry.upload.kind));
      const { content, small } = entry.prepared;
      this.#change(entry, { state: 'waiting', sizeAfter: content.size, preview: small });
      await this.#send(entry);
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      this.#change(entry, { state: 'refused', reason: error.message });
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
      this.#change(entry, { state: 'uploading', progress: 0, reason: null });
      const { signal } = entry.stop;
      try {
        const url = await this.#store(entry, entry.objectName, signal);
        if (signal.aborted) return;
        this.#change(entry, { state: 'done', progress: 1, url });
      } catch (error) {
        if (signal.aborted) return;
        console.error('A file could not be uploaded', error);
        this.#change(entry, { state: 'failed', reason: 'File upload failed. Please try again.' });
      }
    });
  }

  async #store(entry: Entry, name: string, signal: AbortSignal): Promise<string> {
    const { prepared } = entry;
    if (!prepared) throw new Error('No file provided');
    const { content, small } = prepared;
    const total = content.size + (small?.size ?? 0);
    const onProgress = (before: number, size: number) => (share: number) => {
      if (!signal.aborted) this.#change(entry, { progress: (before + share * size) / total });
    };
    // the small one first: what points at the large one must find both
    if (small && !entry.smallIsUp) {
      const options = { signal, onProgress: onProgress(0, small.size) };
      await again(signal, () => uploadFile(smallNameOf(name), small, options));
      entry.smallIsUp = true;
    }
    const options = { signal, onProgress: onProgress(small?.size ?? 0, content.size) };
    return again(signal, () => uploadFile(name, content, options));
  }

  /** Stops it, and takes what is up out of the bucket. */
  #takeBack(entry: Entry): void {
    const name = entry.objectName;
    entry.stop.abort();
    Object.assign(entry, { stop: new AbortController(), objectName: null, smallIsUp: false });
    if (entry.prepared) this.#change(entry, { state: 'waiting', progress: 0, url: null, reason: null });
    if (!name) return;
    removeFiles(entry.upload.kind === 'pdf' ? [name] : [name, smallNameOf(name)]).catch((error: unknown) => {
      console.error('A file that is not needed any more could not be removed', error);
    });
  }

  #find(id: string): Entry | undefined {
    return this.#entries.find(({ upload }) => upload.id === id);
  }

  #change(entry: Entry, change: Partial<Upload>): void {
    entry.upload = { ...entry.upload, ...change };
    this.#tell();
  }

  #tell(): void {
    this.#snapshot = this.#entries.map(({ upload }) => upload);
    for (const listener of this.#listeners) listener();
  }
}
