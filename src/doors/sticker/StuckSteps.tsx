import { useId } from 'react';
import { message, said, t } from '../../lib/language/translate.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './StuckSteps.module.css';

/** The same steps as in `guides/controller-user-manual.md`: people first, and nobody moves an arm that may start by itself. */
const steps = [
  message('Keep people, motorcycles and cars away from the arm, and send them to another lane.'),
  message(
    'Do not push, pull or lift the arm. Whoever was shown the manual release may use it, with the power switched off.',
  ),
  message('If somebody is in danger, or nobody can get in or out, call the hotline at once.'),
];

/** What to do at the gate until somebody comes. @param folded whether the list is closed at first */
export function StuckSteps({ folded = false }: { folded?: boolean }) {
  const id = useId();
  const list = (
    <ol className={styles.steps} aria-labelledby={id}>
      {steps.map((step, index) => (
        <li key={index}>{said(step)}</li>
      ))}
    </ol>
  );
  if (!folded)
    return (
      <section className={styles.section}>
        <h2 id={id} className={styles.title}>
          {t('While the arm is stuck')}
        </h2>
        {list}
      </section>
    );
  return (
    <details className={styles.fold}>
      <summary id={id} className={styles.summary}>
        <Icon name="warning" />
        <span>{t('While the arm is stuck')}</span>
        <Icon name="chevron-down" />
      </summary>
      {list}
    </details>
  );
}
