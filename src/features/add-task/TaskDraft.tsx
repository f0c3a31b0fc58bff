import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as v from 'valibot';
import { keepDraft, keepDraftFile, readDraft, readDraftFile, removeDraft, removeDraftFiles } from '../../lib/drafts.ts';
import { firstProblem, taskProblems, typedWith } from '../../records/task/typed-task.ts';
import { isVisitKind, type VisitKind } from '../../records/task/visit-kind.ts';
import { visitTime } from '../../records/task/visit-time.ts';
import { draftMoment, isMonth, type Month } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { isEmpty, type TaskForm } from './task-form.ts';
import styles from './TaskDraft.module.css';
import type { StoredUpload } from '../../records/upload/upload.ts';
import type { UploadQueue } from '../../records/upload/upload-queue.ts';

/** Its name in the browser, and what the logout calls it. */
export const draftName = 'add-task';
const draftTitle = 'New task';

const draftSchema = v.object({
  siteId: v.nullable(v.number()),
  year: v.string(),
  month: v.union([v.custom<Month>(isMonth), v.literal('')]),
  title: v.string(),
  text: v.string(),
  files: v.array(v.string()),
  // what earlier releases did not keep
  date: v.optional(v.string()),
  clock: v.optional(v.string()),
  kind: v.optional(v.union([v.custom<VisitKind>(isVisitKind), v.literal('')]), ''),
  kindChosen: v.optional(v.boolean(), false),
  added: v.optional(v.boolean()),
  /** Of earlier releases: when 'Add Task' was pressed. */
  addedAt: v.optional(v.nullable(v.string()), null),
});

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

/** What is kept of the form; its files are kept one by one, so that a key press does not write all the photos again. */
type KeptTask = TaskForm & { files: string[] };

/** A task that was begun earlier on this device. `savedAt` in milliseconds since 1970. */
export interface TaskDraft {
  savedAt: number;
  form: TaskForm;
  files: StoredUpload[];
}

/** The draft on this device, with those of its files that were kept in time; null when there is none. */
export async function loadTaskDraft(): Promise<TaskDraft | null> {
  const draft = readDraft(draftName, draftSchema);
  if (!draft) return null;
  const { files: ids, ...kept } = draft.value;
  const form = formOf(kept, new Date(draft.savedAt));
  const files = await Promise.all(ids.map((id) => readDraftFile(draftName, id, storedUpload)));
  return { savedAt: draft.savedAt, form, files: files.filter((file) => file !== null) };
}

/** One that an earlier release kept has no date of its visit: it gets the moment of its typing, moved into its month. */
function formOf(kept: Omit<v.InferOutput<typeof draftSchema>, 'files'>, savedAt: Date): TaskForm {
  const { addedAt, added = addedAt !== null, date, clock, ...rest } = kept;
  const typing = visitTime(addedAt ?? savedAt);
  const { year, month } = rest;
  const form = { ...rest, date: date ?? typing.date, clock: clock ?? typing.clock, added };
  const dated =
    date === undefined && year !== '' && month !== '' ? { ...form, ...typedWith(form, { year, month }) } : form;
  // a date that may not be saved is asked for
  return { ...dated, added: added && firstProblem(taskProblems(dated, new Date())) === null };
}

/** Milliseconds from a key press until it is kept. */
const pause = 300;

/**
 * Keeps the form and its files on this device as they change. Where another tab owns the draft nothing is kept.
 * @param fileIds the files of the task in their order.
 * `end` forgets the draft for good: the task is saved, or thrown away.
 */
export function useDraftKeeping(form: TaskForm, fileIds: readonly string[], queue: UploadQueue, owned: boolean) {
  const [formKept, setFormKept] = useState(true);
  const [filesKept, setFilesKept] = useState(true);
  const ended = useRef(!owned);
  /** What changed since the form was kept last. */
  const unkept = useRef<KeptTask | null>(null);

  useEffect(() => {
    const notKept = new Set<string>();
    const keep = async (id: string) => {
      if (ended.current) return;
      const file = queue.stored(id);
      const isKept = file === null || (await keepDraftFile(draftName, id, file));
      // removed while it was written
      if (isKept || queue.stored(id) === null) notKept.delete(id);
      else notKept.add(id);
      if (file === null) await removeDraftFiles(draftName, [id]);
      setFilesKept(notKept.size === 0);
    };
    for (const { id } of queue.uploads.get()) void keep(id);
    // a failed attempt leaves nothing new to keep
    return queue.listen(({ kind, id }) => void (kind === 'failed' ? null : keep(id)));
  }, [queue]);

  const keepForm = useEffectEvent(() => {
    const task = unkept.current;
    if (ended.current || !task) return;
    unkept.current = null;
    if (isEmpty(task) && task.files.length === 0) void removeDraft(draftName);
    else setFormKept(keepDraft(draftName, draftTitle, task));
  });
  const files = fileIds.join(' ');
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
      if (owned) await removeDraft(draftName);
    },
  };
}

interface TaskDraftNoteProps {
  /** When the draft that was found had been kept, in milliseconds; null for a task begun now. */
  restoredAt: number | null;
  /** `elsewhere`: another tab has the draft. `nowhere`: this browser keeps none. */
  kept: 'here' | 'elsewhere' | 'nowhere';
  discardable: boolean;
  locked: boolean;
  onDiscard: () => void;
}

export function TaskDraftNote({ restoredAt, kept, discardable, locked, onDiscard }: TaskDraftNoteProps) {
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.note}>
      <p role="status" className={styles.words}>
        {kept === 'elsewhere'
          ? 'A task is open in another tab of this browser. What is typed in this tab is lost when the page is left.'
          : kept === 'nowhere'
            ? 'This browser keeps no drafts: what is typed is lost when the page is left.'
            : restoredAt !== null && discardable
              ? `Draft from ${draftMoment(restoredAt)} restored.`
              : 'A draft is kept on this device as you type.'}
      </p>
      {discardable && (
        <Button busy={locked} onClick={() => setAsking(true)}>
          Discard
        </Button>
      )}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Discard this task?"
        footer={
          <>
            <Button
              variant="danger"
              onClick={() => {
                setAsking(false);
                onDiscard();
              }}
            >
              Discard
            </Button>
            <Button onClick={() => setAsking(false)} data-autofocus>
              Keep
            </Button>
          </>
        }
      >
        <p>What was typed and the files that were uploaded for it are thrown away. This cannot be undone.</p>
      </Dialog>
    </div>
  );
}
