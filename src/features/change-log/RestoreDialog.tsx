import { useState } from 'react';
import { changeSentences } from './change-log-text.ts';
import { authorOf, type Change, type KeyLabel } from './change-log.ts';
import { momentText } from '../../records/time.ts';
import { languageOf } from '../../records/task/task.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { failureOf, restoreChange, type RestoreFailure } from './restore-change.ts';
import styles from './RestoreDialog.module.css';

interface RestoreDialogProps {
  change: Change;
  labelOf: KeyLabel;
  onClose: () => void;
  onFailed: () => void;
  onRestored: () => void;
}

/** Asks before a change is taken back, and says why it could not be. */
export function RestoreDialog({ change, labelOf, onClose, onFailed, onRestored }: RestoreDialogProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RestoreFailure | null>(null);

  const restore = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await restoreChange(change.id);
      onRestored();
    } catch (error) {
      const failed = failureOf(error);
      if (!failed.final) console.error('The change could not be restored', error);
      setFailure(failed);
      setBusy(false);
      onFailed();
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Restore what was before this change?"
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            {failure?.final ? 'Close' : 'Cancel'}
          </Button>
          {!failure?.final && (
            <Button variant="primary" busy={busy} onClick={() => void restore()}>
              {busy ? 'Restoring…' : 'Restore'}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        <ul className={styles.change}>
          {changeSentences(change, labelOf).map((sentence, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- two sentences can be alike, and they never move
            <li key={place} lang={languageOf(sentence)}>
              {sentence}
            </li>
          ))}
        </ul>
        <p className={styles.who}>
          {`${change.site_name ?? `Site ${change.site_id}`}, by ${authorOf(change)}, ${momentText(change.at)}`}
        </p>
        <p>
          {change.table_name === 'carpost'
            ? 'The failure counts become what they were before. '
            : 'What was changed becomes what it was before; a task that was added is hidden. '}
          The log keeps both lines.
        </p>
        {failure && (
          <p className={styles.failure} role="alert">
            <Icon name="warning" />
            <span>{failure.words}</span>
          </p>
        )}
      </div>
    </Dialog>
  );
}
