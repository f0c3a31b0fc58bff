import { describe, expect, it } from 'vitest';
import { changeGroups, changeSentences } from '../../../src/features/change-log/change-log-text.ts';
import type { Change } from '../../../src/records/change-log/change-log.ts';
import { changeRow, postChange } from '../../support/rows.ts';

const words = (change: Change) => changeSentences(change, () => undefined);

const entry = (type: string, entrance: number, exit = 0, year = 2026) => ({ type, entrance, exit, year });

describe('a change of car posts', () => {
  const spring = entry('Spring Broken', 3);
  it.each<[string, object, object, string[]]>([
    ['a count', { P1: [spring] }, { P1: [entry('Spring Broken', 4)] }, ['P1, 2026: Spring Broken, entrance 3 to 4']],
    [
      'both counts',
      { P1: [spring] },
      { P1: [entry('Spring Broken', 4, 1)] },
      ['P1, 2026: Spring Broken, entrance 3 to 4, exit 0 to 1'],
    ],
    [
      'a new entry',
      { P1: [spring] },
      { P1: [spring, entry('Arm Jammed', 2, 1)] },
      ['P1, 2026: Arm Jammed added, entrance 2, exit 1'],
    ],
    ['an entry removed', { P1: [spring, entry('Arm Jammed', 2)] }, { P1: [spring] }, ['P1, 2026: Arm Jammed removed']],
    ['a new post', {}, { P5: [] }, ['Car post added: P5']],
    ['a post removed', { P5: [spring] }, {}, ['Car post removed: P5 (1 entry)']],
    ['an empty post removed', { P5: [] }, {}, ['Car post removed: P5']],
    [
      'a post restored with its entries',
      {},
      { P5: [spring, entry('Arm Jammed', 2)] },
      ['Car post added: P5 (2 entries)'],
    ],
    [
      'a renamed post, with a count and a type changed in it',
      { P1: [spring, entry('Arm', 1), entry('Loop', 2)], P2: [spring] },
      { North: [spring, entry('Arm', 5), entry('Ring', 2)], P2: [spring] },
      ['Post renamed from P1 to North', 'Type Loop renamed to Ring in North', 'North, 2026: Arm, entrance 1 to 5'],
    ],
    ['a renamed empty post', { P1: [] }, { North: [] }, ['Post renamed from P1 to North']],
    [
      'a post removed and another one added',
      { P1: [spring, entry('Arm', 1)] },
      { North: [entry('Arm', 7)] },
      ['Car post added: North (1 entry)', 'Car post removed: P1 (2 entries)'],
    ],
    [
      'another name of a type, in two posts and two years',
      { P1: [spring, entry('Spring Broken', 1, 0, 2025), entry('Arm', 1)], P2: [spring] },
      {
        P1: [entry('Spring', 3), entry('Spring', 1, 0, 2025), entry('Arm', 1)],
        P2: [entry('Spring', 3)],
      },
      ['Type Spring Broken renamed to Spring in P1 and P2'],
    ],
    [
      'another name of a type, and one of its counts',
      { P1: [spring, entry('Spring Broken', 1, 0, 2025)] },
      { P1: [entry('Spring', 4), entry('Spring', 1, 0, 2025)] },
      ['Type Spring Broken renamed to Spring in P1', 'P1, 2026: Spring, entrance 3 to 4'],
    ],
    [
      'the name of another type, whose counts are added',
      { P1: [spring, entry('Spring', 1, 1), entry('Spring Broken', 2, 0, 2025)] },
      { P1: [entry('Spring', 4, 1), entry('Spring', 2, 0, 2025)] },
      ['Type Spring Broken renamed to Spring, counts added together, in P1'],
    ],
    [
      'a type less, in every year',
      { P1: [spring, entry('Spring Broken', 1, 0, 2025), entry('Arm', 1)] },
      { P1: [entry('Arm', 1)] },
      ['Type Spring Broken removed from P1 (2025 and 2026)'],
    ],
    [
      'a type less and another one more',
      { P1: [spring] },
      { P1: [entry('Arm', 7)] },
      ['P1, 2026: Spring Broken removed', 'P1, 2026: Arm added, entrance 7, exit 0'],
    ],
    [
      'a name for a type that had none',
      { P1: [entry(' ', 3)] },
      { P1: [spring] },
      ['Type (no type) renamed to Spring Broken in P1'],
    ],
    [
      'another year',
      { P1: [spring] },
      { P1: [spring, entry('Spring Broken', 3, 0, 2025)] },
      ['P1, 2025: Spring Broken added, entrance 3, exit 0'],
    ],
    [
      'the second of two alike',
      { P1: [spring, entry('Spring Broken', 9)] },
      { P1: [spring, entry('Spring Broken', 10)] },
      ['P1, 2026: Spring Broken, entrance 9 to 10'],
    ],
    [
      'the first of two alike',
      { P1: [spring, entry('Spring Broken', 9)] },
      { P1: [entry('Spring Broken', 9)] },
      ['P1, 2026: Spring Broken removed'],
    ],
    ['the order', { P1: [spring, entry('Arm', 1)] }, { P1: [entry('Arm', 1), spring] }, ['Car posts reordered']],
  ])('is described: %s', (_, before, after, sentences) => {
    expect(words(postChange(before, after))).toEqual(sentences);
  });

  it('shows the counts by post and year', () => {
    const change = postChange(
      { P1: [spring, entry('Arm', 1, 1, 2025)], P7: [] },
      { P1: [entry('Spring Broken', 4)], P6: [], P8: [entry('Arm', 1)] },
    );
    expect(changeGroups(change)).toEqual({
      groups: [
        { title: 'P6', values: [{ label: 'Post', before: null, after: 'There' }] },
        { title: 'P7', values: [{ label: 'Post', before: 'There', after: null }] },
        {
          title: 'P1, 2026',
          values: [{ label: 'Spring Broken', before: 'Entrance 3, exit 0', after: 'Entrance 4, exit 0' }],
        },
        { title: 'P1, 2025', values: [{ label: 'Arm', before: 'Entrance 1, exit 1', after: null }] },
        { title: 'P8, 2026', values: [{ label: 'Arm', before: null, after: 'Entrance 1, exit 0' }] },
      ],
      more: null,
    });
  });

  it('shows new names above the counts', () => {
    const change = postChange({ P1: [spring, entry('Arm', 1)] }, { North: [entry('Spring', 3), entry('Arm', 2)] });
    expect(words(change)).toEqual(['Car post added: North (2 entries)', 'Car post removed: P1 (2 entries)']);
    const named = postChange(
      { P1: [spring, entry('Arm', 1), entry('Loop', 2)] },
      { North: [entry('Spring', 3), entry('Arm', 2), entry('Loop', 2)] },
    );
    expect(changeGroups(named).groups).toEqual([
      {
        title: 'North',
        values: [
          { label: 'Name', before: 'P1', after: 'North' },
          { label: 'Failure type', before: 'Spring Broken', after: 'Spring' },
        ],
      },
      {
        title: 'North, 2026',
        values: [{ label: 'Arm', before: 'Entrance 1, exit 0', after: 'Entrance 2, exit 0' }],
      },
    ]);
  });

  it('shows the counts that were added together', () => {
    const change = postChange(
      { P1: [spring, entry('Spring', 1, 1), entry('Spring Broken', 2, 0, 2025)] },
      { P1: [entry('Spring', 4, 1), entry('Spring', 2, 0, 2025)] },
    );
    expect(changeGroups(change).groups.slice(1)).toEqual([
      {
        title: 'P1, 2026',
        values: [
          { label: 'Spring Broken', before: 'Entrance 3, exit 0', after: null },
          { label: 'Spring', before: 'Entrance 1, exit 1', after: 'Entrance 4, exit 1' },
        ],
      },
      {
        title: 'P1, 2025',
        values: [
          { label: 'Spring Broken', before: 'Entrance 2, exit 0', after: null },
          { label: 'Spring', before: null, after: 'Entrance 2, exit 0' },
        ],
      },
    ]);
  });

  it('shows at most a hundred counts', () => {
    const all = { P1: Array.from({ length: 130 }, (_, i) => entry(`Type ${i}`, i)) };
    expect(changeGroups(postChange({}, all)).more).toBe('30 more counts');
  });

  it.each<[object, string]>([
    [{ P2: [], P3: [], P10: [], P1: [spring] }, 'Car posts set up: P1, P2, P3 and P10'],
    [{}, 'Car posts set up, still empty'],
    [Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`P${i}`, []])), '7 car posts set up'],
  ])('of a new record names up to six posts: %#', (json, sentence) => {
    const change = changeRow({ table_name: 'carpost', operation: 'INSERT', before: null, after: { site_id: 1, json } });
    expect(words(change)).toEqual([sentence]);
  });
});
