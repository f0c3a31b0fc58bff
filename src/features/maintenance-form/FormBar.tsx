import { useState, type ReactNode } from 'react';
import { rich } from '../../lib/language/rich.tsx';
import { said, t } from '../../lib/language/translate.ts';
import { useFocusAfter, useKeys } from '../../lib/screen/keyboard.ts';
import { useNarrow } from '../../lib/screen/viewport.ts';
import { formGaps, openChecks } from '../../records/maintenance-form/form-visit.ts';
import { keysOf, taskLabels, type MaintenanceForm } from '../../records/maintenance-form/maintenance-form.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.tsx';
import { sectionsInOrder, type SectionId } from './FormTable.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './FormBar.module.css';

const openerId = 'form-sections-opener';

interface FormBarProps {
  form: MaintenanceForm;
  onJump: (id: SectionId) => void;
  children: ReactNode;
}

/** The bar with links to the groups of the form and its actions. It is always visible, on a phone in one line at the bottom. */
export function FormBar({ form, onJump, children }: FormBarProps) {
  const isNarrow = useNarrow();
  const [isUnfolded, setUnfolded] = useState(false);
  const isOpen = isNarrow && isUnfolded;
  const focusAfter = useFocusAfter();
  const fold = () => {
    setUnfolded(false);
    focusAfter(() => document.getElementById(openerId));
  };
  useKeys(isOpen ? { Escape: fold } : null);
  const checkCount = keysOf(taskLabels).length;
  const lacksFinding = formGaps(form).some(({ kind }) => kind === 'finding');
  const progress = (
    // red while a failed check has no finding
    <span className={lacksFinding ? styles.lacking : texts.faint}>
      {checkCount - openChecks(form).length}/{checkCount}
    </span>
  );
  return (
    <div className={`${layout.apart} ${styles.bar}`}>
      <div
        className={styles.sections}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) setUnfolded(false);
        }}
      >
        {isNarrow && (
          <Button
            id={openerId}
            className={styles.opener}
            aria-expanded={isOpen}
            aria-controls="form-sections"
            onClick={() => setUnfolded(!isUnfolded)}
          >
            <Icon name="menu" />
            {rich('{done}<spoken> checks done, sections of the form</spoken>', {
              done: progress,
              spoken: visuallyHidden,
            })}
          </Button>
        )}
        {(isOpen || !isNarrow) && (
          <nav id="form-sections" aria-label={t('Sections of the form')} className={styles.jumps}>
            <ul>
              {sectionsInOrder(isNarrow).map(({ id, short }) => (
                <li key={id}>
                  <button
                    type="button"
                    onClick={() => {
                      setUnfolded(false);
                      onJump(id);
                    }}
                  >
                    {said(short)}
                    {id === 'tasks' && <> {progress}</>}
                  </button>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
