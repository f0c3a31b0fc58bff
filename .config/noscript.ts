import type { Plugin } from 'vite';
import { catalogueCodes, readCatalogue } from './catalogues.ts';

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
  const others = catalogueCodes.map((code) => {
    const own = readCatalogue(code)[english];
    return own ? `\n      <p lang="${code}">${own}</p>` : '';
  });
  return html.replace(notice, (found) => found + others.join(''));
}

/** Adds the notice in the other languages to `index.html`. */
export const noscript = (): Plugin => ({ name: 'noscript', transformIndexHtml: inEveryLanguage });
