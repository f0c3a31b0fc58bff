import { foldedText, placesOf, wordsOf } from '../../lib/text-search.ts';
import { guideTitle } from './guide-names.ts';

/** `match` as written in the guide. */
interface Snippet {
  before: string;
  match: string;
  after: string;
}

export interface PageHit {
  page: number;
  snippet: Snippet;
}

export interface GuideHit {
  file: string;
  pages: PageHit[];
}

/** The text of each page, by file name. */
type GuideTexts = Readonly<Record<string, readonly string[]>>;

/** Characters on either side of a hit. */
const contextLength = 60;

/** Every word in the title, or in title and one page together. @param texts undefined until loaded: titles only */
export function searchGuides(files: readonly string[], texts: GuideTexts | undefined, query: string): GuideHit[] {
  const words = wordsOf(query);
  if (words.length === 0) return files.map((file) => ({ file, pages: [] }));
  return files.flatMap((file) => {
    const title = foldedText(guideTitle(file));
    const missing = words.filter((word) => !title.includes(word));
    const pages = (texts?.[file] ?? []).flatMap((text, index) => {
      // if the title has the whole query, only a page that also has all of it is worth showing
      const snippet = snippetOf(text, missing.length > 0 ? missing : words, words);
      return snippet ? [{ page: index + 1, snippet }] : [];
    });
    return missing.length === 0 || pages.length > 0 ? [{ file, pages }] : [];
  });
}

function snippetOf(text: string, needed: readonly string[], words: readonly string[]): Snippet | null {
  const page = foldedText(text);
  if (!needed.every((word) => page.includes(word))) return null;
  const phrase = words.join(' ');
  const [place] = placesOf(text, [page.includes(phrase) ? phrase : (needed[0] ?? '')]);
  if (!place) return null;
  const { start, end } = place;
  return { before: textBefore(text, start), match: text.slice(start, end), after: textAfter(text, end) };
}

function textBefore(text: string, start: number): string {
  if (start <= contextLength) return text.slice(0, start);
  const part = text.slice(start - contextLength, start);
  // starts with a whole word
  return `…${part.slice(part.indexOf(' ') + 1)}`;
}

function textAfter(text: string, end: number): string {
  if (text.length - end <= contextLength) return text.slice(end);
  const part = text.slice(end, end + contextLength);
  const last = part.lastIndexOf(' ');
  return `${last > 0 ? part.slice(0, last) : part}…`;
}
