import { deviceStorage } from '../device/web-storage.ts';
import { fetchCode } from '../fetch-code.ts';
import { createStore, type Store } from '../store.ts';
import { bestLanguage, isOffered, languages, type LanguageCode } from './languages.ts';
import { speak } from './translate.ts';

export const languageKey = 'portal.language';

const shown = createStore<LanguageCode>('en');
/** The language of the page, once its messages are there. */
export const shownLanguage: Pick<Store<LanguageCode>, 'get' | 'subscribe'> = shown;

/** What was chosen on this device, or else what the browser asks for. */
function wantedLanguage(): LanguageCode {
  const chosen = deviceStorage.get(languageKey);
  return isOffered(chosen) ? chosen : bestLanguage(navigator.languages);
}

/** Loads the messages of a language and shows the page in it. @throws as `fetchCode`; the page stays as it is then */
export async function showIn(code: LanguageCode): Promise<void> {
  const { load, locale } = languages[code];
  const catalogue = load ? (await fetchCode(load)).default : {};
  // somebody has chosen another one meanwhile
  if (code !== wantedLanguage()) return;
  speak(code, locale, catalogue);
  document.documentElement.lang = locale;
  shown.set(code);
}

/** How long the page waits for its messages before it is shown in English, until they come. */
const patienceMs = 4_000;

/**
 * Shows the page in the wanted language and follows the other tabs.
 * @returns null where that is English; else when the page may be shown: the messages are there, late or cannot be loaded
 */
export function startLanguage(): Promise<unknown> | null {
  window.addEventListener('storage', ({ key }) => {
    // null: the storage was cleared
    if (key === languageKey || key === null) showIn(wantedLanguage()).catch(console.error);
  });
  if (wantedLanguage() === shown.get()) return null;
  const late = new Promise((resolve) => {
    setTimeout(resolve, patienceMs);
  });
  return Promise.race([showIn(wantedLanguage()).catch(console.error), late]);
}
