import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as v from 'valibot';
import { keepDraft, keepDraftFile, readDraftFile, removeDraft, removeDraftFiles } from '../../lib/drafts.ts';
import type { StoredUpload } from '../../records/upload/upload.ts';
import type { UploadQueue } from '../../records/upload/upload-queue.ts';

const storedUpload = v.object({
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
});

/** Those files of a draft that were kept in time. */
export async function loadDraftFiles(draftName: string, ids: readonly string[]): Promise<StoredUpload[]> {
  const files = await Promise.all(ids.map((id) => readDraftFile(draftName, id, storedUpload)));
  return files.filter((file) => file !== null);
}

/** Milliseconds from a key press until it is kept. */
const pause = 300;

interface FilesDraft<Form extends object> {
  /** In the browser, and what the logout calls it. */
  name: string;
  title: string;
  /** The same object as long as nothing was changed. */
  form: Form;
  /** There is nothing in form and files that would be missed. */
  worthless: boolean;
  /** The files of the task in their order. */
  fileIds: readonly string[];
  queue: UploadQueue;
  /** This tab keeps the draft; where another one does nothing is kept. */
  owned: boolean;
}

/**
 * Keeps a form and its files on this device as they change: the files one by one, so that a key press does not write all
 * the photos again. `end` forgets the draft for good: the task is saved, or what was typed is thrown away.
 */
export function useFilesDraft<Form extends object>(draft: FilesDraft<Form>) {
  const { name, form, queue, owned } = draft;
  const [formKept, setFormKept] = useState(true);
  const [filesKept, setFilesKept] = useState(true);
  const ended = useRef(!owned);
  /** What changed since the form was kept last. */
  const unkept = useRef<(Form & { files: string[] }) | null>(null);

  useEffect(() => {
    const notKept = new Set<string>();
    const keep = async (id: string) => {
      if (ended.current) return;
      const file = queue.stored(id);
      const isKept = file === null || (await keepDraftFile(name, id, file));
      // removed while it was written
      if (isKept || queue.stored(id) === null) notKept.delete(id);
      else notKept.add(id);
      if (file === null) await removeDraftFiles(name, [id]);
      setFilesKept(notKept.size === 0);
    };
    for (const { id } of queue.uploads.get()) void keep(id);
    // a failed attempt leaves nothing new to keep
    return queue.listen(({ kind, id }) => void (kind === 'failed' ? null : keep(id)));
  }, [queue, name]);

  const keepForm = useEffectEvent(() => {
    const task = unkept.current;
    if (ended.current || !task) return;
    unkept.current = null;
    if (draft.worthless) void removeDraft(name);
    else setFormKept(keepDraft(name, draft.title, task));
  });
  const files = draft.fileIds.join(' ');
  useEffect(() => {
    unkept.current = { ...form, files: files === '' ? [] : files.split(' ') };
    const timer = setTimeout(() => keepForm(), pause);
    return () => clearTimeout(timer);
  }, [form, files]);

  // what was typed in the last moment before the page goes
  useEffect(() => {
    const flush = () => keepForm();
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush();
    };
  }, []);

  return {
    kept: formKept && filesKept,
    end: async () => {
      ended.current = true;
      // in another tab it is the draft of another task
      if (owned) await removeDraft(name);
    },
  };
}
