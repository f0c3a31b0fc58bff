import { useId, useRef, useState, type FormEvent } from 'react';
import { ConflictDialog } from '../../ui/message/ConflictDialog.tsx';
import { LeaveGuard } from '../../components/LeaveGuard.tsx';
import { TaskFields } from '../../components/TaskFields.tsx';
import type { StoredTask } from '../../records/task/stored-task.ts';
import { firstProblem, periodText, problemText, visitText, type TypedTask } from '../../records/task/typed-task.ts';
import { visitKindLabel } from '../../records/task/visit-kind.ts';
import { longDate } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import layout from '../../ui/layout.module.css';
import styles from './EditTask.module.css';
import { MendPeriod } from './MendPeriod.tsx';
import type { EditedField } from './task-changes.ts';
import { useTaskEdit, type SaveState } from './use-task-edit.ts';

interface EditTaskProps {
  site: string;
  /** As it is when its form is opened. */
  task: StoredTask;
  /** Gets the task as it is stored now; nothing when nothing was to be saved. */
  onDone: (saved: StoredTask | undefined) => void;
  onCancel: () => void;
}

const labels: Record<EditedField, string> = {
  time: 'Visit date and time',
  year: 'Year',
  month: 'Month',
  title: 'Title',
  kind: 'Kind of visit',
  tasks: 'Task text',
};

export function EditTask({ site, task, onDone, onCancel }: EditTaskProps) {
  const edit = useTaskEdit(site, task, onDone);
  const { conflict } = edit;
  const [leaving, setLeaving] = useState(false);
  const close = () => {
    if (edit.state === 'saving') return;
    if (edit.changed) setLeaving(true);
    else onCancel();
  };

  return (
    <>
      <LeaveGuard when={edit.changed} title="Leave without saving?" text="Your changes to this task are not saved." />
      {conflict ? (
        <ConflictDialog
          title="Somebody else changed this task first"
          lead="Nothing is lost: choose which value to keep. What only one of you changed is not in the list and is kept."
          conflicts={conflict.fields.map((field) => ({
            id: field,
            label: labels[field],
            theirs: fieldText(field, conflict.theirs),
            mine: fieldText(field, edit.typed),
          }))}
          onClose={edit.closeConflict}
          onChosen={edit.resolve}
        />
      ) : leaving ? (
        <Dialog
          open
          onClose={() => setLeaving(false)}
          title="Discard your changes?"
          footer={
            <>
              <Button onClick={onCancel}>Discard</Button>
              <Button variant="primary" onClick={() => setLeaving(false)} data-autofocus>
                Keep editing
              </Button>
            </>
          }
        >
          <p>Your changes to this task are not saved.</p>
        </Dialog>
      ) : (
        <EditDialog task={task} edit={edit} onClose={close} />
      )}
    </>
  );
}

function fieldText(field: EditedField, typed: TypedTask): string {
  if (field === 'time') return visitText(typed);
  if (field === 'month') return periodText({ year: '', month: typed.month });
  if (field === 'kind') return visitKindLabel(typed.kind || undefined) ?? 'Not said';
  return typed[field === 'tasks' ? 'text' : field];
}

interface EditDialogProps {
  task: StoredTask;
  edit: ReturnType<typeof useTaskEdit>;
  onClose: () => void;
}

const saveProblems: Record<SaveState, string | null> = {
  idle: null,
  saving: null,
  failed: 'Error updating data.',
  deleted: 'Somebody else deleted this task meanwhile. Your changes are not saved yet.',
  gone: 'This task is not there any more. Your changes cannot be saved.',
};

/** The form of a task. Whatever happens, what was typed stays until it is saved or discarded. */
function EditDialog({ task, edit, onClose }: EditDialogProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { state, typed, problems } = edit;
  const problem = problemText(typed, problems) ?? saveProblems[state];
  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name='${name}']`)?.focus();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const first = firstProblem(edit.check());
    if (first !== null) focus(first);
    if (state !== 'saving') edit.save(state === 'deleted');
  };

  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title="Need Correction?"
      footer={
        <>
          {problem && (
            <p role="alert" className={styles.problem}>
              {problem}
            </p>
          )}
          <Button onClick={onClose}>Cancel</Button>
          {state !== 'gone' && (
            <Button type="submit" form={formId} variant="primary" busy={state === 'saving'}>
              {state === 'saving' ? 'Saving…' : state === 'deleted' ? 'Restore and save' : 'Save'}
            </Button>
          )}
        </>
      }
    >
      <form ref={form} id={formId} className={layout.stack} noValidate onSubmit={submit}>
        <p className={styles.lead}>{`Visit of ${longDate(task.time)}. Its photos and PDF stay as they are.`}</p>
        <MendPeriod
          typed={typed}
          onMend={(values) => {
            edit.type(values);
            // the button goes; the field that it changed shows what it did
            focus(values.date === undefined ? 'date' : 'year');
          }}
        />
        <TaskFields typed={typed} problems={problems} onChange={edit.type} inDialog />
      </form>
    </Dialog>
  );
}
