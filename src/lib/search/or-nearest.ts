import { foldedText, prefixWordsOf, ranked, typedParts, wordsOf, type Searchable } from '../text-search.ts';
import { correctedQuery, nearestWords, vocabularyOf, type Correction } from './nearest-word.ts';

// Rule (`decisions §17`): every list that is searched in the browser says the nearest spelling where nothing has what was typed, and shows
// what that finds. What stands in the field stays as it was typed.

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

/** Searches by a query, or by the nearest words where nothing has those typed. */
export function orNearest<Found>(
  query: string,
  { search, isEmpty, vocabulary, words }: SearchedList<Found>,
): NearestSearch<Found> {
  const typed = { found: search(query), query, corrections: [] };
  if (!isEmpty(typed.found)) return typed;
  const corrections =
    words === 'beginnings'
      ? nearestWords(prefixWordsOf(query), vocabulary(), { eachMayBegin: true })
      : nearestWords(typedParts(query), vocabulary());
  if (corrections.length === 0) return typed;
  const nearest = correctedQuery(foldedText(query), corrections);
  const found = search(nearest);
  return isEmpty(found) ? typed : { found, query: nearest, corrections };
}

/** The words of these texts, read when they are first asked for. */
export function lazyVocabulary(textsOf: () => readonly string[]): () => ReadonlySet<string> {
  let words: ReadonlySet<string> | null = null;
  return () => (words ??= vocabularyOf(textsOf().map((text) => foldedText(text))));
}

/** What a search found with its ranks, and by which words. */
interface RankedSearch<T> {
  ranks: Map<T, number>;
  words: string[];
  corrections: readonly Correction[];
}

const vocabularies = new WeakMap<object, ReadonlySet<string>>();

/** The words that occur in these things, read once. */
function wordsThatOccur(things: readonly Searchable<unknown>[]): ReadonlySet<string> {
  const known = vocabularies.get(things);
  if (known) return known;
  const words = vocabularyOf(things.map(({ whole }) => whole));
  vocabularies.set(things, words);
  return words;
}

/** Finds things by a query, or by the nearest words where nothing has those typed. */
export function rankedOrNearest<T>(things: readonly Searchable<T>[], query: string): RankedSearch<T> {
  const { found, ...by } = orNearest(query, {
    search: (text) => ranked(things, wordsOf(text)),
    isEmpty: (ranks) => ranks.size === 0,
    vocabulary: () => wordsThatOccur(things),
    words: 'finished',
  });
  return { ranks: found, words: wordsOf(by.query), corrections: by.corrections };
}
