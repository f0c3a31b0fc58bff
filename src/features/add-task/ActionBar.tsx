import type { UploadSummary, WaitsFor } from '../../records/upload/upload.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { UploadStatus } from '../../components/task-files/UploadStatus.tsx';
import texts from '../../ui/text.module.css';
import styles from './ActionBar.module.css';
import type { SavePhase } from './use-task-saving.ts';

interface ActionBarProps {
  /** The task is in the local list, and 'Update' replaces 'Add Task' (`spec §4`). */
  added: boolean;
  phase: SavePhase;
  /** The save failed because the site was renamed, or the key may not open it any more. */
  siteMissing: boolean;
  /** All of it is stored on this device. */
  keptWhole: boolean;
  summary: UploadSummary;
  waitsFor: WaitsFor;
  arrived: boolean;
  onRetryAll: () => void;
  onAdd: () => void;
  onUpdate: () => void;
  onGoOn: () => void;
}

/** Shown after 'Update' was pressed, while the task is not being saved. */
const waitingTexts = {
  offline:
    'Waiting for a connection. This visit is saved by itself as soon as the portal can be reached; it stays on this device until then.',
  unkept:
    'Waiting for a connection. This device has no room for all of this visit: keep this page open until it is saved.',
  site: 'Choose the site: this visit is then saved.',
} as const;

const offlineText = 'Not saved yet, and there is no connection: Update saves it as soon as there is one.';

/** Stays in sight on a phone. */
export function ActionBar({ added, phase, siteMissing, keptWhole, onAdd, onUpdate, onGoOn, ...files }: ActionBarProps) {
  const busy = phase === 'files' || phase === 'saving';
  const waits = phase === 'offline' || phase === 'site';
  return (
    <div className={styles.bar}>
      <div className={`${texts.note} ${styles.words}`}>
        {phase === 'failed' ? (
          <p role="alert" className={styles.failed}>
            <Icon name="warning" />
            <span>
              <strong>Error updating data.</strong>{' '}
              <span>
                {siteMissing
                  ? 'Your key no longer opens this site, or the site was renamed. Everything is still here: choose the site again.'
                  : 'Everything is still here: press Update to try again.'}
              </span>
            </span>
          </p>
        ) : phase === 'saving' ? (
          <p role="status">Saving the task.</p>
        ) : waits ? (
          <p role="status" className={styles.waits}>
            {waitingTexts[phase === 'offline' && !keptWhole ? 'unkept' : phase]}
          </p>
        ) : (
          <UploadStatus
            {...files}
            saves={phase === 'files'}
            otherwise={
              added ? (files.waitsFor === 'network' ? offlineText : 'Not saved yet: Update stores the task.') : ''
            }
          />
        )}
      </div>
      {waits ? (
        // ignores the second click of a double click on 'Update', whose place it takes
        <Button onClick={({ detail }) => detail <= 1 && onGoOn()}>Keep editing</Button>
      ) : (
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          onClick={(event) => {
            if (!added) onAdd();
            // the second click of a double click on 'Add Task' would save what nobody has looked at
            else if (event.detail <= 1) onUpdate();
          }}
        >
          {added ? (phase === 'saving' ? 'Saving…' : 'Update') : 'Add Task'}
        </Button>
      )}
    </div>
  );
}
