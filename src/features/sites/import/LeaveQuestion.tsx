import { useState, type ReactNode } from 'react';
import { LeaveGuard } from '../../../components/LeaveGuard.tsx';
import { t } from '../../../lib/language/translate.ts';
import { ConfirmDialog } from '../../../ui/message/ConfirmDialog.tsx';

/** An action of an import that would discard what a person has decided about the table. */
interface Leaving {
  to: 'close' | 'read anew';
  act: () => void;
}

const lossText = () =>
  t('What you decided and repaired here is not imported yet. The file on your device stays as it is.');

/**
 * Asks before decisions are discarded: by an action of the import, and by leaving the page.
 * @param asks whether there are decisions that are not imported yet; otherwise each action follows at once
 * @returns a function that does the action or asks first, and the questions to render
 */
export function useLeaveQuestion(asks: boolean): [leave: (leaving: Leaving) => void, questions: ReactNode] {
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const leave = (next: Leaving) => {
    if (asks) setLeaving(next);
    else next.act();
  };
  const questions = (
    <>
      {asks && <LeaveGuard when title={t('Close without importing?')} text={lossText()} />}
      {leaving && <LeaveQuestion {...leaving} onClose={() => setLeaving(null)} />}
    </>
  );
  return [leave, questions];
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
      <p>{lossText()}</p>
    </ConfirmDialog>
  );
}
