import type { ReactNode } from 'react';
import { t } from '../lib/language/translate.ts';
import { Button } from './Button.tsx';

interface OutcomeButtonsProps {
  /** How doing many things has ended. */
  outcome: { remaining: readonly unknown[]; cancelled: boolean };
  onClose: () => void;
  /** Does what remains. */
  onRepeat: () => void;
  /** Takes back what was done; null where that cannot be. */
  onUndo?: (() => void) | null;
  /** In place of the repetition where nothing remains. */
  children?: ReactNode;
}

/** The buttons of a dialog that has done many things, one after the other. */
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
