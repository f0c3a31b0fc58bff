import { t } from '../../lib/language/translate.ts';
import {
  dismissToast,
  dismissToasts,
  sortedToasts,
  setToastListOpen,
  isTransient,
  type Toast,
} from '../../lib/notify.ts';
import { useStore } from '../../lib/store.ts';
import { Button, CloseButton } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { Icon } from '../Icon.tsx';
import { shownMessages } from './FirstToast.tsx';
import { ToastActionButton, Toasts } from './Toasts.tsx';
import tones from './Toasts.module.css';
import styles from './ToastSheet.module.css';

/** The messages of the page: the card, and the list of all messages (`decisions §12`). The code is loaded after the first paint. */
export function PageToasts() {
  return (
    <>
      <Toasts />
      <ToastSheet />
    </>
  );
}

/** The list of the messages in full, each with its action. Transient messages (`isTransient`) are listed only if there are no others. */
function ToastSheet() {
  const { toasts: all, listed } = useStore(shownMessages);
  const lastingToasts = sortedToasts(all).filter((toast) => !isTransient(toast));
  const toasts = lastingToasts.length > 0 ? lastingToasts : all;
  return (
    <Dialog
      open={listed === true && toasts.length > 0}
      onClose={() => setToastListOpen(false)}
      title={sheetTitle(toasts)}
      size="sheet"
      footer={
        <Button variant="ghost" onClick={closeAll}>
          {t('Close all')}
        </Button>
      }
    >
      <ul className={styles.list} aria-live="polite">
        {toasts.map((toast) => (
          <li key={toast.id} className={`${styles.item} ${tones[toast.tone]}`}>
            <Icon name={toast.tone === 'success' ? 'check' : 'warning'} />
            <div className={styles.words}>
              <p>{toast.text}</p>
              {toast.action && <ToastActionButton toast={toast} />}
            </div>
            <CloseButton label={t('Close: {text}', { text: toast.text })} onClick={() => dismissToast(toast.id)} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function closeAll(): void {
  dismissToasts();
  // the button that opened the list disappears with the card, so the focus goes to the content of the page
  setTimeout(() => document.activeElement === document.body && document.getElementById('content')?.focus());
}

/** The title of the list, for example `3 visits saved` if all messages belong to the same group, else `3 messages`. */
function sheetTitle(toasts: readonly Toast[]): string {
  const [{ group } = {}] = toasts;
  if (group && toasts.every((toast) => toast.group === group)) return group.title(toasts.length);
  return t('{count, plural, one {# message} other {# messages}}', { count: toasts.length });
}
