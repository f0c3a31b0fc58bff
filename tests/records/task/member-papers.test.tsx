import { Blob } from 'node:buffer';
import * as v from 'valibot';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../src/lib/query-client.ts';
import type { SiteFault } from '../../../src/records/fault/fault.ts';
import { siteFaultsQuery } from '../../../src/records/fault/site-faults.ts';
import { siteRecordSchema } from '../../../src/records/site/site-queries.ts';
import type { Task } from '../../../src/records/task/task.ts';
import { chosenReport } from '../../../src/reports/layouts/monthly/chosen-report.ts';
import { monthlyReport } from '../../../src/reports/layouts/monthly/monthly-report.ts';
import { visitReport } from '../../../src/reports/layouts/monthly/visit-report.ts';
import { yearReport } from '../../../src/reports/layouts/year/year-report.ts';
import { chosenReportOf, monthlyReportOf, visitReportOf, yearReportOf } from '../../../src/reports/report-data.ts';
import { madeFault } from '../../support/made-faults.ts';
import { makeDocument, writtenIn } from '../../support/made-report.ts';
import { siteRow } from '../../support/rows.ts';
import { absent, bare, earlier, expectRow, labelled, shown, whole, type MemberRow } from './whole-visit.ts';

// The papers in the table of members (whole-visit.ts).

// the Blob of jsdom has no stream, which unpacking fonts needs
beforeAll(() => {
  vi.stubGlobal('Blob', Blob);
  return () => void vi.unstubAllGlobals();
});

const ofYear: MemberRow = {
  ...labelled,
  // its pages count emergency calls even if there is none
  kind: shown('3 May 2026 at 11:22 · Emergency call'),
  closes: absent('takes the recommendation from the open ones, as below'),
};

const faults: SiteFault[] = [{ ...madeFault(41), closed: null }];
beforeEach(() => void queryClient.setQueryData(siteFaultsQuery(1).queryKey, faults));

const siteWith = (visit: Task) => v.parse(siteRecordSchema, siteRow({ tasks2024: [earlier, visit] }));

/** The report of 2026 of a site with this visit and the earlier visit. */
async function yearWith(visit: Task): Promise<string> {
  const data = yearReportOf(siteWith(visit), { posts: new Map(), faults }, '2026');
  return writtenIn((await makeDocument(yearReport, data)).read);
}

const papers: [name: string, row: MemberRow, read: (visit: Task) => Promise<string>][] = [
  [
    'of a visit',
    labelled,
    async (visit) => writtenIn((await makeDocument(visitReport, visitReportOf(siteWith(visit), visit))).read),
  ],
  [
    'of chosen visits',
    labelled,
    async (visit) =>
      writtenIn((await makeDocument(chosenReport, chosenReportOf([{ site: siteWith(visit), visit }]))).read),
  ],
  [
    'of a month',
    labelled,
    async (visit) =>
      writtenIn(
        (await makeDocument(monthlyReport, monthlyReportOf(siteWith(visit), { year: '2026', month: 'may' }, [visit])))
          .read,
      ),
  ],
  ['of a year', ofYear, yearWith],
];

describe('the paper', () => {
  it.each(papers)('%s has each member', async (_, row, read) => expectRow(row, await read(whole), await read(bare)));

  it('of a year lists what is open, and the calls with their times', async () => {
    const [yearWithMembers, yearWithoutMembers] = [await yearWith(whole), await yearWith(bare)];
    expect(yearWithoutMembers).toContain('Cut the loop again Loop tested');
    expect(yearWithMembers).not.toContain('Cut the loop again Loop tested');
    expect(yearWithMembers).toMatch(/3 May 2026 Arm down 09:12 11:22 12:05/u);
  });
});
