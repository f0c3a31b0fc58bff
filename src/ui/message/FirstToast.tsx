import { useState } from 'react';
import { said, t } from '../../lib/language/translate.ts';
import { dismissToast, messageStore, sortedToasts, type Toast } from '../../lib/notify.ts';
import { frozenWhilePressed } from '../../lib/screen/press.ts';
import { useStore } from '../../lib/store.ts';
import { CloseButton } from '../Button.tsx';
import styles from './FirstToast.module.css';

/** How long (ms) after it came a message is announced where it appears: an older one was read out before it moved. */
const heardMs = 1_000;

/** Whether a message still has to be announced where it appears. */
export function useIsNews({ at }: Toast): boolean {
  return useState(() => Date.now() - at < heardMs)[0];
}

export const shownMessages = frozenWhilePressed(messageStore);

/** The most important message alone, while the card of all of them could not be loaded: the reason may be one of them. */
export function FirstToast() {
  // an outlet is where the card of all messages stands, once it is loaded
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
