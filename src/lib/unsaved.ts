import { createStore, useStore } from './store.ts';

const unsaved = createStore<readonly { text: string }[]>([]);

/** Notes what leaving the page would lose, said by `text`. Call the returned function once it is safe. */
export function noteUnsaved(text: string): () => void {
  const entry = { text };
  unsaved.set([...unsaved.get(), entry]);
  return () => unsaved.set(unsaved.get().filter((other) => other !== entry));
}

export function useUnsaved(): string | null {
  return useStore(unsaved).at(-1)?.text ?? null;
}

let typedPath: string | null = null;
const note = () => {
  typedPath = location.pathname;
};

/** Notes from now on that something is typed or chosen on a page. Returns what ends it. */
export function watchTyping(): () => void {
  // it comes after the login, whose key may be half-typed already
  if (document.querySelector<HTMLInputElement>('[autocomplete="current-password"]')?.value) note();
  addEventListener('input', note);
  return () => removeEventListener('input', note);
}

/**
 * Whether a page that is mounted anew would take something from somebody who has not asked for it: what is not saved, an open
 * dialog, or what was typed since the page was opened.
 */
export function isUnfinished(): boolean {
  return unsaved.get().length > 0 || typedPath === location.pathname || document.querySelector('dialog[open]') !== null;
}
