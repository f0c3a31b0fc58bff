import { dismissToast, messageStore, pauseToast, resumeToast } from '../../lib/notify.ts';
import { stillInPress } from '../../lib/screen/press.ts';
import { heightAs } from '../../lib/screen/viewport.ts';
import { useStore } from '../../lib/store.ts';
import { CloseButton } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import styles from './Toasts.module.css';
import { said, t } from '../../lib/language/translate.ts';

const measureToasts = heightAs('--toasts');

const shownMessages = stillInPress(messageStore);

/**
 * The list of messages, always there, so that additions are announced. Bars and dialogs stand on it, `--toasts` high.
 * @param outlet the dialog it is in, if any; only the newest shows messages
 */
export function Toasts({ outlet }: { outlet?: string }) {
  const messages = useStore(shownMessages);
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
