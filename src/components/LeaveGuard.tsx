import { useEffect } from 'react';
import { NavigationType, useBlocker } from 'react-router-dom';
import { t } from '../lib/language/translate.ts';
import { noteUnsaved } from '../lib/unsaved.ts';
import { sentences } from '../records/sentences.ts';
import { ConfirmDialog } from '../ui/message/ConfirmDialog.tsx';

interface LeaveGuardProps {
  /** Whether leaving would lose something now. */
  when: boolean;
  title: string;
  text: string;
  /** Follows the text in the question. A logout leaves it out, because a logout deletes drafts. */
  draftText?: string;
  /** Whether another query string on the same page, such as another site's form, counts as leaving. */
  within?: boolean;
  /** Whether a draft holds what would be lost; the logout lists drafts itself. */
  hasDraft?: boolean;
  /** Called when the person leaves in spite of the question. */
  onLeave?: () => void;
}

/** State of a navigation that needs no question, because everything is saved. */
export const afterSaving = { savedBefore: true };

/** Asks before a link, *Back* or closing the tab discards something, and notes it so that the logout can mention it too. */
export function LeaveGuard(props: LeaveGuardProps) {
  const { when, title, text, draftText = '', within = false, hasDraft = false, onLeave } = props;
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation: here, nextLocation: next, historyAction }) =>
      when &&
      historyAction !== NavigationType.Replace &&
      !isAfterSaving(next.state) &&
      (next.pathname !== here.pathname || (within && next.search !== here.search)),
  );

  useEffect(() => {
    if (!when) return undefined;
    const removeNote = hasDraft ? null : noteUnsaved(text);
    // the browser shows its own question
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', onUnload);
    return () => {
      removeNote?.();
      removeEventListener('beforeunload', onUnload);
    };
  }, [when, hasDraft, text]);

  return (
    <ConfirmDialog
      open={state === 'blocked'}
      title={title}
      action={t('Leave')}
      variant="secondary"
      cancel={t('Stay')}
      onConfirm={() => {
        onLeave?.();
        proceed?.();
      }}
      onClose={() => reset?.()}
    >
      <p>{sentences(text, draftText)}</p>
    </ConfirmDialog>
  );
}

function isAfterSaving(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'savedBefore' in state;
}
