import { currentLanguage, t } from '../lib/language/translate.ts';

/** `1 site`, `12 sites`, for the names of files. */
export function countedNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `a`, `a and b`, `a, b and c`; in other languages as they list. */
export function listedWords(words: readonly string[]): string {
  const { code, locale } = currentLanguage();
  if (code !== 'en') return new Intl.ListFormat(locale).format(words);
  const last = words.at(-1) ?? '';
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last;
}

/** `a, b, c`; in Chinese `a、b、c`. A list of elements uses the same message: `rich('{listed}, {next}', …)`. */
export function plainList(words: readonly string[]): string {
  const [first = '', ...others] = words;
  return others.reduce((listed, next) => t('{listed}, {next}', { listed, next }), first);
}
