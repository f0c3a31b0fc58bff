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
  /** A sentence about drafts that follows `text` in the question. The question before a logout omits it, because a logout deletes drafts. */
  draftText?: string;
  /** Whether a change of only the query counts as leaving too, for example to the form of another site. */
  alsoForQuery?: boolean;
  /** Whether a draft holds the unsaved input. The question before a logout lists drafts itself, so it does not repeat `text`. */
  hasDraft?: boolean;
  /** Called when the person chooses to leave. */
  onLeave?: () => void;
}

/** The state of a navigation that needs no question, because everything was saved before it. */
export const afterSaving = { savedBefore: true };

/** Asks before a link, *Back* or closing the tab discards unsaved input. It also registers `text`, so that the question before a logout shows it. */
export function LeaveGuard(props: LeaveGuardProps) {
  const { when, title, text, draftText = '', alsoForQuery = false, hasDraft = false, onLeave } = props;
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      when &&
      historyAction !== NavigationType.Replace &&
      !isAfterSaving(nextLocation.state) &&
      (nextLocation.pathname !== currentLocation.pathname ||
        (alsoForQuery && nextLocation.search !== currentLocation.search)),
  );

  useEffect(() => {
    if (!when) return undefined;
    const removeNote = hasDraft ? null : noteUnsaved(text);
    // when the tab is closed, the browser shows its own question
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
