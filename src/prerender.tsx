import { StrictMode } from 'react';
import { prerender } from 'react-dom/static.edge';
import { App } from './app/App.tsx';
import { languageCodes, languages } from './lib/language/languages.ts';
import { setLanguage, type Catalogue } from './lib/language/translate.ts';

/**
 * The login as HTML in each language, into which `main.tsx` hydrates. Called by the build (`.config/first-paint`).
 * @param catalogueOf the messages of a language that has a catalogue
 */
export async function renderLogins(
  catalogueOf: (code: string) => Catalogue,
): Promise<{ code: string; locale: string; html: string }[]> {
  const logins = [];
  for (const code of languageCodes()) {
    const { locale, load } = languages[code];
    setLanguage(code, locale, load ? catalogueOf(code) : {});
    // the whole portal and not the login alone: the ids that React gives depend on what is around it
    const { prelude } = await prerender(
      <StrictMode>
        <App />
      </StrictMode>,
    );
    const html = await new Response(prelude).text();
    // React names pictures first, for the head of a whole page
    logins.push({ code, locale, html: html.replace(/^(?:<link rel="preload"[^>]*>)+/u, '') });
  }
  return logins;
}
