import * as v from 'valibot';
import { loadDraft, removeDraft, saveDraft } from './draft-store.ts';
import type { StoredUpload } from './upload-queue.ts';

const storedUpload = v.object({
  id: v.string(),
  name: v.string(),
  kind: v.picklist(['photo', 'pdf']),
  sizeBefore: v.number(),
  url: v.nullable(v.string()),
  prepared: v.nullable(v.object({ content: v.blob(), small: v.nullable(v.blob()) })),
  original: v.nullable(v.file()),
  objectName: v.nullable(v.string()),
});

// one entry for each file: what is typed or uploaded must not write all the photos again
const keyOf = (id: string) => `add-task.file.${id}`;

/** The files of a draft in their order; one that was not kept in time is left out. */
export async function loadFiles(ids: readonly string[]): Promise<StoredUpload[]> {
  const files = await Promise.all(ids.map((id) => loadDraft(keyOf(id), storedUpload)));
  return files.filter((file) => file !== null);
}

export async function removeFilesOf(ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => removeDraft(keyOf(id))));
}

/** Keeps the files of a draft as they change. */
export class DraftFiles {
  readonly #kept = new Map<string, string>();
  readonly #failed = new Set<string>();

  /** Writes those that changed, forgets those that are gone; false while one of them could not be kept. */
  async keep(files: readonly StoredUpload[]): Promise<boolean> {
    const gone = [...this.#kept.keys()].filter((id) => !files.some((file) => file.id === id));
    const changed = files.filter((file) => this.#kept.get(file.id) !== stateOf(file));
    for (const id of gone) this.#kept.delete(id);
    for (const file of changed) this.#kept.set(file.id, stateOf(file));
    const writing = changed.map(async (file) => {
      if (await saveDraft(keyOf(file.id), file)) this.#failed.delete(file.id);
      else this.#failed.add(file.id);
    });
    await Promise.all([...writing, removeFilesOf(gone)]);
    for (const id of gone) this.#failed.delete(id);
    return this.#failed.size === 0;
  }
}

function stateOf({ prepared, url, objectName }: StoredUpload): string {
  return `${prepared !== null} ${url} ${objectName}`;
}
