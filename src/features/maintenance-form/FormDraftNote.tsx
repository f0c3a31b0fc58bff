import { useToday } from '../../components/use-today.ts';
import { t } from '../../lib/language/translate.ts';
import { draftMoment } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmButton } from '../../ui/message/ConfirmDialog.tsx';
import type { useFormDraft } from './use-form-draft.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './FormTable.module.css';

interface FormDraftNoteProps {
  draft: ReturnType<typeof useFormDraft>;
  /** Called before another form replaces this one. */
  onReplace: () => void;
}

/** Says where the form is stored, or that it was handed over, with a button for a new visit or for the last form. */
export function FormDraftNote({ draft, onReplace }: FormDraftNoteProps) {
  const { client, typed, restoredAt, handedAt, lastForm, isStored } = draft;
  const today = useToday();
  return (
    <div className={`${layout.row} ${styles.notes}`}>
      <p className={`${texts.hint} ${texts.measure} ${styles.note}`} role="status">
        {handedAt === null
          ? draftText(isStored, restoredAt, today)
          : t('Handed over at {time}. The next time you open this screen, a new visit starts.', {
              time: draftMoment(handedAt, today),
            })}
      </p>
      {handedAt !== null && (
        <Button
          onClick={() => {
            onReplace();
            draft.open(client);
          }}
        >
          {t('Start a new visit')}
        </Button>
      )}
      {handedAt === null && lastForm && (
        <ConfirmButton
          label={t('Go on with the last form')}
          asks={typed !== null}
          title={t('Replace what is typed with the last form?')}
          action={t('Yes')}
          variant="secondary"
          cancel={t('No')}
          onConfirm={() => {
            onReplace();
            draft.goOn();
          }}
        >
          <p>
            {t('The last form was handed over at {time}. What you have typed now is lost.', {
              time: draftMoment(lastForm.savedAt, today),
            })}
          </p>
        </ConfirmButton>
      )}
    </div>
  );
}

function draftText(isStored: boolean, restoredAt: number | null, today: Date): string {
  if (!isStored) return t('This device keeps no drafts: what you type is lost when you leave the page.');
  return restoredAt === null
    ? t('What is typed is kept on this device only, for each client, until it is handed over or cleared.')
    : t(
        'Draft from {time} restored. What is typed is kept on this device only, for each client, until it is handed over or cleared.',
        { time: draftMoment(restoredAt, today) },
      );
}

/** A button that deletes what was typed for this client, after a confirmation. */
export function ClearForm({ onClear }: { onClear: () => void }) {
  return (
    <div className={styles.clear}>
      <ConfirmButton
        label={t('Clear form')}
        title={t('Clear everything typed for this client?')}
        action={t('Yes')}
        variant="secondary"
        cancel={t('No')}
        onConfirm={onClear}
      >
        <p>{t("The form goes back to the client's template. This cannot be undone.")}</p>
      </ConfirmButton>
    </div>
  );
}
