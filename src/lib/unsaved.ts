import { useSyncExternalStore } from 'react';

const held: { text: string }[] = [];
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Says what would be lost by leaving, until the answered function is called. */
export function holdUnsaved(text: string): () => void {
  const one = { text };
  held.push(one);
  tell();
  return () => {
    held.splice(held.indexOf(one), 1);
    tell();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What would be lost by leaving now, in words; null when nothing would. */
export function useUnsaved(): string | null {
  return useSyncExternalStore(subscribe, () => held.at(-1)?.text ?? null);
}
