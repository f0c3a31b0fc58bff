import { isLanguage, languages } from '../../lib/language/languages.ts';
import { currentLanguage } from '../../lib/language/translate.ts';
import { momentText } from '../../records/time.ts';
import { fetchFont, slicesFor } from './font-source.ts';

/**
 * Fetches the fonts beyond Latin letters that a report with this text may need. The service worker stores fetched fonts, so that the report can be
 * made without a connection. For a text in Latin letters nothing is fetched, unless the report's own words in the reader's language need it.
 * @throws LettersUnreachable without a connection, Error for a refusal
 */
export async function fetchFonts(text: string): Promise<void> {
  const charactersBeyondLatin = Array.from(new Set(text + (await languageCharacters())))
    .filter((character) => character > '\u00FF')
    .join('');
  if (charactersBeyondLatin === '') return;
  const [{ slices, shapedSlices }, { painterFaces }] = await Promise.all([
    import('./served-slices.ts'),
    import('./browser-painter.ts'),
  ]);
  await Promise.all([
    ...slicesFor([...slices, ...shapedSlices], charactersBeyondLatin).map(({ read }) => read()),
    ...slicesFor(painterFaces, charactersBeyondLatin).map(({ url }) => fetchFont(url)),
  ]);
}

/** The East Asian characters in the messages of the reader's language. */
async function languageCharacters(): Promise<string> {
  const { code } = currentLanguage();
  const { load } = languages[isLanguage(code) ? code : 'en'];
  if (!load) return '';
  const words = Object.values<string>((await load()).default).join('') + momentText(new Date());
  return words.replaceAll(/[^\u2E80-\uFFEF]/gu, '');
}
