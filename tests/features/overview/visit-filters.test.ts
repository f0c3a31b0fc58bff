import { describe, expect, it } from 'vitest';
import { isExportCut, foundVisitsCsv, visitsFileStem } from '../../../src/features/overview/visit-export.ts';
import {
  filterArguments,
  nothingText,
  offeredYears,
  totalText,
  visitFilters,
  type VisitFilter,
} from '../../../src/features/overview/visit-filters.ts';
import type { FoundVisit } from '../../../src/features/overview/visit-search.ts';
import { countFilters, readFilters } from '../../../src/lib/screen/list-filters.ts';

const all: VisitFilter = { site: [], year: [], kind: [], show: null, direction: null, from: null, to: null };

describe('the filter in a URL', () => {
  it.each<[string, Partial<VisitFilter>]>([
    ['', {}],
    ['site=A+%26+B&site=B&site=B&site=', { site: ['A & B', 'B'] }],
    ['year=2026&year=2024&year=1999&year=x', { year: ['2024', '2026'] }],
    ['kind=none&kind=emergency&kind=party', { kind: ['emergency', 'none'] }],
    ['show=hidden', { show: 'hidden' }],
    ['show=shown', { show: 'shown' }],
    ['show=deleted', {}],
    ['from=2026-03-02&to=2026-03-08', { from: '2026-03-02', to: '2026-03-08' }],
    ['from=2.3.2026&to=2026-02-30', {}],
    ['direction=exit', { direction: 'exit' }],
    ['direction=up', {}],
  ])('%s', (query, wanted) => {
    expect(readFilters(visitFilters, new URLSearchParams(query))).toEqual({ ...all, ...wanted });
  });

  it('has at most as many sites as the database takes', () => {
    const query = Array.from({ length: 120 }, (_, index) => `site=Tower+${index}`).join('&');
    expect(readFilters(visitFilters, new URLSearchParams(query)).site).toHaveLength(100);
  });
});

const three: VisitFilter = {
  site: ['A & B'],
  year: ['2025', '2026'],
  kind: ['emergency'],
  show: 'hidden',
  direction: null,
  from: null,
  to: null,
};

it('the database is given only what is set', () => {
  expect(filterArguments(all)).toEqual({});
  expect(filterArguments(three)).toEqual({
    of_sites: ['A & B'],
    of_years: ['2025', '2026'],
    of_kinds: ['emergency'],
    shown: false,
  });
  expect(filterArguments({ ...all, show: 'shown' })).toEqual({ shown: true });
  expect(filterArguments({ ...all, direction: 'exit', from: '2026-03-02', to: '2026-03-08' })).toEqual({
    direction: 'exit',
    from_day: '2026-03-02',
    to_day: '2026-03-08',
  });
  expect([all, three].map((filter) => countFilters(filter))).toEqual([0, 5]);
});

it('years are offered up to this one, the newest first, and those that are chosen', () => {
  const now = new Date('2026-12-31T23:59:00+08:00');
  expect(offeredYears(all, now)).toEqual(['2026', '2025', '2024', '2023', '2022']);
  expect(offeredYears({ ...all, year: ['2028'] }, now)[0]).toBe('2028');
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
  ['', { ...all, site: ['A', 'B'] }, 'No visit matches the sites “A” and “B”.'],
  ['', { ...all, site: ['A', 'B', 'C', 'D'], show: 'shown' }, 'No shown visit matches any of the 4 sites.'],
  [
    'loop',
    three,
    'No hidden visit matches the search “loop”, the site “A & B”, the years 2025 and 2026 and the kind “Emergency call”.',
  ],
])('what “%s” and the filters %o left nothing of is named', (words, filter, text) => {
  expect(nothingText(words, filter)).toBe(text);
});

const visit: FoundVisit = {
  site_id: 1,
  site: '=cmd|A',
  task_id: 17,
  // still the 31st in London
  time: '2026-01-01T00:05:00+08:00',
  year: '2026',
  month: 'january',
  title: 'Loop "L1", exchanged',
  text: 'Two\nlines',
  ref: null,
  kind: null,
  showing: false,
  photos: 2,
  pdf: true,
  rank: 0,
};

it('the export has all that is known of a visit, in Singapore time and without formulas', () => {
  expect(foundVisitsCsv([visit, { ...visit, ref: '=J-1042', kind: 'emergency', showing: true, pdf: false }])).toBe(
    '\u{FEFF}Site,Date,Time,Year,Month,Kind,Title,Text,PDF,Photos,Shown,Job number\r\n' +
      `'=cmd|A,2026-01-01,00:05,2026,January,,"Loop ""L1"", exchanged","Two\nlines",Yes,2,No,\r\n` +
      `'=cmd|A,2026-01-01,00:05,2026,January,Emergency call,"Loop ""L1"", exchanged","Two\nlines",No,2,Yes,'=J-1042\r\n`,
  );
});

it('its name says what it holds, and when that is not all', () => {
  expect(visitsFileStem('2026-11-26', '', all, null)).toBe('Visits-2026-11-26');
  expect(visitsFileStem('2026-11-26', 'loop cut', three, 2_000)).toBe(
    'Visits-2026-11-26_A-B_2025-2026_Emergency-call_hidden_loop-cut_first-2000',
  );
  expect(visitsFileStem('2026-11-26', '', { ...all, site: ['A', 'B', 'C'] }, null)).toBe('Visits-2026-11-26_3-sites');
  expect(isExportCut({ visits: 2_000, sites: 3, capped: false })).toBe(false);
  expect(isExportCut({ visits: 2_001, sites: 3, capped: false })).toBe(true);
  expect(isExportCut({ visits: 37, sites: 3, capped: true })).toBe(true);
});
