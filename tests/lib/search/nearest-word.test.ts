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
  ])('%s: %s', (typed, shown) => {
    expect(correctedQuery(typed, nearestWords(typed.split(' '), vocabulary))).toBe(shown);
  });

  it.each(['barrier', 'barr', 'xyzq', 'bar', 'lop', '8813', '道闸', ''])('none for %j', (typed) => {
    expect(nearestWords([typed], vocabulary)).toEqual([]);
  });

  it('take a finished word for one that it only begins, too', () => {
    expect(nearestWords(['seri', 'petaling'], vocabulary)).toEqual([{ typed: 'seri', shown: 'sri' }]);
    expect(nearestWords(['seri'], vocabulary)).toEqual([]);
    expect(nearestWords(['seri', 'petaling'], vocabulary, { eachMayBegin: true })).toEqual([]);
  });
});

test('a search says what it shows instead, and only where nothing has the words typed', () => {
  const things = toSearchable(['Barrier replaced', 'Loop'], (text) => [text]);
  const found = (query: string) => {
    const { ranks, corrections } = rankedOrNearest(things, query);
    return [[...ranks.keys()], corrections];
  };
  expect(found('Barier')).toEqual([['Barrier replaced'], [{ typed: 'barier', shown: 'barrier' }]]);
  expect(found('barrier')).toEqual([['Barrier replaced'], []]);
  // the nearest words find nothing together either
  expect(found('barier loop')).toEqual([[], []]);
  expect(found('')).toEqual([['Barrier replaced', 'Loop'], []]);
});
