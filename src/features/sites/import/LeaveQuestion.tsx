import { useState, type ReactNode } from 'react';
import { t } from '../../../lib/language/translate.ts';
import { ConfirmDialog } from '../../../ui/message/ConfirmDialog.tsx';

/** An action of an import that would discard what a person has decided about the table. */
export interface Leaving {
  to: 'close' | 'read anew';
  act: () => void;
}

/**
 * Asks before an action discards decisions.
 * @param asks whether there are decisions that are not imported yet; otherwise each action follows at once
 * @returns a function that does the action or asks first, and the question to render
 */
export function useLeaveQuestion(asks: boolean): [leave: (leaving: Leaving) => void, question: ReactNode] {
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const leave = (next: Leaving) => {
    if (asks) setLeaving(next);
    else next.act();
  };
  return [leave, leaving && <LeaveQuestion {...leaving} onClose={() => setLeaving(null)} />];
}

function LeaveQuestion({ to, act, onClose }: Leaving & { onClose: () => void }) {
  const isClosing = to === 'close';
  return (
    <ConfirmDialog
      title={isClosing ? t('Close without importing?') : t('Start again without importing?')}
      action={isClosing ? t('Close') : t('Start again')}
      variant="secondary"
      cancel={t('Stay')}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        act();
      }}
    >
      <p>{t('What you decided and repaired here is not imported yet. The file on your device stays as it is.')}</p>
    </ConfirmDialog>
  );
}
