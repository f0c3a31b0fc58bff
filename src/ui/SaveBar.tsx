import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import layout from './layout.module.css';
import styles from './SaveBar.module.css';
import surface from './surface.module.css';
import texts from './text.module.css';

interface SaveBarProps extends ComponentProps<'section'> {
  /** Whether the bar stays at the lower edge of the window while the page scrolls. */
  sticky: boolean;
  /** Shown before the status, for example the name of what is saved. */
  lead?: ReactNode;
  status: ReactNode;
  /** Shown in place of the status. */
  problem?: { title: string; text: string } | null;
  children: ReactNode;
}

/** The bar at the end of a form, with its status or problem and its buttons. */
export function SaveBar({ sticky, lead, status, problem, children, className = '', ...section }: SaveBarProps) {
  return (
    <section className={`${surface.plate} ${styles.bar} ${sticky ? styles.sticky : ''} ${className}`} {...section}>
      <div className={`${layout.rest} ${texts.note} ${styles.words}`}>
        {lead}
        {problem ? (
          <p role="alert" className={`${layout.wrap} ${texts.problem} ${styles.problem}`}>
            <Icon name="warning" />
            <strong>{problem.title}</strong>
            <span>{problem.text}</span>
          </p>
        ) : (
          <p role="status">{status}</p>
        )}
      </div>
      {children}
    </section>
  );
}
