import { queryOptions } from '@tanstack/react-query';
import { languageCodes, type LanguageCode } from '../../lib/language/languages.ts';
import { nearestWords, correctedQuery, vocabularyOf, type Correction } from '../../lib/search/nearest-word.ts';
import type { NearestSearch } from '../../lib/search/or-nearest.ts';
import { patternOf } from '../../lib/search/search-patterns.ts';
import { excerptOf, foldedText, hitRangesOf, typedParts, wordsOf } from '../../lib/text-search.ts';
import { otherWordsFor, withoutQuestion } from './guide-questions.ts';
import { editionTitle, editionOf, guideOf, guideTitle, readerLanguage } from './guides.ts';

// Rule: the search of the guides answers a question in any of the three languages, and shows the answer in the reader's. What is searched is
// a section: its heading, its text, and the title of its guide, in each language that there is; the sections of a guide are the same in all.
// A section is found by all words, or where none has them all by most of them; a word that few sections have counts more, and one in a
// heading more than one in a text. What is shown is the page of that section in the reader's language.

export interface PageHit {
  page: number;
  /** The heading of the page's section; empty without one. */
  heading: string;
  /** As written in the guide, around the words. */
  excerpt: string;
}

export interface GuideHit {
  file: string;
  /** The best first. */
  pages: PageHit[];
}

type TextsOfLanguage = Readonly<Record<string, readonly GuidePart[]>>;

/** The sections of the guides, by language and file name. */
export type GuideTexts = Readonly<Partial<Record<LanguageCode, TextsOfLanguage>>>;

const loaders: Record<LanguageCode, () => Promise<{ default: TextsOfLanguage }>> = {
  en: () => import('virtual:guide-texts-en'),
  ms: () => import('virtual:guide-texts-ms'),
  zh: () => import('virtual:guide-texts-zh'),
};

/**
 * The texts of all guides, which are much larger than their list, and only needed for searching. Without those of another language what is
 * asked in that one is not found.
 */
export function guideTextsQuery() {
  const own = readerLanguage();
  return queryOptions({
    queryKey: ['guide texts', own],
    queryFn: async (): Promise<GuideTexts> => {
      const texts = await Promise.all(
        languageCodes().map(async (language) => {
          try {
            return [[language, (await loaders[language]()).default] as const];
          } catch (error) {
            if (language === own) throw error;
            return [];
          }
        }),
      );
      return Object.fromEntries(texts.flat());
    },
    staleTime: 'static',
  });
}

/** The query string that opens a guide, or closes it (null), with the same search. @param at page, from 1, and language, if not the reader's */
export function openedGuideSearch(
  search: string,
  file: string | null,
  { page = 1, language }: { page?: number; language?: LanguageCode | undefined } = {},
): string {
  const params = new URLSearchParams(search);
  for (const name of ['file', 'page', 'language']) params.delete(name);
  if (file !== null) params.set('file', file);
  if (file !== null && page > 1) params.set('page', `${page}`);
  if (file !== null && language !== undefined) params.set('language', language);
  return `?${params.toString()}`;
}

/** A section of a guide in one language, as searches compare it. */
interface SearchedText {
  title: string;
  heading: string;
  text: string;
}

/** A section of a guide; null for a guide whose texts are not here. */
interface SearchedSection {
  file: string;
  section: number | null;
  texts: readonly SearchedText[];
}

/** The sections of a guide in the languages that have as many as the one that is shown. */
function sectionsOf(file: string, texts: GuideTexts): SearchedSection[] {
  const editions = languageCodes().flatMap((language) => {
    const parts = texts[language]?.[file];
    return parts ? [{ language, title: titleIn(file, language), parts }] : [];
  });
  const shown = editions.find(({ language }) => language === shownLanguageOf(file)) ?? editions[0];
  const titles = titlesOf(file);
  if (!shown) return [{ file, section: null, texts: titles }];
  const count = sectionCount(shown.parts);
  const alike = editions.filter(({ parts }) => sectionCount(parts) === count);
  return [...new Set(shown.parts.map(({ section }) => section))].map((section) => ({
    file,
    section,
    texts: alike.map(({ title, parts }) => {
      const own = parts.filter((part) => part.section === section);
      const folded = foldedText(own.map(({ text }) => text).join('\n'));
      return { title: foldedText(title), heading: foldedText(own[0]?.heading ?? ''), text: folded };
    }),
  }));
}

const sectionCount = (parts: readonly GuidePart[]) => new Set(parts.map(({ section }) => section)).size;

const titlesOf = (file: string): SearchedText[] =>
  [guideTitle(file), ...languageCodes().map((language) => titleIn(file, language))].map((title) => ({
    title: foldedText(title),
    heading: '',
    text: '',
  }));

function titleIn(file: string, language: LanguageCode): string {
  return editionTitle(
    file,
    guideOf(file)?.editions.find((edition) => edition.language === language),
  );
}

function shownLanguageOf(file: string): LanguageCode {
  const guide = guideOf(file);
  return (guide && editionOf(guide)?.language) ?? 'en';
}

/** How much a hit counts by its grade: the word itself, its beginning, another form, another term. */
const gradeWeights = [1, 0.9, 0.85, 0.6] as const;
/** Another word that people say for it. */
const otherWordWeight = 0.7;
const headingWeight = 2.4;
const titleWeight = 1.5;
/** Each time that a text doubles the number of hits, up to so many times. */
const repetition = { weight: 0.2, most: 3 };
/** What is said as it was typed, and two words that stand together as they were typed. */
const phraseWeight = 1;
const pairWeight = 0.5;
/** A cover, or a page of a document without sections, answers less. */
const unheadedWeight = 0.5;
/** A word that no guide has, of letters and of Chinese that was taken apart. */
const unknownWeights = { word: 0.5, pair: 0.15 };

/** How well a text says a word; 0 where it does not. */
function scoreOf({ title, heading, text }: SearchedText, word: string): number {
  const pattern = patternOf(word);
  const weightIn = (folded: string) => {
    const grade = pattern.gradeIn(folded, '');
    return grade === null ? 0 : gradeWeights[grade];
  };
  const inText = weightIn(text);
  const repeated = inText > 0 ? Math.min(repetition.most, Math.log2(pattern.rangesIn(text).length || 1)) : 0;
  const best = Math.max(weightIn(heading) * headingWeight, weightIn(title) * titleWeight, inText);
  return best + repeated * repetition.weight * inText;
}

/** A word of a query and the other words that people say for it. */
type AskedWord = readonly [word: string, ...others: string[]];

interface Asked {
  /** As `wordsOf` writes them. */
  words: readonly string[];
  asked: readonly AskedWord[];
  /** As it was typed, and each two words of it. */
  phrase: string;
  pairs: readonly string[];
}

function readQuestion(query: string): Asked {
  const words = wordsOf(withoutQuestion(query));
  const plain = words.map((word) => word.split('\t', 1)[0]?.trimEnd() ?? '');
  const phrase = foldedText(query.trim()).replaceAll(/[?!？！。]+$/gu, '');
  return {
    words,
    asked: words.map((word): AskedWord => [word, ...otherWordsFor(word)]),
    phrase: phrase.length > 2 ? phrase : '',
    pairs: plain.slice(1).map((word, index) => `${plain[index]} ${word}`),
  };
}

const askedScore = (text: SearchedText, [word, ...others]: AskedWord) =>
  Math.max(scoreOf(text, word), ...others.map((other) => otherWordWeight * scoreOf(text, other)));

/** How much a text says together what was typed together. */
function togetherScore({ heading, text }: SearchedText, { phrase, pairs }: Asked): number {
  const own = `${heading}\n${text}`;
  const isSaid = phrase !== '' && own.includes(phrase);
  return (isSaid ? phraseWeight : 0) + pairs.filter((pair) => own.includes(pair)).length * pairWeight;
}

interface RankedSection extends SearchedSection {
  score: number;
  /** The share of the query that it says, 1 for all words. */
  share: number;
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

function rankedSections(sections: readonly SearchedSection[], question: Asked): RankedSection[] {
  const { asked } = question;
  const scores = sections.map(({ texts }) => texts.map((text) => asked.map((word) => askedScore(text, word))));
  const rarity = asked.map(([word], index) => {
    const count = scores.filter((ofSection) => ofSection.some((ofText) => (ofText[index] ?? 0) > 0)).length;
    if (count === 0) return isChinese(word) ? unknownWeights.pair : unknownWeights.word;
    return Math.log(1 + (sections.length + 1) / count);
  });
  const known = rarity.map((weight) => (weight === unknownWeights.pair || weight === unknownWeights.word ? 0 : weight));
  const mean = sumOf(known) / Math.max(1, known.filter((weight) => weight > 0).length);
  // what no guide says counts as a part of what they say
  const total = sumOf(rarity.map((weight, index) => (known[index] === 0 ? weight * mean : weight)));
  return sections.flatMap((section, at) => {
    const ranks = section.texts.map((text, index) => {
      const ofText = scores[at]?.[index] ?? [];
      const together = togetherScore(text, question) * mean;
      const score = sumOf(ofText.map((points, word) => points * (known[word] ?? 0))) + together;
      return {
        score: text.heading === '' ? score * unheadedWeight : score,
        share: sumOf(ofText.map((points, word) => (points > 0 ? (known[word] ?? 0) : 0))) / total,
      };
    });
    const [best] = ranks.toSorted((a, b) => rankOfSection(b) - rankOfSection(a));
    return best && best.share > 0 ? [{ ...section, ...best }] : [];
  });
}

const isChinese = (word: string) => /^\p{Script=Han}/u.test(word);

const rankOfSection = ({ score, share }: Pick<RankedSection, 'score' | 'share'>) => share * share * score;

/** A section is shown that says at least so much of the query, and almost as much as the best one. */
const leastShare = { ofQuery: 0.55, ofBest: 0.75 };

const isWhole = ({ share }: RankedSection) => share > 0.999;

/**
 * A search of these guides: by the nearest words where nothing has those typed. @param texts undefined until loaded @param options
 * `mostWords`: a section that has most of the words is found, too
 */
export function prepareGuideSearch(
  files: readonly string[],
  texts: GuideTexts | undefined,
  { mostWords = true } = {},
): (query: string) => NearestSearch<GuideHit[]> {
  const sections = files.flatMap((file) => sectionsOf(file, texts ?? {}));
  let known: ReadonlySet<string> | null = null;
  const vocabulary = () =>
    (known ??= vocabularyOf(sections.flatMap((of) => of.texts.map(({ title, text }) => `${title}\n${text}`))));
  const search = (query: string) => {
    const question = readQuestion(query);
    const ranked = rankedSections(sections, question);
    const most = Math.max(leastShare.ofQuery, leastShare.ofBest * Math.max(0, ...ranked.map(({ share }) => share)));
    const shown = ranked.filter((section) => isWhole(section) || (mostWords && section.share >= most));
    return {
      isWhole: ranked.some((section) => isWhole(section)),
      found: guideHits(shown, texts ?? {}, question),
    };
  };
  return (query) => {
    if (wordsOf(query).length === 0)
      return { found: files.map((file) => ({ file, pages: [] })), query, corrections: [] };
    const plain = search(query);
    if (plain.isWhole) return { found: plain.found, query, corrections: [] };
    // a word that no title has may be on a page
    if (!texts) return { found: [], query, corrections: [] };
    const corrections: Correction[] = nearestWords(typedParts(withoutQuestion(query)), vocabulary());
    const nearest = corrections.length > 0 ? correctedQuery(foldedText(query), corrections) : query;
    const corrected = corrections.length > 0 ? search(nearest) : plain;
    if (corrected.isWhole) return { found: corrected.found, query: nearest, corrections };
    return { found: plain.found, query, corrections: [] };
  };
}

/** Whether a section says any of the words itself, not only the title of its guide. */
const saysAny = ({ texts }: SearchedSection, asked: readonly AskedWord[]) =>
  texts.some(({ heading, text }) => asked.some((word) => askedScore({ title: '', heading, text }, word) > 0));

/** The guides of these sections with their pages, the best first. */
function guideHits(ranked: readonly RankedSection[], texts: GuideTexts, { words, asked }: Asked): GuideHit[] {
  const best = ranked.toSorted((a, b) => rankOfSection(b) - rankOfSection(a));
  return [...new Set(best.map(({ file }) => file))].map((file) => {
    const shown = texts[shownLanguageOf(file)]?.[file] ?? [];
    const pages = best
      .filter((section) => section.file === file && saysAny(section, asked))
      .flatMap(({ section }) =>
        pageOf(
          shown.filter((part) => part.section === section),
          words,
        ),
      );
    return { file, pages: pages.filter((hit, index) => pages.findIndex(({ page }) => page === hit.page) === index) };
  });
}

/** The page of a section that says most of the words. */
function pageOf(parts: readonly GuidePart[], words: readonly string[]): PageHit[] {
  const counted = parts.map((part) => ({
    part,
    said: words.filter((word) => hitRangesOf(part.text, [word]).length > 0).length,
  }));
  const [best] = counted.toSorted((a, b) => b.said - a.said);
  if (!best) return [];
  const { page, heading, text } = best.part;
  return [{ page, heading, excerpt: best.said > 0 ? excerptOf(text, words) : startOf(text) }];
}

/** So much of a section is shown that has the words in another language only. */
const startLength = 120;

function startOf(text: string): string {
  if (text.length <= startLength) return text;
  const start = text.slice(0, startLength);
  return `${start.includes(' ') ? start.slice(0, start.lastIndexOf(' ')) : start}…`;
}
