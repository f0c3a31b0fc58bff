import { expect, it, describe } from 'vitest';
import {
  overviewCsv,
  chosenShow,
  isShownBy,
  overviewFilters,
  overviewShows,
  orderSites,
  overviewOrders,
} from '../../../src/features/overview/overview-list.ts';
import { readFilters } from '../../../src/lib/screen/list-filters.ts';
import { orderOptions, listOrderValue, readListOrder } from '../../../src/lib/screen/list-order.ts';
import type { SiteOverview } from '../../../src/records/site/site-overview.ts';
import { byUrgency, calendarSite, serviceState, watchedSite } from '../../../src/records/site/watched-site.ts';
import { agreementOf, serviceSummary, type DatedVisit } from '../../../src/records/task/service-periods.ts';
import { siteStamp } from '../../../src/records/time.ts';
import { overviewRow } from '../../support/rows.ts';

const now = new Date('2026-11-22T13:30:00+08:00');

const sitesOf = (...rows: Partial<SiteOverview>[]) => rows.map((values) => watchedSite(overviewRow(values), now));

const namesOf = (sites: ReturnType<typeof sitesOf>) => sites.map(({ row }) => row.name).join(' ');

const recommended = { follow: 2, follow_since: '2026-05-22T02:00:00+00:00' };
const lateCalls = {
  response_hours: 3,
  calls: [emergency('2026-03-05', 4), emergency('2026-04-05', 1)],
  follow: 1,
  follow_since: '2026-11-20T02:00:00+00:00',
};
const some = sitesOf(
  { name: 'Alpha', status: false, last_visit: null, kept_months: [], first_visit: null, visits: 0, keys: 0 },
  { name: 'beta 10', contract_until: '31/12/2026', failures: { '2026': 40 }, keys_unused: 1, ...recommended },
  { name: 'Beta 2', visit_every_months: null, contract_until: 'open', last_visit: '2026-11-20T10:00:00+08:00' },
  {
    name: 'Gamma',
    kept_months: ['2026-01', '2026-10'],
    contract_until: null,
    failures: {},
    keys_unused: 2,
    ...lateCalls,
  },
  {
    name: 'Delta',
    kept_months: ['2026-01', '2026-02'],
    contract_until: '2026-11-30',
    faults: { open: 1, oldest: '2026-11-22T13:00:00+08:00' },
  },
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
  ['calls', 'Gamma Alpha Beta 2 beta 10 Delta'],
  ['-calls', 'Alpha Beta 2 beta 10 Delta Gamma'],
  ['failures', 'beta 10 Alpha Beta 2 Delta Gamma'],
  ['keys', 'Gamma beta 10 Alpha Beta 2 Delta'],
  ['faults', 'Delta Alpha Beta 2 beta 10 Gamma'],
  ['nonsense', 'Delta Alpha Gamma beta 10 Beta 2'],
])('sorts by "%s"', (sort, names) => {
  expect(namesOf(orderSites(some, readListOrder(overviewOrders, new URLSearchParams({ sort }))))).toBe(names);
});

it('restores every order from its query string', () => {
  const options = orderOptions(overviewOrders);
  for (const { value } of options) {
    const order = readListOrder(overviewOrders, new URLSearchParams({ sort: value }));
    expect(listOrderValue(overviewOrders, order)).toBe(value);
  }
  // eleven keys, each in two directions
  expect(new Set(options.map(({ label }) => label)).size).toBe(22);
});

it.each([
  ['all', 'Alpha beta 10 Beta 2 Gamma Delta'],
  ['attention', 'Alpha Delta'],
  ['overdue', 'Delta'],
  ['faults', 'Delta'],
  ['due', 'Alpha Gamma Delta'],
  ['contract', 'beta 10 Delta'],
  ['offline', 'Alpha'],
  ['keys', 'beta 10 Gamma'],
  ['interval', 'Beta 2'],
  ['late', 'Gamma'],
  ['follow', 'beta 10 Gamma'],
])('shows the sites of "%s"', (show, names) => {
  const filter = readFilters(overviewFilters, new URLSearchParams({ show }));
  const { holds } = chosenShow(filter.show);
  expect(namesOf(some.filter((site) => holds(site, now)))).toBe(names);
  expect(overviewShows.map(({ value }) => value)).toContain(show);
});

/** A call on a day at noon that was answered this number of hours after its report; null if the times are missing. */
function emergency(day: string, hours: number | null): SiteOverview['calls'][number] {
  const arrived = Date.parse(`${day}T12:00:00+08:00`);
  const reported = hours === null ? null : siteStamp(new Date(arrived - hours * 3_600_000));
  const time = siteStamp(new Date(arrived));
  return { id: arrived, time, kind: 'emergency', reported, arrived: time };
}

it('writes a CSV file that is safe in a spreadsheet', () => {
  const [heads, first, second] = overviewCsv(
    sitesOf(
      {
        name: '=HYPERLINK("x")',
        sitename: null,
        kept_months: ['2026-09', '2026-11'],
        contract_until: '2026-12-01',
        response_hours: 3,
        emergency_calls_a_year: 2,
        calls: [
          // before the contract year, and of last year
          emergency('2025-11-01', 1),
          emergency('2026-01-05', 2),
          emergency('2026-02-05', 2.5 + 20 / 60),
          emergency('2026-03-05', 9),
          emergency('2026-04-05', null),
        ],
        follow: 2,
        follow_since: '2026-10-22T02:00:00+00:00',
        faults: { open: 2, oldest: '2026-11-22T09:12:00+08:00' },
      },
      { visit_every_months: null, last_visit: null, emergency: {}, failures: {} },
    ),
    now,
  ).split('\r\n');
  expect(heads).toBe(
    '\u{FEFF}Name,Site Name,Needs,Status,Last visit,Visit Every (Months),This period,This period ends,Periods kept 2026,Periods due 2026,Periods missed 2026,Contract End Date,Contract ends on,Emergency calls 2025,Emergency calls 2026,Failures 2025,Failures 2026,Keys,Keys never used,Response Within (Hours),Emergency Calls a Year,Calls in time 2026,Calls late 2026,Calls without times 2026,Median answer (min) 2026,Calls used in the contract year or in 2026,Recommendations open,Faults open,Oldest fault reported',
  );
  expect(first).toBe(
    `"'=HYPERLINK(""x"")",,"2 faults open, oldest 4 h 18 min; Contract ends in 9 days; 4 of 2 calls used; 2 recommendations open, oldest 1 month",System Online,2026-11-05,1,Kept,2026-11-30,2,11,9,2026-12-01,2026-12-01,0,1,30,12,2,0,3,2,2,1,1,170,4,2,2,2026-11-22 09:12`,
  );
  expect(second).toBe(
    'Selasih Park,Residensi Selasih Park,No interval agreed,System Online,,,,,,,,2028-12-31,2028-12-31,0,0,0,0,2,0,,,0,0,0,,0,0,0,',
  );
});

/** The promise in the CSV today, if another promise was valid until a day. */
const promisedToday = (until: string) => {
  const sites = sitesOf({
    response_hours: 3,
    emergency_calls_a_year: 12,
    promised_before: [{ until, hours: 4, calls: 6 }],
  });
  const [heads, cells] = overviewCsv(sites, now)
    .split('\r\n')
    .map((line) => line.replaceAll(/"[^"]*"/gu, '').split(','));
  const at = heads?.indexOf('Response Within (Hours)') ?? -1;
  return cells?.slice(at, at + 2);
};

it('writes the promise of today if another promise starts later', () => {
  expect(promisedToday('2026-11-22')).toEqual(['4', '6']);
  expect(promisedToday('2026-11-21')).toEqual(['3', '12']);
});

it.each([
  ['2026-10-31', 'No contract,,1,9,8', 'the current month is free of it'],
  ['2026-11-10', 'Missed,2026-11-30,1,10,9', 'it ended in the current month'],
  ['2025-12-31', 'No contract,,0,0,0', 'it ended last year'],
  ['2027-12-31', 'Not kept yet,2026-11-30,1,9,8', 'it runs'],
])('writes of a contract until %s: %s, as %s', (contract_until, cells) => {
  const csv = overviewCsv(
    sitesOf({ kept_months: ['2026-02'], first_visit: '2026-02-12T10:00:00+08:00', contract_until }),
    now,
  );
  expect(csv.split('\r\n')[1]).toContain(`,1,${cells},`);
});

it('sorts by the current period: due, missed at the end of a contract, kept, without a contract, without an interval', () => {
  const sites = sitesOf(
    { name: 'none', contract_until: '2026-10-31' },
    { name: 'kept' },
    { name: 'missed', kept_months: ['2026-10'], contract_until: '2026-11-10' },
    { name: 'free', visit_every_months: null },
    { name: 'due', kept_months: ['2026-10'] },
    { name: 'overdue', kept_months: ['2026-09'] },
  );
  expect(namesOf(orderSites(sites, { key: 'period', turned: false }))).toBe('overdue due missed kept none free');
});

/** The database's summary of the shown visits of a site (`decisions §8`). */
function summed(
  visits: readonly DatedVisit[],
  everyMonths: number | null,
  at: Date,
  contractUntil: string | null = null,
): SiteOverview {
  const inOrder = visits.toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time));
  const since = `${Number(siteStamp(at).slice(0, 4)) - 2}-01`;
  const months = visits
    .filter(({ kind }) => kind === undefined || kind === 'preventive')
    .map(({ time }) => siteStamp(new Date(time)).slice(0, 7))
    .filter((month) => month >= since);
  return overviewRow({
    visit_every_months: everyMonths,
    contract_until: contractUntil,
    visits: visits.length,
    first_visit: inOrder[0]?.time ?? null,
    last_visit: inOrder.at(-1)?.time ?? null,
    kept_months: [...new Set(months)].toSorted(),
  });
}

/** A small Lehmer generator of random numbers, with the same numbers in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** A day some days after a moment, in Singapore. */
const dayFrom = (at: Date, days: number) => siteStamp(new Date(at.getTime() + days * 86_400_000)).slice(0, 10);

const kinds = ['preventive', 'emergency', 'other', undefined] as const;

/** Visits of any kind from 2022 on, many of them within minutes of midnight in Singapore. */
function someVisits(random: (below: number) => number, at: Date): DatedVisit[] {
  const begin = Date.parse('2022-01-01T00:00:00+08:00');
  const days = Math.floor((at.getTime() - begin) / 86_400_000) + 2;
  return Array.from({ length: random(40) }, () => {
    const minute = random(3) === 0 ? [0, 1, 1439][random(3)] : random(1440);
    const instant = new Date(begin + random(days) * 86_400_000 + (minute ?? 0) * 60_000);
    const kind = kinds[random(4)];
    // some entries are stored in UTC
    const time = random(4) === 0 ? instant.toISOString() : siteStamp(instant);
    return { time, ...(kind && { kind }) };
  });
}

describe('the state of a site from the summary of the database', () => {
  it('equals that from all visits, for every interval, in 600 generated sites', () => {
    const random = seeded(20_261_122);
    for (let made = 0; made < 600; made += 1) {
      const everyMonths = random(14) === 0 ? null : random(12) + 1;
      const at = new Date(Date.UTC(2024 + random(4), random(12), 1 + random(28), random(24), random(60)));
      const visits = someVisits(random, at);
      const end = random(3) === 0 ? null : dayFrom(at, random(1200) - 800);
      const { year, running, since, ...state } = serviceState(summed(visits, everyMonths, at, end), at);
      const agreement = { everyMonths, contractUntil: end };
      const { overdueSince, ...whole } = serviceSummary(visits, agreement, year, at);
      expect({ made, ...state }).toEqual({ made, ...whole });
      const today = siteStamp(at).slice(0, 10);
      expect(running).toEqual(whole.periods.find(({ first, last }) => first <= today && today <= last) ?? null);
      expect(since !== null).toBe(overdueSince !== null);
      if (since && !since.orEarlier) expect(since.day).toBe(overdueSince);
    }
  });

  it('has the same first overdue day as all visits give, as far as it is known', () => {
    const random = seeded(7);
    let overdue = 0;
    for (let made = 0; made < 600; made += 1) {
      const everyMonths = random(12) + 1;
      const visits = someVisits(random, now).slice(0, 6);
      const { since } = serviceState(summed(visits, everyMonths, now), now);
      if (!since) continue;
      overdue += 1;
      const past = [2022, 2023, 2024, 2025, 2026]
        .flatMap((year) => serviceSummary(visits, agreementOf({ visit_every_months: everyMonths }), year, now).periods)
        .filter(({ last }) => last < '2026-11-22');
      const first = past[past.findLastIndex(({ state }) => state !== 'missed') + 1];
      if (since.orEarlier) expect(first?.last ?? '').toBeOneOf([since.day, expect.stringMatching(/^202[2-5]/u)]);
      else expect({ made, day: since.day }).toEqual({ made, day: first?.last });
    }
    expect(overdue).toBeGreaterThan(50);
  });

  it.each([
    ['kept this month', ['2026-10', '2026-11'], { state: 'kept', first: '2026-11-01', last: '2026-11-30' }, null],
    ['missed in October', ['2026-09'], { state: 'due', first: '2026-11-01', last: '2026-11-30' }, '2026-10-31'],
    ['missed since August', ['2026-07'], { state: 'due', first: '2026-11-01', last: '2026-11-30' }, '2026-08-31'],
  ])('has the current period and what was missed before it: %s', (_, kept_months, running, since) => {
    const state = serviceState(overviewRow({ first_visit: '2025-03-02T10:00:00+08:00', kept_months }), now);
    expect(state.running).toEqual(running);
    expect(state.since?.day ?? null).toBe(since);
    expect(state.since?.orEarlier ?? false).toBe(false);
  });

  it('marks the first day as possibly earlier if nothing older is known', () => {
    const state = serviceState(overviewRow({ first_visit: '2022-03-02T10:00:00+08:00', kept_months: [] }), now);
    expect(state.since).toEqual({ day: '2024-01-31', orEarlier: true });
  });

  it('has no periods if no interval is agreed', () => {
    expect(serviceState(overviewRow({ visit_every_months: null }), now)).toMatchObject({ running: null, since: null });
  });
});

const since2025 = '2025-02-12T10:00:00+08:00';

const concernsOf = (values: Partial<SiteOverview>, at = now) =>
  watchedSite(overviewRow(values), at).concerns.map(({ tone, text }) => `${tone}: ${text}`);

describe('the needs of a site, in words', () => {
  it.each<[string, Partial<SiteOverview>, string[]]>([
    ['nothing', {}, []],
    ['a visit last month', { kept_months: ['2026-09'] }, ['danger: Visit overdue since 31 Oct 2026']],
    ['visits since spring', { kept_months: ['2026-02'] }, ['danger: Visit overdue since 31 Mar 2026']],
    [
      'visits for longer than is known',
      { first_visit: '2022-02-12T10:00:00+08:00', kept_months: [] },
      ['danger: Visit overdue since 31 Jan 2024 or earlier'],
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
    [
      'no visit without a contract',
      { kept_months: ['2026-02'], contract_until: '2026-10-31' },
      ['danger: Contract expired 22 days ago'],
    ],
    [
      'no visit from the day after it ended',
      { kept_months: ['2026-10'], contract_until: '2026-11-21' },
      ['danger: Contract expired 1 day ago'],
    ],
    [
      'a visit before the contract ends',
      { kept_months: ['2026-10'], contract_until: '2026-11-25' },
      ['warn: Visit due by 25 Nov 2026', 'warn: Contract ends in 3 days'],
    ],
    ['a contract that is over', { contract_until: '2026-11-21' }, ['danger: Contract expired 1 day ago']],
    ['a contract that ends today', { contract_until: '22/11/2026' }, ['warn: Contract ends today']],
    ['a contract that ends tomorrow', { contract_until: '2026-11-23' }, ['warn: Contract ends in 1 day']],
    ['a contract that ends in 30 days', { contract_until: '2026-12-22' }, ['warn: Contract ends in 30 days']],
    ['a contract that ends in 31 days', { contract_until: '2026-12-23' }, ['info: Contract ends in 31 days']],
    ['a contract that ends in 90 days', { contract_until: '2027-02-20' }, ['info: Contract ends in 90 days']],
    ['nothing with 91 days left', { contract_until: '2027-02-21' }, []],
    ['an end that is no date', { contract_until: 'until further notice' }, ['info: Contract end is not a date']],
    ['nothing with an end in other words', { contract_until: 'Dec 2028' }, []],
    ['an end in other words that is over', { contract_until: '31-Oct-26' }, ['danger: Contract expired 22 days ago']],
    ['nothing of keys that were issued lately', { keys: 3, keys_unused: 3, keys_forgotten: 0 }, []],
    ['its only key', { keys: 1, keys_unused: 1 }, ['info: Its key was never used']],
    ['all its keys', { keys: 3, keys_unused: 3 }, ['info: None of its 3 keys has been used']],
    ['one of its keys', { keys: 3, keys_unused: 1 }, ['info: 1 of 3 keys was never used']],
    [
      'some, of which one was issued long ago',
      { keys: 3, keys_unused: 2, keys_forgotten: 1 },
      ['info: 2 of 3 keys were never used'],
    ],
    ['most of its keys', { keys: 3, keys_unused: 2 }, ['info: 2 of 3 keys were never used']],
    [
      'everything, the most urgent first',
      { kept_months: [], status: false, contract_until: '2026-12-01', keys: 1, keys_unused: 1, first_visit: since2025 },
      [
        'danger: Visit overdue since 28 Feb 2025',
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
    ['2026-11-30T16:00:00Z', 'danger: Visit overdue since 30 Nov 2026'],
  ])('a due visit needs attention from the seventh day before its deadline: %s', (at, concern) => {
    expect(concernsOf({ kept_months: ['2026-10'] }, new Date(at))).toEqual([concern]);
  });
});

describe('the order of sites', () => {
  const order: readonly Partial<SiteOverview>[] = [
    { name: 'overdue longest', kept_months: ['2026-07'] },
    { name: 'overdue and offline', kept_months: ['2026-09'], status: false },
    { name: 'overdue, contract ending', kept_months: ['2026-09'], contract_until: '2026-11-30' },
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

const concernOf = (values: Partial<SiteOverview>, reported = '2026-11-22T10:30:00+08:00') => {
  const [site] = sitesOf({ faults: { open: 1, oldest: reported }, ...values });
  return site?.concerns[0];
};

describe('an open fault', () => {
  it.each<[string, Partial<SiteOverview>, string | undefined, string, 'warn' | 'danger']>([
    ['without a promise', {}, undefined, '1 fault open, 3 h', 'warn'],
    ['at the end of what was promised', { response_hours: 3 }, undefined, '1 fault open, 3 h', 'warn'],
    ['a minute later', { response_hours: 3 }, '2026-11-22T10:29:00+08:00', '1 fault open, 3 h 1 min', 'danger'],
    [
      'by the promise of its day',
      { response_hours: 3, promised_before: [{ until: '2026-11-22', hours: 8, calls: null }] },
      '2026-11-22T09:00:00+08:00',
      '1 fault open, 4 h 30 min',
      'warn',
    ],
    [
      'after the contract',
      { response_hours: 3, contract_until: '2026-11-20' },
      '2026-11-21T09:00:00+08:00',
      '1 fault open, 28 h 30 min',
      'warn',
    ],
    ['for days', { response_hours: 3 }, '2026-11-19T09:00:00+08:00', '1 fault open, 3 days 4 h', 'danger'],
    ['reported by a clock ahead', {}, '2026-11-22T14:00:00+08:00', '1 fault open, 0 min', 'warn'],
  ])('is a concern of its site: %s', (_, values, reported, text, tone) => {
    const concern = concernOf(values, reported);
    expect(concern).toMatchObject({ text, tone, kind: tone === 'danger' ? 'late fault' : 'fault' });
  });

  it('comes first if it is late, and otherwise after an offline system', () => {
    const oldest = '2026-11-22T09:00:00+08:00';
    const concernKinds = (values: Partial<SiteOverview>) =>
      sitesOf({ status: false, kept_months: ['2026-01'], faults: { open: 3, oldest }, ...values })[0]?.concerns.map(
        ({ kind }) => kind,
      );
    expect(concernKinds({ response_hours: 3 })).toEqual(['late fault', 'overdue', 'offline']);
    expect(concernKinds({})).toEqual(['overdue', 'offline', 'fault']);
  });

  it('is no concern if none is open, or if an older answer does not tell', () => {
    expect(concernOf({ faults: { open: 0, oldest: null } })).toBeUndefined();
    expect(concernOf({ faults: null })).toBeUndefined();
  });
});

describe('an archived site', () => {
  const [away] = sitesOf({
    archived_at: '2026-11-01T02:00:00+00:00',
    status: false,
    kept_months: [],
    contract_until: '2026-12-01',
    keys_unused: 2,
    faults: { open: 1, oldest: '2026-11-02T02:00:00+00:00' },
    ...recommended,
  });
  if (!away) throw new Error('No site');

  it('has no need, and no coming date', () => {
    expect(away.concerns).toEqual([]);
    expect(calendarSite(away, now).dates).toEqual([]);
  });

  it('is in the archive, whatever else would hold, and no other site is', () => {
    const shows = overviewShows.filter((show) => isShownBy(show, away, now)).map(({ value }) => value);
    expect(shows).toEqual(['archived']);
    expect(some.filter((site) => isShownBy(chosenShow('archived'), site, now))).toEqual([]);
  });
});
