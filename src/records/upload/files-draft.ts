import * as v from 'valibot';
import { lockDraft, readDraft, readDraftFile } from '../../lib/device/drafts.ts';
import type { StoredUpload, Upload } from './upload.ts';

// A form with files on this device: the form under its name, each file beside it.

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

/** What a draft knows of a file, so that an upload survives the loss of its content. */
export const draftFile = v.pick(storedUploadSchema, ['id', 'name', 'kind', 'sizeBefore', 'url', 'saved']);
type DraftFile = v.InferOutput<typeof draftFile>;

/** What a draft lists of its files; their contents are stored beside it. */
export function listedFiles(uploads: readonly Upload[]): DraftFile[] {
  return uploads
    .filter(({ state }) => state !== 'refused')
    .map(({ id, name, kind, sizeBefore, url, saved }) => ({ id, name, kind, sizeBefore, url, saved }));
}

/** The files of a draft that were stored in time, or uploaded. */
export async function readDraftFiles(name: string, listed: readonly DraftFile[]): Promise<StoredUpload[]> {
  const found = await Promise.all(
    listed.map(async (one): Promise<StoredUpload | null> => {
      const file = await readDraftFile(name, one.id, storedUploadSchema);
      return file ?? (one.url === null ? null : { ...one, prepared: null, original: null, objectName: null });
    }),
  );
  return found.filter((file) => file !== null);
}

interface FoundDraft<Value> {
  value: Value;
  /** Milliseconds since 1970. */
  savedAt: number;
  files: StoredUpload[];
  /** How many were not stored in time: a file missing here was not necessarily removed. */
  lost: number;
}

/**
 * Locks a draft for this tab until `left`, and reads it with its files.
 * @param timeoutMs as of `lockDraft`
 */
export async function takeDraft<Schema extends v.GenericSchema<unknown, { files: DraftFile[] }>>(
  name: string,
  schema: Schema,
  left: AbortSignal,
  timeoutMs?: number | null,
): Promise<{ owned: boolean; draft: FoundDraft<v.InferOutput<Schema>> | null }> {
  const owned = await lockDraft(name, left, timeoutMs);
  const draft = owned ? readDraft(name, schema) : null;
  if (!draft) return { owned, draft };
  const listed = draft.value.files;
  const files = await readDraftFiles(name, listed);
  return { owned, draft: { ...draft, files, lost: listed.length - files.length } };
}
