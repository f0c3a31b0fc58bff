import { queryOptions } from '@tanstack/react-query';
import { withCapital } from '../../lib/capitals.ts';
import { lazyVocabulary, orNearest, type NearestSearch } from '../../lib/search/or-nearest.ts';
import { bestFirst, excerptOf, hitRangesOf, ranked, toSearchable, wordsOf } from '../../lib/text-search.ts';

export interface PageHit {
  page: number;
  /** As written in the guide, around the words. */
  excerpt: string;
}

export interface GuideHit {
  file: string;
  /** The best first. */
  pages: PageHit[];
}

/** The text of each page, by file name. */
type GuideTexts = Readonly<Record<string, readonly string[]>>;

/** The texts of all guides, which are much larger than their list, and only needed for searching. */
export const guideTextsQuery = queryOptions({
  queryKey: ['guide texts'],
  queryFn: async () => (await import('virtual:guide-texts')).default,
  staleTime: 'static',
});

/** The query string that opens a guide, or closes it (null), with the same search. @param page from 1 */
export function openedGuideSearch(search: string, file: string | null, page = 1): string {
  const params = new URLSearchParams(search);
  params.delete('file');
  params.delete('page');
  if (file !== null) params.set('file', file);
  if (file !== null && page > 1) params.set('page', `${page}`);
  return `?${params.toString()}`;
}

/**
 * The guides with every word in the title, or in the title and one page together: the best first, as all searches
 * (`lib/text-search.ts`).
 * @param texts undefined until loaded: only titles are searched then.
 */
export function searchGuides(searched: readonly string[], texts: GuideTexts | undefined, query: string): GuideHit[] {
  const words = wordsOf(query);
  if (words.length === 0) return searched.map((file) => ({ file, pages: [] }));
  const found = searched.flatMap((file) => {
    const title = guideTitle(file);
    const pages = (texts?.[file] ?? []).map((text, index) => ({ page: index + 1, text }));
    // the title alone is as good as a page
    const searchablePages = toSearchable([{ page: 0, text: '' }, ...pages], ({ text }) => [title, text]);
    const ranks = [...ranked(searchablePages, words).values()];
    return ranks.length === 0 ? [] : [{ rank: Math.min(...ranks), file, pages: pageHits(title, pages, words) }];
  });
  return found.toSorted((a, b) => a.rank - b.rank).map(({ file, pages }) => ({ file, pages }));
}

/** A search of these guides: by the nearest words where no title or page has those typed. @param texts undefined until loaded */
export function prepareGuideSearch(
  files: readonly string[],
  texts: GuideTexts | undefined,
): (query: string) => NearestSearch<GuideHit[]> {
  const vocabulary = lazyVocabulary(() => [
    ...files.map((file) => guideTitle(file)),
    ...Object.values(texts ?? {}).flat(),
  ]);
  return (query) => {
    const search = (text: string) => searchGuides(files, texts, text);
    // a word that no title has may be on a page
    if (!texts) return { found: search(query), query, corrections: [] };
    return orNearest(query, { search, isEmpty: (found) => found.length === 0, vocabulary, words: 'finished' });
  };
}

/** The pages with the words that the title lacks; if it lacks none, those with all words. */
function pageHits(
  title: string,
  pages: readonly { page: number; text: string }[],
  words: readonly string[],
): PageHit[] {
  const missing = words.filter((word) => hitRangesOf(title, [word]).length === 0);
  const needed = missing.length > 0 ? missing : words;
  const hits = bestFirst(
    toSearchable(pages, ({ text }) => [text]),
    needed,
  );
  return hits.map(({ page, text }) => ({ page, excerpt: excerptOf(text, words) }));
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

function pretty(word: string, isFirst: boolean): string {
  const upper = word.toUpperCase();
  // 'NO' is a relay contact only in capitals
  if (abbreviations.has(upper) && (word === upper || upper !== 'NO')) return upper;
  if (/\p{Lu}/u.test(word) || (small.has(word) && !isFirst)) return word;
  return withCapital(word);
}
