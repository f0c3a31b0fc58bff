import { expect, it } from 'vitest';
import { overviewMoment } from '../../../src/records/site/site-overview.ts';
import { overviewRow } from '../../support/rows.ts';

const row = overviewRow({ failures: { 2026: 5, 2027: 0 } });

it.each([
  ['a device in the year of the figures', '2027-03-01T10:00:00+08:00', '2027-03-01T10:00:00+08:00'],
  ['a device still in the old year', '2026-12-31T23:58:00+08:00', '2027-01-01T00:00:00+08:00'],
  ['a device already in the next year', '2028-01-01T00:01:00+08:00', '2028-01-01T00:01:00+08:00'],
])('the overview is computed on %s, which says %s, as of %s', (_, read, moment) => {
  expect(overviewMoment([row], new Date(read))).toEqual(new Date(moment));
});

it('without sites the overview is computed as of the time of the device', () => {
  const read = new Date('2026-12-31T23:58:00+08:00');
  expect(overviewMoment([], read)).toBe(read);
});
