import { onOtherSession, peekEndReason } from './device/session.ts';
import { createStore } from './store.ts';
import { message, type Message } from './language/translate.ts';

export interface ToastAction {
  label: Message;
  run: () => void;
}

/** Plain successes disappear by themselves; errors, and successes with an action or a gap, stay until closed. */
interface Toast {
  id: number;
  tone: 'success' | 'warning' | 'error';
  text: string;
  action?: ToastAction;
  /** While the pointer is elsewhere. */
  durationMs?: number;
  /** Names what can be undone. */
  about?: string | undefined;
  /** When it came, in ms. */
  at: number;
  /** Set once screen readers have read it, before it moved to or from a dialog. */
  live?: 'off' | undefined;
}

interface Messages {
  toasts: readonly Toast[];
  /** Only the first one is shown. */
  alerts: readonly string[];
  /** The newest dialog, which shows the toasts: what is outside of it can be neither pressed nor heard. */
  outlet?: string | undefined;
}

export const successDurationMs = 5_000;
export const undoDurationMs = 10_000;

export const messageStore = createStore<Messages>({ toasts: [], alerts: [] });
let lastId = 0;

export function getMessages(): Messages {
  return messageStore.get();
}

function changeMessages(next: Partial<Messages>): void {
  messageStore.set({ ...getMessages(), ...next });
}

function addToast(
  tone: Toast['tone'],
  text: string,
  more: Pick<Toast, 'action' | 'durationMs' | 'about'> = {},
): number {
  lastId += 1;
  const toast = { id: lastId, tone, text, at: Date.now(), ...more };
  // a repeated message replaces the earlier, so that it is announced again and never piles up; each undo is different
  changeMessages({
    toasts: [
      ...getMessages().toasts.filter((one) => one.text !== text || one.tone !== tone || one.durationMs !== undefined),
      toast,
    ],
  });
  return toast.id;
}

/** The portal's own messages, never `window.alert` (`decisions §6`). */
export const notify = {
  success(text: string, action?: ToastAction): void {
    const id = addToast('success', text, action && { action });
    if (!action) setTimeout(() => dismissToast(id), successDurationMs);
  },
  /** Something was done, but not completely. */
  warning(text: string, action?: ToastAction): void {
    addToast('warning', text, action && { action });
  },
  error(text: string, action?: ToastAction): void {
    addToast('error', text, action && { action });
  },
  /**
   * Returns the message, to dismiss it when it is undone in another way.
   * @param about names what can be undone, for `settleUndo`
   */
  undo(text: string, undo: () => void, about?: string): number {
    const run = () => {
      dismissToast(id);
      undo();
    };
    const id = addToast('success', text, {
      action: { label: message('Undo'), run },
      durationMs: undoDurationMs,
      about,
    });
    resumeToast(id);
    return id;
  },
  alert(text: string): void {
    changeMessages({ alerts: [...getMessages().alerts, text] });
  },
};

const leaving = new Map<number, ReturnType<typeof setTimeout>>();

export function pauseToast(id: number): void {
  clearTimeout(leaving.get(id));
}

export function resumeToast(id: number): void {
  pauseToast(id);
  const durationMs = getMessages().toasts.find((toast) => toast.id === id)?.durationMs;
  if (durationMs !== undefined)
    leaving.set(
      id,
      setTimeout(() => dismissToast(id), durationMs),
    );
}

export function dismissToast(id: number): void {
  leaving.delete(id);
  if (getMessages().toasts.some((toast) => toast.id === id))
    changeMessages({ toasts: getMessages().toasts.filter((toast) => toast.id !== id) });
}

/** Withdraws the offers to undo what was undone otherwise. */
export function settleUndo(isUndone: (about: string) => boolean): void {
  for (const { id, about } of getMessages().toasts) if (about && isUndone(about)) dismissToast(id);
}

export function dismissAlert(): void {
  changeMessages({ alerts: getMessages().alerts.slice(1) });
}

// the next person to log in must not see them (`decisions §8`); after an expiry the same person still reads what failed
onOtherSession(() =>
  changeMessages(
    peekEndReason() === 'expired'
      ? { toasts: getMessages().toasts.filter(({ action }) => !action) }
      : { toasts: [], alerts: [] },
  ),
);
