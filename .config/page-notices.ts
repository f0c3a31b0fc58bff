import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { supportedText } from './browsers/supported.ts';
import { catalogueCodes, readCatalogue } from './catalogues.ts';

/** The notices in `index.html`, for a page without JavaScript or in a browser that is too old. The source has them in English. */
const notice = /<p>(?<english>[^<]+)<\/p>/gu;

/** The messages of the notices in a page. */
export function noticeMessages(html: string): string[] {
  return Array.from(html.matchAll(notice), ({ groups }) => (groups?.['english'] ?? '').replaceAll(/\s+/gu, ' ').trim());
}

/** The hotline as a link. It is read from the source as text, because the configuration cannot import this code of the portal. */
function hotline(): string {
  const company = readFileSync(join(import.meta.dirname, '../src/records/company.ts'), 'utf8');
  const number = /hotline: '(?<number>[^']+)'/u.exec(company)?.groups?.['number'];
  if (number === undefined) throw new Error('company.ts has no hotline');
  return `<a href="tel:${number.replaceAll(/[^+\d]/gu, '')}">${number}</a>`;
}

/** The page with its notices in all languages, because no script runs that could choose a language. */
export function inEveryLanguage(html: string): string {
  const messages = noticeMessages(html);
  let index = 0;
  return html.replaceAll(notice, () => {
    const english = messages[index++] ?? '';
    const others = catalogueCodes.map((code) => ({ lang: ` lang="${code}"`, text: readCatalogue(code)[english] }));
    return [{ lang: '', text: english }, ...others]
      .flatMap(({ lang, text }) => (text ? [`<p${lang}>${text}</p>`] : []))
      .join('\n      ')
      .replaceAll('{browsers}', supportedText)
      .replaceAll('{hotline}', hotline());
  });
}

/** Completes the notices of `index.html`. */
export const pageNotices = (): Plugin => ({ name: 'page-notices', transformIndexHtml: inEveryLanguage });
