import { isLanguage, languages } from '../../lib/language/languages.ts';
import { currentLanguage } from '../../lib/language/translate.ts';
import { momentText } from '../../records/time.ts';
import { fetchFont, slicesFor } from './font-source.ts';

/**
 * Fetches the fonts beyond Latin letters that a report of this text may need: the service worker keeps what was fetched
 * once, so that the report can be made without a connection. Fetches nothing for a text in Latin letters, unless the reader's
 * language has others, which the report's own words need.
 * @throws LettersUnreachable without a connection, Error for a refusal.
 */
export async function fetchFonts(text: string): Promise<void> {
  const beyond = Array.from(new Set(text + (await ownLetters())))
    .filter((character) => character > '\u00FF')
    .join('');
  if (beyond === '') return;
  const [{ slices, shapedSlices }, { painterFaces }] = await Promise.all([
    import('./served-slices.ts'),
    import('./browser-painter.ts'),
  ]);
  await Promise.all([
    ...slicesFor([...slices, ...shapedSlices], beyond).map(({ read }) => read()),
    ...slicesFor(painterFaces, beyond).map(({ url }) => fetchFont(url)),
  ]);
}

/** The East Asian letters and marks of the reader's language. */
async function ownLetters(): Promise<string> {
  const { code } = currentLanguage();
  const { load } = languages[isLanguage(code) ? code : 'en'];
  if (!load) return '';
  const words = Object.values<string>((await load()).default).join('') + momentText(new Date());
  return words.replaceAll(/[^\u2E80-\uFFEF]/gu, '');
}
