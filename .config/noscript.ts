import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import * as v from 'valibot';

const catalogues = join(import.meta.dirname, '../src/lib/language/catalogues');

/** What `index.html` says where no script runs; in English, as every message in the source. */
const notice = /<noscript>\s*<p>(?<english>[^<]+)<\/p>/u;

/** The message of the notice, by a page that has it. */
export function noscriptMessage(html: string): string {
  const english = notice.exec(html)?.groups?.['english'];
  if (english === undefined) throw new Error('index.html says nothing where no script runs');
  return english;
}

/** The page with the notice in every language, as no script can choose one. */
export function inEveryLanguage(html: string): string {
  const english = noscriptMessage(html);
  // as files: a program that reads the configuration without Vite cannot import them as the portal does
  const others = readdirSync(catalogues).map((file) => {
    const catalogue: unknown = JSON.parse(readFileSync(join(catalogues, file), 'utf8'));
    const own = v.parse(v.record(v.string(), v.string()), catalogue)[english];
    return own ? `\n      <p lang="${basename(file, '.json')}">${own}</p>` : '';
  });
  return html.replace(notice, (found) => found + others.join(''));
}

/** Adds the notice in the other languages to `index.html`. */
export const noscript = (): Plugin => ({ name: 'noscript', transformIndexHtml: inEveryLanguage });
