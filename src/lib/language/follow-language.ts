import { isUnfinished, watchTyping } from '../unsaved.ts';
import { chosenHere, languageKey, lateLanguage, loadLanguage, wantedLanguage } from './choice.ts';

/** How often (ms) a change that waits looks whether it still has to. */
const lookMs = 500;

/** Another tab has chosen. */
function onStorage({ key }: StorageEvent): void {
  // null: the storage was cleared
  if (key !== languageKey && key !== null) return;
  chosenHere.set(null);
  loadLanguage(wantedLanguage()).then(lateLanguage.set, console.error);
}

/**
 * Changes the language where nobody asked for it in this tab: another tab did, or the messages came late. The page is mounted
 * anew then, so the change waits while that would lose something. Returns what ends it.
 */
export function followLanguage(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    const show = lateLanguage.get();
    if (show && isUnfinished()) timer = setTimeout(look, lookMs);
    else if (show) {
      lateLanguage.set(null);
      show();
    }
  };
  window.addEventListener('storage', onStorage);
  const leave = [lateLanguage.subscribe(look), watchTyping()];
  look();
  return () => {
    window.removeEventListener('storage', onStorage);
    for (const end of leave) end();
    clearTimeout(timer);
  };
}
