import * as v from 'valibot';
import { draftFile, loadDraftFiles, useFilesDraft } from '../../components/task-files/use-files-draft.ts';
import { readDraft } from '../../lib/drafts.ts';
import { firstProblem, taskProblems, typedWith } from '../../records/task/typed-task.ts';
import { isVisitKind, type VisitKind } from '../../records/task/visit-kind.ts';
import { visitTime } from '../../records/task/visit-time.ts';
import { draftMoment, isMonth, type Month } from '../../records/time.ts';
import { ConfirmButton } from '../../ui/message/ConfirmButton.tsx';
import { isEmpty, type TaskForm } from './task-form.ts';
import layout from '../../ui/layout.module.css';
import styles from './TaskDraft.module.css';
import type { StoredUpload, Upload } from '../../records/upload/upload.ts';
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
  files: v.array(draftFile),
  // what earlier releases did not keep
  date: v.optional(v.string()),
  clock: v.optional(v.string()),
  kind: v.optional(v.union([v.custom<VisitKind>(isVisitKind), v.literal('')]), ''),
  kindChosen: v.optional(v.boolean(), false),
  added: v.optional(v.boolean()),
  /** Of earlier releases: when 'Add Task' was pressed. */
  addedAt: v.optional(v.nullable(v.string()), null),
});

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
  const { files: told, ...kept } = draft.value;
  const form = formOf(kept, new Date(draft.savedAt));
  const { files } = await loadDraftFiles(draftName, told);
  return { savedAt: draft.savedAt, form, files };
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

/** Keeps what is typed and its files as they change. */
export function useDraftKeeping(form: TaskForm, uploads: readonly Upload[], queue: UploadQueue, owned: boolean) {
  const worthless = isEmpty(form) && uploads.every(({ state }) => state === 'refused');
  return useFilesDraft({ name: draftName, title: draftTitle, form, worthless, uploads, queue, owned });
}

/** Says that the draft is of another site than the link that opened the form. `begunFor` is not known at first. */
export function OtherSiteNote({ asked, begunFor }: { asked: string; begunFor: string | undefined }) {
  if (begunFor === undefined || begunFor === asked) return null;
  return (
    <p className={styles.other} role="alert">
      {`This is the task that you had begun for ${begunFor}. Add or discard it to begin one for ${asked}.`}
    </p>
  );
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
  return (
    <div className={`${layout.apart} ${styles.note}`}>
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
        <ConfirmButton
          label="Discard"
          busy={locked}
          title="Discard this task?"
          action="Discard"
          variant="danger"
          cancel="Keep"
          onConfirm={onDiscard}
        >
          <p>What was typed and the files that were uploaded for it are thrown away. This cannot be undone.</p>
        </ConfirmButton>
      )}
    </div>
  );
}
