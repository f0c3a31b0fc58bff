import { comparedForm } from '../../lib/calendar/plain-form.ts';

/**
 * The similarity of two texts, from 0 to 1 for equal ones, by the pairs of letters that they share (Dice). Word order
 * and endings count little, so *Kingfisher Rise Condo* is near *Kingfisher Rise*.
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

/** Finds the name that is most like a text; null where none is as similar as `least`. The names are cut into pairs once, as tables compare hundreds with hundreds. */
export function nearestNames(names: readonly string[], least: number): (text: string) => string | null {
  const prepared = names.map((name) => ({ name, pairs: pairsOf(name) }));
  return (text) => {
    const counts = new Map<string, number>();
    const own = pairsOf(text);
    for (const pair of own) counts.set(pair, (counts.get(pair) ?? 0) + 1);
    let best: { name: string; score: number } | null = null;
    for (const { name, pairs } of prepared) {
      const left = new Map(counts);
      let shared = 0;
      for (const pair of pairs) {
        const count = left.get(pair) ?? 0;
        if (count === 0) continue;
        left.set(pair, count - 1);
        shared += 1;
      }
      const score = (2 * shared) / Math.max(1, pairs.length + own.length);
      if (score >= least && (best === null || score > best.score)) best = { name, score };
    }
    return best?.name ?? null;
  };
}

function pairsOf(text: string): string[] {
  return comparedForm(text)
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => {
      const letters = Array.from(word);
      return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
    });
}

/**
 * Titles at least this similar may be of one visit. A shorter title may be a part of the longer one, from `minPart`
 * characters on.
 */
const similar = 0.6;
const minPart = 6;

/** Whether two titles differ in capitals and blanks at most. */
export function isSameTitle(first: string, second: string): boolean {
  return comparedForm(first) === comparedForm(second);
}

/** Whether two titles may be of the same visit, one of them corrected. */
export function isSimilarTitle(first: string, second: string): boolean {
  const [a, b] = [comparedForm(first), comparedForm(second)];
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  // *P1 arm* and *P2 arm* are two visits
  const numbers = [short, long].map((title) => new Set(title.match(/\d+/gu)));
  const isOfOthers = [...(numbers[0] ?? [])].some((number) => !numbers[1]?.has(number));
  return !isOfOthers && ((short.length >= minPart && long.includes(short)) || similarity(a, b) >= similar);
}
