import { foldedText, placesOf, wordsOf } from '../../lib/text-search.ts';

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

/**
 * The guides with every word in the title, or in the title and one page together.
 * @param texts undefined until loaded: only titles are searched then.
 */
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

const abbreviations = new Set(
  'AC API CCTV CPU DC DHCP DIP DNS FAQ GND GPS ID IP LAN LED LPR NC NO PC PCB PDF PIN PLC POE RFID TCP UDP UHF UI UPS USB VPN WAN'.split(
    ' ',
  ),
);
const small = new Set('a an and as at by for from in of on or the to with'.split(' '));

/** The title of a file: `server-lan-setup.pdf` is 'Server LAN Setup' (`spec §2`). Words with capitals keep them. */
export function guideTitle(file: string): string {
  const stem = file
    .replace(/\.pdf$/iu, '')
    .replaceAll(/[-_\s]+/gu, ' ')
    .trim();
  const words = (/\p{Ll}/u.test(stem) ? stem : stem.toLowerCase()).split(' ');
  return words.map((word, index) => pretty(word, index === 0)).join(' ') || file;
}

/** The URL of a guide, which needs no session. */
export function guideUrl(file: string): string {
  return `/guides/${encodeURIComponent(file)}`;
}

function pretty(word: string, isFirst: boolean): string {
  const upper = word.toUpperCase();
  // 'NO' is a relay contact only in capitals
  if (abbreviations.has(upper) && (word === upper || upper !== 'NO')) return upper;
  if (/\p{Lu}/u.test(word) || (small.has(word) && !isFirst)) return word;
  return word.charAt(0).toUpperCase() + word.slice(1);
}

interface Category {
  id: string;
  heading: string;
  /** A file belongs here when its name contains one of these. */
  words: readonly string[];
}

// in the order they are tried
const rules = [
  { id: 'setup', heading: 'Setup & Installation', words: ['setup'] },
  { id: 'configuration', heading: 'Configuration', words: ['config'] },
  { id: 'user-guides', heading: 'User Guides', words: ['user', 'manual', 'guide'] },
  { id: 'reference', heading: 'Reference Documentation', words: ['api', 'reference'] },
  { id: 'troubleshooting', heading: 'Troubleshooting', words: ['trouble', 'debug', 'error'] },
] as const satisfies readonly Category[];

const general = { id: 'general', heading: 'General Documentation', words: [] } as const satisfies Category;

/** The categories in the order of the page (`spec §2`, Guidelines). */
export const guideCategories = [...rules, general] as const;

type GuideCategory = (typeof guideCategories)[number]['id'];

/** The category that a file's name implies. Ignores case; the first rule with a matching word wins. */
export function guideCategory(file: string): GuideCategory {
  const name = file.toLowerCase();
  return (rules.find(({ words }) => words.some((word) => name.includes(word))) ?? general).id;
}
