import { t } from './language/translate.ts';
import { withTermsApart } from './search/field-terms.ts';
import { neededWords, withoutChineseNames } from './search/needless-words.ts';
import { codeOfTwo, codePatterns, withPhonesJoined, type TextRange } from './search/search-codes.ts';
import { dateGroup, partsOf, patternOf, termForms } from './search/search-patterns.ts';
import { atOnce, stepSize, type Steps } from './search/steps.ts';
import { datesIn, withDatesApart, type TypedDate } from './search/typed-dates.ts';
import { wordForms } from './search/word-forms.ts';

// The text search of all lists in the browser. It ignores case, accents, full-width forms, and the forms of quotes and dashes. The database
// has the same rules for the visits of all sites (`private.search_queries`); tests compare the results of both.

export type { TextRange };

/** How many characters an excerpt shows before and after a hit; half as many for Chinese, which is twice as wide. */
const context = { before: 50, after: 80 };
const maxExcerpts = 3;

/** How much of a query is searched for, so that a long link cannot block a screen. The database has the same limits. */
export const searchLimits = { characters: 200, words: 10 };
/** How many parts of a query are searched for: a query that mixes scripts may have more parts than words. */
const maxParts = 40;

const queryPart = new RegExp(codePatterns.queryPart, 'gu');

/** How many characters of JSON the forms of all words may have that are sent to the database. It accepts a few more. */
const maxForms = 59_000;

/** A text of ASCII only, which only needs lower case to be compared. This is a shortcut: folding other texts takes fifty times as long. */
const asciiText = /^[\n -~]*$/u;

/** The form of a text in which it is compared (`private.folded` in the database). Its length may differ from that of the text. */
export function foldedText(text: string): string {
  if (asciiText.test(text)) return text.toLowerCase();
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[\u0300-\u036F]/gu, '')
      // the Greek sigma has another form at the end of a word
      .replaceAll('ς', 'σ')
      .replaceAll(/[‘’]/gu, "'")
      .replaceAll(/[\u2010\u2012-\u2014]/gu, '-')
  );
}

/**
 * The parts of a folded query: telephone numbers, letters and digits with punctuation inside, and runs of other scripts, such as Chinese.
 * Everything between them is ignored.
 */
function queryParts(folded: string): string[] {
  return (folded.match(queryPart) ?? []).slice(0, maxParts);
}

/** The parts of a query within the limits. `private.search_parts` reads the same parts from `searchedWords`. */
export function typedParts(query: string): string[] {
  return queryParts(withPhonesJoined(foldedText(searchedWords(query))));
}

/**
 * The query that the browser and the database search for: within the limits, with blanks between Chinese terms and dates, and without the
 * words that are ignored.
 */
function searchedWords(typed: string): string {
  const { text } = comparedPart(typed);
  const withBlanks = withTermsApart(withDatesApart(withoutChineseNames(text)));
  // the blanks are left out if they would exceed the limit
  const query = withBlanks.length > searchLimits.characters ? text : withBlanks;
  return neededWords(query.split(/\s+/u).filter(Boolean).slice(0, searchLimits.words)).join(' ');
}

/**
 * The words of a query in the notation of `patternOf`. A blank at the end marks a finished word. All words but the last are finished; the
 * last may still be typed, unless it is a single character after other words, as in *Entry A*. After a tab follow the codes that the word
 * may be a part of. A date is a single word with several parts.
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

/** The words, with the words of each date joined to one. */
function withDateGroups(words: readonly string[], dates: readonly TypedDate[]): string[] {
  return words.flatMap((word, index) => {
    const date = dates.find(({ first, last }) => first <= index && index <= last);
    if (!date) return [word];
    return index === date.first ? [dateGroup(date.mark, words.slice(date.first, date.last + 1))] : [];
  });
}

const markFinished = (word: string, isLast: boolean) => (isLast ? word : `${word} `);

/** The words of a query in which each may be the beginning of a word, as in *ki ri* for *Kingfisher Rise*. Words beyond the limits are left out. */
export function prefixWordsOf(query: string): string[] {
  return queryParts(comparedPart(query).words.slice(0, searchLimits.words).join(' '));
}

/** The note under a search field if the query is longer than the limits; null if it is not. */
export function searchRemark(query: string): string | null {
  const { words, isCut } = comparedPart(query);
  if (isCut) return t('Only the first {count} characters are searched for.', { count: searchLimits.characters });
  return words.length > searchLimits.words
    ? t('Only the first {count} words are searched for.', { count: searchLimits.words })
    : null;
}

/** The text of a query and its folded words within the limit of characters. `isCut` tells whether the query is longer. */
function comparedPart(query: string): { text: string; words: string[]; isCut: boolean } {
  const whole = query.trim();
  // no character has more than two UTF-16 units
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
 * The forms that the database needs for each word in a search of all sites. The list of a word has an `x`, which the database ignores, its
 * other forms, and after a `-` the other terms for it with their forms. It is empty for a word without any. If there are too many, the
 * longest forms are left out.
 */
export function formsFor(words: readonly string[]): string[][] {
  const formsByWord = words.map((word) => {
    const parts = queryParts(foldedText(word));
    const forms = parts.flatMap((part) => wordForms(part));
    const terms = new Set(parts.flatMap((part) => termForms(part).flat()));
    return forms.length + terms.size === 0 ? [] : ['x', ...forms, ...(terms.size > 0 ? ['-', ...terms] : [])];
  });
  const longest = longestWithin(formsByWord.flat());
  return formsByWord
    .map((forms) => forms.filter((form) => form.length <= longest))
    .map((forms) => (forms.length > 1 ? forms : []));
}

/** The greatest length of forms for which all forms up to that length fit into `maxForms`. */
function longestWithin(forms: readonly string[]): number {
  let size = 0;
  let longest = 0;
  for (const { length } of forms.toSorted((a, b) => a.length - b.length)) {
    // the form with two quotes, a comma and a blank
    size += length + 4;
    if (size > maxForms) return length - 1;
    longest = length;
  }
  return longest;
}

/** The arguments of a search of all sites in the database: its words, their forms, and the dates among their parts (counted from 1). */
export function searchArguments(query: string) {
  const words = searchedWords(query);
  const dates = datesIn(typedParts(query)).map(({ first, last, mark }) => [first + 1, last + 1, mark]);
  return { words, ...(words !== '' && { forms: formsFor(words.split(' ')) }), ...(dates.length > 0 && { dates }) };
}

/** The facts by which a thing is found besides its texts, because its row shows them. */
export interface SearchFacts {
  texts: readonly string[];
  /** The marks of its dates (`dateMarks`). */
  marks: readonly string[];
}

/** A thing that can be searched. */
export interface Searchable<T> {
  value: T;
  /** The first of its texts, folded. */
  title: string;
  /** All its texts, folded. */
  text: string;
  /** All its texts and those of its facts, folded. */
  whole: string;
  /** The marks of its dates, with blanks around each. */
  marks: string;
}

const noFacts: SearchFacts = { texts: [], marks: [] };

/**
 * Prepares things to be searched.
 * @param textsOf the texts of a thing; the first is its title
 * @param factsOf the facts by which it is found, too
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

/** The things that have all words, in their order, with their rank; the lowest is the best. Without words it returns all things. */
const ranked = <T>(things: readonly Searchable<T>[], words: readonly string[]): Map<T, number> =>
  atOnce(rankedInSteps(things, words));

/** `ranked`, with a pause after each step. */
export function* rankedInSteps<T>(things: readonly Searchable<T>[], words: readonly string[]): Steps<Map<T, number>> {
  const ranks = new Map<T, number>();
  const typedText = partsOf(words).join(' ');
  // a single word of letters is ranked by its forms alone, and not as a phrase
  const phrase = /^[a-z]*$/u.test(typedText) ? '' : typedText;
  for (const [index, thing] of things.entries()) {
    const rank = rankOf(thing, words, phrase);
    if (rank !== null) ranks.set(thing.value, rank);
    if (index % stepSize === stepSize - 1) yield;
  }
  return ranks;
}

/** The things that have all words, the best first. Things of the same rank stay in their order. */
export function bestFirst<T>(things: readonly Searchable<T>[], words: readonly string[]): T[] {
  return [...ranked(things, words)].toSorted(([, a], [, b]) => a - b).map(([value]) => value);
}

/**
 * The rank of a thing; null if it lacks a word. Each word adds 0 if it is a whole word of the title, 1 if a word of the title begins with it,
 * and 2 if the title has another form of it; 3 to 5 for the same in the other texts; 6 for another term in the title; 7 for another term
 * elsewhere, or for a date.
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
  // of two things with the same sum, the one whose text contains the words exactly as they were typed comes first
  return 2 * rank + (text.includes(phrase) ? 0 : 1);
}

/** A function that tells whether a name has all words of the query, each of which may be the beginning of a word. */
export function nameMatcher(query: string): (name: string) => boolean {
  const words = prefixWordsOf(query);
  return (name) => {
    const folded = foldedText(name);
    return words.every((word) => patternOf(word).gradeIn(folded, '') !== null);
  };
}

/** The ranges of the original text in which any of the words occurs, in order and without overlaps. */
export function hitRangesOf(text: string, words: readonly string[]): TextRange[] {
  if (words.length === 0) return [];
  if (asciiText.test(text)) {
    const folded = text.toLowerCase();
    return mergedRanges(words.flatMap((word) => patternOf(word).rangesIn(folded)));
  }
  const { folded, from } = foldedCharacters(text);
  const foldedRanges = words.flatMap((word) => patternOf(word).rangesIn(folded));
  return mergedRanges(
    foldedRanges.map(({ start, end }) => ({ start: from[start] ?? 0, end: hitEnd(from, end, text.length) })),
  );
}

/** The ranges in order, with overlapping ranges merged. */
export function mergedRanges(ranges: readonly TextRange[]): TextRange[] {
  const merged: TextRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}

/** The parts of a text around a hit of each word; the hits that are closest together are taken. The whole text if there is no hit. */
export function excerptOf(text: string, words: readonly string[]): string {
  const scale = /\p{Script=Han}/u.test(text) ? 0.5 : 1;
  const parts: TextRange[] = [];
  const hits = nearestHits(words.map((word) => hitRangesOf(text, [word]))).toSorted((a, b) => a.start - b.start);
  for (const { start, end } of hits) {
    const part = {
      start: excerptStart(text, start, context.before * scale),
      end: excerptEnd(text, end, context.after * scale),
    };
    const last = parts.at(-1);
    if (last && part.start <= last.end + 1) last.end = Math.max(last.end, part.end);
    else parts.push(part);
  }
  const shownParts = parts.slice(0, maxExcerpts);
  const [first, last] = [shownParts[0], shownParts.at(-1)];
  if (!first || !last) return text;
  const excerpts = shownParts.map((part) => text.slice(part.start, part.end)).join(' … ');
  return `${first.start > 0 ? '…' : ''}${excerpts}${last.end < text.length ? '…' : ''}`;
}

/** A hit of each word that has hits: those that are closest together, and the first of several equally close groups. */
function nearestHits(hits: readonly TextRange[][]): TextRange[] {
  const [first = [], ...others] = hits.filter((ranges) => ranges.length > 0);
  let nearest: TextRange[] = [];
  let span = Infinity;
  for (const hit of first) {
    const group = [hit, ...others.map((ranges) => closestTo(hit, ranges))];
    const width = Math.max(...group.map(({ end }) => end)) - Math.min(...group.map(({ start }) => start));
    if (width < span) [nearest, span] = [group, width];
  }
  return nearest;
}

function closestTo(hit: TextRange, ranges: readonly TextRange[]): TextRange {
  const distance = ({ start }: TextRange) => Math.abs(start - hit.start);
  return ranges.reduce((closest, range) => (distance(range) < distance(closest) ? range : closest));
}

/** The start of an excerpt: the start of the hit's sentence, or of the first whole word within `room` characters before the hit. */
function excerptStart(text: string, hit: number, room: number): number {
  if (hit <= room) return 0;
  const textBefore = text.slice(hit - room, hit);
  const sentenceEnd = [...textBefore.matchAll(/[.!?;。！？；\n]\s*/gu)].at(-1);
  const offset = sentenceEnd ? sentenceEnd.index + sentenceEnd[0].length : textBefore.search(/\s/u) + 1;
  return hit - room + offset;
}

/** The end of an excerpt: the end of the last whole word within `room` characters after the hit, or the end of the text. */
function excerptEnd(text: string, hit: number, room: number): number {
  if (text.length - hit <= room) return text.length;
  const textAfter = text.slice(hit, hit + room);
  const space = textAfter.search(/\s\S*$/u);
  return hit + (space > 0 ? space : room);
}

/** A folded text. `from` has for each folded character the position of the original character. */
function foldedCharacters(text: string): { folded: string; from: number[] } {
  let folded = '';
  const from: number[] = [];
  let position = 0;
  for (const character of text) {
    const foldedCharacter = foldedText(character);
    folded += foldedCharacter;
    for (let index = 0; index < foldedCharacter.length; index += 1) from.push(position);
    position += character.length;
  }
  return { folded, from };
}

/** The end of a hit in the original text, including the accents of its last character. */
function hitEnd(from: readonly number[], end: number, length: number): number {
  let nextIndex = end;
  while (nextIndex < from.length && from[nextIndex] === from[end - 1]) nextIndex += 1;
  return from[nextIndex] ?? length;
}
