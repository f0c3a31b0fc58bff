import { describe, expect, it, test } from 'vitest';
import { correctedQuery, nearestWords, vocabularyOf } from '../../../src/lib/search/nearest-word.ts';
import { rankedOrNearest } from '../../../src/lib/search/or-nearest.ts';
import { toSearchable } from '../../../src/lib/text-search.ts';

const vocabulary = vocabularyOf(['barrier replaced at sri petaling', 'barriers\nloop p12 wvb8813', 'series of tests']);

describe('the nearest words', () => {
  it.each([
    ['barier', 'barrier'],
    ['barrrier', 'barrier'],
    ['barrjer', 'barrier'],
    ['barreir', 'barrier'],
    ['petalling', 'petaling'],
    ['seri petaling', 'sri petaling'],
    ['barier lopo', 'barrier loop'],
    ['barier looop', 'barrier loop'],
  ])('of %j are %j', (typedWord, replacement) => {
    expect(correctedQuery(typedWord, nearestWords(typedWord.split(' '), vocabulary))).toBe(replacement);
  });

  it.each(['barrier', 'barr', 'xyzq', 'bar', 'lop', '8813', '道闸', ''])('do not exist for %j', (typedWord) => {
    expect(nearestWords([typedWord], vocabulary)).toEqual([]);
  });

  it('replace a finished word although a longer word begins with it, but no word that may be unfinished', () => {
    expect(nearestWords(['seri', 'petaling'], vocabulary)).toEqual([{ typed: 'seri', shown: 'sri' }]);
    expect(nearestWords(['seri'], vocabulary)).toEqual([]);
    expect(nearestWords(['seri', 'petaling'], vocabulary, { eachMayBegin: true })).toEqual([]);
  });
});

test('a search says what it shows instead, and only if nothing contains the typed words', () => {
  const searchable = toSearchable(['Barrier replaced', 'Loop'], (text) => [text]);
  const search = (query: string) => {
    const { ranks, corrections } = rankedOrNearest(searchable, query);
    return [[...ranks.keys()], corrections];
  };
  expect(search('Barier')).toEqual([['Barrier replaced'], [{ typed: 'barier', shown: 'barrier' }]]);
  expect(search('barrier')).toEqual([['Barrier replaced'], []]);
  // the nearest words together find nothing either
  expect(search('barier loop')).toEqual([[], []]);
  expect(search('')).toEqual([['Barrier replaced', 'Loop'], []]);
});
