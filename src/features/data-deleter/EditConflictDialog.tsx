import { useState } from 'react';
import { monthLabel } from '../../records/time.ts';
import type { TypedTask } from '../../records/task/new-task.ts';
import { typedTask, type EditConflict, type EditedField } from './task-edit.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './EditConflictDialog.module.css';
import type { Whose } from './use-task-edit.ts';

interface EditConflictDialogProps {
  conflict: EditConflict;
  /** What this person typed. */
  typed: TypedTask;
  /** Back to the form, nothing decided. */
  onClose: () => void;
  onChosen: (whose: Partial<Record<EditedField, Whose>>) => void;
}

const labels: Record<EditedField, string> = { year: 'Year', month: 'Month', title: 'Title', tasks: 'Task text' };

/** Somebody else changed the same fields first: both values of each, to choose from. */
export function EditConflictDialog({ conflict, typed, onClose, onChosen }: EditConflictDialogProps) {
  const [whose, setWhose] = useState<Partial<Record<EditedField, Whose>>>({});
  const [asked, setAsked] = useState(false);
  const theirs = typedTask(conflict.theirs);
  const undecided = conflict.fields.some((field) => !whose[field]);

  return (
    <Dialog
      open
      size="large"
      title="Somebody else changed this task first"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Back to the form</Button>
          <Button variant="primary" onClick={() => (undecided ? setAsked(true) : onChosen(whose))}>
            Save choice
          </Button>
        </>
      }
    >
      <p className={styles.lead}>
        Nothing is lost: choose which value to keep. What only one of you changed is not in the list and is kept.
      </p>
      {conflict.fields.map((field) => (
        <fieldset key={field} className={styles.field}>
          <legend>{labels[field]}</legend>
          {(['theirs', 'mine'] as const).map((one) => (
            <label key={one} className={styles.choice}>
              <input
                type="radio"
                name={`keep-${field}`}
                checked={whose[field] === one}
                onChange={() => setWhose({ ...whose, [field]: one })}
              />
              <span>
                <span className={styles.whose}>{one === 'mine' ? 'Yours' : 'Theirs'}</span>{' '}
                {words(field, one === 'mine' ? typed : theirs)}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {asked && undecided && (
        <p role="alert" className={styles.missing}>
          Choose one value for each field.
        </p>
      )}
    </Dialog>
  );
}

function words(field: EditedField, values: TypedTask): string {
  if (field === 'month') return values.month === '' ? '' : monthLabel(values.month);
  return values[field === 'tasks' ? 'text' : field];
}
