import { expect, it } from 'vitest';
import {
  overviewCsv,
  overviewShows,
  readShow,
  searchSites,
  orderSites,
  overviewOrders,
  overviewOrderValue,
  readOverviewOrder,
} from '../../../src/features/overview/overview-order.ts';
import { watchedSite } from '../../../src/features/overview/site-concerns.ts';
import type { SiteOverview } from '../../../src/features/overview/site-overview.ts';
import { overviewRow } from '../../support/rows.ts';

const now = new Date('2026-11-22T13:30:00+08:00');
const sitesOf = (...rows: Partial<SiteOverview>[]) => rows.map((values) => watchedSite(overviewRow(values), now));
const namesOf = (sites: ReturnType<typeof sitesOf>) => sites.map(({ row }) => row.name).join(' ');

const some = sitesOf(
  { name: 'Alpha', status: false, last_visit: null, kept_months: [], first_visit: null, visits: 0, keys: 0 },
  { name: 'beta 10', contract_until: '31/12/2026', failures: { '2026': 40 }, keys_unused: 1 },
  { name: 'Beta 2', visit_every_months: null, contract_until: 'open', last_visit: '2026-11-20T10:00:00+08:00' },
  { name: 'Gamma', kept_months: ['2026-01', '2026-10'], contract_until: null, failures: {}, keys_unused: 2 },
  { name: 'Delta', kept_months: ['2026-01', '2026-02'], contract_until: '2026-10-01' },
);

it.each([
  ['', 'Delta Alpha Gamma beta 10 Beta 2'],
  ['-urgency', 'Beta 2 beta 10 Gamma Alpha Delta'],
  ['site', 'Alpha Beta 2 beta 10 Delta Gamma'],
  ['-site', 'Gamma Delta beta 10 Beta 2 Alpha'],
  ['status', 'Alpha Beta 2 beta 10 Delta Gamma'],
  ['visit', 'Alpha beta 10 Delta Gamma Beta 2'],
  ['-visit', 'Beta 2 beta 10 Delta Gamma Alpha'],
  ['period', 'Delta Alpha Gamma beta 10 Beta 2'],
  ['kept', 'Delta Gamma Alpha beta 10 Beta 2'],
  ['contract', 'Delta beta 10 Alpha Beta 2 Gamma'],
  ['failures', 'beta 10 Alpha Beta 2 Delta Gamma'],
  ['keys', 'Gamma beta 10 Alpha Beta 2 Delta'],
  ['nonsense', 'Delta Alpha Gamma beta 10 Beta 2'],
])('sorts by "%s"', (sort, names) => {
  expect(namesOf(orderSites(some, readOverviewOrder(new URLSearchParams({ sort }))))).toBe(names);
});

it('restores every order from its query string', () => {
  for (const { value } of overviewOrders)
    expect(overviewOrderValue(readOverviewOrder(new URLSearchParams({ sort: value })))).toBe(value);
  expect(new Set(overviewOrders.map(({ label }) => label)).size).toBe(18);
});

it.each([
  ['all', 'Alpha beta 10 Beta 2 Gamma Delta'],
  ['attention', 'Alpha Delta'],
  ['overdue', 'Delta'],
  ['due', 'Alpha Gamma Delta'],
  ['contract', 'beta 10 Delta'],
  ['offline', 'Alpha'],
  ['keys', 'beta 10 Gamma'],
  ['interval', 'Beta 2'],
])('shows the sites of "%s"', (show, names) => {
  const { holds } = readShow(new URLSearchParams({ show }));
  expect(namesOf(some.filter((site) => holds(site, now)))).toBe(names);
  expect(overviewShows.map(({ value }) => value)).toContain(show);
});

it('finds every word in name and title, whatever its case and accents', () => {
  const sites = sitesOf({ name: 'Café Court', sitename: null }, { name: 'Selasih Park', sitename: 'Residensi Merah' });
  expect(namesOf(searchSites(sites, ' cafe '))).toBe('Café Court');
  expect(namesOf(searchSites(sites, 'merah PARK'))).toBe('Selasih Park');
  expect(namesOf(searchSites(sites, 'park court'))).toBe('');
  expect(searchSites(sites, ' ')).toHaveLength(2);
});

it('writes a CSV file that is safe in a spreadsheet', () => {
  const [heads, first, second] = overviewCsv(
    sitesOf(
      { name: '=HYPERLINK("x")', sitename: null, kept_months: ['2026-09', '2026-11'], contract_until: '2026-12-01' },
      { visit_every_months: null, last_visit: null, emergency: {}, failures: {} },
    ),
    2026,
  ).split('\r\n');
  expect(heads).toBe(
    '\u{FEFF}Name,Site Name,Needs,Status,Last visit,Visit Every (Months),This period,This period ends,Periods kept 2026,Periods due 2026,Periods missed 2026,Contract End Date,Emergency calls 2026,Emergency calls 2025,Failures 2026,Failures 2025,Keys,Keys never used',
  );
  expect(first).toBe(
    `"'=HYPERLINK(""x"")",,Contract ends in 9 days,System Online,2026-11-05,1,Kept,2026-11-30,2,11,9,2026-12-01,1,0,12,30,2,0`,
  );
  expect(second).toBe(
    'Selasih Park,Residensi Selasih Park,No interval agreed,System Online,,,,,,,,2028-12-31,0,0,0,0,2,0',
  );
});
