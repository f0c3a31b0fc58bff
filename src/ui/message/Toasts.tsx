import { useState, type MouseEvent } from 'react';
import { said, t } from '../../lib/language/translate.ts';
import {
  dismissToast,
  sortedToasts,
  setToastListOpen,
  isTransient,
  pauseToasts,
  resumeToasts,
  type Toast,
} from '../../lib/notify.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { heightAs } from '../../lib/screen/viewport.ts';
import { useStore } from '../../lib/store.ts';
import { CloseButton } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import { shownMessages, useIsNews } from './FirstToast.tsx';
import styles from './Toasts.module.css';

const measureToasts = heightAs('--toasts');

/**
 * The messages as one card (`decisions §12`): the most important first, below it the next one that disappears by itself, the others in a
 * list that a button opens. The live region is always there, so that additions are announced. The CSS variable `--toasts` is the height of
 * the card, which bars and dialogs leave free.
 * @param outlet the dialog that the card is in, if any; only the newest dialog shows messages
 */
export function Toasts({ outlet }: { outlet?: string }) {
  const messages = useStore(shownMessages);
  const toasts = messages.outlet === outlet ? sortedToasts(messages.toasts) : [];
  const [isCut, setCut] = useState(false);
  const focusAfter = useFocusAfter();
  const [first, ...others] = toasts;
  const temporary = others.filter(({ durationMs }) => durationMs !== undefined);
  const second = temporary.find(({ action }) => action) ?? temporary[0];
  const behind = others.filter((toast) => toast !== second);
  const groupCount = first?.group ? toasts.filter(({ group }) => group === first.group).length : 1;

  const close = (...closed: readonly Toast[]) => {
    focusAfter(() => {
      if (closed.some((toast) => shownMessages.get().toasts.includes(toast))) return undefined;
      if (document.activeElement !== document.body) return null;
      return document.querySelector<HTMLElement>(`.${styles.card} button`) ?? document.getElementById('content');
    });
    for (const { id } of closed) dismissToast(id);
  };
  return (
    <div ref={measureToasts} className={styles.toasts} aria-live="polite">
      {first && (
        <div
          className={`${styles.card} ${first.tone === 'error' ? styles.failed : ''} ${second ? styles.compact : ''}`}
          onPointerEnter={() => pauseToasts('pointer')}
          onPointerLeave={() => resumeToasts('pointer')}
          onFocus={onFocus}
          onBlur={() => resumeToasts('focus')}
        >
          {toasts.map((toast) => (
            <ToastRow
              key={toast.id}
              toast={toast}
              position={toast === first ? 'first' : toast === second ? 'second' : 'behind'}
              groupCount={toast === first ? groupCount : 1}
              onCut={toast === first ? setCut : undefined}
              onClose={() => close(toast)}
            />
          ))}
          {(behind.length > 0 || isCut) && (
            <div className={styles.foot}>
              <button
                type="button"
                className={styles.action}
                aria-haspopup="dialog"
                onClick={() => setToastListOpen(true)}
              >
                {behindText(toasts, behind)}
                <Icon name="chevron-down" />
              </button>
              {behind.length > 0 && (
                <button type="button" className={styles.all} onClick={() => close(...toasts)}>
                  {t('Close all')}
                </button>
              )}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

/** Pauses the messages while the focus of the keyboard is in the card. The focus that a press of the pointer gives does not count. */
function onFocus({ target }: { target: Element }): void {
  if (target.matches(':focus-visible')) pauseToasts('focus');
}

/** The label of the button that opens the list: `3 visits saved` where all hidden messages are of one group. */
function behindText(toasts: readonly Toast[], behind: readonly Toast[]): string {
  if (behind.length === 0) return t('Show all of it');
  const [{ group } = {}] = behind;
  const isOtherGroup = group && behind.every((toast) => toast.group === group) && toasts[0]?.group !== group;
  const lasting = toasts.filter((toast) => !isTransient(toast));
  return isOtherGroup ? group.title(behind.length) : t('Show all {count}', { count: lasting.length || toasts.length });
}

interface ToastRowProps {
  toast: Toast;
  position: 'first' | 'second' | 'behind';
  /** How many messages of its group there are. */
  groupCount: number;
  /** Told whether its text is cut off. */
  onCut: ((isCut: boolean) => void) | undefined;
  onClose: () => void;
}

/** A message of the card. It is announced once, where it first appears, even when others hide it. */
function ToastRow({ toast, position, groupCount, onCut, onClose }: ToastRowProps) {
  const [initialPosition] = useState(position);
  const isNews = useIsNews(toast) && position === initialPosition;
  const { tone, text, action, group } = toast;
  const isGroup = group !== undefined && groupCount > 1;
  const words = isGroup ? t('Newest: {message}', { message: text }) : text;
  if (position === 'behind' && !isNews) return null;
  return (
    <div
      className={`${styles.row} ${styles[tone]} ${position === 'behind' ? styles.behind : ''}`}
      {...(isNews ? { role: tone === 'error' ? 'alert' : 'status' } : { 'aria-live': 'off' })}
    >
      {position === 'behind' ? (
        text
      ) : (
        <>
          <Icon name={tone === 'success' ? 'check' : 'warning'} />
          <div className={styles.words}>
            <p key={words} ref={onCut && watchCut(onCut)} className={styles.text}>
              {isGroup && <strong>{group.title(groupCount)}</strong>}
              <span>{words}</span>
            </p>
            {action && <ToastActionButton toast={toast} />}
          </div>
          <CloseButton label={t('Dismiss this message')} onClick={onClose} />
        </>
      )}
    </div>
  );
}

/** The action of a message: a link where it has a URL, else a button. */
export function ToastActionButton({ toast: { id, action } }: { toast: Toast }) {
  if (!action) return null;
  const act = () => {
    setToastListOpen(false);
    action.run();
  };
  const follow = (event: MouseEvent) => {
    // the browser opens it in another tab or window
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    act();
    dismissToast(id);
  };
  return action.to === undefined ? (
    <button type="button" className={styles.action} onClick={act}>
      {said(action.label)}
    </button>
  ) : (
    <a className={styles.action} href={action.to} onClick={follow}>
      {said(action.label)}
    </a>
  );
}

/** A ref that tells whether lines of its element are cut off. */
function watchCut(onCut: (isCut: boolean) => void): (text: HTMLElement | null) => (() => void) | undefined {
  return (text) => {
    if (!text) return undefined;
    const observer = new ResizeObserver(() => onCut(text.scrollHeight > text.clientHeight + 1));
    observer.observe(text);
    return () => {
      observer.disconnect();
      onCut(false);
    };
  };
}
