import { foldedText } from '../../lib/text-search.ts';
import { postNamer } from './post-visits.ts';

// A title states a direction with one of these words, in English, Malay or Chinese (`decisions §17`). It may state both, as *Entrance and exit* and
// *进出口* do. If it states none, the directions of the posts that it names apply: *P2* may be short for *P2 Exit*. The SQL function
// `private.directions_of` has the same rule, and a test compares the patterns and their results.

/** The direction through a gate. */
export type Direction = (typeof directions)[number];

export const directions = ['entrance', 'exit'] as const;

/** A pattern that matches a Chinese character without a Chinese character before or after it. */
const aloneInHan = (character: string) => `(?<![\\u4E00-\\u9FFF])${character}(?![\\u4E00-\\u9FFF])`;

/**
 * The patterns of each direction in a folded title. A Chinese character that is part of many words (*进行*, *改进*, *出现*) counts only when it
 * stands alone.
 */
export const directionPatterns: Readonly<Record<Direction, string>> = {
  entrance: `(?<![a-z0-9])(?:entrances?|entry|entries|masuk)(?![a-z0-9])|[入进進][口场場闸閘]|[进進]出|出入|${aloneInHan('[进進入]')}`,
  exit: `(?<![a-z0-9])(?:exits?|keluar)(?![a-z0-9])|出[口场場闸閘入]|[进進]出|${aloneInHan('出')}`,
};

/** More patterns for the end of a post's name: *Lane 1 In* is an entrance, while *in* in a title may be any word. */
export const directionEndings: Readonly<Record<Direction, string>> = {
  entrance: '(?<![a-z0-9])in$',
  exit: '(?<![a-z0-9])out$',
};

const expressionsOf = (patterns: (direction: Direction) => string) =>
  directions.map((direction) => ({ direction, expression: new RegExp(patterns(direction), 'u') }));
const inTitles = expressionsOf((direction) => directionPatterns[direction]);
const inNames = expressionsOf((direction) => `${directionPatterns[direction]}|${directionEndings[direction]}`);

function directionsIn(text: string, expressions: typeof inTitles): Direction[] {
  const folded = foldedText(text);
  return expressions.flatMap(({ direction, expression }) => (expression.test(folded) ? [direction] : []));
}

/** The directions that a title states, or otherwise those of the posts that it names; empty without any. @param named the names of these posts */
export function directionsOf(title: string, named: readonly string[]): Direction[] {
  const titleDirections = directionsIn(title, inTitles);
  if (titleDirections.length > 0) return titleDirections;
  const postDirections = new Set(named.flatMap((post) => directionsIn(post, inNames)));
  return directions.filter((direction) => postDirections.has(direction));
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
