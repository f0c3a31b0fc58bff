import { describe, expect, it } from 'vitest';
import { searchGuides } from '../../../src/features/guide/guide-search.ts';

const long = 'Before it. '.repeat(20);
const files = ['server-lan-setup.pdf', 'controller-user-manual.pdf'];
const texts = {
  'server-lan-setup.pdf': ['Plug the server in.', `${long}Open http://192.168.10.5 and log in. ${long}`],
  'controller-user-manual.pdf': ['The LED is Green.', 'The LED blinks red twice: no server.'],
};
const found = (query: string, of: typeof texts | undefined = texts) =>
  searchGuides(files, of, query).map(({ file, pages }) => [file, ...pages.map(({ page }) => page)]);

describe('the search in the guides', () => {
  it.each(['', '   '])('shows all for %j, with no pages', (query) => {
    expect(found(query)).toEqual(files.map((file) => [file]));
  });

  it('finds words in titles and on pages, in any case', () => {
    expect(found('SERVER')).toEqual([
      ['server-lan-setup.pdf', 1],
      ['controller-user-manual.pdf', 2],
    ]);
    expect(found('manual')).toEqual([['controller-user-manual.pdf']]);
    expect(found('green')).toEqual([['controller-user-manual.pdf', 1]]);
    expect(found('violet')).toEqual([]);
  });

  it('requires every word, all on one page or in the title', () => {
    expect(found('led red')).toEqual([['controller-user-manual.pdf', 2]]);
    expect(found('green red')).toEqual([]);
    expect(found('controller green')).toEqual([['controller-user-manual.pdf', 1]]);
  });

  it('searches only titles while the texts are not loaded', () => {
    expect(searchGuides(files, undefined, 'server')).toEqual([{ file: 'server-lan-setup.pdf', pages: [] }]);
    expect(searchGuides(files, undefined, 'blinks')).toEqual([]);
    expect(searchGuides(['new.pdf'], texts, 'blinks')).toEqual([]);
  });

  it('shows the context of the hit as it is written, cut between words', () => {
    const [hit] = searchGuides(files, texts, '192.168.10.5')[0]?.pages ?? [];
    expect(hit?.page).toBe(2);
    expect(hit?.snippet.match).toBe('192.168.10.5');
    expect(hit?.snippet.before).toMatch(/^…(?:Before|it\.).* Open http:\/\/$/u);
    expect(hit?.snippet.after).toMatch(/^ and log in\. .*(?:Before|it\.)…$/u);
    expect(searchGuides(files, texts, 'green')[0]?.pages[0]?.snippet).toEqual({
      before: 'The LED is ',
      match: 'Green',
      after: '.',
    });
  });

  it('prefers the phrase to its first word', () => {
    expect(searchGuides(files, texts, 'no  server')[0]?.pages[0]?.snippet.match).toBe('no server');
  });

  it('keeps its position after letters that become two in lower case', () => {
    const text = { 'a.pdf': ['İİİİ then the Gate opens'] };
    expect(searchGuides(['a.pdf'], text, 'gate')[0]?.pages[0]?.snippet).toEqual({
      before: 'İİİİ then the ',
      match: 'Gate',
      after: ' opens',
    });
  });

  it('treats the micro sign of a keyboard like the Greek letter mu that a PDF may contain', () => {
    const text = { 'a.pdf': ['The loop has 72 \u03BCH.'], 'b.pdf': ['Aim at 100 \u00B5H.'] };
    expect(searchGuides(Object.keys(text), text, '72 \u00B5H')[0]?.pages[0]?.snippet.match).toBe('72 \u03BCH');
    expect(searchGuides(Object.keys(text), text, '\u03BCh')).toHaveLength(2);
  });

  it('finds a word without its accents, and shows it with them', () => {
    const text = { 'a.pdf': ['The café gate of Mérida'] };
    expect(searchGuides(['a.pdf'], text, 'cafe gate')[0]?.pages[0]?.snippet).toEqual({
      before: 'The ',
      match: 'café gate',
      after: ' of Mérida',
    });
  });

  it('treats the input as text, not as a pattern', () => {
    expect(found('.*')).toEqual([]);
    expect(found('(')).toEqual([]);
  });
});
