import type { Catalogue } from './translate.ts';

interface Language {
  /** The name of the language in the language itself, which its readers look for. */
  name: string;
  /** The locale for `Intl` and `<html lang>`. */
  locale: string;
  /** Loads its catalogue; null for English, whose messages are in the source. */
  load: (() => Promise<{ default: Catalogue }>) | null;
}

const languageTable = {
  en: { name: 'English', locale: 'en-GB', load: null },
  ms: { name: 'Bahasa Melayu', locale: 'ms-MY', load: () => import('./catalogues/ms.json') },
  zh: { name: '简体中文', locale: 'zh-CN', load: () => import('./catalogues/zh.json') },
} satisfies Record<string, Language>;

export type LanguageCode = keyof typeof languageTable;
/** The languages of the portal, in the order in which the switch shows them. */
export const languages: Record<LanguageCode, Language> = languageTable;

/** Whether the portal has a language with this code. */
export function isLanguage(code: string | null | undefined): code is LanguageCode {
  return Object.hasOwn(languages, code ?? '');
}

/** The codes of all languages, in the order in which the switch shows them. */
export const languageCodes = (): LanguageCode[] => Object.keys(languages).filter(isLanguage);

/** The first of a person's languages that the portal has, such as `ms` for `ms-MY`; English if it has none. @param tags such as `ms-MY` */
export function bestLanguage(tags: readonly string[]): LanguageCode {
  for (const tag of tags) {
    const code = tag.toLowerCase().split('-', 1)[0];
    if (isLanguage(code)) return code;
  }
  return 'en';
}
