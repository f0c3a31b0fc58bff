import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { notify } from '../../lib/notify.ts';
import type { NewTask } from '../../records/task/stored-task.ts';
import { addTask } from '../../records/task/task-queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Progress } from '../../ui/Progress.tsx';
import styles from './ActionBar.module.css';
import type { UploadSummary } from './task-files.ts';
import type { Upload } from './upload-queue.ts';

/** `waiting`: 'Update' was pressed and files are still on their way. */
type SavePhase = 'idle' | 'waiting' | 'saving' | 'failed';

interface SaveTask {
  summary: UploadSummary;
  /** What to save and where, as it is when the files are up; null while something is missing. */
  ready: () => { site: string; task: NewTask } | null;
  onSaved: () => Promise<void>;
  onError: () => void;
}

/** 'Update' (`spec §4`): waits for the files, writes the task, and goes to it on the dashboard. */
export function useSaveTask({ summary, ready, onSaved, onError }: SaveTask) {
  const [waiting, setWaiting] = useState(false);
  const navigate = useNavigate();
  const saving = useMutation({
    mutationFn: ({ site, task }: { site: string; task: NewTask }) => addTask(site, task),
    onSuccess: async () => {
      await onSaved();
      notify.success('Data updated successfully!');
    },
    onError: (error) => {
      console.error('The task could not be saved', error);
      onError();
    },
  });
  const running = summary.running.length;
  const failed = summary.failed.length;

  const stop = () => {
    setWaiting(false);
    saving.reset();
  };
  const update = () => {
    if (failed > 0) {
      stop();
      notify.alert(`${failed === 1 ? 'One file is' : `${failed} files are`} not uploaded. Retry or remove first.`);
    } else if (running > 0) setWaiting(true);
    else save();
  };
  const save = () => {
    const wanted = ready();
    if (!wanted) return stop();
    setWaiting(false);
    const { site, task } = wanted;
    // called only while the screen is there: whoever has left it stays where they went
    const onSuccess = (id: number) => {
      const searchParams = new URLSearchParams({ site, year: task.year, month: task.month, task: String(id) });
      void navigate(`/maintenance?${searchParams}`);
    };
    return saving.mutate(wanted, { onSuccess });
  };

  // the last file arrived, or failed
  const goOn = useEffectEvent(update);
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the save begins, or is given up, with the last upload
    if (waiting && running === 0) goOn();
  }, [waiting, running]);

  // a saved task stays locked until the dashboard is there
  const isBusy = saving.isPending || saving.isSuccess;
  const phase: SavePhase = waiting ? 'waiting' : isBusy ? 'saving' : saving.isError ? 'failed' : 'idle';
  return { phase, update, stop };
}

interface ActionBarProps {
  /** The task is in the local list: 'Update' takes the place of 'Add Task' (`spec §4`). */
  added: boolean;
  phase: SavePhase;
  summary: UploadSummary;
  onAdd: () => void;
  onUpdate: () => void;
}

/** The next step, how far all files are, and how the last attempt went. On a phone it stays in sight. */
export function ActionBar({ added, phase, summary, onAdd, onUpdate }: ActionBarProps) {
  const { running, total, done, share } = summary;
  const busy = phase === 'waiting' || phase === 'saving';
  return (
    <div className={styles.bar}>
      <div className={styles.words}>
        {phase === 'failed' ? (
          <p role="alert" className={styles.failed}>
            <Icon name="warning" />
            <span>
              <strong>Error updating data.</strong> <span>Everything is still here: press Update to try again.</span>
            </span>
          </p>
        ) : (
          <p role="status">{saveStatusText(added, phase, summary)}</p>
        )}
        {running.length > 0 && <Progress label={`All files, ${done} of ${total} uploaded`} value={share} />}
      </div>
      <Button
        type="submit"
        variant="primary"
        busy={busy}
        onClick={(event) => {
          if (!added) onAdd();
          // the second press of a double click on 'Add Task' would save what nobody has looked at
          else if (event.detail <= 1) onUpdate();
        }}
      >
        {added ? (phase === 'saving' ? 'Saving…' : 'Update') : 'Add Task'}
      </Button>
    </div>
  );
}

function saveStatusText(added: boolean, phase: SavePhase, { running, failed, waitingForSite }: UploadSummary): string {
  if (phase === 'saving') return 'Saving the task.';
  if (phase === 'waiting') return `${uploadCountText(running)} still uploading. The task is saved right after.`;
  if (failed.length > 0) return `${capitalised(uploadCountText(failed))} not uploaded: retry or remove.`;
  if (running.length > 0) return `${capitalised(uploadCountText(running))} still uploading. You can go on meanwhile.`;
  if (waitingForSite.length > 0) return `${capitalised(uploadCountText(waitingForSite))} waiting for the site.`;
  return added ? 'Not saved yet: Update stores the task.' : '';
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `2 photos and the PDF report` */
function uploadCountText(uploads: readonly Upload[]): string {
  const photos = uploads.filter(({ kind }) => kind === 'photo').length;
  const parts = photos === 0 ? [] : [photos === 1 ? '1 photo' : `${photos} photos`];
  if (photos < uploads.length) parts.push('the PDF report');
  return parts.join(' and ');
}
