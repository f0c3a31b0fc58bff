import { CloseButton } from '../CloseButton.tsx';
import { Icon } from '../Icon.tsx';
import styles from './Toasts.module.css';

interface ToastsProps {
  toasts: readonly { id: number; tone: 'success' | 'error'; text: string; undo?: () => void }[];
  onClose: (id: number) => void;
  /** While the pointer or the focus is on a message it stays. */
  onHold: (id: number) => void;
  onRelease: (id: number) => void;
}

/** The list is always in the page, so that additions are announced. */
export function Toasts({ toasts, onClose, onHold, onRelease }: ToastsProps) {
  return (
    <div className={styles.toasts} aria-live="polite">
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className={`${styles.toast} ${toast.tone === 'error' ? styles.error : ''}`}
          role={toast.tone === 'error' ? 'alert' : 'status'}
          onPointerEnter={() => onHold(toast.id)}
          onPointerLeave={() => onRelease(toast.id)}
          onFocus={() => onHold(toast.id)}
          onBlur={() => onRelease(toast.id)}
        >
          <Icon name={toast.tone === 'error' ? 'warning' : 'check'} />
          <span className={styles.text}>{toast.text}</span>
          {toast.undo && (
            <button
              type="button"
              className={styles.undo}
              onClick={() => {
                toast.undo?.();
                onClose(toast.id);
              }}
            >
              Undo
            </button>
          )}
          <CloseButton label="Close this message" onClick={() => onClose(toast.id)} />
        </div>
      ))}
    </div>
  );
}
