import { deviceStorage } from '../device/web-storage.ts';
import { fetchCode } from '../fetch-code.ts';
import { createStore, type Store } from '../store.ts';
import { bestLanguage, isLanguage, languages, type LanguageCode } from './languages.ts';
import { setLanguage } from './translate.ts';

export const languageKey = 'portal.language';

const shown = createStore<LanguageCode>('en');
/** The language of the page, once its messages are there. */
export const shownLanguage: Pick<Store<LanguageCode>, 'get' | 'subscribe'> = shown;

/** Shows the page in a language that was chosen in another tab or came late. `follow-language.ts` calls it when nothing would be lost. */
export const pendingLanguage = createStore<(() => void) | null>(null);

/** The language that was chosen in this tab, where the device stores nothing. */
export const tabLanguage = createStore<LanguageCode | null>(null);

/** The language that was chosen on this device, or else the one that the browser asks for. */
export function preferredLanguage(): LanguageCode {
  const chosen = tabLanguage.get() ?? deviceStorage.get(languageKey);
  return isLanguage(chosen) ? chosen : bestLanguage(navigator.languages);
}

/** Loads the messages of a language. Returns the function that shows the page in it. @throws as `fetchCode` */
export async function loadLanguage(code: LanguageCode): Promise<() => void> {
  const { load, locale } = languages[code];
  const catalogue = load ? (await fetchCode(load)).default : {};
  return () => {
    // somebody has chosen another one meanwhile
    if (code !== preferredLanguage()) return;
    setLanguage(code, locale, catalogue);
    document.documentElement.lang = locale;
    shown.set(code);
  };
}

/** How long the page waits for its messages before it is shown in English. */
const patienceMs = 4_000;

/**
 * Shows the page in the wanted language.
 * @returns null where that is English; else a promise that resolves when the page may be shown: the messages have come, are late or cannot be loaded
 */
export function startLanguage(): Promise<unknown> | null {
  const code = preferredLanguage();
  if (code === shown.get()) return null;
  const loading = loadLanguage(code);
  const patience = new Promise<void>((resolve) => {
    setTimeout(resolve, patienceMs);
  });
  return Promise.race([loading, patience]).then(
    (show) => (show ? show() : void loading.then(pendingLanguage.set, console.error)),
    console.error,
  );
}
