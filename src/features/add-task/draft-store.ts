import { del, get, set } from 'idb-keyval';
import * as v from 'valibot';

/** A draft in the browser's database, which keeps files too; null when there is none that can be read. */
export async function loadDraft<Schema extends v.GenericSchema>(
  key: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | null> {
  try {
    const draft = v.safeParse(schema, await get(key));
    return draft.success ? draft.output : null;
  } catch {
    return null;
  }
}

/** Keeps a draft; false where the browser keeps nothing. */
export async function saveDraft(key: string, draft: unknown): Promise<boolean> {
  try {
    await set(key, draft);
    return true;
  } catch {
    return false;
  }
}

export async function removeDraft(key: string): Promise<void> {
  try {
    await del(key);
  } catch {
    // nothing was kept either
  }
}
