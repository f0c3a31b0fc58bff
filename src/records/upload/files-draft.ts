import * as v from 'valibot';
import { NoAnswer } from '../../lib/device/device-store.ts';
import { lockDraft, readDraft, readDraftFile } from '../../lib/device/drafts.ts';
import { message } from '../../lib/language/translate.ts';
import type { StoredUpload, Upload } from './upload.ts';

/*
 * Reads a draft that has files. The form is stored under the draft's name, and each file beside it. Only one tab has a draft: it
 * holds the lock until the form is closed. `lost` counts the files that were not stored in time, so that no file disappears
 * unnoticed. While the device's database does not answer, the draft is `unreadable` and is not opened, because saving the form
 * without its files would overwrite it. `components/task-files/use-files-draft.ts` writes these drafts.
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

/** The entry of a file in the draft's form. With it, an uploaded file is still known when its stored content is lost. */
export const listedFileSchema = v.pick(storedUploadSchema, ['id', 'name', 'kind', 'sizeBefore', 'url', 'saved']);
type ListedFile = v.InferOutput<typeof listedFileSchema>;

/** The entries of a draft's files, without refused ones. The contents are stored beside the draft. */
export function listedFiles(uploads: readonly Upload[]): ListedFile[] {
  return uploads
    .filter(({ state }) => state !== 'refused')
    .map(({ id, name, kind, sizeBefore, url, saved }) => ({ id, name, kind, sizeBefore, url, saved }));
}

interface ReadFiles {
  files: StoredUpload[];
  /** How many files cannot be read now, because the device's database does not answer. They are not lost. */
  unread: number;
}

/** Tells a person that the draft cannot be opened now, and is not lost. */
export const unreadableDraft = message(
  'A draft of this visit is on this device, but its files cannot be read now. It stays there: open it again later.',
);

/** Reads the files of a draft. Files that were neither stored in time nor uploaded are missing in the result. */
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
  /** How many files were not stored in time. A person did not remove them. */
  lost: number;
}

interface TakenDraft<Value> {
  /** Whether this tab has the draft, and may store and remove it. */
  hasLock: boolean;
  draft: FoundDraft<Value> | null;
  /** There is a draft whose files cannot be read now. It is not opened, because saving it without its files would lose them. */
  unreadable?: true;
}

/**
 * Locks a draft for this tab until `signal` aborts, and reads it with its files. Where another tab has the lock, it
 * returns no draft.
 * @param timeoutMs how long to wait for the lock, as in `lockDraft`
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
  const hasLock = await lockDraft(name, controller.signal, timeoutMs);
  const draft = hasLock ? readDraft(name, schema) : null;
  if (!draft) return { hasLock, draft };
  const listed = draft.value.files;
  const { files, unread } = await readDraftFiles(name, listed);
  if (unread > 0) {
    release();
    return { hasLock: false, draft: null, unreadable: true };
  }
  return { hasLock, draft: { ...draft, files, lost: listed.length - files.length } };
}
