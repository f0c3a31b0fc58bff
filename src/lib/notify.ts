import { onOtherSession, peekEndReason } from './device/session.ts';
import { message, type Message } from './language/translate.ts';
import { createStore } from './store.ts';

// Messages about what was done, on every screen: toasts, which may leave by themselves, and alerts, which are answered. Any code may send
// one, with or without a component. An error stays until it is closed, and a message that is repeated replaces the earlier one. They are
// removed with the session (`decisions §8`); after an expiry only toasts with a button are removed. Where the code that shows them cannot be loaded, a toast is
// shown plainly and an alert becomes one (`PortalMessages`): no message is lost.

export interface ToastAction {
  label: Message;
  run: () => void;
  /** The URL of an action that is shown as a link. `run` opens it, as messages are outside of the router; a press closes the message. */
  to?: string;
}

/** Messages of one kind, which the card counts together: `3 visits saved`. Compared by identity. */
export interface ToastGroup {
  title: (count: number) => string;
}

/** Plain successes and offers to undo leave by themselves; errors, warnings and successes with another action stay until closed. */
export interface Toast {
  id: number;
  tone: 'success' | 'warning' | 'error';
  text: string;
  action?: ToastAction;
  /** After how long the message leaves by itself, while nobody points at the messages; without it the message stays. */
  durationMs?: number;
  /** Names what it is about. A later message about the same replaces it. */
  about?: string | undefined;
  group?: ToastGroup | undefined;
  /** Called when it is closed. */
  onClose?: (() => void) | undefined;
  /** When it came, in ms. */
  at: number;
}

interface Messages {
  toasts: readonly Toast[];
  /** Only the first one is shown. */
  alerts: readonly string[];
  /** The newest dialog, which shows the toasts: what is outside of it can be neither pressed nor heard. */
  outlet?: string | undefined;
  /** Whether the list of all messages is open. */
  listed?: boolean | undefined;
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

type ToastDetails = Pick<Toast, 'durationMs' | 'about' | 'group' | 'onClose'>;

function addToast(tone: Toast['tone'], text: string, action?: ToastAction, details: ToastDetails = {}): number {
  lastId += 1;
  const toast = { id: lastId, tone, text, at: Date.now(), ...(action && { action }), ...details };
  const { about } = details;
  // a repeated message replaces the earlier, so that it is announced again and never piles up; each undo is different
  const isRepeated = (earlier: Toast) =>
    about === undefined
      ? earlier.text === text && earlier.tone === tone && earlier.about === undefined && !offersUndo(earlier)
      : earlier.about === about;
  changeMessages({ toasts: [...getMessages().toasts.filter((earlier) => !isRepeated(earlier)), toast] });
  startTimer(toast);
  return toast.id;
}

const offersUndo = ({ durationMs, action }: Toast) => durationMs !== undefined && action !== undefined;

/** Whether a message disappears by itself and offers no action. */
export const isTransient = ({ durationMs, action }: Toast) => durationMs !== undefined && action === undefined;

/** The order in which messages are shown: errors, then what stays or can be undone, then what passes; the newest first. */
export function sortedToasts(toasts: readonly Toast[]): Toast[] {
  const rank = (toast: Toast) => (toast.tone === 'error' ? 0 : isTransient(toast) ? 2 : 1);
  return toasts.toSorted((a, b) => rank(a) - rank(b) || b.id - a.id);
}

/** The portal's own messages, never `window.alert` (`decisions §6`). */
export const notify = {
  success(text: string, action?: ToastAction, details?: Pick<ToastDetails, 'about' | 'group' | 'onClose'>): void {
    addToast('success', text, action, { ...details, ...(!action && { durationMs: successDurationMs }) });
  },
  /** Something was done, but not completely. */
  warning(text: string, action?: ToastAction): void {
    addToast('warning', text, action);
  },
  error(text: string, action?: ToastAction, details?: Pick<ToastDetails, 'about'>): void {
    addToast('error', text, action, details);
  },
  /**
   * Returns the message, to dismiss it when it is undone in another way.
   * @param about names what can be undone, for `withdrawToasts`
   */
  undo(text: string, undo: () => void, about?: string): number {
    const run = () => {
      dismissToast(id);
      undo();
    };
    const id = addToast('success', text, { label: message('Undo'), run }, { durationMs: undoDurationMs, about });
    return id;
  },
  alert(text: string): void {
    changeMessages({ alerts: [...getMessages().alerts, text] });
  },
};

const dismissTimers = new Map<number, ReturnType<typeof setTimeout>>();
type Pause = 'pointer' | 'focus' | 'list';
const pauses = new Set<Pause>();

function startTimer({ id, durationMs }: Toast): void {
  if (durationMs === undefined || pauses.size > 0) return;
  clearTimeout(dismissTimers.get(id));
  dismissTimers.set(
    id,
    setTimeout(() => dismissToast(id), durationMs),
  );
}

/** No message leaves by itself while somebody points at the messages, has the focus there, or has their list open. */
export function pauseToasts(by: Pause): void {
  pauses.add(by);
  for (const timer of dismissTimers.values()) clearTimeout(timer);
}

/** Each message that leaves by itself has its whole time again. @param by what ends; all pauses by default */
export function resumeToasts(by?: Pause): void {
  if (by) pauses.delete(by);
  else pauses.clear();
  for (const toast of getMessages().toasts) startTimer(toast);
}

/** Opens or closes the list of all messages. */
export function setToastListOpen(listed: boolean): void {
  changeMessages({ listed: listed || undefined });
  if (listed) pauseToasts('list');
  else resumeToasts('list');
}

export function dismissToast(id: number): void {
  const { toasts } = getMessages();
  const closed = toasts.find((toast) => toast.id === id);
  clearTimeout(dismissTimers.get(id));
  dismissTimers.delete(id);
  if (!closed) return;
  changeMessages({ toasts: toasts.filter((toast) => toast !== closed) });
  // the pointer or the focus may have been on what is gone
  if (toasts.length > 1) pauses.delete('focus');
  else {
    pauses.clear();
    setToastListOpen(false);
  }
  closed.onClose?.();
}

export function dismissToasts(): void {
  for (const { id } of getMessages().toasts) dismissToast(id);
}

/** Removes messages that no longer hold, such as the offer to undo what was undone in another way. */
export function withdrawToasts(isOver: (about: string) => boolean): void {
  for (const { id, about } of getMessages().toasts) if (about && isOver(about)) dismissToast(id);
}

export function dismissAlert(): void {
  changeMessages({ alerts: getMessages().alerts.slice(1) });
}

// the next person to log in must not see them (`decisions §8`); after an expiry the same person still reads what failed
onOtherSession(() => {
  changeMessages(
    peekEndReason() === 'expired'
      ? { toasts: getMessages().toasts.filter(({ action }) => !action) }
      : { toasts: [], alerts: [] },
  );
  pauses.clear();
  setToastListOpen(false);
});
