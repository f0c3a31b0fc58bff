// Matching ignores case, accents, and wide or narrow forms of characters.

/** From `start` up to, not including, `end`. */
export interface TextPlace {
  start: number;
  end: number;
}

/** Characters shown around a hit; half of them for Chinese, which is twice as wide. */
const context = { before: 50, after: 80 };
const maxParts = 3;

/** The form of a text that searches compare; its length may differ. */
export function foldedText(text: string): string {
  // two Greek letters for one sound, which differ only by their place in the word
  return text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ς', 'σ');
}

/** The words of a query, as searches compare them. */
export function wordsOf(query: string): string[] {
  return foldedText(query).split(/\s+/u).filter(Boolean);
}

/** A function that says whether a text has every word of the query. */
export function searchFor(query: string): (text: string) => boolean {
  const words = wordsOf(query);
  return (text) => {
    const folded = foldedText(text);
    return words.every((word) => folded.includes(word));
  };
}

/** Where any of the words occurs, in positions of the original text: in order, without overlaps. */
export function placesOf(text: string, words: readonly string[]): TextPlace[] {
  const { folded, from } = foldedCharacters(text);
  const found = words.flatMap((word) => hitsOf(folded, word)).toSorted((a, b) => a.start - b.start || b.end - a.end);
  const places: TextPlace[] = [];
  for (const hit of found) {
    const place = { start: from[hit.start] ?? 0, end: hitEnd(from, hit.end, text.length) };
    const last = places.at(-1);
    if (last && place.start <= last.end) last.end = Math.max(last.end, place.end);
    else places.push(place);
  }
  return places;
}

/** The text around the first hit of each word, to be read at a glance; the whole text when there is no hit. */
export function excerptOf(text: string, words: readonly string[]): string {
  const share = /\p{Script=Han}/u.test(text) ? 0.5 : 1;
  const parts: TextPlace[] = [];
  const firsts = words.flatMap((word) => placesOf(text, [word]).slice(0, 1)).toSorted((a, b) => a.start - b.start);
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
  const hits: TextPlace[] = [];
  for (let start = folded.indexOf(word); start !== -1; start = folded.indexOf(word, start + word.length))
    hits.push({ start, end: start + word.length });
  return hits;
}

/** The end of a hit in the original text, including the accents of its last character. */
function hitEnd(from: readonly number[], end: number, length: number): number {
  let next = end;
  while (next < from.length && from[next] === from[end - 1]) next += 1;
  return from[next] ?? length;
}
