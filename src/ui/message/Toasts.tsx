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
 * The messages as one card (`decisions §12`): the most important in front, behind it one that disappears by itself, the others
 * on demand. The live region is always there, so that additions are announced. `--toasts` is the height that bars and dialogs leave free.
 * @param outlet the dialog it is in, if any; only the newest shows messages
 */
export function Toasts({ outlet }: { outlet?: string }) {
  const messages = useStore(shownMessages);
  const toasts = messages.outlet === outlet ? sortedToasts(messages.toasts) : [];
  const [isCut, setCut] = useState(false);
  const focusAfter = useFocusAfter();
  const [first, ...others] = toasts;
  const passing = others.filter(({ durationMs }) => durationMs !== undefined);
  const second = passing.find(({ action }) => action) ?? passing[0];
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

/** A press that puts the focus on a button is over at once. */
function onFocus({ target }: { target: Element }): void {
  if (target.matches(':focus-visible')) pauseToasts('focus');
}

/** What opens the list: `3 visits saved` where all that is behind is of one kind. */
function behindText(toasts: readonly Toast[], behind: readonly Toast[]): string {
  if (behind.length === 0) return t('Show all of it');
  const [{ group } = {}] = behind;
  const isApart = group && behind.every((toast) => toast.group === group) && toasts[0]?.group !== group;
  const lasting = toasts.filter((toast) => !isTransient(toast));
  return isApart ? group.title(behind.length) : t('Show all {count}', { count: lasting.length || toasts.length });
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

/** A message of the card. It is announced once: where it appears, even behind others. */
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

/** What a message offers: a link where it leads somewhere. */
export function ToastActionButton({ toast: { id, action } }: { toast: Toast }) {
  if (!action) return null;
  const act = () => {
    setToastListOpen(false);
    action.run();
  };
  const follow = (event: MouseEvent) => {
    // the browser opens it elsewhere
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
