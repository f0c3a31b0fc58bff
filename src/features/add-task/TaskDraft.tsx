import * as v from 'valibot';
import { draftFile, loadDraftFiles, useFilesDraft } from '../../components/task-files/use-files-draft.ts';
import { lockDraft, readDraft } from '../../lib/drafts.ts';
import { firstProblem, taskProblems, typedWith } from '../../records/task/typed-task.ts';
import { isVisitKind, type VisitKind } from '../../records/task/visit-kind.ts';
import { visitTime } from '../../records/task/visit-time.ts';
import { newTaskDraft, storedUpdate } from './waiting-visit.ts';
import { draftMoment, isMonth, type Month } from '../../records/time.ts';
import { ConfirmButton } from '../../ui/message/ConfirmButton.tsx';
import { isEmpty, type TaskForm } from './task-form.ts';
import layout from '../../ui/layout.module.css';
import styles from './TaskDraft.module.css';
import type { StoredUpload, Upload } from '../../records/upload/upload.ts';
import { UploadQueue } from '../../records/upload/upload-queue.ts';
import { saveEnded } from './use-task-saving.ts';

const titles = { begun: 'New task', finished: 'New task that is finished, but not saved yet' } as const;

const draftSchema = v.object({
  siteId: v.nullable(v.number()),
  year: v.string(),
  month: v.union([v.custom<Month>(isMonth), v.literal('')]),
  title: v.string(),
  text: v.string(),
  files: v.array(draftFile),
  // missing in drafts of earlier releases
  date: v.optional(v.string()),
  clock: v.optional(v.string()),
  kind: v.optional(v.union([v.custom<VisitKind>(isVisitKind), v.literal('')]), ''),
  kindChosen: v.optional(v.boolean(), false),
  added: v.optional(v.boolean()),
  /** From earlier releases: when 'Add Task' was pressed. */
  addedAt: v.optional(v.nullable(v.string()), null),
  update: storedUpdate,
});

/** `savedAt` in milliseconds since 1970. */
export interface TaskDraft {
  savedAt: number;
  form: TaskForm;
  files: StoredUpload[];
}

/** With those of its files that were stored in time; null when there is none. */
export async function loadTaskDraft(): Promise<TaskDraft | null> {
  const draft = readDraft(newTaskDraft, draftSchema);
  if (!draft) return null;
  const { files: listed, ...kept } = draft.value;
  const form = formOf(kept, new Date(draft.savedAt));
  const { files } = await loadDraftFiles(newTaskDraft, listed);
  return { savedAt: draft.savedAt, form, files };
}

/** Drafts of earlier releases have no visit date; use the time they were typed, moved into their month. */
function formOf(kept: Omit<v.InferOutput<typeof draftSchema>, 'files'>, savedAt: Date): TaskForm {
  const { addedAt, added = addedAt !== null, date, clock, ...rest } = kept;
  const typing = visitTime(addedAt ?? savedAt);
  const { year, month } = rest;
  const form = { ...rest, date: date ?? typing.date, clock: clock ?? typing.clock, added };
  const dated =
    date === undefined && year !== '' && month !== '' ? { ...form, ...typedWith(form, { year, month }) } : form;
  // an invalid date has to be corrected first
  const isWhole = added && firstProblem(taskProblems(dated, new Date())) === null;
  return { ...dated, added: isWhole, update: isWhole ? dated.update : 'none' };
}

/** `owned`: no other tab has the draft; otherwise `draft` is null. */
export interface OpenedDraft {
  draft: TaskDraft | null;
  queue: UploadQueue;
  owned: boolean;
}

/**
 * Locks the draft for this tab and creates a queue for its files. Returns a function that releases it, after a running
 * save.
 * @param timeoutMs milliseconds to wait for another tab; null for as long as it takes.
 */
export function openTaskDraft(onOpen: (opened: OpenedDraft) => void, timeoutMs?: number | null): () => void {
  const lock = new AbortController();
  let isLeft = false;
  let queue: UploadQueue | undefined;
  void (async () => {
    await saveEnded();
    const owned = await lockDraft(newTaskDraft, lock.signal, timeoutMs);
    const draft = owned ? await loadTaskDraft() : null;
    if (isLeft) return;
    queue = new UploadQueue(draft?.files);
    onOpen({ draft, queue, owned });
  })();
  return () => {
    isLeft = true;
    queue?.dispose();
    void saveEnded().then(() => lock.abort());
  };
}

export function useDraftKeeping(form: TaskForm, uploads: readonly Upload[], queue: UploadQueue, owned: boolean) {
  const nothingToKeep = isEmpty(form) && uploads.every(({ state }) => state === 'refused');
  const title = form.update === 'none' ? titles.begun : titles.finished;
  return useFilesDraft({ name: newTaskDraft, title, form, nothingToKeep, uploads, queue, owned });
}

/** Shown when the draft is of another site than the link. `begunFor` is unknown at first. */
export function OtherSiteNote({ asked, begunFor }: { asked: string; begunFor: string | undefined }) {
  if (begunFor === undefined || begunFor === asked) return null;
  return (
    <p className={styles.other} role="alert">
      {`This is the task you started for ${begunFor}. Add or discard it before you start one for ${asked}.`}
    </p>
  );
}

interface TaskDraftNoteProps {
  /** When the restored draft was kept, in milliseconds; null for a new task. */
  restoredAt: number | null;
  /** `elsewhere`: another tab has the draft. `nowhere`: this browser stores none. */
  kept: 'here' | 'elsewhere' | 'nowhere';
  discardable: boolean;
  locked: boolean;
  onDiscard: () => void;
}

export function TaskDraftNote({ restoredAt, kept, discardable, locked, onDiscard }: TaskDraftNoteProps) {
  return (
    <div className={`${layout.apart} ${styles.note}`}>
      <p role="status" className={styles.words}>
        {kept === 'elsewhere'
          ? 'A task is open in another tab of this browser. What you type here is lost when you leave the page.'
          : kept === 'nowhere'
            ? 'This browser keeps no drafts: what you type is lost when you leave the page.'
            : restoredAt !== null && discardable
              ? `Draft from ${draftMoment(restoredAt)} restored.`
              : 'A draft is kept on this device as you type.'}
      </p>
      {discardable && (
        <ConfirmButton
          label="Discard"
          busy={locked}
          title="Discard this task?"
          action="Discard"
          variant="danger"
          cancel="Keep"
          onConfirm={onDiscard}
        >
          <p>What you typed and the files uploaded for it are deleted. This cannot be undone.</p>
        </ConfirmButton>
      )}
    </div>
  );
}
