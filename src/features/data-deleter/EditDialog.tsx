import { useId, useRef, type FormEvent } from 'react';
import { missingFields } from '../../records/task/new-task.ts';
import { longDate } from '../../records/time.ts';
import type { StoredTask } from '../../records/task/stored-task.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './EditDialog.module.css';
import { EditFields } from './EditFields.tsx';
import type { SaveState, useTaskEdit } from './use-task-edit.ts';

interface EditDialogProps {
  task: StoredTask;
  edit: ReturnType<typeof useTaskEdit>;
  onClose: () => void;
}

const said: Record<SaveState, string | null> = {
  idle: null,
  saving: null,
  failed: 'Error updating data.',
  deleted: 'Somebody else deleted this task meanwhile. Your changes are not saved yet.',
  gone: 'This task is not there any more. Your changes cannot be saved.',
};

/** The form of a task. Whatever happens, what was typed stays until it is saved or discarded. */
export function EditDialog({ task, edit, onClose }: EditDialogProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { state, typed, missing } = edit;
  const problem = missing.length > 0 ? 'Please fill in all fields.' : said[state];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [first] = missingFields(typed);
    if (first) form.current?.querySelector<HTMLElement>(`[name='${first}']`)?.focus();
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
      <form ref={form} id={formId} className={styles.form} noValidate onSubmit={submit}>
        <p className={styles.lead}>{`Added on ${longDate(task.time)}. Its photos and PDF stay as they are.`}</p>
        <EditFields typed={typed} missing={missing} onChange={edit.type} />
      </form>
    </Dialog>
  );
}
