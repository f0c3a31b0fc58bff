import { createStore, useStore } from './store.ts';

const unsaved = createStore<readonly { text: string }[]>([]);

/** Notes what leaving the page would lose, said by `text`. Call the returned function once it is safe. */
export function holdUnsaved(text: string): () => void {
  const one = { text };
  unsaved.set([...unsaved.get(), one]);
  return () => unsaved.set(unsaved.get().filter((other) => other !== one));
}

export function useUnsaved(): string | null {
  return useStore(unsaved).at(-1)?.text ?? null;
}
