import { onOtherSession, peekEndReason } from './device/session.ts';
import { message, type Message } from './language/translate.ts';
import { createStore } from './store.ts';

// Messages about what was done, on every screen. Toasts may close by themselves; alerts must be closed by the person. Any code may send a
// message, also outside of components. An error stays until it is closed, and a repeated message replaces the earlier one. When a session
// ends, all messages are removed (`decisions §8`); when it expires, only toasts with a button are removed. If the code that shows messages
// cannot be loaded, toasts are shown in a plain form, and alerts become toasts (`PortalMessages`), so that no message is lost.

export interface ToastAction {
  label: Message;
  run: () => void;
  /** The URL of an action that is shown as a link. `run` opens it, because messages are outside of the router. A press closes the message. */
  to?: string;
}

/** Messages of one kind, which are shown as one with their number: `3 visits saved`. Compared by identity. */
export interface ToastGroup {
  title: (count: number) => string;
}

/** A message. Successes without an action, and offers to undo, close by themselves; all others stay until they are closed. */
export interface Toast {
  id: number;
  tone: 'success' | 'warning' | 'error';
  text: string;
  action?: ToastAction;
  /** After how long (ms) the message closes by itself; by default it stays. The time does not run while somebody points at the messages. */
  durationMs?: number;
  /** Identifies what the message is about. A later message about the same replaces it. */
  about?: string | undefined;
  group?: ToastGroup | undefined;
  /** Called when it is closed. */
  onClose?: (() => void) | undefined;
  /** When it was sent, in milliseconds since 1970. */
  at: number;
}

interface Messages {
  toasts: readonly Toast[];
  /** Only the first one is shown. */
  alerts: readonly string[];
  /** The id of the newest open dialog, which then shows the toasts: nothing outside of it can be pressed or is read out. */
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

function changeMessages(changes: Partial<Messages>): void {
  messageStore.set({ ...getMessages(), ...changes });
}

type ToastDetails = Pick<Toast, 'durationMs' | 'about' | 'group' | 'onClose'>;

function addToast(tone: Toast['tone'], text: string, action?: ToastAction, details: ToastDetails = {}): number {
  lastId += 1;
  const toast = { id: lastId, tone, text, at: Date.now(), ...(action && { action }), ...details };
  const { about } = details;
  // A repeated message replaces the earlier one: it is read out again, and does not pile up. Two offers to undo are never the same.
  const isRepeated = (earlier: Toast) =>
    about === undefined
      ? earlier.text === text && earlier.tone === tone && earlier.about === undefined && !offersUndo(earlier)
      : earlier.about === about;
  changeMessages({ toasts: [...getMessages().toasts.filter((earlier) => !isRepeated(earlier)), toast] });
  startTimer(toast);
  return toast.id;
}

const offersUndo = ({ durationMs, action }: Toast) => durationMs !== undefined && action !== undefined;

/** Whether a message closes by itself and offers no action. */
export const isTransient = ({ durationMs, action }: Toast) => durationMs !== undefined && action === undefined;

/** The messages in the order in which they are shown: errors, then those that stay or can be undone, then the others; the newest first. */
export function sortedToasts(toasts: readonly Toast[]): Toast[] {
  const rank = (toast: Toast) => (toast.tone === 'error' ? 0 : isTransient(toast) ? 2 : 1);
  return toasts.toSorted((a, b) => rank(a) - rank(b) || b.id - a.id);
}

/** The portal's own messages, never `window.alert` (`decisions §6`). */
export const notify = {
  success(text: string, action?: ToastAction, details?: Pick<ToastDetails, 'about' | 'group' | 'onClose'>): void {
    addToast('success', text, action, { ...details, ...(!action && { durationMs: successDurationMs }) });
  },
  /** For something that was done, but not completely. */
  warning(text: string, action?: ToastAction): void {
    addToast('warning', text, action);
  },
  error(text: string, action?: ToastAction, details?: Pick<ToastDetails, 'about'>): void {
    addToast('error', text, action, details);
  },
  /**
   * Offers to undo something. Returns the id of the message, to close it when that is undone in another way.
   * @param about identifies what can be undone, for `withdrawToasts`
   */
  undo(text: string, undo: () => void, about?: string): number {
    const run = () => {
      dismissToast(id);
      undo();
    };
    const id = addToast('success', text, { label: message('Undo'), run }, { durationMs: undoDurationMs, about });
    return id;
  },
  /** Shows an alert dialog. Several alerts are shown one after the other. */
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

/** Stops messages from closing by themselves, while somebody points at them, has the focus there, or has their list open. */
export function pauseToasts(by: Pause): void {
  pauses.add(by);
  for (const timer of dismissTimers.values()) clearTimeout(timer);
}

/** Ends a pause, or all of them. Then each message has its whole time again before it closes. @param by the pause; all by default */
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
  const closedToast = toasts.find((toast) => toast.id === id);
  clearTimeout(dismissTimers.get(id));
  dismissTimers.delete(id);
  if (!closedToast) return;
  changeMessages({ toasts: toasts.filter((toast) => toast !== closedToast) });
  // the removed message may have had the pointer or the focus, whose end the browser then does not report
  if (toasts.length > 1) pauses.delete('focus');
  else {
    pauses.clear();
    setToastListOpen(false);
  }
  closedToast.onClose?.();
}

export function dismissToasts(): void {
  for (const { id } of getMessages().toasts) dismissToast(id);
}

/** Removes messages that are no longer true, such as the offer to undo something that was undone in another way. */
export function withdrawToasts(isOver: (about: string) => boolean): void {
  for (const { id, about } of getMessages().toasts) if (about && isOver(about)) dismissToast(id);
}

export function dismissAlert(): void {
  changeMessages({ alerts: getMessages().alerts.slice(1) });
}

// The next person who logs in must not see the messages (`decisions §8`). After an expiry, the same person may still read what failed.
onOtherSession(() => {
  changeMessages(
    peekEndReason() === 'expired'
      ? { toasts: getMessages().toasts.filter(({ action }) => !action) }
      : { toasts: [], alerts: [] },
  );
  pauses.clear();
  setToastListOpen(false);
});
