import { afterEach, expect, it } from 'vitest';
import { faultFilters } from '../../../src/features/faults/fault-filters.ts';
import { overviewFilters } from '../../../src/features/overview/overview-list.ts';
import { visitFilters, visitsFileStem } from '../../../src/features/overview/visit-filters.ts';
import { filterFileWords, readFilters, type FilterTable } from '../../../src/lib/screen/list-filters.ts';
import { switchLanguage } from '../../support/speak-in.ts';

afterEach(() => switchLanguage('en'));

const wordsIn = <Filter>(table: FilterTable<Filter>, query: string) =>
  filterFileWords(table, readFilters(table, new URLSearchParams(query))).filter(Boolean);

it('the name of a file has its filters in English, like the rest of it, whatever the language', () => {
  switchLanguage('ms');
  expect(wordsIn(faultFilters, 'state=all')).toEqual(['All']);
  expect(wordsIn(faultFilters, 'state=ended')).toEqual(['Ended']);
  expect(wordsIn(overviewFilters, 'show=overdue')).toEqual(['Overdue']);
  const kinds = readFilters(visitFilters, new URLSearchParams('kind=emergency&kind=none'));
  expect(visitsFileStem('2026-11-22', '', kinds)).toBe('Visits-2026-11-22_Emergency-call-Not-specified');
});
