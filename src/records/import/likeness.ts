import { comparedForm } from '../../lib/calendar/plain-form.ts';

/**
 * How alike two texts are, from 0 to 1 for the same: the pairs of letters that they share (Dice). Order and word endings
 * count little, so that *Kingfisher Rise Condo* is near *Kingfisher Rise*.
 */
export function likeness(one: string, other: string): number {
  const [a, b] = [pairsOf(one), pairsOf(other)];
  if (a.length + b.length === 0) return one === other ? 1 : 0;
  const left = [...b];
  let shared = 0;
  for (const pair of a) {
    const at = left.indexOf(pair);
    if (at === -1) continue;
    left.splice(at, 1);
    shared += 1;
  }
  return (2 * shared) / (a.length + b.length);
}

function pairsOf(text: string): string[] {
  return comparedForm(text)
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => {
      const letters = Array.from(word);
      return letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
    });
}
