import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as v from 'valibot';
import { keepDraft, keepDraftFile, onLeave, readDraftFile, removeDraft, removeDraftFiles } from '../../lib/drafts.ts';
import type { StoredUpload, Upload } from '../../records/upload/upload.ts';
import type { UploadQueue } from '../../records/upload/upload-queue.ts';

const storedUploadSchema = v.object({
  id: v.string(),
  name: v.string(),
  kind: v.picklist(['photo', 'pdf']),
  sizeBefore: v.number(),
  url: v.nullable(v.string()),
  prepared: v.nullable(
    v.object({
      content: v.blob(),
      small: v.nullable(v.blob()),
      // earlier releases did not read it
      takenAt: v.optional(v.nullable(v.string()), null),
    }),
  ),
  original: v.nullable(v.file()),
  objectName: v.nullable(v.string()),
  saved: v.optional(v.boolean()),
  isKept: v.optional(v.boolean()),
});

/** What a draft knows of a file, so that an upload survives the loss of its content; only an id in old drafts. */
export const draftFile = v.union([
  v.string(),
  v.pick(storedUploadSchema, ['id', 'name', 'kind', 'sizeBefore', 'url', 'saved']),
]);
type DraftFile = v.InferOutput<typeof draftFile>;

interface DraftFiles {
  files: StoredUpload[];
  /** How many were not stored in time: a file missing here was not necessarily removed. */
  lost: number;
}

/** The files of a draft that were stored in time, or uploaded. */
export async function loadDraftFiles(draftName: string, listed: readonly DraftFile[]): Promise<DraftFiles> {
  const found = await Promise.all(
    listed.map(async (one): Promise<StoredUpload | null> => {
      const file = await readDraftFile(draftName, typeof one === 'string' ? one : one.id, storedUploadSchema);
      if (file || typeof one === 'string' || !one.url) return file;
      return { ...one, prepared: null, original: null, objectName: null };
    }),
  );
  const files = found.filter((file) => file !== null);
  return { files, lost: found.length - files.length };
}

function listedFiles(uploads: readonly Upload[]): DraftFile[] {
  return uploads.flatMap(({ id, name, kind, sizeBefore, url, saved, state }) =>
    state === 'refused' ? [] : [{ id, name, kind, sizeBefore, url, saved } satisfies DraftFile],
  );
}

const debounceMs = 300;

interface FilesDraft<Form extends object> {
  /** `title`: what the logout calls it. */
  name: string;
  title: string;
  /** Must stay the same object until something changes. */
  form: Form;
  /** Nothing in form and files would be missed. */
  nothingToKeep: boolean;
  uploads: readonly Upload[];
  queue: UploadQueue;
  /** Whether this tab owns the draft; if another does, nothing is stored. */
  owned: boolean;
}

/**
 * Stores a form and its files on this device as they change: each file on its own, so that a key press does not write
 * all photos again. `deleteDraft` is for when the task is saved, or what was typed is discarded.
 */
export function useFilesDraft<Form extends object>(draft: FilesDraft<Form>) {
  const { name, form, queue, owned } = draft;
  const [formKept, setFormKept] = useState(true);
  const [unkeptFiles, setUnkeptFiles] = useState(0);
  const ended = useRef(!owned);
  const unkept = useRef<{ form: Form; filesText: string } | null>(null);
  /** Set when the draft was last found to hold nothing: its files are being removed, or are gone. */
  const emptied = useRef<Promise<void> | null>(null);
  const [notKept] = useState(() => new Set<string>());

  const keepFile = async (id: string) => {
    if (ended.current) return;
    const file = queue.stored(id);
    const isKept = file === null || (await keepDraftFile(name, id, file));
    // removed while being written
    if (isKept || queue.stored(id) === null) notKept.delete(id);
    else notKept.add(id);
    if (file === null) await removeDraftFiles(name, [id]);
    setUnkeptFiles(notKept.size);
  };
  const keep = useEffectEvent(keepFile);
  const keepAll = useEffectEvent(() => {
    for (const { id } of queue.uploads.get()) void keep(id);
  });
  useEffect(() => {
    keepAll();
    // a failed attempt changes nothing worth storing
    return queue.listen(({ kind, id }) => void (kind === 'failed' ? null : keep(id)));
  }, [queue]);

  const files = listedFiles(draft.uploads);
  const keepForm = useEffectEvent(() => {
    const task = unkept.current;
    if (ended.current || !task) return;
    unkept.current = null;
    if (draft.nothingToKeep) {
      emptied.current = removeDraft(name);
      return;
    }
    const parsed: unknown = JSON.parse(task.filesText);
    setFormKept(keepDraft(name, draft.title, { ...task.form, files: parsed }));
    void emptied.current?.then(() => keepAll());
    emptied.current = null;
  });
  const filesText = JSON.stringify(files);
  useEffect(() => {
    unkept.current = { form, filesText };
    const timer = setTimeout(() => keepForm(), debounceMs);
    return () => clearTimeout(timer);
  }, [form, filesText]);

  useEffect(() => onLeave(() => keepForm()), []);

  return {
    kept: formKept && unkeptFiles === 0,
    unkeptFiles,
    /** Stores everything at once, with this form. Whether all of it is kept. */
    keepNow: async (now: Form): Promise<boolean> => {
      if (ended.current) return false;
      unkept.current = null;
      const uploads = queue.uploads.get();
      const isKept = keepDraft(name, draft.title, { ...now, files: listedFiles(uploads) });
      setFormKept(isKept);
      await emptied.current;
      await Promise.all(uploads.map(({ id }) => keepFile(id)));
      return isKept && notKept.size === 0;
    },
    deleteDraft: async () => {
      ended.current = true;
      // another tab's draft is of another task
      if (owned) await removeDraft(name);
    },
  };
}
