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

// Rule (`decisions §17`): when nothing matches the typed query, a list that is searched in the browser shows what the nearest spelling finds,
// and names it. The typed text stays in the field. A list of thousands of items is searched in steps, so that the page reacts to typing.

/** The result of a search by the typed query or, if there are corrections, by the nearest words. */
export interface NearestSearch<Found> {
  found: Found;
  /** The query that found it: the typed or the corrected one. */
  query: string;
  corrections: readonly Correction[];
}

interface SearchedList<Found> {
  search: (query: string) => Found;
  isEmpty: (found: Found) => boolean;
  /** The words that occur in the texts of the list. Called only when nothing was found. */
  vocabulary: () => ReadonlySet<string>;
  /** Which words of a query may be the beginning of a word: all of them (`prefixWordsOf`), or the last one only (`wordsOf`). */
  prefixes: 'all' | 'last';
}

interface SearchedInSteps<Found> extends Pick<SearchedList<Found>, 'isEmpty' | 'prefixes'> {
  search: (query: string) => Steps<Found>;
  vocabulary: () => Steps<ReadonlySet<string>>;
}

/** Searches by a query or, if that finds nothing, by the nearest words. */
export function orNearest<Found>(query: string, list: SearchedList<Found>): NearestSearch<Found> {
  const search = (text: string) => inOneStep(() => list.search(text));
  const vocabulary = () => inOneStep(list.vocabulary);
  return atOnce(orNearestInSteps(query, { ...list, search, vocabulary }));
}

function* orNearestInSteps<Found>(
  query: string,
  { search, isEmpty, vocabulary, prefixes }: SearchedInSteps<Found>,
): Steps<NearestSearch<Found>> {
  const typedResult = { found: yield* search(query), query, corrections: [] };
  if (!isEmpty(typedResult.found)) return typedResult;
  const parts = prefixes === 'all' ? prefixWordsOf(query) : typedParts(query);
  const corrections = nearestWords(parts, yield* vocabulary(), { eachMayBegin: prefixes === 'all' });
  if (corrections.length === 0) return typedResult;
  const newQuery = correctedQuery(foldedText(query), corrections);
  const found = yield* search(newQuery);
  return isEmpty(found) ? typedResult : { found, query: newQuery, corrections };
}

/** A function that returns the words of the texts, which are collected at its first call. */
export function lazyVocabulary(textsOf: () => readonly string[]): () => ReadonlySet<string> {
  let words: ReadonlySet<string> | null = null;
  return () => (words ??= vocabularyOf(textsOf().map((text) => foldedText(text))));
}

/**
 * Prepares a search of a list by the beginnings of words or, if that finds nothing, by the nearest words. The best matches come first.
 * @param textsOf the texts of a thing in which the words are searched
 */
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

/** The things that a search found with their ranks, and the words that found them. */
interface RankedSearch<T> {
  ranks: Map<T, number>;
  words: string[];
  corrections: readonly Correction[];
}

const vocabularies = new WeakMap<object, ReadonlySet<string>>();

/** The words that occur in these things, which are collected at the first call. */
function* cachedVocabulary(things: readonly Searchable<unknown>[]): Steps<ReadonlySet<string>> {
  const cached = vocabularies.get(things);
  if (cached) return cached;
  const words = yield* vocabularyInSteps(things.map(({ whole }) => whole));
  vocabularies.set(things, words);
  return words;
}

/** Finds things by a query or, if that finds nothing, by the nearest words. */
export const rankedOrNearest = <T>(things: readonly Searchable<T>[], query: string): RankedSearch<T> =>
  atOnce(rankedOrNearestInSteps(things, query));

/** `rankedOrNearest`, with a pause after each step. */
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
