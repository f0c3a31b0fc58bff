import type { ReactNode } from 'react';
import styles from './Button.module.css';
import linkStyles from './ButtonLink.module.css';

interface ButtonLinkProps {
  href: string;
  variant?: 'primary' | 'secondary';
  children: ReactNode;
}

/** A link that looks like a button and opens in a new tab, which learns nothing of this page. */
export function ButtonLink({ href, variant = 'secondary', children }: ButtonLinkProps) {
  return (
    <a
      className={`${styles['button']} ${styles[variant]} ${linkStyles[variant]}`}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
    </a>
  );
}
