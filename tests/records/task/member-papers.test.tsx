import { Blob } from 'node:buffer';
import * as v from 'valibot';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { siteRecordSchema } from '../../../src/records/site/site-queries.ts';
import type { Task } from '../../../src/records/task/task.ts';
import { chosenReport } from '../../../src/reports/layouts/monthly/chosen-report.ts';
import { monthlyReport } from '../../../src/reports/layouts/monthly/monthly-report.ts';
import { visitReport } from '../../../src/reports/layouts/monthly/visit-report.ts';
import { yearReport } from '../../../src/reports/layouts/year/year-report.ts';
import { yearReportOf } from '../../../src/reports/report-data.ts';
import { makeDocument, portal, reportData, writtenIn } from '../../support/made-report.ts';
import { siteRow } from '../../support/rows.ts';
import { absent, bare, earlier, expectRow, labelled, shown, whole, type MemberRow } from './whole-visit.ts';

// The papers of the table of members (whole-visit.ts).

// the Blob of jsdom has no stream, by which fonts are unpacked
beforeAll(() => {
  vi.stubGlobal('Blob', Blob);
  return () => void vi.unstubAllGlobals();
});

const madeOn = '2026-05-31T17:30:00.000Z';
const about = {
  name: 'Selasih Park',
  siteName: 'Selasih Park Residences',
  address: '18 Jalan Selasih 3, 68100 Batu Caves',
  madeOn,
  portal,
};

const ofYear: MemberRow = {
  ...labelled,
  // its pages count emergency calls also where there is none
  kind: shown('3 May 2026 at 11:22 · Emergency call'),
  closes: absent('takes the recommendation from the open ones, as below'),
};

/** The report of 2026 of a site with the visit and the earlier one. */
async function yearWith(visit: Task): Promise<string> {
  const site = v.parse(siteRecordSchema, siteRow({ tasks2024: [earlier, visit] }));
  return writtenIn((await makeDocument(yearReport, yearReportOf(site, new Map(), '2026'))).read);
}

const papers: [name: string, row: MemberRow, read: (visit: Task) => Promise<string>][] = [
  ['of a visit', labelled, async (visit) => writtenIn((await makeDocument(visitReport, { ...about, visit })).read)],
  [
    'of chosen visits',
    labelled,
    async (visit) => writtenIn((await makeDocument(chosenReport, { ...about, visits: [visit] })).read),
  ],
  [
    'of a month',
    labelled,
    async (visit) =>
      writtenIn((await makeDocument(monthlyReport, reportData([visit], { month: 'may', madeOn, asOf: madeOn }))).read),
  ],
  ['of a year', ofYear, yearWith],
];

describe('the paper', () => {
  it.each(papers)('%s has each member', async (_, row, read) => expectRow(row, await read(whole), await read(bare)));

  it('of a year lists what is open, and the calls with their times', async () => {
    const [done, open] = [await yearWith(whole), await yearWith(bare)];
    expect(open).toContain('Cut the loop again Loop tested');
    expect(done).not.toContain('Cut the loop again Loop tested');
    expect(done).toMatch(/3 May 2026 Arm down 09:12 11:22 12:05/u);
  });
});
