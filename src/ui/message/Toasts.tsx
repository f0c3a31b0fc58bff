import { CloseButton } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import styles from './Toasts.module.css';

interface ToastsProps {
  toasts: readonly {
    id: number;
    tone: 'success' | 'warning' | 'error';
    text: string;
    action?: { label: string; run: () => void };
  }[];
  onClose: (id: number) => void;
  /** A message stays while it has the pointer or the focus. */
  onHold: (id: number) => void;
  onRelease: (id: number) => void;
}

function measureToasts(list: HTMLDivElement | null): (() => void) | undefined {
  if (!list) return undefined;
  const root = document.documentElement.style;
  const measured = new ResizeObserver(([entry]) => {
    const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
    root.setProperty('--toasts', height === 0 ? '0px' : `calc(${Math.ceil(height)}px + 2 * var(--s4))`);
  });
  measured.observe(list);
  return () => {
    measured.disconnect();
    root.removeProperty('--toasts');
  };
}

/** The list of messages, always there, so that additions are announced. Bars stand above by its height, `--toasts`. */
export function Toasts({ toasts, onClose, onHold, onRelease }: ToastsProps) {
  return (
    <div ref={measureToasts} className={styles.toasts} aria-live="polite">
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className={`${styles.toast} ${styles[toast.tone]}`}
          role={toast.tone === 'error' ? 'alert' : 'status'}
          onPointerEnter={() => onHold(toast.id)}
          onPointerLeave={() => onRelease(toast.id)}
          onFocus={() => onHold(toast.id)}
          onBlur={() => onRelease(toast.id)}
        >
          <Icon name={toast.tone === 'success' ? 'check' : 'warning'} />
          <span className={styles.text}>{toast.text}</span>
          {toast.action && (
            <button type="button" className={styles.action} onClick={toast.action.run}>
              {toast.action.label}
            </button>
          )}
          <CloseButton label="Close this message" onClick={() => onClose(toast.id)} />
        </div>
      ))}
    </div>
  );
}
