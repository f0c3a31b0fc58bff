import { fetchFont, slicesFor } from './font-source.ts';

/**
 * Fetches the fonts beyond Latin letters that a report of this text may need: the service worker keeps what was fetched
 * once, so that the report can be made without a connection. Fetches nothing for a text in Latin letters.
 * @throws LettersUnreachable without a connection, Error for a refusal.
 */
export async function fetchFonts(text: string): Promise<void> {
  const beyond = Array.from(new Set(text))
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
