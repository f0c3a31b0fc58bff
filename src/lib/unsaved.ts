import { createStore, useStore } from './store.ts';

/** Begins the name of every draft in the storage of the browser. */
export const draftPrefix = 'portal.draft/';
/** Begins the name of every new task among the drafts of a key. */
export const newTaskPrefix = 'add-task/';

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
