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
 * The messages in a card (`decisions §12`). The most important message is first; below it is the next message that disappears after a
 * time, if possible one with an action; a button opens the list of the others. The live region is always rendered, so that screen readers
 * announce new messages. The card sets the CSS variable `--toasts` to its height, which bars and dialogs leave free.
 * @param props `outlet` is the id of the dialog that contains the card, if any; only the newest dialog shows messages
 */
export function Toasts({ outlet }: { outlet?: string }) {
  const messages = useStore(shownMessages);
  const toasts = messages.outlet === outlet ? sortedToasts(messages.toasts) : [];
  const [isCut, setCut] = useState(false);
  const focusAfter = useFocusAfter();
  const [first, ...others] = toasts;
  const temporaryToasts = others.filter(({ durationMs }) => durationMs !== undefined);
  const second = temporaryToasts.find(({ action }) => action) ?? temporaryToasts[0];
  const hiddenToasts = others.filter((toast) => toast !== second);
  const groupCount = first?.group ? toasts.filter(({ group }) => group === first.group).length : 1;

  const close = (...closedToasts: readonly Toast[]) => {
    focusAfter(() => {
      // while a closed message is still shown, this is called again after the next render
      if (closedToasts.some((toast) => shownMessages.get().toasts.includes(toast))) return undefined;
      // the person has moved the focus
      if (document.activeElement !== document.body) return null;
      return document.querySelector<HTMLElement>(`.${styles.card} button`) ?? document.getElementById('content');
    });
    for (const { id } of closedToasts) dismissToast(id);
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
          {(hiddenToasts.length > 0 || isCut) && (
            <div className={styles.foot}>
              <button
                type="button"
                className={styles.action}
                aria-haspopup="dialog"
                onClick={() => setToastListOpen(true)}
              >
                {listButtonText(toasts, hiddenToasts)}
                <Icon name="chevron-down" />
              </button>
              {hiddenToasts.length > 0 && (
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

/** Pauses the messages while the keyboard focus is in the card. A focus by a press of the pointer does not pause them. */
function onFocus({ target }: { target: Element }): void {
  if (target.matches(':focus-visible')) pauseToasts('focus');
}

/** The label of the button that opens the list, for example `3 visits saved` if all hidden messages belong to the same group. */
function listButtonText(toasts: readonly Toast[], hiddenToasts: readonly Toast[]): string {
  if (hiddenToasts.length === 0) return t('Show all of it');
  const [{ group } = {}] = hiddenToasts;
  const isOtherGroup = group && hiddenToasts.every((toast) => toast.group === group) && toasts[0]?.group !== group;
  const lastingCount = toasts.filter((toast) => !isTransient(toast)).length;
  return isOtherGroup
    ? group.title(hiddenToasts.length)
    : t('Show all {count}', { count: lastingCount || toasts.length });
}

interface ToastRowProps {
  toast: Toast;
  /** A message `behind` the first two is hidden. It is only announced when it arrives. */
  position: 'first' | 'second' | 'behind';
  /** How many messages of the same group there are. */
  groupCount: number;
  /** Called with whether the text is cut off, whenever that may have changed. */
  onCut: ((isCut: boolean) => void) | undefined;
  onClose: () => void;
}

/** A message in the card. It is announced once, in the position where it first appears, even if other messages hide it. */
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

/** The action of a message: a link if it has a URL, else a button. */
export function ToastActionButton({ toast: { id, action } }: { toast: Toast }) {
  if (!action) return null;
  const act = () => {
    setToastListOpen(false);
    action.run();
  };
  const follow = (event: MouseEvent) => {
    // with these keys the browser opens the link in another tab or window
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

/** A ref callback that reports whether lines of its element are cut off. */
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
