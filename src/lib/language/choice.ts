import { deviceStorage } from '../device/web-storage.ts';
import { fetchCode } from '../fetch-code.ts';
import { createStore, type Store } from '../store.ts';
import { bestLanguage, isLanguage, languages, type LanguageCode } from './languages.ts';
import { setLanguage } from './translate.ts';

export const languageKey = 'portal.language';

const currentCode = createStore<LanguageCode>('en');
/** The language of the page. It changes when the messages of a new language are loaded. */
export const shownLanguage: Pick<Store<LanguageCode>, 'get' | 'subscribe'> = currentCode;

/**
 * Shows the page in a language that another tab has chosen, or whose messages came late; null if there is none. `follow-language.ts` calls
 * it when no input would be lost.
 */
export const pendingLanguage = createStore<(() => void) | null>(null);

/** The language that was chosen in this tab, if the device stores nothing; null otherwise. */
export const tabLanguage = createStore<LanguageCode | null>(null);

/** The language that was chosen on this device, else the best match for the languages of the browser. */
export function preferredLanguage(): LanguageCode {
  const chosen = tabLanguage.get() ?? deviceStorage.get(languageKey);
  return isLanguage(chosen) ? chosen : bestLanguage(navigator.languages);
}

/** Loads the messages of a language. Returns the function that shows the page in it. @throws as `fetchCode` */
export async function loadLanguage(code: LanguageCode): Promise<() => void> {
  const { load, locale } = languages[code];
  const catalogue = load ? (await fetchCode(load)).default : {};
  return () => {
    // another language was chosen meanwhile
    if (code !== preferredLanguage()) return;
    setLanguage(code, locale, catalogue);
    document.documentElement.lang = locale;
    currentCode.set(code);
  };
}

/** How long (ms) the page waits for its messages before it is shown in English. */
const maxWaitMs = 4_000;

/**
 * Sets the preferred language before the page is first shown.
 * @returns null if it is English. Else a promise that resolves when the page may be shown: the messages are loaded, late, or cannot be loaded
 */
export function startLanguage(): Promise<unknown> | null {
  const code = preferredLanguage();
  if (code === currentCode.get()) return null;
  const loading = loadLanguage(code);
  const maxWait = new Promise<void>((resolve) => {
    setTimeout(resolve, maxWaitMs);
  });
  return Promise.race([loading, maxWait]).then(
    (show) => (show ? show() : void loading.then(pendingLanguage.set, console.error)),
    console.error,
  );
}
