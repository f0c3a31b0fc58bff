import type { StoredUpload, Upload } from '../../../src/features/add-task/upload-queue.ts';

/** Queues that the screen made, the latest last. */
export const queues: FakeQueue[] = [];

/** Stands in for the queue: nothing happens to a file until the test says so. */
export class FakeQueue {
  site: number | null = null;
  disposed = false;
  readonly retried: string[] = [];
  readonly removed: string[] = [];
  readonly #listeners = new Set<() => void>();
  #uploads: readonly Upload[];
  #made = 0;

  constructor(restored: readonly StoredUpload[] = []) {
    this.#uploads = restored.map(({ id, name, kind, sizeBefore, url }) => ({
      ...this.#upload(name, kind, sizeBefore),
      id,
      url,
      state: url ? 'done' : 'waiting',
    }));
    queues.push(this);
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = () => this.#uploads;

  setSite(siteId: number | null): void {
    this.site = siteId;
  }

  add(files: readonly File[], kind: Upload['kind']): void {
    if (files.length > 0)
      this.#set([...this.#uploads, ...files.map((file) => this.#upload(file.name, kind, file.size))]);
  }

  /** What became of the file of that name. */
  becomes(name: string, change: Partial<Upload>): void {
    this.#set(this.#uploads.map((one) => (one.name === name ? { ...one, ...change } : one)));
  }

  /** The file is up. */
  finish(name: string): void {
    this.becomes(name, { state: 'done', progress: 1, url: `https://files.test/${name}` });
  }

  retry(id: string): void {
    this.retried.push(id);
    this.#set(this.#uploads.map((one) => (one.id === id ? { ...one, state: 'waiting', reason: null } : one)));
  }

  remove(id: string): void {
    this.removed.push(...this.#uploads.filter((one) => one.id === id).map(({ name }) => name));
    this.#set(this.#uploads.filter((one) => one.id !== id));
  }

  reorder(ids: readonly string[]): void {
    this.#set(this.#uploads.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)));
  }

  discard(): void {
    for (const { id } of this.#uploads) this.remove(id);
  }

  dispose(): void {
    this.disposed = true;
  }

  stored(): StoredUpload[] {
    return this.#uploads
      .filter(({ state }) => state !== 'refused')
      .map(({ id, name, kind, sizeBefore, url }) => ({
        id,
        name,
        kind,
        sizeBefore,
        url,
        prepared: { content: new Blob(['content']), small: null },
        original: null,
        objectName: null,
      }));
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
      reason: null,
      preview: null,
    };
  }

  #set(uploads: readonly Upload[]): void {
    this.#uploads = uploads;
    for (const listener of this.#listeners) listener();
  }
}
