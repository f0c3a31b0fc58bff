import { useMutation } from '@tanstack/react-query';
import { t } from '../../lib/language/translate.ts';
import { authorOf, type Change, type KeyLabel } from '../../records/change-log/change-log.ts';
import { restoreChange } from '../../records/change-log/restore-change.ts';
import { languageOf } from '../../records/task/task.ts';
import { momentText } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { changeSentences } from './change-log-text.ts';
import { invalidateRecords, restoreRefusal } from './restoring.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './ChangeLogRoute.module.css';

interface RestoreDialogProps {
  change: Change;
  labelOf: KeyLabel;
  onClose: () => void;
  onRestored: () => void;
}

/** Asks whether to restore what was there before a change, and restores it. */
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
      title={t('Restore what was there before this change?')}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            {t(refusal?.final ? 'Close' : 'Cancel')}
          </Button>
          {!refusal?.final && (
            <Button variant="primary" busy={restore.isPending} onClick={() => restore.mutate()}>
              {t(restore.isPending ? 'Restoring…' : 'Restore')}
            </Button>
          )}
        </>
      }
    >
      <div className={`${layout.gap3} ${texts.breaks}`}>
        <ul className={`${layout.gap1} ${texts.medium} ${styles.change}`}>
          {changeSentences(change, labelOf).map((sentence, index) => (
            // the index is the key: two sentences may be equal, and their order never changes
            <li key={index} lang={languageOf(sentence)}>
              {sentence}
            </li>
          ))}
        </ul>
        <p className={texts.muted}>
          {t('{site}, by {author}, {time}', {
            site: change.site_name ?? t('Site {id}', { id: `${change.site_id}` }),
            author: authorOf(change),
            time: momentText(change.at),
          })}
        </p>
        <p>
          {change.move
            ? t(
                'The visit is shown at {from} again as it was, and hidden at {to}. The log keeps both lines.',
                change.move,
              )
            : t(
                change.table_name === 'carpost'
                  ? 'The posts and failure counts go back to what they were before. The log keeps both lines.'
                  : change.table_name === 'site_documents'
                    ? 'The document goes back to what it was before. The log keeps both lines.'
                    : 'What was changed goes back to what it was before; a visit that was added is hidden. The log keeps both lines.',
              )}
        </p>
        <ErrorNote>{refusal?.text}</ErrorNote>
      </div>
    </Dialog>
  );
}
