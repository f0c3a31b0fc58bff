import { describe, expect, it } from 'vitest';
import { knownFilters } from '../../../src/records/task/known-filters.ts';

const posts = ['P1 Main Gate', 'P2 Rear Gate', 'Tower A Ramp'];
const people = ['Aziz bin Ali', 'José', '伟杰', 'Sam, Lim'];

/** The filters found in a query, such as `days 2026-03-01 2026-03-31 (arm)`, with the other words of the query in brackets. */
const filtersIn = (query: string) =>
  knownFilters(query, posts, people).map((filter) => {
    const { typed, others, ...limits } = filter;
    expect(typed).not.toBe('');
    return `${Object.values(limits).join(' ')} (${others})`;
  });

describe('the filters among the words', () => {
  it.each([
    ['march 2026 arm', ['days 2026-03-01 2026-03-31 (arm)']],
    ['arm 12 mac 2026', ['days 2026-03-12 2026-03-12 (arm)']],
    ['2026', ['days 2026-01-01 2026-12-31 ()']],
    ['feb 2028', ['days 2028-02-01 2028-02-29 ()']],
    ['2026年3月保养', ['days 2026-03-01 2026-03-31 (保养)']],
    ['november', ['month nov ()']],
    ['emergency loop', ['kind emergency (loop)']],
    ['Emergency call', ['kind emergency ()']],
    ['kecemasan', ['kind emergency ()']],
    ['紧急', ['kind emergency ()']],
    ['PM march', ['month mar (pm)', 'kind preventive (march)']],
    ['servis bulan mac', ['month mar (servis)']],
    ['other work march', ['month mar (other work)', 'kind other (march)']],
    ['p1 arm', ['post P1 Main Gate (arm)']],
    ['P2 rear gate loop', ['post P2 Rear Gate (rear gate loop)']],
    ['tower a reader', ['post Tower A Ramp (reader)']],
    ['exit barrier', ['direction exit (barrier)']],
    ['palang masuk', ['direction entrance (palang)']],
    [
      'emergency p1 3月',
      ['month mar (emergency p1)', 'kind emergency (p1 3 月)', 'post P1 Main Gate (emergency 3 月)'],
    ],
    ['AZIZ BIN ALI loop', ['by Aziz bin Ali (loop)']],
    ['march 2026 jose', ['days 2026-03-01 2026-03-31 (jose)', 'by José (march 2026)']],
    ['伟杰', ['by 伟杰 ()']],
    ['sam lim', ['by Sam, Lim ()']],
    // no filter
    ['aziz', []],
    ['sam', []],
    ['12 mar', []],
    ['30 feb 2026', []],
    ['10:05', []],
    ['9:05 pm', []],
    ['work', []],
    ['maintenance', []],
    ['loop', []],
    ['', []],
  ])('%s: %j', (query, filters) => {
    expect(filtersIn(query)).toEqual(filters);
  });
});

it('says in which words a filter was found, and which others there are', () => {
  expect(knownFilters('arm March 2026', [], [])).toEqual([
    { name: 'days', from: '2026-03-01', to: '2026-03-31', typed: 'march 2026', others: 'arm' },
  ]);
});
