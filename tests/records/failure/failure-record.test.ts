import { describe, expect, it } from 'vitest';
import { readCarPosts, storedCarPosts } from '../../../src/records/failure/failure-record.ts';

const entry = { type: 'Loop', entrance: 1, exit: 2, year: 2024 };

describe('readCarPosts', () => {
  it('reads posts sorted by name and entries in the order of the record, including an empty post', () => {
    const posts = readCarPosts({ P10: [], 'P2 Rear': [entry, { ...entry, exit: 0 }], P1: [] });
    expect([...posts]).toEqual([
      ['P1', []],
      ['P2 Rear', [entry, { ...entry, exit: 0 }]],
      ['P10', []],
    ]);
  });

  it.each([null, undefined, 5, 'text', [], [entry], true])('%j has no posts', (json) => {
    expect(readCarPosts(json).size).toBe(0);
  });

  it.each([
    ['a count below zero', { ...entry, entrance: -1 }],
    ['half a count', { ...entry, exit: 0.5 }],
    ['a count as text', { ...entry, exit: '2' }],
    ['a year as text', { ...entry, year: '2024' }],
    ['a type that is null', { ...entry, type: null }],
    ['a member left out', { type: 'Loop', entrance: 1, year: 2024 }],
    ['null', null],
    ['a list', [entry]],
  ])('leaves out %s and keeps its neighbours', (_, wrongEntry) => {
    expect(readCarPosts({ P1: [entry, wrongEntry, entry], P2: 'no list', P3: [entry] })).toEqual(
      new Map([
        ['P1', [entry, entry]],
        ['P3', [entry]],
      ]),
    );
  });

  it.each(['__proto__', 'constructor', 'toString', 'x'.repeat(200)])('treats %s as an ordinary name', (name) => {
    const text = `{"${name}": [${JSON.stringify(entry)}], "P1": []}`;
    const posts = readCarPosts(JSON.parse(text));
    expect([...posts.keys()].toSorted()).toEqual([name, 'P1'].toSorted());
    expect(JSON.parse(JSON.stringify(storedCarPosts(posts)))).toEqual(JSON.parse(text));
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
    expect('0' in {}).toBe(false);
  });
});
