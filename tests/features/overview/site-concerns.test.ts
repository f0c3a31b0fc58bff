import { describe, expect, it } from 'vitest';
import { byUrgency, watchedSite } from '../../../src/features/overview/site-concerns.ts';
import type { SiteOverview } from '../../../src/features/overview/site-overview.ts';
import { overviewRow } from '../../support/rows.ts';

const now = new Date('2026-11-22T13:30:00+08:00');
const since2025 = '2025-02-12T10:00:00+08:00';

const concernsOf = (values: Partial<SiteOverview>, at = now) =>
  watchedSite(overviewRow(values), at).concerns.map(({ tone, text }) => `${tone}: ${text}`);

describe('what a site needs, in words', () => {
  it.each<[string, Partial<SiteOverview>, string[]]>([
    ['nothing', {}, []],
    ['a visit last month', { kept_months: ['2026-09'] }, ['danger: Overdue since 31 Oct 2026']],
    ['visits since spring', { kept_months: ['2026-02'] }, ['danger: Overdue since 31 Mar 2026']],
    [
      'visits for longer than is known',
      { first_visit: '2022-02-12T10:00:00+08:00', kept_months: [] },
      ['danger: Overdue since 31 Jan 2024 or earlier'],
    ],
    ['a visit this month, kept last month', { kept_months: ['2026-10'] }, ['info: Visit due by 30 Nov 2026']],
    ['its first visit', { visits: 0, first_visit: null, kept_months: [] }, ['info: Visit due by 30 Nov 2026']],
    [
      'a visit of the quarter',
      { visit_every_months: 3, kept_months: ['2026-02', '2026-05', '2026-08'] },
      ['info: Visit due by 31 Dec 2026'],
    ],
    ['nothing in a quarter with its visit', { visit_every_months: 3, kept_months: ['2026-08', '2026-10'] }, []],
    ['an interval', { visit_every_months: null }, ['info: No interval agreed']],
    ['its gates', { status: false }, ['danger: System Offline']],
    ['its gates, whose status was never set', { status: null }, ['danger: System Offline']],
    ['a contract that is over', { contract_until: '2026-11-21' }, ['danger: Contract expired 1 day ago']],
    ['a contract that ends today', { contract_until: '22/11/2026' }, ['warn: Contract ends today']],
    ['a contract that ends tomorrow', { contract_until: '2026-11-23' }, ['warn: Contract ends in 1 day']],
    ['a contract that ends in 30 days', { contract_until: '2026-12-22' }, ['warn: Contract ends in 30 days']],
    ['a contract that ends in 31 days', { contract_until: '2026-12-23' }, ['info: Contract ends in 31 days']],
    ['a contract that ends in 90 days', { contract_until: '2027-02-20' }, ['info: Contract ends in 90 days']],
    ['nothing with 91 days left', { contract_until: '2027-02-21' }, []],
    ['nothing with a contract in words', { contract_until: 'until further notice' }, []],
    ['its only key', { keys: 1, keys_unused: 1 }, ['info: Its key was never used']],
    ['all its keys', { keys: 3, keys_unused: 3 }, ['info: None of its 3 keys has been used']],
    ['one of its keys', { keys: 3, keys_unused: 1 }, ['info: 1 of 3 keys was never used']],
    ['most of its keys', { keys: 3, keys_unused: 2 }, ['info: 2 of 3 keys were never used']],
    [
      'everything, the most urgent first',
      { kept_months: [], status: false, contract_until: '2026-12-01', keys: 1, keys_unused: 1, first_visit: since2025 },
      [
        'danger: Overdue since 28 Feb 2025',
        'danger: System Offline',
        'warn: Contract ends in 9 days',
        'info: Its key was never used',
      ],
    ],
  ])('%s', (_, values, concerns) => {
    expect(concernsOf(values)).toEqual(concerns);
  });

  it.each([
    ['2026-11-22T23:59:00+08:00', 'info: Visit due by 30 Nov 2026'],
    // eight days before the deadline in London, seven in Singapore
    ['2026-11-22T16:00:00Z', 'warn: Visit due by 30 Nov 2026'],
    ['2026-11-30T23:59:00+08:00', 'warn: Visit due by 30 Nov 2026'],
    ['2026-11-30T16:00:00Z', 'danger: Overdue since 30 Nov 2026'],
  ])('a due visit needs attention from the seventh day before its deadline: %s', (at, concern) => {
    expect(concernsOf({ kept_months: ['2026-10'] }, new Date(at))).toEqual([concern]);
  });
});

describe('the order of sites', () => {
  const order: readonly Partial<SiteOverview>[] = [
    { name: 'overdue longest', kept_months: ['2026-07'] },
    { name: 'overdue and offline', kept_months: ['2026-09'], status: false },
    { name: 'overdue, contract over', kept_months: ['2026-09'], contract_until: '2026-11-01' },
    { name: 'overdue', kept_months: ['2026-09'] },
    { name: 'offline', status: false },
    { name: 'expired longest', contract_until: '2026-01-31' },
    { name: 'expired', contract_until: '2026-11-20' },
    { name: 'ending first', contract_until: '2026-11-25' },
    { name: 'ending', contract_until: '2026-12-20' },
    { name: 'due', kept_months: ['2026-10'] },
    { name: 'due later', visit_every_months: 2, kept_months: ['2026-09'] },
    { name: 'ends later', contract_until: '2027-02-01' },
    { name: 'more keys', keys: 5, keys_unused: 5 },
    { name: 'a key', keys: 1, keys_unused: 1 },
    { name: 'no interval', visit_every_months: null },
    { name: 'well' },
  ];

  it.each([0, 5, 11])('is by urgency, then by duration, then by the next need (rotated by %i)', (turn) => {
    const sites = order.map((values) => watchedSite(overviewRow(values), now));
    const mixed = [...sites.slice(turn), ...sites.slice(0, turn)].toReversed();
    expect(mixed.toSorted(byUrgency).map(({ row }) => row.name)).toEqual(order.map(({ name }) => name));
  });

  it('puts a visit that is due within seven days before a contract that ends', () => {
    const late = new Date('2026-11-26T10:00:00+08:00');
    const due = watchedSite(overviewRow({ kept_months: ['2026-10'] }), late);
    const ending = watchedSite(overviewRow({ contract_until: '2026-11-27' }), late);
    expect([ending, due].toSorted(byUrgency)).toEqual([due, ending]);
  });
});
