import type { ReactNode } from 'react';
import styles from './Badge.module.css';
import type { IconName } from './icon-paths.ts';
import { Icon } from './Icon.tsx';

interface BadgeProps {
  tone: 'ok' | 'warn' | 'danger' | 'info' | 'neutral' | 'strong';
  icon?: IconName;
  children: ReactNode;
}

/** A state in words; the colour only repeats them. */
export function Badge({ tone, icon, children }: BadgeProps) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
