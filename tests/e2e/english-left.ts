import { readdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { LanguageCode } from '../../src/lib/language/languages.ts';
import type { Catalogue } from '../../src/lib/language/translate.ts';
import { knownFailureTypes } from '../../src/records/known-words.ts';
import type { ReadPdf } from '../support/read-pdf.ts';
import { headersOf } from './sites.ts';
import { catalogueOf, ownWords } from './spoken.ts';
import { api, keys as demoKeys, rpc } from './support.ts';

/** All strings in a value from JSON, and the names of its parts. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.split('\n');
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [name, ...stringsIn(one)]);
}

/** Tables of what a site has besides its record. */
const partsOfSites = ['site_contacts?select=*', 'site_notes?select=*'];

/**
 * What people have written, which no language changes: sites, visits, posts, keys, contacts, notes, documents, reported faults, links,
 * guides.
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
  // what was written before is in the log
  const log = stringsIn(await rpc<unknown>(page, 'list_changes', { page_size: 200 }, session));
  const faults = stringsIn(await rpc<unknown>(page, 'list_faults', { state: 'all', page_size: 500 }, session));
  const links = stringsIn(await rpc<unknown>(page, 'list_links', {}, session));
  const documents = stringsIn(await rpc<unknown>(page, 'document_titles', {}, session));
  return [...tables.flat(), ...log, ...faults, ...links, ...documents, ...guides, ...knownFailureTypes]
    .map(inOneLine)
    .filter((one) => wordsIn(one).length > 0);
}

/** A guide's title is in the name of its file. */
const guideFiles = readdirSync(new URL('../../public/guides', import.meta.url)).filter((name) => name.endsWith('.pdf'));
const guides = guideFiles.map((file) => file.replace(/\.pdf$/u, '').replaceAll('-', ' '));
const inOneLine = (text: string) => text.replaceAll(/\s+/gu, ' ').trim();

const wordsIn = (text: string) => text.match(/[A-Za-z]{2,}/gu) ?? [];
const allWords = (messages: string[]) =>
  new Set(messages.flatMap((message) => wordsIn(ownWords(message))).map((word) => word.toLowerCase()));

interface Vocabulary {
  /** In small letters: words of the messages in the language. */
  own: ReadonlySet<string>;
  english: ReadonlySet<string>;
}

const vocabularies = new Map<Catalogue, Vocabulary>();

function vocabularyOf(catalogue: Catalogue): Vocabulary {
  const english = () => Object.keys(catalogue).map((key) => key.replace(/ \[[^\]]+\]$/u, ''));
  const known = vocabularies.get(catalogue) ?? {
    own: allWords(Object.values(catalogue)),
    english: allWords(english()),
  };
  vocabularies.set(catalogue, known);
  return known;
}

/** Each text of the page, shown, spoken or told, that is not said to be in a language of its own. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    /* oxlint-disable unicorn/consistent-function-scoping -- runs in the page, without the rest of this file */
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
      if (
        one.matches(
          'script, style, noscript, [class*=_sheet_] ~ *, [class*=_sheet_] ~ * *, [translate=no], [translate=no] *',
        )
      )
        continue;
      // a guide names menus and terminals as devices have them
      if (one.closest('a[href*="/guide?"][href*="file="] *')) continue;
      if (languageOf(one) !== languageOf(document.documentElement)) continue;
      for (const name of spoken) found.push(one.getAttribute(name) ?? '');
      const hasOwn = Array.from(one.childNodes).some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      // what is marked is a part of a sentence, and `font` is of a browser's translation
      let whole: Element = one;
      while (whole.parentElement && (whole.matches('mark, font') || whole.parentElement.querySelector(':scope > mark')))
        whole = whole.parentElement;
      if (hasOwn) found.push(whole.textContent ?? '');
    }
    return Array.from(new Set(found.map((text) => text.replaceAll(/\s+/gu, ' ').trim()))).filter(Boolean);
  });

/** Taken out before the records, which may hold a part of them: the company, which an excerpt may cut, files and addresses. */
const fixed = /GateKeeper Field(?: Service|(?=…))|\S+\.(?:pdf|jpe?g|png|heic|zip|csv|xlsx|html|js)\b|https?:\/\/\S+/gu;
/** Names that are no words: of screens, programs, units and keys, a post that has none, letters of the keyboard. */
const names = /\S+@\S+|\/[a-z-]+\b|\b(?:Post 1|KB|MB|GB|Chrome|Linux|Windows)\b|^ABC$|[A-Z\d]{4}(?:-[A-Z\d]{4})+/gu;

const atWord = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);

/** Tells the English words of texts in another language: beside names and what stands in `records`. */
function findEnglish(language: LanguageCode, records: readonly string[]): (text: string) => string[] {
  const { own, english } = vocabularyOf(catalogueOf(language));
  const englishIn = (text: string) =>
    wordsIn(text).filter(
      (word) => !own.has(word.toLowerCase()) && (language === 'zh' || english.has(word.toLowerCase())),
    );
  const written = records.join('\n').toLowerCase();
  // a record may begin with another one
  const longestFirst = Array.from(new Set(records.map((record) => record.toLowerCase()))).toSorted(
    (a, b) => b.length - a.length,
  );
  return (text) => {
    // of what a search has found, a part is shown
    const pieces = text.split('…').map((piece) => piece.trim().toLowerCase());
    if (pieces.every((piece) => piece === '' || (piece.includes(' ') && written.includes(piece)))) return [];
    let rest = text.replaceAll(fixed, ' ');
    if (englishIn(rest).length === 0) return [];
    for (const record of longestFirst)
      if (rest.toLowerCase().includes(record))
        rest = rest.replaceAll(new RegExp(`(?<![A-Za-z])${atWord(record)}(?![A-Za-z])`, 'giu'), ' ');
    return englishIn(rest.replaceAll(names, ' '));
  };
}

/** The texts of a page in another language that hold English words: beside names and what stands in `records`. */
export async function englishLeft(page: Page, language: LanguageCode, records: readonly string[]): Promise<string[]> {
  const english = findEnglish(language, records);
  return (await textsOf(page)).filter((text) => english(text).length > 0);
}

/** The lines of a PDF that hold English words, where a record may go on from line to line. */
export function englishLines({ pages }: ReadPdf, language: LanguageCode, records: readonly string[]): string[] {
  const english = findEnglish(language, records);
  const written = records.join('\n').toLowerCase();
  let record = '';
  return pages.flatMap(({ lines, parts }) =>
    lines
      .map(({ text, y }) => ({ line: inOneLine(text), cells: parts.filter((part) => Math.abs(part.y - y) < 0.5) }))
      .filter(({ line, cells }) => {
        const longer = `${record} ${line}`.trim().toLowerCase();
        const goesOn = written.includes(longer);
        record = goesOn ? longer : written.includes(line.toLowerCase()) ? line : '';
        if (record !== '' || english(line).length === 0) return false;
        // in a table several records go on beside each other
        const texts = cells.map(({ text }) => inOneLine(text));
        return texts.some(
          (text) => english(text).length > 0 && !(text.includes(' ') && written.includes(text.toLowerCase())),
        );
      })
      .map(({ line }) => line),
  );
}
