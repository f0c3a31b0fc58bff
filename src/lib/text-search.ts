import { t } from './language/translate.ts';
import { withTermsApart } from './search/field-terms.ts';
import { neededWords, withoutChineseNames } from './search/needless-words.ts';
import { codeOfTwo, codePatterns, withPhonesJoined, type TextRange } from './search/search-codes.ts';
import { dateGroup, partsOf, patternOf, termForms } from './search/search-patterns.ts';
import { atOnce, stepSize, type Steps } from './search/steps.ts';
import { datesIn, withDatesApart, type TypedDate } from './search/typed-dates.ts';
import { wordForms } from './search/word-forms.ts';

// Matching ignores case, accents, wide or narrow forms of characters, and forms of quotes and dashes. The database has the same rules for
// the visits of all sites (`private.search_queries`), and tests compare what both find.

export type { TextRange };

/** Characters shown around a hit; half of them for Chinese, which is twice as wide. */
const context = { before: 50, after: 80 };
const maxExcerpts = 3;

/** How long a query may be, so that a long link stops no screen. The database has the same limits for the visits of all sites. */
export const searchLimits = { characters: 200, words: 10 };
/** How many parts of a query that mixes scripts are compared. */
const maxParts = 40;

const queryPart = new RegExp(codePatterns.queryPart, 'gu');

/** The forms of all words of a search that the database accepts, in characters of its JSON text, with some room left. */
const maxForms = 59_000;

/** Texts of ASCII, which only need small letters to be compared. Most texts are: folding each letter takes fifty times as long. */
const plain = /^[\n -~]*$/u;

/** The form of a text that searches compare (`private.folded` in the database); its length may differ. */
export function foldedText(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[\u0300-\u036F]/gu, '')
      // two Greek letters for one sound, which differ only by their place in the word
      .replaceAll('ς', 'σ')
      .replaceAll(/[‘’]/gu, "'")
      .replaceAll(/[\u2010\u2012-\u2014]/gu, '-')
  );
}

/**
 * The parts of a query, as searches compare them: telephone numbers, small letters and digits with punctuation inside, and runs of other
 * scripts, such as Chinese. What stands between them is ignored.
 */
function queryParts(folded: string): string[] {
  return (folded.match(queryPart) ?? []).slice(0, maxParts);
}

/** The parts of a query within the limits, as `private.search_parts` reads them from `searchedWords`. */
export function typedParts(query: string): string[] {
  return queryParts(withPhonesJoined(foldedText(searchedWords(query))));
}

/**
 * A query as both searches read it, within the limits of words and characters: with what is typed without blanks between apart, and
 * without the words that are not compared.
 */
function searchedWords(query: string): string {
  const { text } = comparedPart(query);
  const apart = withTermsApart(withDatesApart(withoutChineseNames(text)));
  // without room for the blanks they are left out
  const read = apart.length > searchLimits.characters ? text : apart;
  return neededWords(read.split(/\s+/u).filter(Boolean).slice(0, searchLimits.words)).join(' ');
}

/**
 * The words of a query, for the functions below. All but the last, which may still be typed, end with a space: a finished word. One
 * character behind other words is finished too, as in *Entry A*. Behind a tab follow codes that the word may be a part of. A date is
 * one word of several parts.
 */
export function wordsOf(query: string): string[] {
  const parts = typedParts(query);
  const last = parts.length - 1;
  const words = parts.map((part, index) => {
    const word = markFinished(part, index === last && (last === 0 || !/^[a-z0-9]$/u.test(part)));
    const codes = [index - 1, index].flatMap((pairStart) => {
      const code = codeOfTwo(parts[pairStart], parts[pairStart + 1]);
      return code === null ? [] : [markFinished(code, pairStart + 1 === last)];
    });
    return [word, ...codes].join('\t');
  });
  return withDateGroups(words, datesIn(parts));
}

/** The words with those of each date as one. */
function withDateGroups(words: readonly string[], dates: readonly TypedDate[]): string[] {
  return words.flatMap((word, index) => {
    const date = dates.find(({ first, last }) => first <= index && index <= last);
    if (!date) return [word];
    return index === date.first ? [dateGroup(date.mark, words.slice(date.first, date.last + 1))] : [];
  });
}

const markFinished = (word: string, isLast: boolean) => (isLast ? word : `${word} `);

/** The words of a query where each may be the beginning of a word, as in *ki ri* for *Kingfisher Rise*; none beyond the limits. */
export function prefixWordsOf(query: string): string[] {
  return queryParts(comparedPart(query).words.slice(0, searchLimits.words).join(' '));
}

/** The note under a search field when a part of the query is too long to be compared; null when all of it is compared. */
export function searchRemark(query: string): string | null {
  const { words, isCut } = comparedPart(query);
  if (isCut) return t('Only the first {count} characters are searched for.', { count: searchLimits.characters });
  return words.length > searchLimits.words
    ? t('Only the first {count} words are searched for.', { count: searchLimits.words })
    : null;
}

/** The text and its words within the limit of characters. `isCut` tells whether the query is longer. */
function comparedPart(query: string): { text: string; words: string[]; isCut: boolean } {
  const whole = query.trim();
  // no character has more than two units
  const limited = Array.from(whole.slice(0, 2 * searchLimits.characters))
    .slice(0, searchLimits.characters)
    .join('');
  return {
    text: limited,
    words: foldedText(limited).split(/\s+/u).filter(Boolean),
    isCut: limited.length < whole.length,
  };
}

/**
 * What the database needs to know of the blank-separated words in a search of all sites. For each an x, which it ignores, the other
 * forms, and behind a dash the other terms with theirs; nothing of a word without any. The longest are left out where all are too many.
 */
export function formsFor(words: readonly string[]): string[][] {
  const all = words.map((word) => {
    const parts = queryParts(foldedText(word));
    const own = parts.flatMap((part) => wordForms(part));
    const terms = new Set(parts.flatMap((part) => termForms(part).flat()));
    return own.length + terms.size === 0 ? [] : ['x', ...own, ...(terms.size > 0 ? ['-', ...terms] : [])];
  });
  const longest = longestWithin(all.flat());
  return all
    .map((forms) => forms.filter((form) => form.length <= longest))
    .map((forms) => (forms.length > 1 ? forms : []));
}

/** The length up to which the database accepts all the forms together. */
function longestWithin(forms: readonly string[]): number {
  let size = 0;
  let longest = 0;
  for (const { length } of forms.toSorted((a, b) => a.length - b.length)) {
    // with quotes, comma and blank
    size += length + 4;
    if (size > maxForms) return length - 1;
    longest = length;
  }
  return longest;
}

/** What the database needs to know of a search of all sites besides its words: their forms, and which of their parts are dates. */
export function searchArguments(query: string) {
  const words = searchedWords(query);
  const dates = datesIn(typedParts(query)).map(({ first, last, mark }) => [first + 1, last + 1, mark]);
  return { words, ...(words !== '' && { forms: formsFor(words.split(' ')) }), ...(dates.length > 0 && { dates }) };
}

/** What a thing is found by besides its texts: what its row shows of it. */
export interface SearchFacts {
  texts: readonly string[];
  /** Its dates, as `dateMarks` has them. */
  marks: readonly string[];
}

/** A thing that can be searched. */
export interface Searchable<T> {
  value: T;
  /** As searches compare them: what names the thing first, all its texts, and these with those of its facts. */
  title: string;
  text: string;
  whole: string;
  /** Between blanks. */
  marks: string;
}

const noFacts: SearchFacts = { texts: [], marks: [] };

/**
 * Things with their texts as searches compare them. @param textsOf what names a thing first, such as its title. @param factsOf what else it
 * is found by
 */
export function toSearchable<T>(
  values: readonly T[],
  textsOf: (value: T) => readonly string[],
  factsOf: (value: T) => SearchFacts = () => noFacts,
): Searchable<T>[] {
  return values.map((value) => {
    const texts = textsOf(value);
    const facts = factsOf(value);
    const text = foldedText(texts.join('\n'));
    return {
      value,
      title: foldedText(texts[0] ?? ''),
      text,
      whole: facts.texts.length > 0 ? `${text}\n${foldedText(facts.texts.join('\n'))}` : text,
      marks: facts.marks.length > 0 ? ` ${facts.marks.join(' ')} ` : '',
    };
  });
}

/** The things that have every word, in their order, with their rank: the lower, the better. All of them without words. */
const ranked = <T>(things: readonly Searchable<T>[], words: readonly string[]): Map<T, number> =>
  atOnce(rankedInSteps(things, words));

/** The same, some things at a time. */
export function* rankedInSteps<T>(things: readonly Searchable<T>[], words: readonly string[]): Steps<Map<T, number>> {
  const found = new Map<T, number>();
  const phrase = partsOf(words).join(' ');
  // a single word of letters is ranked by its forms alone, not as a phrase
  const typed = /^[a-z]*$/u.test(phrase) ? '' : phrase;
  for (const [index, thing] of things.entries()) {
    const rank = rankOf(thing, words, typed);
    if (rank !== null) found.set(thing.value, rank);
    if (index % stepSize === stepSize - 1) yield;
  }
  return found;
}

/** The things that have every word, the best first; equal ones stay in their order. */
export function bestFirst<T>(things: readonly Searchable<T>[], words: readonly string[]): T[] {
  return [...ranked(things, words)].toSorted(([, a], [, b]) => a - b).map(([value]) => value);
}

/**
 * For each word 0 when it is a whole word of the title, 1 when a word begins with it, 2 for another form; 3 to 5 for these elsewhere; 6 for
 * another term in the title, 7 for one elsewhere, and for a date: what has the typed words comes first.
 */
function rankOf(
  { title, text, whole, marks }: Searchable<unknown>,
  words: readonly string[],
  phrase: string,
): number | null {
  let rank = 0;
  for (const word of words) {
    const pattern = patternOf(word);
    const elsewhere = pattern.gradeIn(whole, marks);
    if (elsewhere === null) return null;
    const inTitle = pattern.gradeIn(title, '');
    if (inTitle !== null && inTitle < 3) rank += inTitle;
    else if (elsewhere < 3) rank += elsewhere + 3;
    else rank += inTitle === null ? 7 : 6;
  }
  // words that stand as they were typed come before other forms, and words apart
  return 2 * rank + (text.includes(phrase) ? 0 : 1);
}

/** A function that says whether a name has every word of the query, each of which may be a beginning. */
export function nameMatcher(query: string): (name: string) => boolean {
  const words = prefixWordsOf(query);
  return (name) => {
    const folded = foldedText(name);
    return words.every((word) => patternOf(word).gradeIn(folded, '') !== null);
  };
}

/** Where any of the words occurs, in positions of the original text: in order, without overlaps. */
export function hitRangesOf(text: string, words: readonly string[]): TextRange[] {
  if (words.length === 0) return [];
  if (plain.test(text)) {
    const folded = text.toLowerCase();
    return mergedRanges(words.flatMap((word) => patternOf(word).rangesIn(folded)));
  }
  const { folded, from } = foldedCharacters(text);
  const found = words.flatMap((word) => patternOf(word).rangesIn(folded));
  return mergedRanges(
    found.map(({ start, end }) => ({ start: from[start] ?? 0, end: hitEnd(from, end, text.length) })),
  );
}

/** Places in order, without overlaps. */
export function mergedRanges(found: readonly TextRange[]): TextRange[] {
  const ranges: TextRange[] = [];
  for (const range of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = ranges.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else ranges.push({ ...range });
  }
  return ranges;
}

/** The text around a hit of each word, where they are close together; the whole text when there is no hit. */
export function excerptOf(text: string, words: readonly string[]): string {
  const share = /\p{Script=Han}/u.test(text) ? 0.5 : 1;
  const parts: TextRange[] = [];
  const firsts = nearestHits(words.map((word) => hitRangesOf(text, [word]))).toSorted((a, b) => a.start - b.start);
  for (const { start, end } of firsts) {
    const part = {
      start: excerptStart(text, start, context.before * share),
      end: excerptEnd(text, end, context.after * share),
    };
    const last = parts.at(-1);
    if (last && part.start <= last.end + 1) last.end = Math.max(last.end, part.end);
    else parts.push(part);
  }
  const shown = parts.slice(0, maxExcerpts);
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last) return text;
  const joined = shown.map((part) => text.slice(part.start, part.end)).join(' … ');
  return `${first.start > 0 ? '…' : ''}${joined}${last.end < text.length ? '…' : ''}`;
}

/** One hit of each word that has any: the hits that are closest together, the first such group where several are equal. */
function nearestHits(hits: readonly TextRange[][]): TextRange[] {
  const [first = [], ...others] = hits.filter((ranges) => ranges.length > 0);
  let nearest: TextRange[] = [];
  let span = Infinity;
  for (const hit of first) {
    const near = [hit, ...others.map((ranges) => closestTo(hit, ranges))];
    const width = Math.max(...near.map(({ end }) => end)) - Math.min(...near.map(({ start }) => start));
    if (width < span) [nearest, span] = [near, width];
  }
  return nearest;
}

function closestTo(hit: TextRange, ranges: readonly TextRange[]): TextRange {
  const distance = ({ start }: TextRange) => Math.abs(start - hit.start);
  return ranges.reduce((near, range) => (distance(range) < distance(near) ? range : near));
}

/** The start of the hit's sentence, or of the first whole word near enough. */
function excerptStart(text: string, hit: number, room: number): number {
  if (hit <= room) return 0;
  const near = text.slice(hit - room, hit);
  const sentence = [...near.matchAll(/[.!?;。！？；\n]\s*/gu)].at(-1);
  const offset = sentence ? sentence.index + sentence[0].length : near.search(/\s/u) + 1;
  return hit - room + offset;
}

/** The end of an excerpt: between two words, or the end of the text when that comes before. */
function excerptEnd(text: string, hit: number, room: number): number {
  if (text.length - hit <= room) return text.length;
  const near = text.slice(hit, hit + room);
  const space = near.search(/\s\S*$/u);
  return hit + (space > 0 ? space : room);
}

/** A text as searches compare it. `from`: for each folded character, where its original begins. */
function foldedCharacters(text: string): { folded: string; from: number[] } {
  let folded = '';
  const from: number[] = [];
  let position = 0;
  for (const character of text) {
    const own = foldedText(character);
    folded += own;
    for (let index = 0; index < own.length; index += 1) from.push(position);
    position += character.length;
  }
  return { folded, from };
}

/** The end of a hit in the original text, including the accents of its last character. */
function hitEnd(from: readonly number[], end: number, length: number): number {
  let next = end;
  while (next < from.length && from[next] === from[end - 1]) next += 1;
  return from[next] ?? length;
}
