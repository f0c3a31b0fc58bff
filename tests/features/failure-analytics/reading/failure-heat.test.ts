import { describe, expect, it } from 'vitest';
import { heatMapOf, postCodes } from '../../../../src/features/failure-analytics/reading/heat-map-figures.ts';
import { failureEntry as entry } from '../../../support/rows.ts';

const posts = new Map([
  ['P1', [entry('Loop', 1, 0), entry('Arm', 8, 0)]],
  ['P2', [entry('Loop', 3, 3, 2023)]],
  ['P3', [entry('Loop', 2, 9), entry('Loop', 5, 0), entry('Belt', 0, 0), entry('Hinge', 1, 1, 2023)]],
]);
const alone = (count: number, level: number) => ({ count, comparedCount: null, level });

describe('the heat map', () => {
  it('has the posts of the year by types, with totals, the worst first in rows and columns', () => {
    const map = heatMapOf(posts, 2024);
    expect(map.types).toEqual(['Loop', 'Arm', 'Belt']);
    expect(map.rows).toEqual([
      { post: 'P3', postIndex: 2, total: 16, comparedTotal: null, cells: [alone(16, 4), null, alone(0, 0)] },
      { post: 'P1', postIndex: 0, total: 9, comparedTotal: null, cells: [alone(1, 1), alone(8, 2), null] },
    ]);
    expect(map.totals.map(({ total }) => total)).toEqual([17, 8, 0]);
    expect(map.all.total).toBe(25);
  });

  it('includes the posts, types and totals of the comparison year', () => {
    const map = heatMapOf(posts, 2024, { compare: 2023 });
    expect(map.types).toEqual(['Loop', 'Arm', 'Belt', 'Hinge']);
    expect(map.rows.map(({ post, total, comparedTotal }) => [post, total, comparedTotal])).toEqual([
      ['P3', 16, 2],
      ['P1', 9, null],
      ['P2', null, 6],
    ]);
    expect(map.rows[0]?.cells[3]).toEqual({ count: null, comparedCount: 2, level: 0 });
    expect(map.rows[2]?.cells).toEqual([{ count: null, comparedCount: 6, level: 0 }, null, null, null]);
    expect(map.totals).toEqual([
      // only P3 was counted in both years
      { total: 17, comparedTotal: 6, change: { older: null, newer: 16, narrowed: true } },
      { total: 8, comparedTotal: null, change: { older: null, newer: null } },
      { total: 0, comparedTotal: null, change: { older: null, newer: 0 } },
      { total: null, comparedTotal: 2, change: { older: 2, newer: null } },
    ]);
    expect(map.all).toEqual({ total: 25, comparedTotal: 8, change: { older: 2, newer: 16, narrowed: true } });
  });

  it('leaves rows and columns in their places while counts change', () => {
    const draft = new Map([
      ['P1', [entry('Loop', 99, 0), entry('Arm', 1, 0), entry('New', 500, 0)]],
      ['P3', [entry('Loop', 900, 0)]],
    ]);
    const saved = new Map([['P1', [entry('Loop', 1, 0), entry('Arm', 8, 0)]]]);
    const map = heatMapOf(draft, 2024, { saved });
    expect(map.types).toEqual(['Arm', 'Loop', 'New']);
    expect(map.rows.map(({ post }) => post)).toEqual(['P1', 'P3']);
  });

  it('is empty without entries, and has the lightest tone with zeros only', () => {
    expect(heatMapOf(posts, 2022)).toEqual({
      types: [],
      rows: [],
      totals: [],
      all: { total: null, comparedTotal: null },
    });
    expect(heatMapOf(new Map([['P1', [entry('Loop', 0, 0)]]]), 2024).rows[0]?.cells).toEqual([alone(0, 0)]);
  });
});

describe('the codes of posts', () => {
  it.each([
    [
      ['P1 Main Gate', 'P2 Rear Gate'],
      ['P1', 'P2'],
    ],
    [
      ['Main Gate', 'Basement B1'],
      ['Main Gat', 'Basement'],
    ],
    [
      ['Main', '访客车道'],
      ['Main', '访客车道'],
    ],
    // no two posts have the same
    [
      ['Car Post 1', 'Car Post 2', 'P3 Lane'],
      ['Car Post 1', 'Car Post 2', 'P3'],
    ],
    [[''], ['']],
  ])('of %j are %j', (names, codes) => {
    expect(postCodes(names)).toEqual(codes);
  });
});
