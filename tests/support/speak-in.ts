import ms from '../../src/lib/language/catalogues/ms.json';
import zh from '../../src/lib/language/catalogues/zh.json';
import { languages, type LanguageCode } from '../../src/lib/language/languages.ts';
import { setLanguage, type Catalogue } from '../../src/lib/language/translate.ts';

// not by `languages`, whose catalogues other tests of the same process replace
export const catalogues: Readonly<Record<LanguageCode, Catalogue>> = { en: {}, ms, zh };

/** Says all messages in a language of the portal from here on, by its catalogue. */
export function speakIn(code: LanguageCode): void {
  setLanguage(code, languages[code].locale, catalogues[code]);
}
