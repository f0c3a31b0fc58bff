import { foldedText } from '../../lib/text-search.ts';
import { postNamer } from './post-visits.ts';

// Rule (`decisions §17`): a title says a direction by one of these words, in English, Malay or Chinese. It may say both, as
// *Entrance and exit* and *进出口* do. Where it says none, the names of the posts that it names say it, as *P2* is *P2 Exit*. The
// database has the same rule (`private.directions_of`), and a test compares the patterns and what they find.

/** The way through a gate that a title may say. */
export type Direction = (typeof directions)[number];

export const directions = ['entrance', 'exit'] as const;

const notInHan = (character: string) => `(?<![\\u4E00-\\u9FFF])${character}(?![\\u4E00-\\u9FFF])`;

/**
 * What a folded title has for each direction. A Chinese character that is part of many words (*进行*, *改进*, *出现*) counts only where it
 * stands alone.
 */
export const directionPatterns: Readonly<Record<Direction, string>> = {
  entrance: `(?<![a-z0-9])(?:entrances?|entry|entries|masuk)(?![a-z0-9])|[入进進][口场場闸閘]|[进進]出|出入|${notInHan('[进進入]')}`,
  exit: `(?<![a-z0-9])(?:exits?|keluar)(?![a-z0-9])|出[口场場闸閘入]|[进進]出|${notInHan('出')}`,
};

/** What the name of a post may end with besides: *Lane 1 In* is an entrance, while in a title *in* is any word. */
export const directionEndings: Readonly<Record<Direction, string>> = {
  entrance: '(?<![a-z0-9])in$',
  exit: '(?<![a-z0-9])out$',
};

const expressionsOf = (patterns: (direction: Direction) => string) =>
  directions.map((direction) => ({ direction, expression: new RegExp(patterns(direction), 'u') }));
const inTitles = expressionsOf((direction) => directionPatterns[direction]);
const inNames = expressionsOf((direction) => `${directionPatterns[direction]}|${directionEndings[direction]}`);

function saidBy(text: string, expressions: typeof inTitles): Direction[] {
  const folded = foldedText(text);
  return expressions.flatMap(({ direction, expression }) => (expression.test(folded) ? [direction] : []));
}

/** The directions that a title says, or else the posts that it names; none where neither says one. @param named names of posts */
export function directionsOf(title: string, named: readonly string[]): Direction[] {
  const said = saidBy(title, inTitles);
  if (said.length > 0) return said;
  const ofPosts = new Set(named.flatMap((post) => saidBy(post, inNames)));
  return directions.filter((direction) => ofPosts.has(direction));
}

/** The visits of a direction, in their order. @param posts all posts of the site */
export function visitsOfDirection<T extends { title: string }>(
  visits: readonly T[],
  direction: Direction,
  posts: readonly string[],
): T[] {
  const namedIn = postNamer(posts);
  return visits.filter(({ title }) => directionsOf(title, namedIn(title)).includes(direction));
}
