import type { Plugin } from 'vite';
import { languages } from '../src/lib/language/languages.ts';

/** What `index.html` says where no script runs; in English, as every message in the source. */
const notice = /<noscript>\s*<p>(?<english>[^<]+)<\/p>/u;

/** The message of the notice, by a page that has it. */
export function noscriptMessage(html: string): string {
  const english = notice.exec(html)?.groups?.['english'];
  if (english === undefined) throw new Error('index.html says nothing where no script runs');
  return english;
}

/** The page with the notice in every language, as no script can choose one. */
export async function inEveryLanguage(html: string): Promise<string> {
  const english = noscriptMessage(html);
  const others = await Promise.all(
    Object.values(languages).map(async ({ load, locale }) => {
      const own = load && (await load()).default[english];
      return own ? `\n      <p lang="${locale}">${own}</p>` : '';
    }),
  );
  return html.replace(notice, (found) => found + others.join(''));
}

/** Adds the notice in the other languages to `index.html`. */
export const noscript = (): Plugin => ({ name: 'noscript', transformIndexHtml: inEveryLanguage });
