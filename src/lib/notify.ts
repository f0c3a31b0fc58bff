/** A passing message. Successes go by themselves, errors stay until closed. */
interface Toast {
  id: number;
  tone: 'success' | 'error';
  text: string;
}

interface Messages {
  toasts: readonly Toast[];
  /** Texts waiting to be acknowledged, the first one is shown. */
  alerts: readonly string[];
}

/** Milliseconds a success stays. */
export const successStays = 5_000;

const listeners = new Set<() => void>();
let messages: Messages = { toasts: [], alerts: [] };
let lastId = 0;

function change(next: Partial<Messages>): void {
  messages = { ...messages, ...next };
  for (const listener of listeners) listener();
}

function addToast(tone: Toast['tone'], text: string): number {
  lastId += 1;
  const toast = { id: lastId, tone, text };
  // said again, an error replaces its first saying, so that it is announced again and never piles up
  change({ toasts: [...messages.toasts.filter((t) => t.text !== text || t.tone !== tone), toast] });
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
  /** A modal message with OK. */
  alert(text: string): void {
    change({ alerts: [...messages.alerts, text] });
  },
};

export function dismissToast(id: number): void {
  if (messages.toasts.some((t) => t.id === id)) change({ toasts: messages.toasts.filter((t) => t.id !== id) });
}

export function dismissAlert(): void {
  change({ alerts: messages.alerts.slice(1) });
}

export function getMessages(): Messages {
  return messages;
}

/** Calls `listener` after every change; the answer unsubscribes. */
export function subscribeToMessages(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
