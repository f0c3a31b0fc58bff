import ms from '../../src/lib/language/catalogues/ms.json';
import zh from '../../src/lib/language/catalogues/zh.json';
import { languages, type LanguageCode } from '../../src/lib/language/languages.ts';
import { setLanguage, type Catalogue } from '../../src/lib/language/translate.ts';

// `languages` is not used, because other tests of the process replace its catalogues
export const catalogues: Readonly<Record<LanguageCode, Catalogue>> = { en: {}, ms, zh };

/** Shows all messages in this language from now on, by the real catalogue. */
export function switchLanguage(code: LanguageCode): void {
  setLanguage(code, languages[code].locale, catalogues[code]);
}
