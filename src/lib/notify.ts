import { createStore } from './store.ts';

/** Successes go by themselves; errors, and successes that lack something, stay until closed. */
interface Toast {
  id: number;
  tone: 'success' | 'warning' | 'error';
  text: string;
  undo?: () => void;
}

interface Messages {
  toasts: readonly Toast[];
  /** The first one is shown. */
  alerts: readonly string[];
}

/** Milliseconds. */
export const successStays = 5_000;
/** Milliseconds. */
export const undoStays = 10_000;

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
  // a repeated error replaces the first, so that it is announced again and never piles up; each undo is a different one
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
  /** Done, but not all of it. */
  warning(text: string): void {
    addToast('warning', text);
  },
  error(text: string): void {
    addToast('error', text);
  },
  undo(text: string, undo: () => void): void {
    releaseToast(addToast('success', text, undo));
  },
  alert(text: string): void {
    changeMessages({ alerts: [...getMessages().alerts, text] });
  },
};

const leaving = new Map<number, ReturnType<typeof setTimeout>>();

export function holdToast(id: number): void {
  clearTimeout(leaving.get(id));
}

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
