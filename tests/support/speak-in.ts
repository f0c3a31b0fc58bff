import { languages, type LanguageCode } from '../../src/lib/language/languages.ts';
import { speak } from '../../src/lib/language/translate.ts';

/** Says all messages in a language of the portal from here on, by its catalogue. */
export async function speakIn(code: LanguageCode): Promise<void> {
  const { load, locale } = languages[code];
  speak(code, locale, load ? (await load()).default : {});
}
