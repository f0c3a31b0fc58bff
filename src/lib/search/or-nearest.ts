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

// Rule (`decisions §17`): every list that is searched in the browser says the nearest spelling where nothing has what was typed, and shows
// what that finds. What stands in the field stays as it was typed. A list of thousands is searched in steps, so that keys are shown meanwhile.

/** What a search found, by the query typed or, with corrections, by the nearest words. */
export interface NearestSearch<Found> {
  found: Found;
  /** What it was found by. */
  query: string;
  corrections: readonly Correction[];
}

interface SearchedList<Found> {
  search: (query: string) => Found;
  isEmpty: (found: Found) => boolean;
  /** The words that occur in what is searched; asked where nothing was found. */
  vocabulary: () => ReadonlySet<string>;
  /** Whether each word may be the beginning of one (`prefixWordsOf`), or the last one only (`wordsOf`). */
  words: 'beginnings' | 'finished';
}

interface SearchedInSteps<Found> extends Pick<SearchedList<Found>, 'isEmpty' | 'words'> {
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
  { search, isEmpty, vocabulary, words }: SearchedInSteps<Found>,
): Steps<NearestSearch<Found>> {
  const typed = { found: yield* search(query), query, corrections: [] };
  if (!isEmpty(typed.found)) return typed;
  const parts = words === 'beginnings' ? prefixWordsOf(query) : typedParts(query);
  const corrections = nearestWords(parts, yield* vocabulary(), { eachMayBegin: words === 'beginnings' });
  if (corrections.length === 0) return typed;
  const nearest = correctedQuery(foldedText(query), corrections);
  const found = yield* search(nearest);
  return isEmpty(found) ? typed : { found, query: nearest, corrections };
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
      words: 'beginnings',
    });
}

/** What a search found with its ranks, and by which words. */
interface RankedSearch<T> {
  ranks: Map<T, number>;
  words: string[];
  corrections: readonly Correction[];
}

const vocabularies = new WeakMap<object, ReadonlySet<string>>();

/** The words that occur in these things, read once. */
function* wordsThatOccur(things: readonly Searchable<unknown>[]): Steps<ReadonlySet<string>> {
  const known = vocabularies.get(things);
  if (known) return known;
  const words = yield* vocabularyInSteps(things.map(({ whole }) => whole));
  vocabularies.set(things, words);
  return words;
}

/** Finds things by a query, or by the nearest words where nothing has those typed. */
export const rankedOrNearest = <T>(things: readonly Searchable<T>[], query: string): RankedSearch<T> =>
  atOnce(rankedOrNearestInSteps(things, query));

/** The same, some things at a time. */
export function* rankedOrNearestInSteps<T>(things: readonly Searchable<T>[], query: string): Steps<RankedSearch<T>> {
  const { found, ...by } = yield* orNearestInSteps(query, {
    search: (text) => rankedInSteps(things, wordsOf(text)),
    isEmpty: (ranks) => ranks.size === 0,
    vocabulary: () => wordsThatOccur(things),
    words: 'finished',
  });
  return { ranks: found, words: wordsOf(by.query), corrections: by.corrections };
}
