import { deviceStorage } from '../device/web-storage.ts';
import { tabLanguage, languageKey, loadLanguage } from './choice.ts';
import type { LanguageCode } from './languages.ts';

/**
 * Changes the language and keeps the choice on this device, or in this tab where the device stores nothing.
 * @throws Error when its messages cannot be loaded (`fetchCode`): then nothing has changed
 */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  const before = { here: tabLanguage.get(), stored: deviceStorage.get(languageKey) };
  // stored before it is loaded, so that the last choice wins, whichever comes first (`loadLanguage`)
  tabLanguage.set(deviceStorage.set(languageKey, code) ? null : code);
  try {
    const show = await loadLanguage(code);
    show();
  } catch (error) {
    tabLanguage.set(before.here);
    if (before.stored === null) deviceStorage.remove(languageKey);
    else deviceStorage.set(languageKey, before.stored);
    throw error;
  }
}
