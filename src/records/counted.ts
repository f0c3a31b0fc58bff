import { spokenLanguage } from '../lib/language/translate.ts';

/** `1 site`, `12 sites` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `12 sites`, or `3 of 12 sites` when not all of them are shown. */
export function countedOf(shown: number, all: number, noun: string): string {
  return shown === all ? counted(all, noun) : `${shown} of ${counted(all, noun)}`;
}

/** What follows the count of a search that puts the best first; nothing where there is no order to speak of. */
export function bestFirstText(found: number): string {
  return found > 1 ? ', best match first' : '';
}

/** `a`, `a and b`, `a, b and c`; in other languages as they list. */
export function listedWords(words: readonly string[]): string {
  const { code, locale } = spokenLanguage();
  if (code !== 'en') return new Intl.ListFormat(locale).format(words);
  const last = words.at(-1) ?? '';
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last;
}
