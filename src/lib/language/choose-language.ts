import { deviceStorage } from '../device/web-storage.ts';
import { tabLanguage, languageKey, loadLanguage } from './choice.ts';
import type { LanguageCode } from './languages.ts';

/**
 * Changes the language. The choice is stored on this device; where the device stores nothing, it counts for this tab.
 * @throws Error when the messages cannot be loaded (`fetchCode`). Nothing has changed then
 */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  const previous = { inTab: tabLanguage.get(), stored: deviceStorage.get(languageKey) };
  // stored before the messages are loaded, so that the last choice counts, whichever language is loaded first (`loadLanguage`)
  tabLanguage.set(deviceStorage.set(languageKey, code) ? null : code);
  try {
    const show = await loadLanguage(code);
    show();
  } catch (error) {
    tabLanguage.set(previous.inTab);
    if (previous.stored === null) deviceStorage.remove(languageKey);
    else deviceStorage.set(languageKey, previous.stored);
    throw error;
  }
}
