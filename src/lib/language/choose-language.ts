import { deviceStorage } from '../device/web-storage.ts';
import { languageKey, showIn } from './choice.ts';
import type { LanguageCode } from './languages.ts';

/** Changes the language and keeps the choice on this device. @throws as `fetchCode`: then nothing has changed */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  const before = deviceStorage.get(languageKey);
  deviceStorage.set(languageKey, code);
  try {
    await showIn(code);
  } catch (error) {
    if (before === null) deviceStorage.remove(languageKey);
    else deviceStorage.set(languageKey, before);
    throw error;
  }
}
