import type { ReactNode } from 'react';
import { t } from '../../lib/language/translate.ts';
import { useKeyPress } from '../../lib/screen/keyboard.ts';
import { Button } from '../Button.tsx';
import layout from '../layout.module.css';
import surface from '../surface.module.css';
import texts from '../text.module.css';
import styles from './SelectedBar.module.css';

interface SelectedBarProps {
  /** Says what is selected; empty if nothing is, and then there is no bar. */
  text: string;
  /** The text that screen readers announce when nothing is selected. */
  none: string;
  label: string;
  /** Called by *Clear* and Escape. */
  onClear: () => void;
  /** The buttons for actions with all selected rows. */
  children: ReactNode;
}

/** The bar at the lower edge of a list that says what is selected, with buttons for actions with all selected rows. */
export function SelectedBar({ text, none, label, onClear, children }: SelectedBarProps) {
  useEscape(text === '' ? null : onClear);
  return (
    <>
      {/* always rendered, so that screen readers announce each change */}
      <p className={layout.visuallyHidden} role="status">
        {text || none}
      </p>
      {text !== '' && (
        <section className={`${surface.plate} ${layout.unprinted} ${styles.bar}`} aria-label={label}>
          <p className={`${texts.medium} ${styles.count}`} aria-hidden="true">
            {text}
          </p>
          <div className={styles.actions}>{children}</div>
          <Button onClick={onClear}>{t('Clear')}</Button>
        </section>
      )}
    </>
  );
}

/** Calls the action when Escape is pressed, but not in a dialog or a field, where Escape has another meaning. */
function useEscape(action: (() => void) | null): void {
  const press = (event: KeyboardEvent) => {
    const { key, target, defaultPrevented } = event;
    const isInField = target instanceof Element && target.matches('select, textarea, input:not([type=checkbox])');
    if (key === 'Escape' && !defaultPrevented && !isInField && !document.querySelector('dialog[open]')) action?.();
  };
  useKeyPress(action && press);
}
