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
const around = 60;

export function searchWords(query: string): string[] {
  return foldText(query).split(/\s+/u).filter(Boolean);
}

/** Every word in the title, or in title and one page together. @param texts undefined until loaded: titles only */
export function searchGuides(files: readonly string[], texts: GuideTexts | undefined, query: string): GuideHit[] {
  const words = searchWords(query);
  if (words.length === 0) return files.map((file) => ({ file, pages: [] }));
  return files.flatMap((file) => {
    const title = foldText(guideTitle(file));
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
  const page = foldText(text);
  if (!needed.every((word) => page.includes(word))) return null;
  const phrase = words.join(' ');
  const wanted = page.includes(phrase) ? phrase : (needed[0] ?? '');
  const start = page.indexOf(wanted);
  const end = start + wanted.length;
  return { before: textBefore(text, start), match: text.slice(start, end), after: textAfter(text, end) };
}

function textBefore(text: string, start: number): string {
  if (start <= around) return text.slice(0, start);
  const part = text.slice(start - around, start);
  // starts with a whole word
  return `…${part.slice(part.indexOf(' ') + 1)}`;
}

function textAfter(text: string, end: number): string {
  if (text.length - end <= around) return text.slice(end);
  const part = text.slice(end, end + around);
  const last = part.lastIndexOf(' ');
  return `${last > 0 ? part.slice(0, last) : part}…`;
}

// letter by letter, so that positions stay those of the text: 'İ' would become two letters
function foldText(text: string): string {
  const lower = text.toLowerCase();
  const folds = lower.length === text.length ? lower : Array.from(text, (letter) => folding(letter)).join('');
  // the micro sign of keyboards and the Greek letter in PDFs look alike
  return folds.replaceAll('\u{B5}', '\u{3BC}');
}

function folding(letter: string): string {
  const lower = letter.toLowerCase();
  return lower.length === letter.length ? lower : letter;
}
