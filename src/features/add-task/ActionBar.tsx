import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Progress } from '../../ui/Progress.tsx';
import styles from './ActionBar.module.css';
import { inWords, type UploadSummary } from './upload-summary.ts';
import type { SavePhase } from './use-save-task.ts';

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
          <p role="status">{statusOf(added, phase, summary)}</p>
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

function statusOf(added: boolean, phase: SavePhase, { running, failed, waitingForSite }: UploadSummary): string {
  if (phase === 'saving') return 'Saving the task.';
  if (phase === 'waiting') return `${inWords(running)} still uploading. The task is saved right after.`;
  if (failed.length > 0) return `${capitalised(inWords(failed))} not uploaded: retry or remove.`;
  if (running.length > 0) return `${capitalised(inWords(running))} still uploading. You can go on meanwhile.`;
  if (waitingForSite.length > 0) return `${capitalised(inWords(waitingForSite))} waiting for the site.`;
  return added ? 'Not saved yet: Update stores the task.' : '';
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
