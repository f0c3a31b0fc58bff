import * as v from 'valibot';
import { NoAnswer } from '../../lib/device/device-store.ts';
import { lockDraft, readDraft, readDraftFile } from '../../lib/device/drafts.ts';
import { message } from '../../lib/language/translate.ts';
import type { StoredUpload, Upload } from './upload.ts';

/*
 * Reads a draft with files: the form under its name, each file beside it. It promises that a draft is taken by one tab, which
 * holds its lock until it is left, and that no file disappears unseen: `lost` counts those that were not stored in time. Where
 * the device does not answer, the draft is `unreadable` and stays as it is, as a form without its files would replace it. What
 * it costs is in `components/task-files/use-files-draft.ts`, which writes it.
 */

const storedUploadSchema = v.object({
  id: v.string(),
  name: v.string(),
  kind: v.picklist(['photo', 'pdf']),
  sizeBefore: v.number(),
  url: v.nullable(v.string()),
  prepared: v.nullable(v.object({ content: v.blob(), small: v.nullable(v.blob()), takenAt: v.nullable(v.string()) })),
  original: v.nullable(v.file()),
  objectName: v.nullable(v.string()),
  saved: v.optional(v.boolean()),
  isKept: v.optional(v.boolean()),
  turn: v.optional(v.picklist([0, 1, 2, 3])),
});

/** What a draft lists of a file, so that an upload survives the loss of its stored content. */
export const listedFileSchema = v.pick(storedUploadSchema, ['id', 'name', 'kind', 'sizeBefore', 'url', 'saved']);
type ListedFile = v.InferOutput<typeof listedFileSchema>;

/** What a draft lists of its files; their contents are stored beside it. */
export function listedFiles(uploads: readonly Upload[]): ListedFile[] {
  return uploads
    .filter(({ state }) => state !== 'refused')
    .map(({ id, name, kind, sizeBefore, url, saved }) => ({ id, name, kind, sizeBefore, url, saved }));
}

interface ReadFiles {
  files: StoredUpload[];
  /** How many cannot be read now, as the device does not answer. They are not lost. */
  unread: number;
}

/** Says that a draft is not opened, and not lost. */
export const unreadableDraft = message(
  'A draft of this visit is on this device, but its files cannot be read now. It stays there: open it again later.',
);

/** The files of a draft that were stored in time, or uploaded. */
export async function readDraftFiles(name: string, listed: readonly ListedFile[]): Promise<ReadFiles> {
  let unread = 0;
  const found = await Promise.all(
    listed.map(async (entry): Promise<StoredUpload | null> => {
      const file = await readDraftFile(name, entry.id, storedUploadSchema).catch((error: unknown) => {
        if (!(error instanceof NoAnswer)) throw error;
        if (entry.url === null) unread += 1;
        return null;
      });
      return file ?? (entry.url === null ? null : { ...entry, prepared: null, original: null, objectName: null });
    }),
  );
  return { files: found.filter((file) => file !== null), unread };
}

interface FoundDraft<Value> {
  value: Value;
  /** Milliseconds since 1970. */
  savedAt: number;
  files: StoredUpload[];
  /** How many were not stored in time: a file missing here was not necessarily removed. */
  lost: number;
}

interface TakenDraft<Value> {
  /** Whether this tab has the draft, and may store and remove it. */
  hasLock: boolean;
  draft: FoundDraft<Value> | null;
  /** There is a draft whose files cannot be read now. It stays as it is: without them it would lose them. */
  unreadable?: true;
}

/**
 * Locks a draft for this tab until `signal` aborts, and reads it with its files. Where another tab has the lock, it
 * returns no draft.
 * @param timeoutMs as of `lockDraft`
 */
export async function takeDraft<Schema extends v.GenericSchema<unknown, { files: ListedFile[] }>>(
  name: string,
  schema: Schema,
  signal: AbortSignal,
  timeoutMs?: number | null,
): Promise<TakenDraft<v.InferOutput<Schema>>> {
  const controller = new AbortController();
  const release = () => controller.abort();
  signal.addEventListener('abort', release);
  if (signal.aborted) release();
  const owned = await lockDraft(name, controller.signal, timeoutMs);
  const draft = owned ? readDraft(name, schema) : null;
  if (!draft) return { hasLock: owned, draft };
  const listed = draft.value.files;
  const { files, unread } = await readDraftFiles(name, listed);
  if (unread > 0) {
    release();
    return { hasLock: false, draft: null, unreadable: true };
  }
  return { hasLock: owned, draft: { ...draft, files, lost: listed.length - files.length } };
}
