import * as v from 'valibot';
import { expect, it } from 'vitest';
import { siteRecordSchema } from '../../src/records/site/site-queries.ts';
import { chosenReportOf } from '../../src/reports/report-data.ts';
import { siteRow, task } from '../support/rows.ts';

it('chosen visits are in chronological order, however they were chosen, and those of a day in the order of typing', () => {
  const days = { 4: '2026-03-02', 2: '2026-03-09', 3: '2025-12-31', 1: '2026-03-02' };
  const chosen = [4, 2, 3, 1] as const;
  const visits = chosen.map((id) => task({ id, time: `${days[id]}T09:00:00+08:00` }));
  const site = v.parse(siteRecordSchema, siteRow());
  const { visits: reportVisits } = chosenReportOf(visits.map((visit) => ({ site, visit })));
  expect(reportVisits.map(({ id }) => id)).toEqual([3, 1, 4, 2]);
});
