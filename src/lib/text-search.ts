import { wordForms } from './word-forms.ts';
import { t } from './language/translate.ts';

// Matching ignores case, accents, and wide or narrow forms of characters.

/** From `start` up to, not including, `end`. */
export interface TextPlace {
  start: number;
  end: number;
}

/** Characters shown around a hit; half of them for Chinese, which is twice as wide. */
const context = { before: 50, after: 80 };
const maxParts = 3;

/** Of a query, so that a long link stops no screen. The database has the same for the visits of all sites. */
export const searchLimits = { characters: 200, words: 10 };

/** Longer words, and codes of more parts, have no other spellings. */
const spellingLimits = { characters: 30, parts: 6 };

/** The forms of all words of a search that the database accepts, in characters of its JSON text, with some room left. */
const maxForms = 59_000;

/** Texts that only small letters set apart from how searches compare them. Most are: to fold each letter takes fifty times as long. */
const plain = /^[\n -~]*$/u;

/** The form of a text that searches compare; its length may differ. */
export function foldedText(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  // two Greek letters for one sound, which differ only by their place in the word
  return text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ς', 'σ');
}

/** The words of a query, as searches compare them. All but the last, which may still be typed, end with a space. */
export function wordsOf(query: string): string[] {
  const words = begunWordsOf(query);
  return words.map((word, index) => (index === words.length - 1 ? word : `${word} `));
}

/** The words of a query that all may be beginnings, as in *ki ri* for *Kingfisher Rise*; none beyond the limits. */
export function begunWordsOf(query: string): string[] {
  return comparedPart(query).words.slice(0, searchLimits.words);
}

/** What a field says of a query of which a part is not compared; null when all is. */
export function searchRemark(query: string): string | null {
  const { words, isCut } = comparedPart(query);
  if (isCut) return t('Only the first {count} characters are searched for.', { count: searchLimits.characters });
  return words.length > searchLimits.words
    ? t('Only the first {count} words are searched for.', { count: searchLimits.words })
    : null;
}

/** The words up to the limit of characters, no half of one, however many they are; `isCut`: whether more follows. */
function comparedPart(query: string): { words: string[]; isCut: boolean } {
  const whole = query.trim();
  // no character has more than two units
  const begin = Array.from(whole.slice(0, 2 * searchLimits.characters))
    .slice(0, searchLimits.characters)
    .join('');
  return { words: foldedText(begin).split(/\s+/u).filter(Boolean), isCut: begin.length < whole.length };
}

// Rule: a word finds words that begin with it and its other forms (`word-forms.ts`), so *arm* is not in *alarm*. A word with
// another one behind it is finished: of the words that begin with it, it finds those up to twice as long, so that *add user* is
// not about an *address*, and behind a digit none, as *P1 gate* is not *P12*. A word means small letters and digits: scripts
// without spaces between words, such as Chinese, are found anywhere. The database has the same rule for the visits of all
// sites (`private.word_patterns`), which is given the forms.

interface WordPattern {
  /** In every text that the word finds, to leave out the others quickly. */
  core: string;
  whole: RegExp;
  begins: RegExp;
  /** The beginning of a word, or a whole other form. */
  any: RegExp;
}

const notBehind = '(?<![a-z0-9])';
const notBefore = '(?![a-z0-9])';

const patterns = new Map<string, WordPattern>();

/** As many words are remembered, as each typed letter makes another one. */
const maxPatterns = 500;

/** @param typed ends with a space where the word is finished. */
function patternOf(typed: string): WordPattern {
  const known = patterns.get(typed);
  if (known) return known;
  const word = typed.trimEnd();
  const others = otherForms(word);
  const exact = `${/^[a-z0-9]/u.test(word) ? notBehind : ''}${escaped(word)}`;
  const begins = word === typed ? exact : `${exact}${restOf(word)}`;
  const forms = `${notBehind}(?:${others.map((form) => escaped(form)).join('|')})(?:nya)?${notBefore}`;
  const pattern = {
    core: sharedPart([word, ...others]),
    whole: new RegExp(`${exact}${/[a-z0-9]$/u.test(word) ? notBefore : ''}`, 'u'),
    begins: new RegExp(begins, 'u'),
    any: new RegExp(others.length === 0 ? begins : `(?:${begins}|${forms})`, 'gu'),
  };
  if (patterns.size >= maxPatterns) patterns.clear();
  patterns.set(typed, pattern);
  return pattern;
}

/** What may follow a finished word. */
function restOf(word: string): string {
  if (/[a-z]$/u.test(word)) return `(?=[a-z0-9]{0,${word.length}}${notBefore})`;
  return /\d$/u.test(word) ? notBefore : '';
}

/**
 * What a word finds besides words that begin with it: its forms, each with or without `-nya`, and other spellings of a code,
 * as *RS485*, *RS 485* and *RS-485* are one.
 */
function otherForms(word: string): readonly string[] {
  if (word.length > spellingLimits.characters) return [];
  const parts = word.match(/[a-z]+|\d+/gu) ?? [];
  if (parts.length > spellingLimits.parts) return [];
  if (parts.length < 2 || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(word) || !/\d/u.test(word)) return wordForms(word);
  return ['', ' ', '-'].map((between) => parts.join(between)).filter((form) => form !== word);
}

/**
 * What the database needs to know of the words in a search of all sites. For each the part that all its other forms share, and these;
 * nothing of a word without any. The longest forms are left out where all are too many.
 */
export function formsFor(words: readonly string[]): string[][] {
  const all = words.map((word) => {
    const folded = foldedText(word);
    const others = otherForms(folded);
    const core = sharedPart([folded, ...others]);
    return others.length === 0 || core === '' ? [] : [core, ...others];
  });
  const longest = longestWithin(all.flat());
  // the shared part comes first, and is no longer than any form
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

/** The longest part that all the words have; empty without one. */
function sharedPart(words: readonly string[]): string {
  const shortest = words.reduce((short, word) => (word.length < short.length ? word : short));
  for (let length = shortest.length; length > 0; length -= 1)
    for (let start = 0; start + length <= shortest.length; start += 1) {
      const part = shortest.slice(start, start + length);
      if (words.every((word) => word.includes(part))) return part;
    }
  return '';
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}

/** A thing that can be searched. */
interface Searched<T> {
  value: T;
  /** As searches compare them, what names the thing first. */
  fields: readonly string[];
}

/** Things with their texts as searches compare them. @param textsOf what names a thing first, such as its title. */
export function toSearched<T>(values: readonly T[], textsOf: (value: T) => readonly string[]): Searched<T>[] {
  return values.map((value) => ({ value, fields: textsOf(value).map((text) => foldedText(text)) }));
}

/** The things that have every word, in their order, with their rank: the lower, the better. All of them without words. */
export function ranked<T>(things: readonly Searched<T>[], words: readonly string[]): Map<T, number> {
  const found = new Map<T, number>();
  const phrase = words.length > 1 ? words.map((word) => word.trimEnd()).join(' ') : null;
  for (const { value, fields } of things) {
    const rank = rankOf(fields, words, phrase);
    if (rank !== null) found.set(value, rank);
  }
  return found;
}

/** The things that have every word, the best first; equal ones stay in their order. */
export function bestFirst<T>(things: readonly Searched<T>[], words: readonly string[]): T[] {
  return [...ranked(things, words)].toSorted(([, a], [, b]) => a - b).map(([value]) => value);
}

/** For each word 0 when it is a whole word of the first field, 1 when a word begins with it, 2 for another form; 3 to 5 for the others. */
function rankOf(fields: readonly string[], words: readonly string[], phrase: string | null): number | null {
  let rank = 0;
  for (const word of words) {
    const best = fields.reduce<number | null>((grade, field, index) => {
      const own = gradeIn(field, word);
      const whole = own === null ? null : own + (index === 0 ? 0 : 3);
      return whole === null || (grade !== null && grade <= whole) ? grade : whole;
    }, null);
    if (best === null) return null;
    rank += best;
  }
  // words that stand as they were typed come before words apart
  return 2 * rank + (phrase === null || fields.some((field) => field.includes(phrase)) ? 0 : 1);
}

function gradeIn(field: string, word: string): number | null {
  const { core, whole, begins, any } = patternOf(word);
  if (!field.includes(core)) return null;
  if (begins.test(field)) return whole.test(field) ? 0 : 1;
  return field.search(any) === -1 ? null : 2;
}

/** A function that says whether a name has every word of the query, each of which may be a beginning. */
export function searchFor(query: string): (name: string) => boolean {
  const words = begunWordsOf(query);
  return (name) => {
    const folded = foldedText(name);
    return words.every((word) => gradeIn(folded, word) !== null);
  };
}

/** Where any of the words occurs, in positions of the original text: in order, without overlaps. */
export function placesOf(text: string, words: readonly string[]): TextPlace[] {
  if (words.length === 0) return [];
  if (plain.test(text)) {
    const folded = text.toLowerCase();
    return joinedPlaces(words.flatMap((word) => hitsOf(folded, word)));
  }
  const { folded, from } = foldedCharacters(text);
  const found = words.flatMap((word) => hitsOf(folded, word));
  return joinedPlaces(
    found.map(({ start, end }) => ({ start: from[start] ?? 0, end: hitEnd(from, end, text.length) })),
  );
}

/** Places in order, without overlaps. */
export function joinedPlaces(found: readonly TextPlace[]): TextPlace[] {
  const places: TextPlace[] = [];
  for (const place of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = places.at(-1);
    if (last && place.start <= last.end) last.end = Math.max(last.end, place.end);
    else places.push({ ...place });
  }
  return places;
}

/** The text around a hit of each word, where they are close together; the whole text when there is no hit. */
export function excerptOf(text: string, words: readonly string[]): string {
  const share = /\p{Script=Han}/u.test(text) ? 0.5 : 1;
  const parts: TextPlace[] = [];
  const firsts = nearestHits(words.map((word) => placesOf(text, [word]))).toSorted((a, b) => a.start - b.start);
  for (const { start, end } of firsts) {
    const part = {
      start: excerptStart(text, start, context.before * share),
      end: excerptEnd(text, end, context.after * share),
    };
    const last = parts.at(-1);
    if (last && part.start <= last.end + 1) last.end = Math.max(last.end, part.end);
    else parts.push(part);
  }
  const shown = parts.slice(0, maxParts);
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last) return text;
  const joined = shown.map((part) => text.slice(part.start, part.end)).join(' … ');
  return `${first.start > 0 ? '…' : ''}${joined}${last.end < text.length ? '…' : ''}`;
}

/** One hit of each word that has any: those around the first place where they are closest together. */
function nearestHits(hits: readonly TextPlace[][]): TextPlace[] {
  const [first = [], ...others] = hits.filter((places) => places.length > 0);
  let nearest: TextPlace[] = [];
  let span = Infinity;
  for (const hit of first) {
    const near = [hit, ...others.map((places) => closestTo(hit, places))];
    const width = Math.max(...near.map(({ end }) => end)) - Math.min(...near.map(({ start }) => start));
    if (width < span) [nearest, span] = [near, width];
  }
  return nearest;
}

function closestTo(hit: TextPlace, places: readonly TextPlace[]): TextPlace {
  const distance = ({ start }: TextPlace) => Math.abs(start - hit.start);
  return places.reduce((near, place) => (distance(place) < distance(near) ? place : near));
}

/** The start of the hit's sentence, or of the first whole word near enough. */
function excerptStart(text: string, hit: number, room: number): number {
  if (hit <= room) return 0;
  const near = text.slice(hit - room, hit);
  const sentence = [...near.matchAll(/[.!?;。！？；\n]\s*/gu)].at(-1);
  const begin = sentence ? sentence.index + sentence[0].length : near.search(/\s/u) + 1;
  return hit - room + begin;
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
  let at = 0;
  for (const character of text) {
    const own = foldedText(character);
    folded += own;
    for (let index = 0; index < own.length; index += 1) from.push(at);
    at += character.length;
  }
  return { folded, from };
}

function hitsOf(folded: string, word: string): TextPlace[] {
  const { core, any } = patternOf(word);
  if (!folded.includes(core)) return [];
  return Array.from(folded.matchAll(any), ({ 0: found, index }) => ({ start: index, end: index + found.length }));
}

/** The end of a hit in the original text, including the accents of its last character. */
function hitEnd(from: readonly number[], end: number, length: number): number {
  let next = end;
  while (next < from.length && from[next] === from[end - 1]) next += 1;
  return from[next] ?? length;
}
