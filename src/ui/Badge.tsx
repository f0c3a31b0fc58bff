import type { ReactNode } from 'react';
import surface from './surface.module.css';
import layout from './layout.module.css';
import texts from './text.module.css';
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
    <span
      className={`${layout.inline} ${texts.smallest} ${texts.bold} ${surface.smallIcons} ${styles.badge} ${styles[tone]}`}
    >
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
