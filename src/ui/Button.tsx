import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Button.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'primary' | 'secondary' | 'danger' | 'ghost';
  /** While busy, the button keeps the focus and ignores presses. */
  busy?: boolean;
  /** The button looks disabled and ignores presses, but can have the focus. A text beside it should say why. */
  unavailable?: boolean;
  children: ReactNode;
}

export function Button({
  variant = 'secondary',
  busy = false,
  unavailable = false,
  type = 'button',
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // the attribute `disabled` is not used, because the button would lose the keyboard focus
    if (busy || unavailable) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      className={`${styles.button} ${styles[variant]} ${unavailable ? styles.unavailable : ''} ${className}`}
      onClick={press}
      {...((busy || unavailable) && { 'aria-disabled': true })}
      {...(busy && { 'aria-busy': true })}
    >
      {children}
    </button>
  );
}

export function CloseButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.close} onClick={onClick} aria-label={label}>
      <Icon name="close" />
    </button>
  );
}
