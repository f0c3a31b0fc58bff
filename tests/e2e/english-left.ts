import { readdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { LanguageCode } from '../../src/lib/language/languages.ts';
import type { Catalogue } from '../../src/lib/language/translate.ts';
import { knownFailureTypes } from '../../src/records/known-words.ts';
import type { ReadPdf } from '../support/read-pdf.ts';
import { headersOf } from './sites.ts';
import { catalogueOf, ownWords } from './spoken.ts';
import { api, keys as demoKeys, rpc } from './support.ts';

/** All strings in a value from JSON, and the names of its members. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.split('\n');
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...stringsIn(member)]);
}

/** The tables with what a site has besides its record. */
const partsOfSites = ['site_contacts?select=*', 'site_notes?select=*'];

/**
 * Returns all texts that people have written and that no language changes: sites, visits, posts, keys, contacts, notes,
 * documents, reported faults, links, guides.
 */
export async function recordsOf(page: Page): Promise<string[]> {
  const { session } = await rpc<{ session: string }>(page, 'login', { secret_key: demoKeys.admin });
  const tables = await Promise.all(
    ['maintable?select=*', 'carpost?select=*', 'main?select=label', ...partsOfSites].map(async (rows) => {
      const response = await page.request.get(`${api}/rest/v1/${rows}`, { headers: headersOf(session) });
      expect(response.status()).toBe(200);
      return stringsIn(await response.json());
    }),
  );
  // the log has the texts that were replaced
  const log = stringsIn(await rpc<unknown>(page, 'list_changes', { page_size: 200 }, session));
  const faults = stringsIn(await rpc<unknown>(page, 'list_faults', { state: 'all', page_size: 500 }, session));
  const links = stringsIn(await rpc<unknown>(page, 'list_links', {}, session));
  const documents = stringsIn(await rpc<unknown>(page, 'document_titles', {}, session));
  return [...tables.flat(), ...log, ...faults, ...links, ...documents, ...guides, ...knownFailureTypes]
    .map(inOneLine)
    .filter((text) => wordsIn(text).length > 0);
}

/** The title of a guide is the name of its file. */
const guideFiles = readdirSync(new URL('../../public/guides', import.meta.url)).filter((name) => name.endsWith('.pdf'));
const guides = guideFiles.map((file) => file.replace(/\.pdf$/u, '').replaceAll('-', ' '));
const inOneLine = (text: string) => text.replaceAll(/\s+/gu, ' ').trim();

const wordsIn = (text: string) => text.match(/[A-Za-z]{2,}/gu) ?? [];
const allWords = (messages: string[]) =>
  new Set(messages.flatMap((message) => wordsIn(ownWords(message))).map((word) => word.toLowerCase()));

interface Vocabulary {
  /** The words of the messages in the language, in lower case. */
  own: ReadonlySet<string>;
  /** The words of the messages in English, in lower case. */
  english: ReadonlySet<string>;
}

const vocabularies = new Map<Catalogue, Vocabulary>();

function vocabularyOf(catalogue: Catalogue): Vocabulary {
  const english = () => Object.keys(catalogue).map((key) => key.replace(/ \[[^\]]+\]$/u, ''));
  const vocabulary = vocabularies.get(catalogue) ?? {
    own: allWords(Object.values(catalogue)),
    english: allWords(english()),
  };
  vocabularies.set(catalogue, vocabulary);
  return vocabulary;
}

/** Returns each text of the page that is seen or read out, unless it is marked as being in another language. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    /* oxlint-disable unicorn/consistent-function-scoping -- runs in the page, without the rest of this file */
    const texts = [document.title];
    const attributes = [
      'aria-label',
      'aria-description',
      'aria-valuetext',
      'aria-roledescription',
      'title',
      'alt',
      'placeholder',
    ];
    const languageOf = (element: Element) => element.closest('[lang]')?.getAttribute('lang')?.split('-', 1)[0];
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (
        element.matches(
          'script, style, noscript, [class*=_sheet_] ~ *, [class*=_sheet_] ~ * *, [translate=no], [translate=no] *',
        )
      )
        continue;
      // a guide names menus and terminals as devices show them
      if (element.closest('a[href*="/guide?"][href*="file="] *')) continue;
      if (languageOf(element) !== languageOf(document.documentElement)) continue;
      for (const name of attributes) texts.push(element.getAttribute(name) ?? '');
      const hasOwnText = Array.from(element.childNodes).some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      // a mark is a part of a sentence, and a browser's translation puts texts into `font` elements
      let outerElement: Element = element;
      while (
        outerElement.parentElement &&
        (outerElement.matches('mark, font') || outerElement.parentElement.querySelector(':scope > mark'))
      )
        outerElement = outerElement.parentElement;
      if (hasOwnText) texts.push(outerElement.textContent ?? '');
    }
    return Array.from(new Set(texts.map((text) => text.replaceAll(/\s+/gu, ' ').trim()))).filter(Boolean);
  });

/**
 * Texts that are removed before the records are, which may contain a part of them: the name of the company, which an excerpt may
 * cut, files and addresses.
 */
const untranslatedText =
  /GateKeeper Field(?: Service|(?=…))|\S+\.(?:pdf|jpe?g|png|heic|zip|csv|xlsx|html|js)\b|https?:\/\/\S+/gu;
/** Names that are not translated: addresses, paths, the post without a name, units, programs, and access keys. */
const untranslatedNames =
  /\S+@\S+|\/[a-z-]+\b|\b(?:Post 1|KB|MB|GB|Chrome|Linux|Windows)\b|^ABC$|[A-Z\d]{4}(?:-[A-Z\d]{4})+/gu;

const escapeRegExp = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);

/**
 * Returns a function that finds the English words in a text of another language. Names and the texts in `records` do not count.
 */
function findEnglish(language: LanguageCode, records: readonly string[]): (text: string) => string[] {
  const { own, english } = vocabularyOf(catalogueOf(language));
  const englishWordsIn = (text: string) =>
    wordsIn(text).filter(
      (word) => !own.has(word.toLowerCase()) && (language === 'zh' || english.has(word.toLowerCase())),
    );
  const joinedRecords = records.join('\n').toLowerCase();
  // a record may begin with another record, so the longest are removed first
  const longestFirst = Array.from(new Set(records.map((record) => record.toLowerCase()))).toSorted(
    (a, b) => b.length - a.length,
  );
  return (text) => {
    // a search shows only a part of the text that it has found
    const pieces = text.split('…').map((piece) => piece.trim().toLowerCase());
    if (pieces.every((piece) => piece === '' || (piece.includes(' ') && joinedRecords.includes(piece)))) return [];
    let remainingText = text.replaceAll(untranslatedText, ' ');
    if (englishWordsIn(remainingText).length === 0) return [];
    for (const record of longestFirst)
      if (remainingText.toLowerCase().includes(record))
        remainingText = remainingText.replaceAll(
          new RegExp(`(?<![A-Za-z])${escapeRegExp(record)}(?![A-Za-z])`, 'giu'),
          ' ',
        );
    return englishWordsIn(remainingText.replaceAll(untranslatedNames, ' '));
  };
}

/** The texts of a page in another language that contain English words, besides names and the texts in `records`. */
export async function englishLeft(page: Page, language: LanguageCode, records: readonly string[]): Promise<string[]> {
  const findWords = findEnglish(language, records);
  return (await textsOf(page)).filter((text) => findWords(text).length > 0);
}

/** The lines of a PDF that contain English words. A record may continue on the next line. */
export function englishLines({ pages }: ReadPdf, language: LanguageCode, records: readonly string[]): string[] {
  const english = findEnglish(language, records);
  const joinedRecords = records.join('\n').toLowerCase();
  let record = '';
  return pages.flatMap(({ lines, parts }) =>
    lines
      .map(({ text, y }) => ({ line: inOneLine(text), cells: parts.filter((part) => Math.abs(part.y - y) < 0.5) }))
      .filter(({ line, cells }) => {
        const longer = `${record} ${line}`.trim().toLowerCase();
        const isBeginning = joinedRecords.includes(line.toLowerCase());
        if (joinedRecords.includes(longer)) record = longer;
        else record = isBeginning ? line : '';
        if (record !== '' || english(line).length === 0) return false;
        // in a table several records continue side by side
        const texts = cells.map(({ text }) => inOneLine(text));
        return texts.some(
          (text) => english(text).length > 0 && !(text.includes(' ') && joinedRecords.includes(text.toLowerCase())),
        );
      })
      .map(({ line }) => line),
  );
}
