import { expect, it } from 'vitest';
import {
  ofKind,
  readKindFilter,
  visitKindLabel,
  type KindFilter,
  type VisitKind,
} from '../../../src/records/task/visit.ts';

const tasks: { id: number; kind?: VisitKind }[] = [
  { id: 1, kind: 'emergency' },
  { id: 2 },
  { id: 3, kind: 'preventive' },
];
const ids = (kind: KindFilter | null) => ofKind(tasks, kind).map(({ id }) => id);

it('filters by kind, and by having no kind', () => {
  expect(ids(null)).toEqual([1, 2, 3]);
  expect(ids('emergency')).toEqual([1]);
  expect(ids('none')).toEqual([2]);
  expect(ids('other')).toEqual([]);
});

it('ignores an unknown kind', () => {
  expect(readKindFilter(new URLSearchParams('kind=other'))).toBe('other');
  expect(readKindFilter(new URLSearchParams('kind=none'))).toBe('none');
  expect(readKindFilter(new URLSearchParams('kind=x'))).toBeNull();
  expect(readKindFilter(new URLSearchParams())).toBeNull();
});

it('the kinds have readable names', () => {
  expect(visitKindLabel('preventive')).toBe('Preventive maintenance');
  expect(visitKindLabel(undefined)).toBeNull();
});
