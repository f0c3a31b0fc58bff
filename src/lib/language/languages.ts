import type { Catalogue } from './translate.ts';

interface Language {
  /** The name of the language in that language, as its reader looks for it. */
  name: string;
  /** The locale for `Intl` and `<html lang>`. */
  locale: string;
  /** English has no catalogue: its messages are in the source. */
  load: (() => Promise<{ default: Catalogue }>) | null;
}

const all = {
  en: { name: 'English', locale: 'en-GB', load: null },
  ms: { name: 'Bahasa Melayu', locale: 'ms-MY', load: () => import('./catalogues/ms.json') },
  zh: { name: '简体中文', locale: 'zh-CN', load: () => import('./catalogues/zh.json') },
} satisfies Record<string, Language>;

export type LanguageCode = keyof typeof all;
/** The languages of the portal, in the order in which the switch shows them. */
export const languages: Record<LanguageCode, Language> = all;

/** Whether the portal has a language with this code. */
export function isLanguage(code: string | null | undefined): code is LanguageCode {
  return Object.hasOwn(languages, code ?? '');
}

/** The codes of all languages, in the order in which the switch shows them. */
export const languageCodes = (): LanguageCode[] => Object.keys(languages).filter(isLanguage);

/** The first of somebody's languages that the portal has, such as `ms` of `ms-MY`; English if there is none. */
export function bestLanguage(wanted: readonly string[]): LanguageCode {
  for (const tag of wanted) {
    const code = tag.toLowerCase().split('-', 1)[0];
    if (isLanguage(code)) return code;
  }
  return 'en';
}
