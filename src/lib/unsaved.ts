import { createStore, useStore } from './store.ts';

const unsaved = createStore<readonly { text: string }[]>([]);

/** Registers that leaving the page would lose something, which `text` describes to the person. The returned function removes that again. */
export function noteUnsaved(text: string): () => void {
  const entry = { text };
  unsaved.set([...unsaved.get(), entry]);
  return () => unsaved.set(unsaved.get().filter((other) => other !== entry));
}

/** The text about the unsaved input that was registered last; null when there is none. */
export function useUnsaved(): string | null {
  return useStore(unsaved).at(-1)?.text ?? null;
}

/** The path of the page on which something was typed last. */
let typedPath: string | null = null;
const notePath = () => {
  typedPath = location.pathname;
};

/** Records from now on whether something is typed or chosen on a page. Returns the function that stops it. */
export function watchTyping(): () => void {
  // this code is loaded after the login is shown, so a part of the key may have been typed already
  if (document.querySelector<HTMLInputElement>('[autocomplete="current-password"]')?.value) notePath();
  addEventListener('input', notePath);
  return () => removeEventListener('input', notePath);
}

/**
 * Whether mounting the page again would lose something: unsaved input, an open dialog, or text that was typed on this page. A change that
 * comes from elsewhere, such as another tab, waits until this is false.
 */
export function isUnfinished(): boolean {
  return unsaved.get().length > 0 || typedPath === location.pathname || document.querySelector('dialog[open]') !== null;
}
