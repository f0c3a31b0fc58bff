import { deviceStorage } from '../device/web-storage.ts';
import { fetchCode } from '../fetch-code.ts';
import { createStore, type Store } from '../store.ts';
import { bestLanguage, isLanguage, languages, type LanguageCode } from './languages.ts';
import { speak } from './translate.ts';

const storageKey = 'portal.language';

const shown = createStore<LanguageCode>('en');
/** The language of the page, once its messages are there. */
export const shownLanguage: Pick<Store<LanguageCode>, 'get' | 'subscribe'> = shown;

/** What was chosen on this device, or else what the browser asks for. */
function wantedLanguage(): LanguageCode {
  const chosen = deviceStorage.get(storageKey);
  return isLanguage(chosen) ? chosen : bestLanguage(navigator.languages);
}

/** Loads the messages of a language and shows the page in it. @throws as `fetchCode`; the page stays as it is then */
async function show(code: LanguageCode): Promise<void> {
  const { load, locale } = languages[code];
  const catalogue = load ? (await fetchCode(load)).default : {};
  // somebody has chosen another one meanwhile
  if (code !== wantedLanguage()) return;
  speak(code, locale, catalogue);
  document.documentElement.lang = locale;
  shown.set(code);
}

/** Changes the language and keeps the choice on this device. @throws as `fetchCode`: then nothing has changed */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  const before = deviceStorage.get(storageKey);
  deviceStorage.set(storageKey, code);
  try {
    await show(code);
  } catch (error) {
    if (before === null) deviceStorage.remove(storageKey);
    else deviceStorage.set(storageKey, before);
    throw error;
  }
}

/** Shows the page in the wanted language, in English if its messages do not come; follows the other tabs. */
export async function startLanguage(): Promise<void> {
  window.addEventListener('storage', ({ key }) => {
    // null: the storage was cleared
    if (key === storageKey || key === null) show(wantedLanguage()).catch(console.error);
  });
  if (wantedLanguage() !== shown.get()) await show(wantedLanguage()).catch(console.error);
}
