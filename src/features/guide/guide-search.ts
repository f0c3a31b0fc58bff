import { queryOptions } from '@tanstack/react-query';
import { languageCodes, type LanguageCode } from '../../lib/language/languages.ts';
import { nearestWords, correctedQuery, vocabularyOf, type Correction } from '../../lib/search/nearest-word.ts';
import type { NearestSearch } from '../../lib/search/or-nearest.ts';
import { patternOf } from '../../lib/search/search-patterns.ts';
import { excerptOf, foldedText, hitRangesOf, typedParts, wordsOf } from '../../lib/text-search.ts';
import { otherWordsFor, withoutQuestion } from './guide-questions.ts';
import { editionTitle, editionOf, guideOf, guideTitle, readerLanguage } from './guides.ts';

// The search of the guides. A question can be in any of the three languages, and the results are shown in the reader's language. The search
// compares sections: the heading and text of a section and the title of its guide, in each language. A guide has the same sections in all
// languages. A section is found if it has all words or, if no section has them all, most of them. A word that few sections have counts more than
// others, and a word in a heading counts more than one in the text. The result is the page of the section in the reader's language.

export interface PageHit {
  page: number;
  /** The heading of the page's section; empty without one. */
  heading: string;
  /** The text of the guide around the found words. */
  excerpt: string;
}

export interface GuideHit {
  file: string;
  /** The pages, the best match first. */
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
 * The texts of all guides. They are loaded only for a search, because they are large. If the texts of a language other than the reader's cannot
 * be loaded, questions in that language find nothing.
 */
export function guideTextsQuery() {
  const reader = readerLanguage();
  return queryOptions({
    queryKey: ['guide texts', reader],
    queryFn: async (): Promise<GuideTexts> => {
      const texts = await Promise.all(
        languageCodes().map(async (language) => {
          try {
            return [[language, (await loaders[language]()).default] as const];
          } catch (error) {
            if (language === reader) throw error;
            return [];
          }
        }),
      );
      return Object.fromEntries(texts.flat());
    },
    staleTime: 'static',
  });
}

/**
 * The query string that opens a guide and retains the search words.
 * @param search the present query string
 * @param file the file name of the guide; null closes the open guide
 * @param options `page` from 1; `language` if it is not the reader's
 */
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

/** A section of a guide in one language, as folded texts (`foldedText`), which the search compares. */
interface SearchedText {
  title: string;
  heading: string;
  text: string;
}

interface SearchedSection {
  file: string;
  /** The number of the section; null for a guide whose texts are not loaded, which is found by its title only. */
  section: number | null;
  /** The section in each language. */
  texts: readonly SearchedText[];
}

/** The sections of a guide, in the shown language and in each language in which the guide has the same number of sections. */
function sectionsOf(file: string, texts: GuideTexts): SearchedSection[] {
  const editions = languageCodes().flatMap((language) => {
    const parts = texts[language]?.[file];
    return parts ? [{ language, title: titleIn(file, language), parts }] : [];
  });
  const shownEdition = editions.find(({ language }) => language === shownLanguageOf(file)) ?? editions[0];
  const titles = titlesOf(file);
  if (!shownEdition) return [{ file, section: null, texts: titles }];
  const count = sectionCount(shownEdition.parts);
  const matchingEditions = editions.filter(({ parts }) => sectionCount(parts) === count);
  return [...new Set(shownEdition.parts.map(({ section }) => section))].map((section) => ({
    file,
    section,
    texts: matchingEditions.map(({ title, parts }) => {
      const sectionParts = parts.filter((part) => part.section === section);
      const text = foldedText(sectionParts.map((part) => part.text).join('\n'));
      return { title: foldedText(title), heading: foldedText(sectionParts[0]?.heading ?? ''), text };
    }),
  }));
}

const sectionCount = (parts: readonly GuidePart[]) => new Set(parts.map(({ section }) => section)).size;

/** The titles of a guide in all languages, as texts without content. */
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

// The weights of the ranking. With them the questions in `tests/features/guide/guide-questions.test.ts` find their answers.

/** The weight of a hit by its grade: the word itself, a word that begins with it, another form of it, another term for it. */
const gradeWeights = [1, 0.9, 0.85, 0.6] as const;
/** The weight of a hit of another word for the same thing (`otherWordsFor`). */
const otherWordWeight = 0.7;
const headingWeight = 2.4;
const titleWeight = 1.5;
/** The weight for each doubling of the number of hits in a text, and the most doublings that count. */
const repetition = { weight: 0.2, most: 3 };
/** The weight if a section contains the whole query as it was typed. */
const phraseWeight = 1;
/** The weight of each two neighbouring words of the query that a section contains side by side. */
const pairWeight = 0.5;
/** The factor for text without a heading, such as a cover, which is less likely to be an answer. */
const unheadedWeight = 0.5;
/** The weights of words that no guide has: of a word in letters, and of a pair of Chinese characters. */
const unknownWeights = { word: 0.5, pair: 0.15 };

/** How well a text matches a word; 0 if it does not contain the word. */
function scoreOf({ title, heading, text }: SearchedText, word: string): number {
  const pattern = patternOf(word);
  const weightIn = (folded: string) => {
    const grade = pattern.gradeIn(folded, '');
    return grade === null ? 0 : gradeWeights[grade];
  };
  const textWeight = weightIn(text);
  const doublings = textWeight > 0 ? Math.min(repetition.most, Math.log2(pattern.rangesIn(text).length || 1)) : 0;
  const best = Math.max(weightIn(heading) * headingWeight, weightIn(title) * titleWeight, textWeight);
  return best + doublings * repetition.weight * textWeight;
}

/** A word of a query, and other words for the same thing. */
type AskedWord = readonly [word: string, ...others: string[]];

interface Question {
  /** The words of the query, in the form of `wordsOf`. */
  words: readonly string[];
  askedWords: readonly AskedWord[];
  /** The folded query as it was typed; empty if it has fewer than three characters. */
  phrase: string;
  /** Each two neighbouring words of the query. */
  pairs: readonly string[];
}

/** Splits a query into its words, and adds the other words for the same things. */
function readQuestion(query: string): Question {
  const words = wordsOf(withoutQuestion(query));
  const plainWords = words.map((word) => word.split('\t', 1)[0]?.trimEnd() ?? '');
  const phrase = foldedText(query.trim()).replaceAll(/[?!？！。]+$/gu, '');
  return {
    words,
    askedWords: words.map((word): AskedWord => [word, ...otherWordsFor(word)]),
    phrase: phrase.length > 2 ? phrase : '',
    pairs: plainWords.slice(1).map((word, index) => `${plainWords[index]} ${word}`),
  };
}

/** How well a text matches a word of the query or another word for the same thing. */
const askedWordScore = (text: SearchedText, [word, ...others]: AskedWord) =>
  Math.max(scoreOf(text, word), ...others.map((other) => otherWordWeight * scoreOf(text, other)));

/** The score for a section that contains the whole query, or neighbouring words of it side by side. */
function phraseScore({ heading, text }: SearchedText, { phrase, pairs }: Question): number {
  const sectionText = `${heading}\n${text}`;
  const hasPhrase = phrase !== '' && sectionText.includes(phrase);
  return (hasPhrase ? phraseWeight : 0) + pairs.filter((pair) => sectionText.includes(pair)).length * pairWeight;
}

interface RankedSection extends SearchedSection {
  score: number;
  /** The share of the query's words that the section contains, weighted by their rarity; 1 for all words. */
  share: number;
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** The sections that contain at least one word of a question, each with its score in the language that matches best. */
function rankedSections(sections: readonly SearchedSection[], question: Question): RankedSection[] {
  const { askedWords } = question;
  const scores = sections.map(({ texts }) => texts.map((text) => askedWords.map((word) => askedWordScore(text, word))));
  // the fewer sections have a word, the more it counts
  const rarity = askedWords.map(([word], wordIndex) => {
    const count = scores.filter((textScores) =>
      textScores.some((wordScores) => (wordScores[wordIndex] ?? 0) > 0),
    ).length;
    if (count === 0) return isChinese(word) ? unknownWeights.pair : unknownWeights.word;
    return Math.log(1 + (sections.length + 1) / count);
  });
  // the weight of each word that a guide has; 0 for a word that no guide has
  const wordWeights = rarity.map((weight) =>
    weight === unknownWeights.pair || weight === unknownWeights.word ? 0 : weight,
  );
  const mean = sumOf(wordWeights) / Math.max(1, wordWeights.filter((weight) => weight > 0).length);
  // in the total, a word that no guide has counts as a part of the mean weight
  const total = sumOf(rarity.map((weight, wordIndex) => (wordWeights[wordIndex] === 0 ? weight * mean : weight)));
  return sections.flatMap((section, sectionIndex) => {
    const ranks = section.texts.map((text, textIndex) => {
      const wordScores = scores[sectionIndex]?.[textIndex] ?? [];
      const score =
        sumOf(wordScores.map((points, wordIndex) => points * (wordWeights[wordIndex] ?? 0))) +
        phraseScore(text, question) * mean;
      return {
        score: text.heading === '' ? score * unheadedWeight : score,
        share: sumOf(wordScores.map((points, wordIndex) => (points > 0 ? (wordWeights[wordIndex] ?? 0) : 0))) / total,
      };
    });
    const [best] = ranks.toSorted((a, b) => rankOfSection(b) - rankOfSection(a));
    return best && best.share > 0 ? [{ ...section, ...best }] : [];
  });
}

const isChinese = (word: string) => /^\p{Script=Han}/u.test(word);

/** The rank of a section. The share is squared, so that a section with more of the words comes first. */
const rankOfSection = ({ score, share }: Pick<RankedSection, 'score' | 'share'>) => share * share * score;

/** The least share of a section that is shown without all words: 55 % of the query, and 75 % of the share of the best section. */
const leastShare = { ofQuery: 0.55, ofBest: 0.75 };

/** Whether a section has all words; below 1 because the share is a sum of rounded numbers. */
const isWhole = ({ share }: RankedSection) => share > 0.999;

/**
 * Prepares the search of guides. It searches for the nearest words if no section has all typed words.
 * @param files the file names of the guides
 * @param texts undefined until they are loaded; until then only titles are searched
 * @param options `mostWords`: whether sections with only most of the words are found too
 * @returns a function that searches for a query
 */
export function prepareGuideSearch(
  files: readonly string[],
  texts: GuideTexts | undefined,
  { mostWords = true } = {},
): (query: string) => NearestSearch<GuideHit[]> {
  const sections = files.flatMap((file) => sectionsOf(file, texts ?? {}));
  let cachedVocabulary: ReadonlySet<string> | null = null;
  const vocabulary = () =>
    (cachedVocabulary ??= vocabularyOf(
      sections.flatMap((section) => section.texts.map(({ title, text }) => `${title}\n${text}`)),
    ));
  const search = (query: string) => {
    const question = readQuestion(query);
    const ranked = rankedSections(sections, question);
    const bestShare = Math.max(0, ...ranked.map(({ share }) => share));
    const minShare = Math.max(leastShare.ofQuery, leastShare.ofBest * bestShare);
    const matching = ranked.filter((section) => isWhole(section) || (mostWords && section.share >= minShare));
    return {
      isWhole: ranked.some((section) => isWhole(section)),
      found: guideHits(matching, texts ?? {}, question),
    };
  };
  return (query) => {
    if (wordsOf(query).length === 0)
      return { found: files.map((file) => ({ file, pages: [] })), query, corrections: [] };
    const result = search(query);
    if (result.isWhole) return { found: result.found, query, corrections: [] };
    // words are not corrected until the texts are loaded, because a word that no title has may be in a text
    if (!texts) return { found: [], query, corrections: [] };
    const corrections: Correction[] = nearestWords(typedParts(withoutQuestion(query)), vocabulary());
    const nearestQuery = corrections.length > 0 ? correctedQuery(foldedText(query), corrections) : query;
    const nearestResult = corrections.length > 0 ? search(nearestQuery) : result;
    if (nearestResult.isWhole) return { found: nearestResult.found, query: nearestQuery, corrections };
    return { found: result.found, query, corrections: [] };
  };
}

/** Whether the heading or text of a section contains any of the words, not only the title of its guide. */
const hasAnyWord = ({ texts }: SearchedSection, askedWords: readonly AskedWord[]) =>
  texts.some(({ heading, text }) => askedWords.some((word) => askedWordScore({ title: '', heading, text }, word) > 0));

/** The guides of some sections with their pages, the best match first. */
function guideHits(sections: readonly RankedSection[], texts: GuideTexts, { words, askedWords }: Question): GuideHit[] {
  const ranked = sections.toSorted((a, b) => rankOfSection(b) - rankOfSection(a));
  return [...new Set(ranked.map(({ file }) => file))].map((file) => {
    const shownParts = texts[shownLanguageOf(file)]?.[file] ?? [];
    const pages = ranked
      .filter((section) => section.file === file && hasAnyWord(section, askedWords))
      .flatMap(({ section }) =>
        pageOf(
          shownParts.filter((part) => part.section === section),
          words,
        ),
      );
    return { file, pages: pages.filter((hit, index) => pages.findIndex(({ page }) => page === hit.page) === index) };
  });
}

/** The page of a section that has most of the words; empty if the section has no page. */
function pageOf(parts: readonly GuidePart[], words: readonly string[]): PageHit[] {
  const countedParts = parts.map((part) => ({
    part,
    wordCount: words.filter((word) => hitRangesOf(part.text, [word]).length > 0).length,
  }));
  const [best] = countedParts.toSorted((a, b) => b.wordCount - a.wordCount);
  if (!best) return [];
  const { page, heading, text } = best.part;
  return [{ page, heading, excerpt: best.wordCount > 0 ? excerptOf(text, words) : startOf(text) }];
}

/** The length of the excerpt, in characters, if only the text in another language contains the words. */
const startLength = 120;

/** The start of a text, cut between two words. */
function startOf(text: string): string {
  if (text.length <= startLength) return text;
  const start = text.slice(0, startLength);
  return `${start.includes(' ') ? start.slice(0, start.lastIndexOf(' ')) : start}…`;
}
