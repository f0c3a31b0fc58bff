import type { ReactNode } from 'react';
import { failedWithoutFinding } from '../../records/maintenance-form/form-visit.ts';
import { keysOf, taskLabels, type MaintenanceForm } from '../../records/maintenance-form/maintenance-form.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './FormBar.module.css';
import { sectionsInOrder, type SectionId } from './form-sections.ts';
import { useNarrow } from '../../lib/screen/use-narrow.ts';
import { ConfirmButton } from '../../ui/message/ConfirmButton.tsx';

interface FormBarProps {
  form: MaintenanceForm;
  onJump: (id: SectionId) => void;
  children: ReactNode;
}

/** Always in sight, on a phone where the thumb is: jumps to each group, and the actions of the form. */
export function FormBar({ form, onJump, children }: FormBarProps) {
  const checks = keysOf(taskLabels);
  const done = checks.filter((field) => form.tasksPerformed[field].result !== '').length;
  const open = failedWithoutFinding(form).length > 0;
  return (
    <div className={`${layout.apart} ${styles.bar}`}>
      <nav aria-label="Sections of the form" className={styles.jumps}>
        <ul>
          {sectionsInOrder(useNarrow()).map(({ id, short }) => (
            <li key={id}>
              <button type="button" onClick={() => onJump(id)}>
                {short}
                {id === 'tasks' && (
                  <span className={open ? styles.open : texts.faint}>
                    {' '}
                    {done}/{checks.length}
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

export function ClearForm({ onClear }: { onClear: () => void }) {
  return (
    <div className={styles.clear}>
      <ConfirmButton
        label="Clear form"
        title="Clear everything typed for this client?"
        action="Yes"
        variant="secondary"
        cancel="No"
        onConfirm={onClear}
      >
        <p>The form goes back to the client's template. This cannot be undone.</p>
      </ConfirmButton>
    </div>
  );
}
