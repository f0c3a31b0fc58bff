// What a search takes for the same: letters without their case and accents, wide and narrow forms alike.

/** A run of letters in a text, from `start` up to and without `end`. */
export interface TextPlace {
  start: number;
  end: number;
}

/** Letters shown before and after a hit; of Chinese, whose letters are twice as wide, half of them. */
const around = { before: 50, after: 80 };
/** More parts of one text than these say no more. */
const mostParts = 3;

/** A text as it is searched; how long it is may change. */
export function foldedText(text: string): string {
  // the two Greek letters of one sound differ by their place in the word alone
  return text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ς', 'σ');
}

export function wordsOf(query: string): string[] {
  return foldedText(query).split(/\s+/u).filter(Boolean);
}

export function searchFor(query: string): (text: string) => boolean {
  const words = wordsOf(query);
  return (text) => {
    const folded = foldedText(text);
    return words.every((word) => folded.includes(word));
  };
}

/** Where any of the words stands in a text, in its own letters: in order, each letter at most once. */
export function placesOf(text: string, words: readonly string[]): TextPlace[] {
  const { folded, from } = foldedLetters(text);
  const found = words.flatMap((word) => hitsOf(folded, word)).toSorted((a, b) => a.start - b.start || b.end - a.end);
  const places: TextPlace[] = [];
  for (const hit of found) {
    const place = { start: from[hit.start] ?? 0, end: endOf(from, hit.end, text.length) };
    const last = places.at(-1);
    if (last && place.start <= last.end) last.end = Math.max(last.end, place.end);
    else places.push(place);
  }
  return places;
}

/** The sentences around the first hit of each word, in so few letters that they are read at a glance; all of a text without a hit. */
export function excerptOf(text: string, words: readonly string[]): string {
  const share = /\p{Script=Han}/u.test(text) ? 0.5 : 1;
  const parts: TextPlace[] = [];
  const firsts = words.flatMap((word) => placesOf(text, [word]).slice(0, 1)).toSorted((a, b) => a.start - b.start);
  for (const { start, end } of firsts) {
    const part = {
      start: beginBefore(text, start, around.before * share),
      end: cutAfter(text, end, around.after * share),
    };
    const last = parts.at(-1);
    if (last && part.start <= last.end + 1) last.end = Math.max(last.end, part.end);
    else parts.push(part);
  }
  const shown = parts.slice(0, mostParts);
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last) return text;
  const joined = shown.map((part) => text.slice(part.start, part.end)).join(' … ');
  return `${first.start > 0 ? '…' : ''}${joined}${last.end < text.length ? '…' : ''}`;
}

/** Where the sentence of a hit begins, or the first whole word that is near enough. */
function beginBefore(text: string, hit: number, room: number): number {
  if (hit <= room) return 0;
  const near = text.slice(hit - room, hit);
  const sentence = [...near.matchAll(/[.!?;。！？；\n]\s*/gu)].at(-1);
  const begin = sentence ? sentence.index + sentence[0].length : near.search(/\s/u) + 1;
  return hit - room + begin;
}

/** Where the words after a hit are cut: between two of them, and nowhere when the text ends before. */
function cutAfter(text: string, hit: number, room: number): number {
  if (text.length - hit <= room) return text.length;
  const near = text.slice(hit, hit + room);
  const space = near.search(/\s\S*$/u);
  return hit + (space > 0 ? space : room);
}

/** A folded text, and for each of its letters where the letter it comes from begins. */
function foldedLetters(text: string): { folded: string; from: number[] } {
  let folded = '';
  const from: number[] = [];
  let at = 0;
  for (const letter of text) {
    const own = foldedText(letter);
    folded += own;
    for (let index = 0; index < own.length; index += 1) from.push(at);
    at += letter.length;
  }
  return { folded, from };
}

function hitsOf(folded: string, word: string): TextPlace[] {
  const hits: TextPlace[] = [];
  for (let start = folded.indexOf(word); start !== -1; start = folded.indexOf(word, start + word.length))
    hits.push({ start, end: start + word.length });
  return hits;
}

/** The end of a hit in the text: its last letter is taken whole, with the accents that follow it. */
function endOf(from: readonly number[], end: number, length: number): number {
  let next = end;
  while (next < from.length && from[next] === from[end - 1]) next += 1;
  return from[next] ?? length;
}
