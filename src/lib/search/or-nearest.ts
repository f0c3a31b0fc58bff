import {
  bestFirst,
  foldedText,
  prefixWordsOf,
  rankedInSteps,
  toSearchable,
  typedParts,
  wordsOf,
  type Searchable,
} from '../text-search.ts';
import { correctedQuery, nearestWords, vocabularyInSteps, vocabularyOf, type Correction } from './nearest-word.ts';
import { atOnce, inOneStep, type Steps } from './steps.ts';

// Rule (`decisions §17`): where nothing has what was typed, every list that is searched in the browser names the nearest spelling and shows
// what that finds. The field stays as it was typed. A list of thousands is searched in steps, so that the page answers to typing meanwhile.

/** What a search found, by the query typed or, with corrections, by the nearest words. */
export interface NearestSearch<Found> {
  found: Found;
  /** The query that found it: the typed one, or the corrected one. */
  query: string;
  corrections: readonly Correction[];
}

interface SearchedList<Found> {
  search: (query: string) => Found;
  isEmpty: (found: Found) => boolean;
  /** The words that occur in what is searched; asked where nothing was found. */
  vocabulary: () => ReadonlySet<string>;
  /** Which words of a query may be the beginning of a word: all of them (`prefixWordsOf`), or the last one only (`wordsOf`). */
  prefixes: 'all' | 'last';
}

interface SearchedInSteps<Found> extends Pick<SearchedList<Found>, 'isEmpty' | 'prefixes'> {
  search: (query: string) => Steps<Found>;
  vocabulary: () => Steps<ReadonlySet<string>>;
}

/** Searches by a query, or by the nearest words where nothing has those typed. */
export function orNearest<Found>(query: string, list: SearchedList<Found>): NearestSearch<Found> {
  const search = (text: string) => inOneStep(() => list.search(text));
  const vocabulary = () => inOneStep(list.vocabulary);
  return atOnce(orNearestInSteps(query, { ...list, search, vocabulary }));
}

function* orNearestInSteps<Found>(
  query: string,
  { search, isEmpty, vocabulary, prefixes }: SearchedInSteps<Found>,
): Steps<NearestSearch<Found>> {
  const asTyped = { found: yield* search(query), query, corrections: [] };
  if (!isEmpty(asTyped.found)) return asTyped;
  const parts = prefixes === 'all' ? prefixWordsOf(query) : typedParts(query);
  const corrections = nearestWords(parts, yield* vocabulary(), { eachMayBegin: prefixes === 'all' });
  if (corrections.length === 0) return asTyped;
  const corrected = correctedQuery(foldedText(query), corrections);
  const found = yield* search(corrected);
  return isEmpty(found) ? asTyped : { found, query: corrected, corrections };
}

/** The words of these texts, read when they are first asked for. */
export function lazyVocabulary(textsOf: () => readonly string[]): () => ReadonlySet<string> {
  let words: ReadonlySet<string> | null = null;
  return () => (words ??= vocabularyOf(textsOf().map((text) => foldedText(text))));
}

/** Prepares a search of a list by the beginnings of words in these texts, or by the nearest words; the best hits come first. */
export function prepareListSearch<T>(
  things: readonly T[],
  textsOf: (thing: T) => readonly string[],
): (query: string) => NearestSearch<T[]> {
  const searchable = toSearchable(things, textsOf);
  const vocabulary = lazyVocabulary(() => searchable.map(({ text }) => text));
  return (query) =>
    orNearest(query, {
      search: (text) => bestFirst(searchable, prefixWordsOf(text)),
      isEmpty: (found) => found.length === 0,
      vocabulary,
      prefixes: 'all',
    });
}

/** What a search found with its ranks, and by which words. */
interface RankedSearch<T> {
  ranks: Map<T, number>;
  words: string[];
  corrections: readonly Correction[];
}

const vocabularies = new WeakMap<object, ReadonlySet<string>>();

/** The words that occur in these things, read at the first call. */
function* cachedVocabulary(things: readonly Searchable<unknown>[]): Steps<ReadonlySet<string>> {
  const cached = vocabularies.get(things);
  if (cached) return cached;
  const words = yield* vocabularyInSteps(things.map(({ whole }) => whole));
  vocabularies.set(things, words);
  return words;
}

/** Finds things by a query, or by the nearest words where nothing has those typed. */
export const rankedOrNearest = <T>(things: readonly Searchable<T>[], query: string): RankedSearch<T> =>
  atOnce(rankedOrNearestInSteps(things, query));

/** The same in steps. */
export function* rankedOrNearestInSteps<T>(things: readonly Searchable<T>[], query: string): Steps<RankedSearch<T>> {
  const {
    found,
    query: foundBy,
    corrections,
  } = yield* orNearestInSteps(query, {
    search: (text) => rankedInSteps(things, wordsOf(text)),
    isEmpty: (ranks) => ranks.size === 0,
    vocabulary: () => cachedVocabulary(things),
    prefixes: 'last',
  });
  return { ranks: found, words: wordsOf(foundBy), corrections };
}
