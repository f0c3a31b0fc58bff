import { draftMoment } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmButton } from '../../ui/message/ConfirmButton.tsx';
import type { useFormDraft } from './use-form-draft.ts';
import layout from '../../ui/layout.module.css';
import styles from './MaintenanceFormRoute.module.css';

/** Where the form is stored, and which other one can be opened: a new one, or the previous. */
export function FormDraftNote({ draft }: { draft: ReturnType<typeof useFormDraft> }) {
  const { client, typed, restoredAt, handedAt, last, kept } = draft;
  return (
    <div className={`${layout.row} ${styles.notes}`}>
      <p className={styles.note} role="status">
        {handedAt === null
          ? draftText(kept, restoredAt)
          : `Handed over at ${draftMoment(handedAt)}. The next time you open this screen, a new visit starts.`}
      </p>
      {handedAt !== null && <Button onClick={() => draft.open(client)}>Start a new visit</Button>}
      {handedAt === null && last && (
        <ConfirmButton
          label="Go on with the last form"
          asks={typed !== null}
          title="Replace what is typed with the last form?"
          action="Yes"
          variant="secondary"
          cancel="No"
          onConfirm={() => draft.goOn()}
        >
          <p>{`The last form was handed over at ${draftMoment(last.savedAt)}. What you have typed now is lost.`}</p>
        </ConfirmButton>
      )}
    </div>
  );
}

function draftText(kept: boolean, restoredAt: number | null): string {
  if (!kept) return 'This device keeps no drafts: what you type is lost when you leave the page.';
  const restored = restoredAt === null ? '' : `Draft from ${draftMoment(restoredAt)} restored. `;
  return `${restored}What is typed is kept on this device only, for each client, until it is handed over or cleared.`;
}
