import { useMutation } from '@tanstack/react-query';
import { changeSentences } from './change-log-text.ts';
import { authorOf, type Change, type KeyLabel } from '../../records/change-log/change-log.ts';
import { momentText } from '../../records/time.ts';
import { languageOf } from '../../records/task/task.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote } from '../../ui/message/ErrorNote.tsx';
import { invalidateRecords, restoreChange, restoreRefusal } from './restore-change.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './RestoreDialog.module.css';

interface RestoreDialogProps {
  change: Change;
  labelOf: KeyLabel;
  onClose: () => void;
  onRestored: () => void;
}

export function RestoreDialog({ change, labelOf, onClose, onRestored }: RestoreDialogProps) {
  const restore = useMutation({
    mutationFn: () => restoreChange(change.id),
    onSettled: invalidateRecords,
    onSuccess: onRestored,
    onError: (error) => {
      if (!restoreRefusal(error).final) console.error('The change could not be restored', error);
    },
  });
  const refusal = restore.isError ? restoreRefusal(restore.error) : null;

  return (
    <Dialog
      open
      onClose={onClose}
      title="Restore what was there before this change?"
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            {refusal?.final ? 'Close' : 'Cancel'}
          </Button>
          {!refusal?.final && (
            <Button variant="primary" busy={restore.isPending} onClick={() => restore.mutate()}>
              {restore.isPending ? 'Restoring…' : 'Restore'}
            </Button>
          )}
        </>
      }
    >
      <div className={`${layout.tight} ${styles.body}`}>
        <ul className={styles.change}>
          {changeSentences(change, labelOf).map((sentence, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- two sentences can be alike, and they never move
            <li key={place} lang={languageOf(sentence)}>
              {sentence}
            </li>
          ))}
        </ul>
        <p className={texts.muted}>
          {`${change.site_name ?? `Site ${change.site_id}`}, by ${authorOf(change)}, ${momentText(change.at)}`}
        </p>
        <p>
          {change.table_name === 'carpost'
            ? 'The posts and failure counts go back to what they were before. '
            : 'What was changed goes back to what it was before; a task that was added is hidden. '}
          The log keeps both lines.
        </p>
        <ErrorNote>{refusal?.text}</ErrorNote>
      </div>
    </Dialog>
  );
}
