import { readdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { LanguageCode } from '../../src/lib/language/languages.ts';
import type { Catalogue } from '../../src/lib/language/translate.ts';
import { headersOf } from './sites.ts';
import { catalogueOf } from './spoken.ts';
import { api, keys, rpc } from './support.ts';

/** All strings in a value from JSON, and the names of its parts. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.split('\n');
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [name, ...stringsIn(one)]);
}

/** What people have written, which no language changes: sites, visits, posts, keys. The longest first. */
export async function recordsOf(page: Page): Promise<string[]> {
  const { session } = await rpc<{ session: string }>(page, 'login', { secret_key: keys.admin });
  const tables = await Promise.all(
    ['maintable?select=*', 'carpost?select=*', 'main?select=label'].map(async (rows) => {
      const response = await page.request.get(`${api}/rest/v1/${rows}`, { headers: headersOf(session) });
      expect(response.status()).toBe(200);
      return stringsIn(await response.json());
    }),
  );
  return [...tables.flat(), ...guides]
    .map(inOneLine)
    .filter((one) => wordsIn(one).length > 0)
    .toSorted((a, b) => b.length - a.length);
}

/** A guide's title is in the name of its file. */
const guides = readdirSync(new URL('../../public/guides', import.meta.url)).map((file) =>
  file.replace(/\.pdf$/u, '').replaceAll('-', ' '),
);
const inOneLine = (text: string) => text.replaceAll(/\s+/gu, ' ').trim();

const wordsIn = (text: string) => text.match(/[A-Za-z]{2,}/gu) ?? [];
/** The words of a message, without its parts. */
const wordsOf = (message: string) =>
  wordsIn(message.replaceAll(/<\/?\w+>|\{\w+(?:, \w+)?\}|\{\w+, (?:plural|select),|[=\w]+ \{/gu, ' '));

interface Vocabulary {
  /** In small letters: words of the messages in the language. */
  own: ReadonlySet<string>;
  english: ReadonlySet<string>;
}

function vocabularyOf(catalogue: Catalogue): Vocabulary {
  const words = (messages: string[]) => new Set(messages.flatMap(wordsOf).map((word) => word.toLowerCase()));
  const keys = Object.keys(catalogue).map((key) => key.replace(/ \[[^\]]+\]$/u, ''));
  return { own: words(Object.values(catalogue)), english: words(keys) };
}

/** Each text of the page, shown, spoken or told, that is not said to be in a language of its own. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    const found = [document.title];
    const spoken = [
      'aria-label',
      'aria-description',
      'aria-valuetext',
      'aria-roledescription',
      'title',
      'alt',
      'placeholder',
    ];
    const languageOf = (one: Element) => one.closest('[lang]')?.getAttribute('lang')?.split('-', 1)[0];
    for (const one of document.body.querySelectorAll<HTMLElement>('*')) {
      if (one.matches('script, style, noscript, font font, [translate=no], [translate=no] *')) continue;
      if (languageOf(one) !== languageOf(document.documentElement)) continue;
      for (const name of spoken) found.push(one.getAttribute(name) ?? '');
      // words that are marked are part of a sentence
      const isPart = one.matches('mark, font, b, strong, em, i, span, a, wbr, time, abbr') && one.parentElement;
      const hasOwn = Array.from(one.childNodes).some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (hasOwn) found.push((one.matches('mark, font, wbr') && isPart ? isPart : one).textContent ?? '');
    }
    return Array.from(new Set(found.map((text) => text.replaceAll(/\s+/gu, ' ').trim()))).filter(Boolean);
  });

/** Names that are no words: of the company, files, addresses, programs and units, a post that has none, the keyboard's letters. */
const names =
  /GateKeeper Field Service|Post 1\b|^ABC$|(?:^|\s)\/[a-z-]+|\S+\.(?:pdf|jpe?g|png|heic|zip|csv|xlsx|html)\b|https?:\/\/\S+|\S+@\S+|\b(?:KB|MB|GB|Chrome|Linux|Windows)\b|[A-Z\d]{4}(?:-[A-Z\d]{4})+/gu;

const atWord = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);

/**
 * The texts of a page in another language that hold English words: beside names and what stands in `records`.
 */
export async function englishLeft(page: Page, language: LanguageCode, records: readonly string[]): Promise<string[]> {
  const { own, english } = vocabularyOf(catalogueOf(language));
  const isEnglish = (word: string) =>
    !own.has(word.toLowerCase()) && (language === 'zh' || english.has(word.toLowerCase()));
  const texts = await textsOf(page);
  return texts.filter((text) => {
    let rest = text.replaceAll(names, ' ');
    for (const record of records) {
      if (!wordsIn(rest).some(isEnglish)) return false;
      if (rest.toLowerCase().includes(record.toLowerCase()))
        rest = rest.replaceAll(new RegExp(`(?<![A-Za-z])${atWord(record)}(?![A-Za-z])`, 'giu'), ' ');
    }
    return wordsIn(rest).some(isEnglish);
  });
}
