import { useState } from 'react';
import { LeaveGuard } from '../../components/LeaveGuard.tsx';
import type { StoredTask } from '../../records/task/stored-task.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EditConflictDialog } from './EditConflictDialog.tsx';
import { EditDialog } from './EditDialog.tsx';
import { useTaskEdit } from './use-task-edit.ts';

interface EditTaskProps {
  site: string;
  /** As it is when its form is opened. */
  task: StoredTask;
  /** Gets the task as it is stored now; nothing when nothing was to be saved. */
  onDone: (saved: StoredTask | undefined) => void;
  onCancel: () => void;
}

/** Corrects a task: its form, the question before changes are thrown away, and the choice when somebody was faster. */
export function EditTask({ site, task, onDone, onCancel }: EditTaskProps) {
  const edit = useTaskEdit(site, task, onDone);
  const [leaving, setLeaving] = useState(false);
  const close = () => {
    if (edit.state === 'saving') return;
    if (edit.changed) setLeaving(true);
    else onCancel();
  };

  return (
    <>
      <LeaveGuard when={edit.changed} title="Leave without saving?" text="Your changes to this task are not saved." />
      {edit.conflict ? (
        <EditConflictDialog
          conflict={edit.conflict}
          typed={edit.typed}
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
