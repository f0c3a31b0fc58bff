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

const opener = 'form-sections-opener';
interface FormBarProps {
  form: MaintenanceForm;
  onJump: (id: SectionId) => void;
  children: ReactNode;
}

/** Jumps to each group, and the actions of the form: always in sight, on a phone in one line where the thumb is. */
export function FormBar({ form, onJump, children }: FormBarProps) {
  const narrow = useNarrow();
  const [unfolded, setUnfolded] = useState(false);
  const open = narrow && unfolded;
  const focusAfter = useFocusAfter();
  const fold = () => {
    setUnfolded(false);
    focusAfter(() => document.getElementById(opener));
  };
  useKeys(open ? { Escape: fold } : null);
  const all = keysOf(taskLabels).length;
  const done = (
    <span className={formGaps(form).some(({ kind }) => kind === 'finding') ? styles.open : texts.faint}>
      {all - openChecks(form).length}/{all}
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
        {narrow && (
          <Button
            id={opener}
            className={styles.opener}
            aria-expanded={open}
            aria-controls="form-sections"
            onClick={() => setUnfolded(!unfolded)}
          >
            <Icon name="menu" />
            {rich('{done}<spoken> checks done, sections of the form</spoken>', {
              done,
              spoken: visuallyHidden,
            })}
          </Button>
        )}
        {(open || !narrow) && (
          <nav id="form-sections" aria-label={t('Sections of the form')} className={styles.jumps}>
            <ul>
              {sectionsInOrder(narrow).map(({ id, short }) => (
                <li key={id}>
                  <button
                    type="button"
                    onClick={() => {
                      setUnfolded(false);
                      onJump(id);
                    }}
                  >
                    {said(short)}
                    {id === 'tasks' && <> {done}</>}
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
