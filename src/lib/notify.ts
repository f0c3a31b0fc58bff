import { createStore } from './store.ts';

/** A passing message. Successes go by themselves, errors stay until closed. */
interface Toast {
  id: number;
  tone: 'success' | 'error';
  text: string;
  /** Takes back what the message tells of. */
  undo?: () => void;
}

interface Messages {
  toasts: readonly Toast[];
  /** Texts waiting to be acknowledged, the first one is shown. */
  alerts: readonly string[];
}

/** Milliseconds a success stays. */
export const successStays = 5_000;
/** Milliseconds in which something can be taken back. */
export const undoStays = 10_000;

/** What is shown at the moment. */
export const messageStore = createStore<Messages>({ toasts: [], alerts: [] });
let lastId = 0;

export function getMessages(): Messages {
  return messageStore.get();
}

function changeMessages(next: Partial<Messages>): void {
  messageStore.set({ ...getMessages(), ...next });
}

function addToast(tone: Toast['tone'], text: string, undo?: () => void): number {
  lastId += 1;
  const toast = { id: lastId, tone, text, ...(undo && { undo }) };
  // said again, an error replaces its first saying, so that it is announced again and never piles up; but each undo is
  // that of another thing
  changeMessages({
    toasts: [...getMessages().toasts.filter((t) => t.text !== text || t.tone !== tone || t.undo), toast],
  });
  return toast.id;
}

/** The portal's own messages, never `window.alert` (`spec §8`). */
export const notify = {
  success(text: string): void {
    const id = addToast('success', text);
    setTimeout(() => dismissToast(id), successStays);
  },
  error(text: string): void {
    addToast('error', text);
  },
  /** Something was done that can be taken back for ten seconds. */
  undo(text: string, undo: () => void): void {
    releaseToast(addToast('success', text, undo));
  },
  /** A modal message with OK. */
  alert(text: string): void {
    changeMessages({ alerts: [...getMessages().alerts, text] });
  },
};

const leaving = new Map<number, ReturnType<typeof setTimeout>>();

/** Keeps a message that a person is about to use. */
export function holdToast(id: number): void {
  clearTimeout(leaving.get(id));
}

/** Lets a message that can be undone go, after its time. */
export function releaseToast(id: number): void {
  holdToast(id);
  if (getMessages().toasts.find((toast) => toast.id === id)?.undo)
    leaving.set(
      id,
      setTimeout(() => dismissToast(id), undoStays),
    );
}

export function dismissToast(id: number): void {
  leaving.delete(id);
  if (getMessages().toasts.some((t) => t.id === id))
    changeMessages({ toasts: getMessages().toasts.filter((t) => t.id !== id) });
}

export function dismissAlert(): void {
  changeMessages({ alerts: getMessages().alerts.slice(1) });
}
