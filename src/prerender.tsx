import { StrictMode } from 'react';
import { prerender } from 'react-dom/static.edge';
import { App } from './app/App.tsx';
import { languageCodes, languages } from './lib/language/languages.ts';
import { setLanguage, type Catalogue } from './lib/language/translate.ts';

/**
 * Renders the login as HTML in each language; `main.tsx` hydrates it. The build calls this (`.config/first-paint`).
 * @param catalogueOf returns the messages of a language that has a catalogue
 */
export async function renderLogins(
  catalogueOf: (code: string) => Catalogue,
): Promise<{ code: string; locale: string; html: string }[]> {
  const logins = [];
  for (const code of languageCodes()) {
    const { locale, load } = languages[code];
    setLanguage(code, locale, load ? catalogueOf(code) : {});
    // the whole portal is rendered and not the login alone, because the ids that React generates depend on the components around it
    const { prelude } = await prerender(
      <StrictMode>
        <App />
      </StrictMode>,
    );
    const html = await new Response(prelude).text();
    // React writes links to the pictures first, which belong into the head of a page
    logins.push({ code, locale, html: html.replace(/^(?:<link rel="preload"[^>]*>)+/u, '') });
  }
  return logins;
}
