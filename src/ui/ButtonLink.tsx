import type { ReactNode } from 'react';
import styles from './Button.module.css';
import linkStyles from './ButtonLink.module.css';

interface ButtonLinkProps {
  href: string;
  variant?: 'primary' | 'secondary';
  /** Saves the target under this name instead of opening it. */
  download?: string;
  children: ReactNode;
}

/** A link that looks like a button. It opens a new tab without referrer and opener, or saves a file. */
export function ButtonLink({ href, variant = 'secondary', download, children }: ButtonLinkProps) {
  return (
    <a
      className={`${styles.button} ${styles[variant]} ${linkStyles[variant]}`}
      href={href}
      {...(download === undefined ? { target: '_blank', rel: 'noopener noreferrer' } : { download })}
    >
      {children}
    </a>
  );
}
