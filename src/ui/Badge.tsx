import type { ReactNode } from 'react';
import type { IconName } from './icon-paths.ts';
import { Icon } from './Icon.tsx';
import styles from './Badge.module.css';
import layout from './layout.module.css';
import surface from './surface.module.css';
import texts from './text.module.css';

interface BadgeProps {
  tone: 'ok' | 'warn' | 'danger' | 'info' | 'neutral' | 'strong';
  icon?: IconName;
  children: ReactNode;
}

/** A state in a few words. The colour of the tone says nothing that the words do not say. */
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
