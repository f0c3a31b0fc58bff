import { expect, it } from 'vitest';
import { bestFirst, toSearchable, wordsOf } from '../../../src/lib/text-search.ts';
import { visitSearchFacts } from '../../../src/records/task/visit-facts.ts';
import { periodOf } from '../../../src/records/task/visit.ts';
import { typedQueries, writtenVisits } from './typed-queries.ts';

const newest = writtenVisits.toSorted((a, b) => b.time.localeCompare(a.time));
const visits = toSearchable(
  newest,
  ({ title, text }) => [title, text],
  ({ time, kind, named = [] }) =>
    visitSearchFacts({ ...(periodOf(time.slice(0, 10)) ?? { year: '', month: '' }), time, kind }, named),
);

it.each(typedQueries)('%s finds %s first', (query, first) => {
  expect(bestFirst(visits, wordsOf(query))[0]?.id).toBe(first);
});
