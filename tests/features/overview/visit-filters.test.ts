import { describe, expect, it } from 'vitest';
import {
  filterArguments,
  nothingText,
  offeredYears,
  totalText,
  visitFilters,
  visitsFileStem,
  type VisitFilter,
} from '../../../src/features/overview/visit-filters.ts';
import { countFilters, readFilters } from '../../../src/lib/screen/list-filters.ts';

const all: VisitFilter = {
  site: [],
  year: [],
  kind: [],
  show: null,
  archive: null,
  post: null,
  direction: null,
  by: null,
  from: null,
  to: null,
};

describe('the filter in a URL', () => {
  it.each<[string, Partial<VisitFilter>]>([
    ['', {}],
    ['site=A+%26+B&site=B&site=B&site=', { site: ['A & B', 'B'] }],
    ['year=2026&year=2024&year=1999&year=x', { year: ['2024', '2026'] }],
    ['kind=none&kind=emergency&kind=party', { kind: ['emergency', 'none'] }],
    ['show=hidden', { show: 'hidden' }],
    ['show=shown', { show: 'shown' }],
    ['show=deleted', {}],
    ['archive=only&archive=all', { archive: 'only' }],
    ['archive=all', {}],
    ['from=2026-03-02&to=2026-03-08', { from: '2026-03-02', to: '2026-03-08' }],
    ['from=2.3.2026&to=2026-02-30', {}],
    ['post=P1+Main&post=P2', { post: 'P1 Main' }],
    ['post=', {}],
    ['direction=exit', { direction: 'exit' }],
    ['direction=up', {}],
    ['by=Aziz+bin+Ali&by=Lim', { by: 'Aziz bin Ali' }],
    ['by=+', {}],
  ])('%s', (query, wanted) => {
    expect(readFilters(visitFilters, new URLSearchParams(query))).toEqual({ ...all, ...wanted });
  });

  it('has at most as many sites as the database accepts', () => {
    const query = Array.from({ length: 120 }, (_, index) => `site=Tower+${index}`).join('&');
    expect(readFilters(visitFilters, new URLSearchParams(query)).site).toHaveLength(100);
  });
});

const combined: VisitFilter = {
  site: ['A & B'],
  year: ['2025', '2026'],
  kind: ['emergency'],
  show: 'hidden',
  archive: null,
  post: null,
  direction: null,
  by: null,
  from: null,
  to: null,
};

it('the database gets only the filters that are set', () => {
  expect(filterArguments(all)).toEqual({});
  expect(filterArguments(combined)).toEqual({
    of_sites: ['A & B'],
    of_years: ['2025', '2026'],
    of_kinds: ['emergency'],
    shown: false,
  });
  expect(filterArguments({ ...all, show: 'shown' })).toEqual({ shown: true });
  expect(filterArguments({ ...all, post: 'P1', direction: 'exit', from: '2026-03-02', to: '2026-03-08' })).toEqual({
    post: 'P1',
    direction: 'exit',
    from_day: '2026-03-02',
    to_day: '2026-03-08',
  });
  expect(filterArguments({ ...all, by: 'Aziz' })).toEqual({ person: 'Aziz' });
  expect(filterArguments({ ...all, archive: 'only' })).toEqual({ archived: true });
  expect([all, combined].map((filter) => countFilters(filter))).toEqual([0, 5]);
});

it('the years up to this one are offered, the newest first, and chosen years', () => {
  const now = new Date('2026-12-31T23:59:00+08:00');
  expect(offeredYears(all, now)).toEqual(['2026', '2025', '2024', '2023', '2022']);
  expect(offeredYears({ ...all, year: ['2028'] }, now)[0]).toBe('2028');
  // today is outside the years that tasks can have, so all of these are offered
  expect(offeredYears(all, new Date('2031-01-01T00:00:00+08:00'))).toHaveLength(9);
});

it.each([
  [{ visits: 214, sites: 31, capped: false }, false, '214 visits at 31 sites, newest first'],
  [{ visits: 2_087, sites: 60, capped: false }, true, '2,087 visits at 60 sites, best match first'],
  [{ visits: 1, sites: 1, capped: false }, true, '1 visit at 1 site'],
  [{ visits: 10_000, sites: 300, capped: true }, true, 'More than 10,000 visits, best match first'],
  [{ visits: 1, sites: 1, capped: true }, true, 'More than 1 visit'],
])('the total %o', (total, searching, text) => {
  expect(totalText(total, searching)).toBe(text);
});

it.each<[string, VisitFilter, string]>([
  ['', all, 'No activities yet.'],
  ['zzz', all, 'No visit matches the search “zzz”.'],
  ['', { ...all, show: 'hidden' }, 'There is no hidden visit.'],
  ['', { ...all, post: 'P1 Main' }, 'No visit matches the post “P1 Main”.'],
  ['', { ...all, by: 'Aziz' }, 'No visit matches the technician “Aziz”.'],
  [
    '',
    { ...all, direction: 'exit', from: '2026-03-02' },
    'No visit matches the direction “Exit” and the days from 2 March 2026.',
  ],
  ['', { ...all, site: ['A', 'B'] }, 'No visit matches the sites “A” and “B”.'],
  ['', { ...all, site: ['A', 'B', 'C', 'D'], show: 'shown' }, 'No shown visit matches any of the 4 sites.'],
  [
    'loop',
    combined,
    'No hidden visit matches the search “loop”, the site “A & B”, the years 2025 and 2026 and the kind “Emergency call”.',
  ],
])('names the filters if “%s” with %o finds nothing', (words, filter, text) => {
  expect(nothingText(words, filter)).toBe(text);
});

it('the name of an export contains its filters', () => {
  expect(visitsFileStem('2026-11-26', '', all)).toBe('Visits-2026-11-26');
  expect(visitsFileStem('2026-11-26', 'loop cut', combined)).toBe(
    'Visits-2026-11-26_A-B_2025-2026_Emergency-call_hidden_loop-cut',
  );
  expect(visitsFileStem('2026-11-26', '', { ...all, by: 'Aziz bin Ali' })).toBe('Visits-2026-11-26_Aziz-bin-Ali');
  expect(visitsFileStem('2026-11-26', '', { ...all, site: ['A'], post: 'P1 Main', direction: 'exit' })).toBe(
    'Visits-2026-11-26_A_P1-Main_exit',
  );
  expect(visitsFileStem('2026-11-26', '', { ...all, site: ['A', 'B', 'C'] })).toBe('Visits-2026-11-26_3-sites');
});
