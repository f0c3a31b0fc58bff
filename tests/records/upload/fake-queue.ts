import { vi } from 'vitest';
import { addTurns } from '../../../src/lib/photo/picture-file.ts';
import { createStore } from '../../../src/lib/store.ts';
import type { TaskFiles } from '../../../src/records/task/task.ts';
import * as queueing from '../../../src/records/upload/upload-queue.ts';
import type { StoredUpload, Upload, UploadEvent } from '../../../src/records/upload/upload.ts';

/** Queues that the screen made, the latest last. */
export const queues: FakeQueue[] = [];

/** A queue in which nothing happens to a file until the test makes it. */
export class FakeQueue {
  site: number | null = null;
  disposed = false;
  filesKept = false;
  readonly retried: string[] = [];
  readonly removed: string[] = [];
  readonly uploads = createStore<readonly Upload[]>([]);
  readonly #listeners = new Set<(event: UploadEvent) => void>();
  #made = 0;

  readonly restored: readonly StoredUpload[];

  constructor(restored: readonly StoredUpload[] = []) {
    this.restored = restored;
    this.uploads.set(
      restored.map(({ id, name, kind, sizeBefore, url, prepared, saved = false }) => ({
        ...this.#upload(name, kind, sizeBefore),
        id,
        url,
        saved,
        takenAt: prepared?.takenAt ?? null,
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

  /** The result for the file of that name. */
  becomes(name: string, change: Partial<Upload>): void {
    const before = this.uploads.get().find((one) => one.name === name);
    if (before) this.#change(before.id, change);
  }

  /** The file is up. */
  finish(name: string): void {
    this.becomes(name, { state: 'done', progress: 1, url: `https://files.test/${name}` });
  }

  retry(id?: string): void {
    for (const one of this.uploads.get()) {
      if (one.state !== 'failed' || (id ?? one.id) !== one.id) continue;
      this.retried.push(one.id);
      this.#change(one.id, { state: 'waiting', reason: null });
    }
  }

  remove(id: string): () => void {
    const uploads = this.uploads.get();
    const place = uploads.findIndex((one) => one.id === id);
    const gone = uploads.filter((one) => one.id === id);
    this.removed.push(...gone.map(({ name }) => name));
    this.uploads.set(uploads.filter((one) => one.id !== id));
    this.#tell('removed', id);
    return () => {
      this.uploads.set(this.uploads.get().toSpliced(place, 0, ...gone));
      this.#tell('added', id);
    };
  }

  /** Once more; `becomes` tells what came of it. */
  turn(id: string): void {
    const before = this.uploads.get().find((one) => one.id === id);
    if (before) this.becomes(before.name, { turn: addTurns(before.turn, 1), state: 'checking' });
    this.#tell('turned', id);
  }

  /** The photo could not be turned. */
  fail(name: string, reason: string): void {
    this.becomes(name, { turn: 0, state: 'waiting', reason: () => reason });
    this.#tell('unturned', this.uploads.get().find((one) => one.name === name)?.id ?? '');
  }

  reorder(ids: readonly string[]): void {
    this.uploads.set(this.uploads.get().toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)));
  }

  retainFiles(): void {
    this.filesKept = true;
  }

  showSavedFiles({ photos, pdf }: TaskFiles): void {
    this.uploads.set([...photos, pdf].flatMap((url) => this.uploads.get().find((one) => one.url === url) ?? []));
  }

  discard(): void {
    for (const { id } of this.uploads.get()) this.remove(id);
  }

  dispose(): void {
    this.disposed = true;
  }

  stored(id: string): StoredUpload | null {
    const found = this.uploads.get().find((one) => one.id === id);
    if (!found || found.state === 'refused') return null;
    const { name, kind, sizeBefore, url, saved, takenAt } = found;
    const prepared = { content: new Blob(['content']), small: null, takenAt };
    return { id, name, kind, sizeBefore, url, saved, prepared, original: null, objectName: null };
  }

  #upload(name: string, kind: Upload['kind'], sizeBefore: number): Upload {
    this.#made += 1;
    return {
      id: `${queues.length}-${this.#made}`,
      name,
      kind,
      state: 'checking',
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
    const state = this.uploads.get().find((one) => one.id === id)?.state;
    this.uploads.set(this.uploads.get().map((one) => (one.id === id ? { ...one, ...change } : one)));
    if (!change.state || change.state === 'checking' || change.state === 'paused' || change.state === state) return;
    this.#tell(state !== 'checking' && change.state === 'waiting' ? 'reset' : kinds[change.state], id);
  }

  #tell(kind: UploadEvent['kind'], id: string): void {
    for (const listener of this.#listeners) listener({ kind, id });
  }
}

/** Replaces the queue in a test, which has had none yet. why: jsdom cannot decode images; the queue has tests of its own */
export function fakeQueues(): void {
  queues.length = 0;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has what the screens use, and no private parts
  vi.spyOn(queueing, 'UploadQueue', 'get').mockReturnValue(FakeQueue as unknown as typeof queueing.UploadQueue);
}
