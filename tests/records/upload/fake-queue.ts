import { vi } from 'vitest';
import { addTurns } from '../../../src/lib/photo/picture-file.ts';
import { createStore } from '../../../src/lib/store.ts';
import type { TaskFiles } from '../../../src/records/task/task.ts';
import * as queueing from '../../../src/records/upload/upload-queue.ts';
import type { StoredUpload, Upload, UploadEvent } from '../../../src/records/upload/upload.ts';

/** The queues that screens have made since `fakeQueues`, the latest last. */
export const queues: FakeQueue[] = [];

/** An upload queue without network or pictures. A file changes only when the test calls `becomes`, `finish` or `fail`. */
export class FakeQueue {
  site: number | null = null;
  disposed = false;
  filesKept = false;
  readonly retried: string[] = [];
  readonly removed: string[] = [];
  readonly uploads = createStore<readonly Upload[]>([]);
  readonly #listeners = new Set<(event: UploadEvent) => void>();
  #addedCount = 0;

  readonly restored: readonly StoredUpload[];

  constructor(restoredUploads: readonly StoredUpload[] = []) {
    this.restored = restoredUploads;
    this.uploads.set(
      restoredUploads.map(({ id, name, kind, sizeBefore, url, prepared: preparedFile, saved = false }) => ({
        ...this.#upload(name, kind, sizeBefore),
        id,
        url,
        saved,
        takenAt: preparedFile?.takenAt ?? null,
        state: url ? 'done' : 'waiting',
      })),
    );
    queues.push(this);
  }

  listen(listener: (event: UploadEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setSite(siteId: number | null): void {
    this.site = siteId;
  }

  add(files: readonly File[], kind: Upload['kind']): void {
    for (const file of files) {
      const upload = this.#upload(file.name, kind, file.size);
      this.uploads.set([...this.uploads.get(), upload]);
      this.#tell('added', upload.id);
    }
  }

  /** Changes the state of the file with this name. */
  becomes(name: string, change: Partial<Upload>): void {
    const before = this.uploads.get().find((upload) => upload.name === name);
    if (before) this.#change(before.id, change);
  }

  /** Makes the file with this name uploaded. */
  finish(name: string): void {
    this.becomes(name, { state: 'done', progress: 1, url: `https://files.test/${name}` });
  }

  retry(id?: string): void {
    for (const upload of this.uploads.get()) {
      if (upload.state !== 'failed' || (id ?? upload.id) !== upload.id) continue;
      this.retried.push(upload.id);
      this.#change(upload.id, { state: 'waiting', reason: null });
    }
  }

  remove(id: string): () => void {
    const uploads = this.uploads.get();
    const index = uploads.findIndex((upload) => upload.id === id);
    const removedUploads = uploads.filter((upload) => upload.id === id);
    this.removed.push(...removedUploads.map(({ name }) => name));
    this.uploads.set(uploads.filter((upload) => upload.id !== id));
    this.#tell('removed', id);
    return () => {
      this.uploads.set(this.uploads.get().toSpliced(index, 0, ...removedUploads));
      this.#tell('added', id);
    };
  }

  /** Turns a photo by another quarter, as a press of the button does. The test sets the outcome by `becomes` or `fail`. */
  turn(id: string): void {
    const before = this.uploads.get().find((listed) => listed.id === id);
    if (before) this.becomes(before.name, { turn: addTurns(before.turn, 1), state: 'preparing' });
    this.#tell('turned', id);
  }

  /** Makes the turning of the photo fail. */
  fail(name: string, reason: string): void {
    this.becomes(name, { turn: 0, state: 'waiting', reason: () => reason });
    this.#tell('unturned', this.uploads.get().find((upload) => upload.name === name)?.id ?? '');
  }

  reorder(ids: readonly string[]): void {
    this.uploads.set(this.uploads.get().toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)));
  }

  retainFiles(): void {
    this.filesKept = true;
  }

  showSavedFiles({ photos, pdf }: TaskFiles): void {
    this.uploads.set([...photos, pdf].flatMap((url) => this.uploads.get().find((upload) => upload.url === url) ?? []));
  }

  discard(): void {
    for (const { id } of this.uploads.get()) this.remove(id);
  }

  dispose(): void {
    this.disposed = true;
  }

  stored(id: string): StoredUpload | null {
    const upload = this.uploads.get().find((listed) => listed.id === id);
    if (!upload || upload.state === 'refused') return null;
    const { name, kind, sizeBefore, url, saved, takenAt } = upload;
    const preparedFile = { content: new Blob(['content']), small: null, takenAt };
    return { id, name, kind, sizeBefore, url, saved, prepared: preparedFile, original: null, objectName: null };
  }

  #upload(name: string, kind: Upload['kind'], sizeBefore: number): Upload {
    this.#addedCount += 1;
    return {
      id: `${queues.length}-${this.#addedCount}`,
      name,
      kind,
      state: 'preparing',
      progress: 0,
      sizeBefore,
      sizeAfter: null,
      url: null,
      saved: false,
      reason: null,
      preview: null,
      turn: 0,
      takenAt: null,
    };
  }

  #change(id: string, change: Partial<Upload>): void {
    const kinds = {
      waiting: 'prepared',
      uploading: 'started',
      done: 'done',
      failed: 'failed',
      refused: 'refused',
    } as const;
    const state = this.uploads.get().find((listed) => listed.id === id)?.state;
    this.uploads.set(this.uploads.get().map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
    if (!change.state || change.state === 'preparing' || change.state === 'paused' || change.state === state) return;
    this.#tell(state !== 'preparing' && change.state === 'waiting' ? 'reset' : kinds[change.state], id);
  }

  #tell(kind: UploadEvent['kind'], id: string): void {
    for (const listener of this.#listeners) listener({ kind, id });
  }
}

/** Makes screens use `FakeQueue` instead of the real queue, because jsdom cannot decode images. Call it before a screen makes a queue. */
export function fakeQueues(): void {
  queues.length = 0;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has what the screens use, and no private parts
  vi.spyOn(queueing, 'UploadQueue', 'get').mockReturnValue(FakeQueue as unknown as typeof queueing.UploadQueue);
}
