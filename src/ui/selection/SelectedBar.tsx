import type { ReactNode } from 'react';
import { t } from '../../lib/language/translate.ts';
import { useKeyPress } from '../../lib/screen/keyboard.ts';
import { Button } from '../Button.tsx';
import layout from '../layout.module.css';
import surface from '../surface.module.css';
import texts from '../text.module.css';
import styles from './SelectedBar.module.css';

interface SelectedBarProps {
  /** What is selected; empty for nothing, which shows no bar. */
  text: string;
  /** What a screen reader hears when nothing is selected. */
  none: string;
  label: string;
  /** Called by *Clear* and Escape. */
  onClear: () => void;
  /** The buttons of what can be done with all of it. */
  children: ReactNode;
}

/** The bar at the lower edge of a list that says what is selected, and what can be done with all of it. */
export function SelectedBar({ text, none, label, onClear, children }: SelectedBarProps) {
  useEscape(text === '' ? null : onClear);
  return (
    <>
      {/* always there, so that screen readers hear each change */}
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

/** Calls what Escape does on the page: not in a dialog, and not where something is typed or chosen, which has its own. */
function useEscape(action: (() => void) | null): void {
  const press = (event: KeyboardEvent) => {
    const { key, target, defaultPrevented } = event;
    const hasOwn = target instanceof Element && target.matches('select, textarea, input:not([type=checkbox])');
    if (key === 'Escape' && !defaultPrevented && !hasOwn && !document.querySelector('dialog[open]')) action?.();
  };
  useKeyPress(action && press);
}
