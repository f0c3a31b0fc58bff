import type { ReactNode } from 'react';
import { t } from '../lib/language/translate.ts';
import { Button } from './Button.tsx';

interface OutcomeButtonsProps {
  /** The outcome of a run: what was not done, and whether a person cancelled it. */
  outcome: { remaining: readonly unknown[]; cancelled: boolean };
  onClose: () => void;
  /** Continues with what remains. */
  onRepeat: () => void;
  /** Undoes what was done; null if that is not possible. */
  onUndo?: (() => void) | null;
  /** Shown in place of the button to repeat, if nothing remains. */
  children?: ReactNode;
}

/** The buttons of a dialog after a run that has done many things one after the other. */
export function OutcomeButtons({ outcome, onClose, onRepeat, onUndo, children }: OutcomeButtonsProps) {
  return (
    <>
      <Button onClick={onClose}>{t('Close')}</Button>
      {onUndo && <Button onClick={onUndo}>{t('Undo')}</Button>}
      {outcome.remaining.length > 0 ? (
        <Button variant="primary" onClick={onRepeat}>
          {outcome.cancelled ? t('Go on') : t('Try again')}
        </Button>
      ) : (
        children
      )}
    </>
  );
}
