import { expect, it } from 'vitest';
import { chosenReport } from '../../../../src/reports/layouts/monthly/chosen-report.ts';
import type { ReportSite, ReportVisit } from '../../../../src/reports/report-request.ts';
import { layoutFaults } from '../../../support/layout-faults.ts';
import { makeDocument, photosOf, portal, reportTask, writtenIn } from '../../../support/made-report.ts';

const reportFacts = { address: '18 Jalan Selasih 3', madeOn: '2026-03-31T17:30:00.000Z', portal };
const selasih: ReportSite = { ...reportFacts, name: 'Selasih Park', siteName: 'Residensi Selasih Park' };
const orchard: ReportSite = { ...reportFacts, name: 'A & B', siteName: 'Orchard A & B' };
const visits = (sites: readonly (ReportSite | null)[]): ReportVisit[] =>
  sites.map((at, index) => reportTask(index + 1, { urls: photosOf(index + 1, 3), ...(at && { at }) }));

it('the visits of a single site name it once, above them', async () => {
  const { read, fileName } = await makeDocument(chosenReport, { ...selasih, visits: visits([null, null]) });
  expect(fileName).toBe('Selasih-Park_Visits_2026-03-05.pdf');
  expect(writtenIn(read).split('Residensi Selasih Park')).toHaveLength(2);
  expect(layoutFaults(read, 'Chosen visits')).toEqual([]);
});

it('visits of several sites each name their site, in the contents too, and lead there', async () => {
  const several = {
    ...reportFacts,
    name: '2 sites',
    siteName: '2 sites',
    address: 'Residensi Selasih Park, Orchard A & B',
    visits: visits([selasih, orchard, selasih]),
  };
  const { read, fileName } = await makeDocument(chosenReport, several);
  expect(fileName).toBe('2-sites_Visits_2026-03-05.pdf');
  const text = writtenIn(read);
  // below the heading, in the contents and with the visit
  expect(text.split('Orchard A & B')).toHaveLength(4);
  expect(text).toContain('Orchard A & B: Barrier check 2');
  const urls = read.pages.flatMap(({ links }) => links.map(({ url }) => url ?? ''));
  expect(urls.some((url) => url.includes('site=A+%26+B') && url.includes('task=2'))).toBe(true);
  expect(urls.some((url) => url.includes('sites'))).toBe(false);
  expect(layoutFaults(read, 'Chosen visits')).toEqual([]);
});
