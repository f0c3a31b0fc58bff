import { useEffect, useEffectEvent, useState } from 'react';
import * as v from 'valibot';
import { draftFile, takeDraft } from '../../records/upload/files-draft.ts';
import { storedTaskSchema, type StoredTask } from '../../records/task/stored-task.ts';
import { typedTask, typedTaskSchema } from '../../records/task/typed-task.ts';
import { savedUploads, type StoredUpload } from '../../records/upload/upload.ts';
import { UploadQueue } from '../../records/upload/upload-queue.ts';
import type { BegunEdit } from './use-task-edit.ts';

const draftSchema = v.object({
  base: storedTaskSchema,
  typed: typedTaskSchema,
  files: v.array(draftFile),
});

export interface OpenEdit extends BegunEdit {
  queue: UploadQueue;
  draftName: string;
  /** When the restored draft was kept, in milliseconds; null without one. */
  restoredAt: number | null;
  filesLost: boolean;
  owned: boolean;
}

/** Null when the form was closed before the draft was read. */
async function beginEdit(site: string, task: StoredTask, closed: AbortSignal): Promise<OpenEdit | null> {
  const draftName = `edit-task/${site}/${task.id}`;
  const { owned, draft } = await takeDraft(draftName, draftSchema, closed);
  if (closed.aborted) return null;
  const { base, typed } = draft?.value ?? { base: task, typed: typedTask(task) };
  const saved = savedUploads({ photos: base.urls, pdf: base.pdf });
  const filesLost = draft !== null && draft.lost > 0;
  const queue = new UploadQueue(draft ? restoredFiles(draft.files, filesLost ? saved : []) : saved);
  return { queue, draftName, base, typed, restoredAt: draft?.savedAt ?? null, filesLost, owned };
}

/** The draft's files, preceded by files of the task that must not be lost. */
function restoredFiles(kept: readonly StoredUpload[], saved: readonly StoredUpload[]): StoredUpload[] {
  const isSaved = ({ url }: StoredUpload) => url !== null && saved.some((one) => one.url === url);
  const own = kept.filter((file) => !isSaved(file));
  // where its content was lost, nothing says what a save may have stored
  return [...saved, ...own.map((file) => ({ ...file, isKept: file.isKept ?? file.url !== null }))];
}

/** The initial form of a saved task, with its draft on this device; null until that is read. */
export function useBegunEdit(site: string, task: StoredTask): OpenEdit | null {
  const [open, setOpen] = useState<OpenEdit | null>(null);
  const begin = useEffectEvent((closed: AbortSignal) => beginEdit(site, task, closed));
  useEffect(() => {
    const closing = new AbortController();
    const begun = begin(closing.signal).then((one) => {
      setOpen(one);
      return one;
    });
    return () => {
      closing.abort();
      void begun.then((one) => one?.queue.dispose());
    };
  }, []);
  return open;
}
