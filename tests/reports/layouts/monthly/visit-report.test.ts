import { describe, expect, it } from 'vitest';
import { companyContact } from '../../../../src/records/company.ts';
import { visitReport } from '../../../../src/reports/layouts/monthly/visit-report.ts';
import type { ReportVisit, VisitReport } from '../../../../src/reports/report-request.ts';
import { layoutFaults, photosOn } from '../../../support/layout-faults.ts';
import {
  isTitlePiece,
  greyPhoto,
  makeDocument,
  photosOf,
  portal,
  reportTask,
  writtenIn,
} from '../../../support/made-report.ts';

function visitData(change: Partial<ReportVisit> = {}): VisitReport {
  return {
    name: 'Selasih Park',
    siteName: 'Selasih Park Residences',
    address: '18 Jalan Selasih 3, 68100 Batu Caves',
    madeOn: '2026-03-31T17:30:00.000Z',
    portal,
    visit: reportTask(7, { title: 'Loop detector replaced', kind: 'emergency', ...change }),
  };
}

const title = 'Visit Report';

describe('the PDF of a visit', () => {
  it('has no link into the portal if its reader has no key', async () => {
    const { read } = await makeDocument(visitReport, { ...visitData({ urls: photosOf(7, 3) }), portal: null });
    expect(layoutFaults(read, title)).toEqual([]);
    expect(
      read.pages.flatMap(({ links }) => links.flatMap(({ url }) => url ?? [])).filter((url) => url.startsWith('http')),
    ).toEqual([]);
    expect(writtenIn(read)).not.toContain('Open in the portal');
  });

  it('has site, hotline, date, kind, text and every photo, and says what it is', async () => {
    const { read, fileName, missing } = await makeDocument(visitReport, visitData({ urls: photosOf(7, 14) }));
    expect(layoutFaults(read, title)).toEqual([]);
    expect(missing).toBe(0);
    expect(fileName).toBe('Selasih-Park_2026-03-05_Loop-detector-replaced.pdf');
    expect(read.info.title).toBe('Loop detector replaced, Selasih Park Residences, 5 March 2026');
    expect(read.pages[0]?.text).toContain('Visit Report\n5 March 2026');
    const reportText = writtenIn(read);
    for (const text of [
      'Selasih Park Residences',
      '18 Jalan Selasih 3, 68100 Batu Caves',
      companyContact.hotline,
      '5 March 2026 at 00:07',
      'Emergency call',
      'Arm bolts torqued and loops measured on visit 7.',
      'Photo 14',
      'Loop detector replaced, continued',
    ])
      expect(reportText).toContain(text);
    expect(read.pages.flatMap((page) => photosOn(page))).toHaveLength(14);
    // a single visit has no number and no contents
    expect(reportText).not.toMatch(/Contents|Visit 1|Photo 1\.1/u);
    expect(read.pages.flatMap(({ links }) => links.flatMap(({ url }) => url ?? []))).toContain(
      `${portal}/maintenance?site=Selasih+Park&year=2026&month=mar&task=7&photo=14`,
    );
  });

  it('has its job number beside its date, also with photos', async () => {
    for (const urls of [[], photosOf(7, 3)]) {
      const { read } = await makeDocument(visitReport, visitData({ ref: 'J-1042/2026', urls }));
      expect(layoutFaults(read, title)).toEqual([]);
      expect(writtenIn(read)).toContain('Job number: J-1042/2026');
    }
    expect(writtenIn((await makeDocument(visitReport, visitData({}))).read)).not.toContain('Job number');
  });

  it('says who came, when, and what should be done next, all within the page, however long', async () => {
    const members = {
      ref: 'W'.repeat(40),
      by: 'Aziz bin Rahman '.repeat(7).trim(),
      reported: '2026-03-03T22:00:00+08:00',
      arrived: '2026-03-05T00:07:00+08:00',
      left: '2026-03-05T01:07:00+08:00',
      follow: [1, 2, 3, 4, 5].map((line) => ({ line, text: `${line} ${'Replace the spring '.repeat(15)}`.trim() })),
    };
    for (const urls of [[], photosOf(7, 1), photosOf(7, 14)]) {
      const { read } = await makeDocument(visitReport, visitData({ ...members, urls }));
      expect(layoutFaults(read, title)).toEqual([]);
      const reportText = writtenIn(read).replaceAll(/\s+/gu, ' ');
      for (const text of [
        'Who came: Aziz',
        'Reported: 3 March 2026 at 22:00',
        'Arrived: 00:07',
        'Follow up: 5 Replace',
      ])
        expect(reportText).toContain(text);
    }
  });

  it.each([
    ['no photos and no text', { tasks: '', urls: [] }],
    ['one photo', { urls: photosOf(7, 1) }],
    ['sixty photos', { urls: photosOf(7, 60) }],
    [
      'a page of text',
      { tasks: 'Barrier arm serviced; loops and photocells tested. '.repeat(90), urls: photosOf(7, 3) },
    ],
    [
      'a title of 200 characters',
      { title: 'Loop detector and reader replaced '.repeat(6).slice(0, 200), urls: photosOf(7, 2) },
    ],
    ['a Chinese title', { title: '主闸门读卡器更换天线线缆', tasks: '更换馈线。', urls: photosOf(7, 2) }],
  ])('has no layout faults with %s', async (_, change) => {
    const { read } = await makeDocument(visitReport, visitData(change), (__, index) =>
      index % 5 === 1 ? greyPhoto(60, 80) : greyPhoto(),
    );
    expect(layoutFaults(read, title)).toEqual([]);
    expect(read.pages[0]?.parts.some(isTitlePiece)).toBe(true);
  });

  it("leaves 'Error loading image' in the place of a photo that cannot be loaded, and has all others", async () => {
    const { read, missing } = await makeDocument(visitReport, visitData({ urls: photosOf(7, 5) }), (_, index) =>
      index === 1 ? null : greyPhoto(),
    );
    expect(missing).toBe(1);
    expect(read.pages.flatMap((page) => photosOn(page))).toHaveLength(4);
    expect(writtenIn(read).match(/Error loading image/gu)).toHaveLength(1);
  });
});
