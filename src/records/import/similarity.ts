import { comparedForm } from '../../lib/calendar/plain-form.ts';

/**
 * The similarity of two texts, from 0 to 1 for equal texts, by the pairs of adjacent letters that they share (Dice coefficient). Word order and
 * endings have little effect: *Kingfisher Rise Condo* is similar to *Kingfisher Rise*.
 */
export function similarity(first: string, second: string): number {
  const [a, b] = [pairsOf(first), pairsOf(second)];
  if (a.length + b.length === 0) return first === second ? 1 : 0;
  const remaining = [...b];
  let shared = 0;
  for (const pair of a) {
    const index = remaining.indexOf(pair);
    if (index === -1) continue;
    remaining.splice(index, 1);
    shared += 1;
  }
  return (2 * shared) / (a.length + b.length);
}

/**
 * Makes a function that finds the name most similar to a text; null when no name has at least the similarity `least`. The pairs of the names
 * are computed once, because hundreds of texts are compared with hundreds of names.
 */
export function nearestNames(names: readonly string[], least: number): (text: string) => string | null {
  const prepared = names.map((name) => ({ name, pairs: pairsOf(name) }));
  return (text) => {
    const counts = new Map<string, number>();
    const textPairs = pairsOf(text);
    for (const pair of textPairs) counts.set(pair, (counts.get(pair) ?? 0) + 1);
    let best: { name: string; score: number } | null = null;
    for (const { name, pairs } of prepared) {
      const remainingCounts = new Map(counts);
      let shared = 0;
      for (const pair of pairs) {
        const count = remainingCounts.get(pair) ?? 0;
        if (count === 0) continue;
        remainingCounts.set(pair, count - 1);
        shared += 1;
      }
      const score = (2 * shared) / Math.max(1, pairs.length + textPairs.length);
      if (score >= least && (best === null || score > best.score)) best = { name, score };
    }
    return best?.name ?? null;
  };
}

/** The pairs of adjacent letters of each word, and words of one letter. */
function pairsOf(text: string): string[] {
  return comparedForm(text)
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => {
      const letters = Array.from(word);
      return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
    });
}

/**
 * Titles of at least this similarity may belong to the same visit. A title of at least `minPart` characters may also be a part of the other
 * title.
 */
const minSimilarTitle = 0.6;
const minPart = 6;

/** Whether two titles differ only in capitals and blanks. */
export function isSameTitle(first: string, second: string): boolean {
  return comparedForm(first) === comparedForm(second);
}

/** Whether two titles may belong to the same visit, because one was corrected. */
export function isSimilarTitle(first: string, second: string): boolean {
  const [a, b] = [comparedForm(first), comparedForm(second)];
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  // *P1 arm* and *P2 arm* are two visits
  const numbers = [short, long].map((title) => new Set(title.match(/\d+/gu)));
  const hasOtherNumber = [...(numbers[0] ?? [])].some((number) => !numbers[1]?.has(number));
  return !hasOtherNumber && ((short.length >= minPart && long.includes(short)) || similarity(a, b) >= minSimilarTitle);
}
