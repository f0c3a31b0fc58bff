import type { Plugin } from 'vite';
import { companyContact, telUrl } from '../src/records/company.ts';
import { supportedText } from './browsers/supported.ts';
import { catalogueCodes, readCatalogue } from './catalogues.ts';

/** The notices in `index.html`, for a page without JavaScript or in a browser that is too old. The source has them in English. */
const notice = /<p>(?<english>[^<]+)<\/p>/gu;

/** The messages of the notices in a page. */
export function noticeMessages(html: string): string[] {
  return Array.from(html.matchAll(notice), ({ groups }) => (groups?.['english'] ?? '').replaceAll(/\s+/gu, ' ').trim());
}

const { hotline } = companyContact;
const hotlineLink = `<a href="${telUrl(hotline)}">${hotline}</a>`;

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
      .replaceAll('{hotline}', hotlineLink);
  });
}

/** Completes the notices of `index.html`. */
export const pageNotices = (): Plugin => ({ name: 'page-notices', transformIndexHtml: inEveryLanguage });
