import { createStore, useStore } from './store.ts';

const unsaved = createStore<readonly { text: string }[]>([]);

/** Notes that leaving the page would lose something, which `text` describes. The returned function takes the note back. */
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

/** Notes from now on when something is typed or chosen on a page. Returns the function that stops it. */
export function watchTyping(): () => void {
  // this code loads after the login screen, where a key may be half-typed already
  if (document.querySelector<HTMLInputElement>('[autocomplete="current-password"]')?.value) note();
  addEventListener('input', note);
  return () => removeEventListener('input', note);
}

/**
 * Whether mounting the page again would lose something: unsaved input, an open dialog, or what was typed since the page was
 * opened. A change that nobody on this page asked for waits until this is false.
 */
export function isUnfinished(): boolean {
  return unsaved.get().length > 0 || typedPath === location.pathname || document.querySelector('dialog[open]') !== null;
}
