import { useState } from 'react';
import { said, t } from '../../lib/language/translate.ts';
import { dismissToast, messageStore, sortedToasts, type Toast } from '../../lib/notify.ts';
import { frozenWhilePressed } from '../../lib/screen/press.ts';
import { useStore } from '../../lib/store.ts';
import { CloseButton } from '../Button.tsx';
import styles from './FirstToast.module.css';

/**
 * In ms: a message that is at most this old is announced when its element appears. An older message was announced already and has only
 * moved to another element.
 */
const announcementMs = 1_000;

/** Whether a message still has to be announced when its element appears. */
export function useIsNews({ at }: Toast): boolean {
  return useState(() => Date.now() - at < announcementMs)[0];
}

/** The messages on the screen. They do not change while the pointer is pressed, so that a press hits what the person saw. */
export const shownMessages = frozenWhilePressed(messageStore);

/**
 * Shows the most important message as long as the code of the card of all messages is not loaded. If it cannot be loaded, this message may
 * say why.
 */
export function FirstToast() {
  // an open dialog (`outlet` is its id) contains the card of all messages, which shows them itself
  const { toasts, outlet } = useStore(shownMessages);
  const [first] = outlet === undefined ? sortedToasts(toasts) : [];
  return <div aria-live="polite">{first && <FirstToastRow key={first.id} toast={first} />}</div>;
}

function FirstToastRow({ toast }: { toast: Toast }) {
  const { id, tone, text, action } = toast;
  const role = tone === 'error' ? 'alert' : 'status';
  return (
    <div className={styles.row} {...(useIsNews(toast) ? { role } : { 'aria-live': 'off' })}>
      <span className={styles.text}>{text}</span>
      {action && (
        <button type="button" onClick={action.run}>
          {said(action.label)}
        </button>
      )}
      <CloseButton label={t('Dismiss this message')} onClick={() => dismissToast(id)} />
    </div>
  );
}
