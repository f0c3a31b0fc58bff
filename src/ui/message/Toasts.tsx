import { useState } from 'react';
import { dismissToast, messageStore, pauseToast, resumeToast } from '../../lib/notify.ts';
import { heightAs } from '../../lib/screen/viewport.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { CloseButton } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import styles from './Toasts.module.css';
import { said, t } from '../../lib/language/translate.ts';

const measureToasts = heightAs('--toasts');

/** Whether something is being pressed. A finger's tap becomes a click a moment after it has left, and no press takes seconds. */
const isPressed = createStore(false);
let release: ReturnType<typeof setTimeout>;
for (const [event, longestMs] of [
  ['pointerdown', 2_000],
  ['pointerup', 300],
] as const)
  window.addEventListener(
    event,
    () => {
      clearTimeout(release);
      release = setTimeout(() => isPressed.set(false), longestMs);
      isPressed.set(true);
    },
    true,
  );
window.addEventListener('click', () => isPressed.set(false));

/**
 * The list of messages, always there, so that additions are announced. Bars and dialogs stand on it, `--toasts` high: while
 * something is pressed it stays as it is, as what moves away between press and release is not clicked.
 * @param outlet the dialog it is in, if any; only the newest shows messages
 */
export function Toasts({ outlet }: { outlet?: string }) {
  const newest = useStore(messageStore);
  const pressed = useStore(isPressed);
  const [messages, setMessages] = useState(newest);
  if (!pressed && messages !== newest) setMessages(newest);
  const shown = messages.outlet === outlet ? messages.toasts : [];
  return (
    <div ref={measureToasts} className={styles.toasts} aria-live="polite">
      {shown.map((toast) => (
        <div
          key={toast.id}
          className={`${styles.toast} ${styles[toast.tone]}`}
          role={toast.live ? undefined : toast.tone === 'error' ? 'alert' : 'status'}
          aria-live={toast.live}
          onPointerEnter={() => pauseToast(toast.id)}
          onPointerLeave={() => resumeToast(toast.id)}
          onFocus={() => pauseToast(toast.id)}
          onBlur={() => resumeToast(toast.id)}
        >
          <Icon name={toast.tone === 'success' ? 'check' : 'warning'} />
          <span className={styles.text}>{toast.text}</span>
          {toast.action && (
            <button type="button" className={styles.action} onClick={toast.action.run}>
              {said(toast.action.label)}
            </button>
          )}
          <CloseButton label={t('Dismiss this message')} onClick={() => dismissToast(toast.id)} />
        </div>
      ))}
    </div>
  );
}
