import { currentLanguage, t } from '../lib/language/translate.ts';

/** `1 site`, `12 sites`, for the names of files. */
export function countedNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `a`, `a and b`, `a, b and c`, or the list form of the reader's language. Chinese has a blank beside a Latin word: `P1 Main Gate 和保安亭`. */
export function listedWords(words: readonly string[]): string {
  const { code, locale } = currentLanguage();
  if (code === 'zh')
    return new Intl.ListFormat(locale)
      .formatToParts(words)
      .reduce((list, { value }) => `${list}${needsBlank(list, value) ? ' ' : ''}${value}`, '');
  if (code !== 'en') return new Intl.ListFormat(locale).format(words);
  const last = words.at(-1) ?? '';
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last;
}

/** Whether a Chinese character and a Latin letter or digit meet between two texts, which need a blank then. */
function needsBlank(text: string, next: string): boolean {
  return /^(?:\p{Script=Han}[\p{Script=Latin}\d]|[\p{Script=Latin}\d]\p{Script=Han})$/u.test(
    `${Array.from(text).at(-1) ?? ''}${Array.from(next)[0] ?? ''}`,
  );
}

/** `a, b, c`; in Chinese `a、b、c`. A list of elements uses the same message: `rich('{listed}, {next}', …)`. */
export function plainList(words: readonly string[]): string {
  const [first = '', ...others] = words;
  return others.reduce((listed, next) => t('{listed}, {next}', { listed, next }), first);
}
