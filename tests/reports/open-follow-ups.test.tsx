import { describe, expect, it } from 'vitest';
import type { Task } from '../../src/records/task/task.ts';
import { yearReportOf } from '../../src/reports/report-data.ts';
import { siteRow, task } from '../support/rows.ts';

const follow = [{ line: 1, text: 'Replace the spring' }];
const old = task({ id: 1, time: '2025-12-31T23:30:00+08:00', title: ' ', follow: follow });
const recent = task({ id: 2, time: '2026-01-01T00:10:00+08:00', title: 'Repair', follow: follow });
const siteOf = (tasks2024: Task[]) => ({ ...siteRow({ tasks2024 }), visit_every_months: 1 });
const openIn = (year: string, ...tasks2024: Task[]) =>
  yearReportOf(siteOf(tasks2024), { posts: new Map(), faults: [] }, year).open.map(({ time }) => time.slice(0, 10));

describe('the open recommendations of a year report', () => {
  it('are those until the end of the year, oldest first, with a readable title', () => {
    expect(openIn('2026', recent, old)).toEqual(['2025-12-31', '2026-01-01']);
    expect(openIn('2025', recent, old)).toEqual(['2025-12-31']);
    expect(yearReportOf(siteOf([old]), { posts: new Map(), faults: [] }, '2026').open).toEqual([
      { time: old.time, text: 'Replace the spring', title: 'Untitled visit' },
    ]);
  });

  it('leave out those that a visit of any year carried out', () => {
    const laterVisit = task({ id: 3, time: '2026-02-01T10:00:00+08:00', closes: [{ task: 1, line: 1 }] });
    expect(openIn('2025', old, laterVisit)).toEqual([]);
    expect(openIn('2026', old, recent, laterVisit)).toEqual(['2026-01-01']);
  });
});
