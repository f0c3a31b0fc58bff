import { expect, it } from 'vitest';
import malay from '../../../src/lib/language/catalogues/ms.json' with { type: 'json' };
import chinese from '../../../src/lib/language/catalogues/zh.json' with { type: 'json' };
import { kindWords, visitSearchFacts } from '../../../src/records/task/visit-facts.ts';

it('the words of the kinds are those of the catalogues', () => {
  const catalogues: readonly Readonly<Record<string, unknown>>[] = [malay, chinese];
  for (const [english = '', ...others] of Object.values(kindWords))
    expect(catalogues.map((catalogue) => catalogue[english])).toEqual(others);
});

const values = { time: '2026-03-01T00:05:00+08:00', year: '2025', month: 'february' } as const;

it('the texts by which a visit is found are its kind in all languages and its posts; an unknown kind has none', () => {
  const { texts } = visitSearchFacts({ ...values, kind: 'emergency' }, ['P1 Main Gate']);
  expect(texts).toEqual(['Emergency call', 'Panggilan kecemasan', '紧急维修', 'P1 Main Gate']);
  expect(visitSearchFacts({ ...values, kind: 'party' }, []).texts).toEqual([]);
});

it('the marks by which a visit is found have its day, its minute and the month that it is filed under', () => {
  const { marks } = visitSearchFacts({ ...values, kind: 'emergency' }, []);
  expect(marks).toEqual(expect.arrayContaining(['2026-03-01', '2026-03', '03-01', '00:05', '2025-02', '02']));
});
