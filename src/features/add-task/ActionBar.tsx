import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { notify } from '../../lib/notify.ts';
import type { NewTask } from '../../records/task/stored-task.ts';
import { addTask, SiteGone } from '../../records/task/task-queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { UploadSummary, WaitsFor } from '../../records/upload/upload-summary.ts';
import { NeedsConnection } from '../../components/NeedsConnection.tsx';
import { useAfterUploads } from '../../components/task-files/use-after-uploads.ts';
import { UploadStatus } from '../../components/task-files/UploadStatus.tsx';
import styles from './ActionBar.module.css';

/** `waiting`: 'Update' was pressed and files are still on their way. */
type SavePhase = 'idle' | 'waiting' | 'saving' | 'failed';

interface SaveTask {
  summary: UploadSummary;
  /** What to save and where, as it is when the files are up; null while something is missing. */
  ready: () => { site: string; task: NewTask } | null;
  /** The form was filled in before the page was loaded, and may have been tried to be saved then. */
  restored: boolean;
  onSaved: () => Promise<void>;
  onError: () => void;
}

/** 'Update' (`spec §4`): waits for the files, writes the task, and goes to it on the dashboard. */
export function useSaveTask({ summary, ready, restored, onSaved, onError }: SaveTask) {
  const navigate = useNavigate();
  const [newestBefore] = useState(() => (restored ? null : new Map<string, number>()));
  const saving = useMutation({
    mutationFn: ({ site, task }: { site: string; task: NewTask }) => addTask(site, task, newestBefore),
    onSuccess: async () => {
      await onSaved();
      notify.success('Data updated successfully!');
    },
    onError: (error) => {
      if (!(error instanceof SiteGone)) console.error('The task could not be saved', error);
      onError();
    },
  });
  const save = () => {
    const wanted = ready();
    if (!wanted) return saving.reset();
    const { site, task } = wanted;
    // called only while the screen is there: whoever has left it stays where they went
    const onSuccess = (id: number) => {
      const searchParams = new URLSearchParams({ site, year: task.year, month: task.month, task: String(id) });
      void navigate(`/maintenance?${searchParams}`);
    };
    return saving.mutate(wanted, { onSuccess });
  };

  const { waiting, begin, stop } = useAfterUploads(summary, save);

  // a saved task stays locked until the dashboard is there
  const isBusy = saving.isPending || saving.isSuccess;
  const phase: SavePhase = waiting ? 'waiting' : isBusy ? 'saving' : saving.isError ? 'failed' : 'idle';
  return {
    phase,
    siteGone: saving.error instanceof SiteGone,
    update: begin,
    stop: () => {
      stop();
      saving.reset();
    },
  };
}

interface ActionBarProps {
  /** The task is in the local list: 'Update' takes the place of 'Add Task' (`spec §4`). */
  added: boolean;
  phase: SavePhase;
  /** Why the save failed: the site was renamed, or is not open to the key any more. */
  siteGone: boolean;
  summary: UploadSummary;
  waitsFor: WaitsFor;
  /** The files that went up last are all there. */
  arrived: boolean;
  onRetryAll: () => void;
  onAdd: () => void;
  onUpdate: () => void;
}

/** The next step, how far all files are, and how the last attempt went. On a phone it stays in sight. */
export function ActionBar({ added, phase, siteGone, onAdd, onUpdate, ...files }: ActionBarProps) {
  const busy = phase === 'waiting' || phase === 'saving';
  return (
    <div className={styles.bar}>
      <div className={styles.words}>
        {phase !== 'saving' && <NeedsConnection what="Saving" />}
        {phase === 'failed' ? (
          <p role="alert" className={styles.failed}>
            <Icon name="warning" />
            <span>
              <strong>Error updating data.</strong>{' '}
              <span>
                {siteGone
                  ? 'This site is not open to your key any more, or has another name. Everything is still here: choose the site again.'
                  : 'Everything is still here: press Update to try again.'}
              </span>
            </span>
          </p>
        ) : phase === 'saving' ? (
          <p role="status">Saving the task.</p>
        ) : (
          <UploadStatus
            {...files}
            saves={phase === 'waiting'}
            otherwise={added ? 'Not saved yet: Update stores the task.' : ''}
          />
        )}
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
