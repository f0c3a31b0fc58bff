import { isUnfinished, watchTyping } from '../unsaved.ts';
import { tabLanguage, languageKey, pendingLanguage, loadLanguage, preferredLanguage } from './choice.ts';

/** How often (ms) to check whether a waiting change can be made. */
const recheckMs = 500;

/** Loads the language that another tab has chosen. */
function onStorage({ key }: StorageEvent): void {
  // the key is null when the whole storage was cleared
  if (key !== languageKey && key !== null) return;
  tabLanguage.set(null);
  loadLanguage(preferredLanguage()).then(pendingLanguage.set, console.error);
}

/**
 * Changes the language when another tab has chosen one, or when messages come late. The change mounts the page again, so it waits while
 * input would be lost (`isUnfinished`). Returns the function that stops it.
 */
export function followLanguage(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const applyPending = () => {
    clearTimeout(timer);
    const show = pendingLanguage.get();
    if (show && isUnfinished()) timer = setTimeout(applyPending, recheckMs);
    else if (show) {
      pendingLanguage.set(null);
      show();
    }
  };
  window.addEventListener('storage', onStorage);
  const cleanups = [pendingLanguage.subscribe(applyPending), watchTyping()];
  applyPending();
  return () => {
    window.removeEventListener('storage', onStorage);
    for (const cleanup of cleanups) cleanup();
    clearTimeout(timer);
  };
}
