import { useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Task } from '../../records/task/task.ts';
import { monthLabel, type Month } from '../../records/time.ts';
import buttons from '../../ui/Button.module.css';
import links from '../../ui/ButtonLink.module.css';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import { monthSteps, type MonthStep } from './month-steps.ts';
import styles from './MonthSteps.module.css';

interface MonthStepsProps {
  year: string;
  month: Month;
  visible: readonly Task[];
}

export function MonthSteps({ year, month, visible }: MonthStepsProps) {
  const [now] = useState(() => new Date());
  const { previous, next } = monthSteps({ year, month }, visible, now);
  return (
    <nav className={styles.steps} aria-label="Months">
      <Step to={previous} way="Previous month" end="No earlier month">
        <Icon name="chevron-left" />
      </Step>
      <Step to={next} way="Next month" end="No later month">
        <Icon name="chevron-right" />
      </Step>
    </nav>
  );
}

interface StepProps {
  to: MonthStep | null;
  way: string;
  /** Shown where there is none. */
  end: string;
  children: ReactNode;
}

function Step({ to, way, end, children }: StepProps) {
  const [params] = useSearchParams();
  const search = new URLSearchParams(params);
  if (to) {
    search.set('year', to.year);
    search.set('month', to.month);
    // an opened task belongs to the month that is left
    for (const key of ['task', 'photo', 'pdf']) search.delete(key);
  }
  // stays a link at the end too, so that the focus is kept
  return (
    <Link
      className={`${buttons.button} ${buttons.secondary} ${links.secondary} ${styles.step}`}
      to={{ search: search.toString() }}
      replace
      preventScrollReset
      aria-disabled={to === null}
      onClick={(event) => {
        if (!to) event.preventDefault();
      }}
    >
      {children}
      {to ? (
        <span>
          <span className={layout.spoken}>{`${way}: `}</span>
          {`${monthLabel(to.month)} ${to.year}`}
          {to.tasks === 0 && <span className={styles.none}>, no tasks</span>}
        </span>
      ) : (
        end
      )}
    </Link>
  );
}
