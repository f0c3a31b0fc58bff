import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { companyContact } from '../../../../src/records/company.ts';
import { siteMonth } from '../../../../src/records/time.ts';
import { chosenReport } from '../../../../src/reports/layouts/monthly/chosen-report.ts';
import { monthlyReport } from '../../../../src/reports/layouts/monthly/monthly-report.ts';
import type { ChosenReport, ReportVisit } from '../../../../src/reports/report-request.ts';
import { layoutFaults, photosOn } from '../../../support/layout-faults.ts';
import {
  isTitlePiece,
  greyPhoto,
  makeDocument,
  photosOf,
  piecesOf,
  portal,
  reportData,
  reportTask,
  writtenIn,
} from '../../../support/made-report.ts';
import type { ReadPdf } from '../../../support/read-pdf.ts';
import { switchLanguage } from '../../../support/speak-in.ts';

function chosenData(visits: readonly ReportVisit[], change: Partial<ChosenReport> = {}): ChosenReport {
  return {
    name: 'Selasih Park',
    siteName: 'Selasih Park Residences',
    address: '18 Jalan Selasih 3, 68100 Batu Caves',
    madeOn: '2026-04-02T01:30:00.000Z',
    portal,
    visits,
    ...change,
  };
}

/** A visit at half past nine on a day. */
function visitOn(id: number, day: string, change: Partial<ReportVisit> = {}): ReportVisit {
  const time = `${day}T09:30:00+08:00`;
  return reportTask(id, { time, ...siteMonth(new Date(time)), ...change });
}

// other test files of the process expect English
afterEach(() => {
  switchLanguage('en');
});

const title = 'Chosen visits';
const makeChosen = (data: ChosenReport, photo?: Parameters<typeof makeDocument>[2]) =>
  makeDocument(chosenReport, data, photo);

/** The page on which each visit begins, found by its heading. */
function startsOf(read: ReadPdf, visits: readonly ReportVisit[]): number[] {
  const headings = read.pages.map((page, index) => piecesOf(page, index).filter(isTitlePiece));
  return visits.map((visit) => headings.findIndex((pieces) => pieces.some(({ text }) => text === visit.title)) + 1);
}

/** The positions of the photos on each page, in whole mm. */
const placesOf = ({ pages }: ReadPdf) =>
  pages.map((page) => photosOn(page).map(({ x, y, width, height }) => [x, y, width, height].map(Math.round)));

/** The lines of the contents, each with the page that it names and the page that it leads to. */
function contentsOf({ pages }: ReadPdf): { text: string; on: number; named: number; leadsTo: number | undefined }[] {
  return pages.flatMap(({ lines, links }, index) =>
    lines
      .filter(({ text }) => /^\d+ \d+ [A-Z][a-z]+ \d{4} .+ \d+$/u.test(text))
      .map(({ text, y }) => ({
        text,
        on: index + 1,
        named: Number(text.split(' ').at(-1)),
        leadsTo: links.find((link) => link.page !== undefined && link.y < y && y < link.y + link.height)?.page,
      })),
  );
}

describe('the PDF of chosen visits', () => {
  const visits = [
    visitOn(7, '2026-02-24', { title: 'Loop detector replaced', kind: 'emergency', urls: photosOf(7, 3) }),
    visitOn(8, '2026-02-27', { title: 'Spring changed', kind: 'preventive', urls: photosOf(8, 8) }),
    visitOn(9, '2026-03-04', { title: 'Reader moved', kind: 'preventive', ref: 'J-1042/2026', urls: [] }),
  ];
  let read: ReadPdf;
  let fileName: string;
  let missing: number;

  beforeAll(async () => {
    ({ read, fileName, missing } = await makeChosen(chosenData(visits)));
  });

  it('says for which site and days it is, and whom to call', () => {
    expect(layoutFaults(read, title)).toEqual([]);
    expect(missing).toBe(0);
    expect(fileName).toBe('Selasih-Park_Visits_2026-02-24_2026-03-04.pdf');
    expect(read.info).toMatchObject({
      title: 'Chosen visits, Selasih Park Residences, 24 February 2026 to 4 March 2026',
      subject: '3 chosen visits',
      showsTitle: true,
    });
    expect(read.pages[0]?.text).toContain('Chosen visits\n24 February 2026 to 4 March 2026');
    for (const text of ['Selasih Park Residences', '18 Jalan Selasih 3, 68100 Batu Caves', companyContact.hotline])
      expect(writtenIn(read)).toContain(text);
    for (const { lines } of read.pages.slice(1))
      expect(lines[0]?.text).toContain('Chosen visits, 24 February 2026 to 4 March 2026');
  });

  it('counts the visits, their photos and their kinds', () => {
    expect(writtenIn(read)).toMatch(/Number of visits 3 with 11 photos Preventive visits 2 of 3 visits/u);
    expect(writtenIn(read)).toContain('Emergency calls 1 of 3 visits');
    // chosen visits are no period, so the report says nothing about the next visit
    expect(writtenIn(read)).not.toMatch(/Next visit|Last visit/u);
  });

  it('has contents that name each visit with its day, photos and page, and lead there', () => {
    const contents = contentsOf(read);
    expect(contents.map(({ text }) => text.replace(/\d+$/u, ''))).toEqual([
      '1 24 February 2026 Emergency call Loop detector replaced 3 ',
      '2 27 February 2026 Preventive maintenance Spring changed 8 ',
      '3 4 March 2026 Preventive maintenance Reader moved ',
    ]);
    const starts = startsOf(read, visits);
    expect(contents.map(({ named }) => named)).toEqual(starts);
    expect(contents.map(({ leadsTo }) => leadsTo)).toEqual(starts);
  });

  it('has a bookmark for each visit', () => {
    expect(read.outline).toEqual(
      startsOf(read, visits).map((page, index) => ({ title: `${index + 1}. ${visits[index]?.title}`, page })),
    );
  });

  it('has every photo, and links each visit of either month to its own month in the portal', () => {
    expect(read.pages.flatMap((page) => photosOn(page))).toHaveLength(11);
    const urls = read.pages.flatMap(({ links }) => links.flatMap(({ url }) => url ?? []));
    expect(urls).toContain(`${portal}/maintenance?site=Selasih+Park&year=2026&month=february&task=7&photo=3`);
    expect(urls).toContain(`${portal}/maintenance?site=Selasih+Park&year=2026&month=mar&task=9`);
    expect(writtenIn(read)).toContain('Job number: J-1042/2026');
  });

  it('draws visits as the report of their month does, photo by photo', async () => {
    const ofMarch = visits.map((visit) => ({ ...visit, time: '2026-03-05T09:30:00+08:00' }));
    const [chosen, monthly] = [
      await makeChosen(chosenData(ofMarch)),
      await makeDocument(monthlyReport, reportData(ofMarch)),
    ];
    expect(placesOf(chosen.read)).toEqual(placesOf(monthly.read));
    const bodies = [chosen.read, monthly.read].map((document) =>
      writtenIn({ ...document, pages: document.pages.slice(1) }),
    );
    expect(bodies[0]).toBe(bodies[1]);
  });

  it("leaves 'Error loading image' in the place of a photo that cannot be loaded, and has all others", async () => {
    const report = await makeChosen(chosenData(visits), (_, index) => (index === 4 ? null : greyPhoto()));
    expect(report.missing).toBe(1);
    expect(report.read.pages.flatMap((page) => photosOn(page))).toHaveLength(10);
    expect(writtenIn(report.read).match(/Error loading image/gu)).toHaveLength(1);
  });
});

describe('what is chosen', () => {
  it('of a single day has only that day in its name', async () => {
    const { read, fileName } = await makeChosen(chosenData([visitOn(1, '2026-03-12')]));
    expect(layoutFaults(read, title)).toEqual([]);
    expect(fileName).toBe('Selasih-Park_Visits_2026-03-12.pdf');
    expect(read.pages[0]?.text).toContain('Chosen visits\n12 March 2026');
    expect(read.info.subject).toBe('1 chosen visit');
  });

  it.each([
    ['200 letters', 'Loop detector and reader replaced '.repeat(6).slice(0, 200)],
    ['300 letters without a space', 'Gate'.repeat(75)],
  ])('shows a title of %s completely, and shortens it in the contents', async (_, longTitle) => {
    const visits = [visitOn(1, '2026-03-01', { urls: photosOf(1, 2) }), visitOn(2, '2026-03-02', { title: longTitle })];
    const { read } = await makeChosen(chosenData(visits));
    expect(layoutFaults(read, title)).toEqual([]);
    expect(read.outline.at(-1)?.title).toBe(`2. ${longTitle.trim()}`);
    const line = contentsOf(read)[1];
    expect(line?.text).toMatch(/^2 2 March 2026 .*… \d+$/u);
    expect(line?.leadsTo).toBe(line?.named);
    const headings = read.pages.flatMap((page, index) => piecesOf(page, index).filter(isTitlePiece));
    expect(headings.map(({ text }) => text.replaceAll(' ', '')).join('')).toContain(longTitle.replaceAll(' ', ''));
  });

  it('may be Chinese: site, titles and texts are letters, in the contents and the bookmarks too', async () => {
    const visits = [
      visitOn(1, '2026-02-28', { title: '主闸门读卡器更换天线线缆', tasks: '更换馈线。', urls: photosOf(1, 2) }),
      visitOn(2, '2026-03-01', { title: '栏杆故障', tasks: '栏杆不能升起，已更换弹簧。' }),
    ];
    const { read, fileName } = await makeChosen(chosenData(visits, { name: '茉莉园', siteName: '茉莉园公寓' }));
    expect(layoutFaults(read, title)).toEqual([]);
    expect(fileName).toBe('茉莉园_Visits_2026-02-28_2026-03-01.pdf');
    for (const { title: visitTitle, tasks } of visits) {
      expect(writtenIn(read).replaceAll(' ', '')).toContain(tasks);
      expect(read.pages[0]?.text).toContain(visitTitle);
    }
    expect(read.outline.map(({ title: visitTitle }) => visitTitle)).toEqual([
      '1. 主闸门读卡器更换天线线缆',
      '2. 栏杆故障',
    ]);
  });

  it.each([
    ['ms', 'Lawatan pilihan', '28 Februari 2026 hingga 1 Mac 2026'],
    ['zh', '所选上门记录', '2026年2月28日至2026年3月1日'],
  ] as const)('is in the language of the reader: %s', async (code, visitTitle, period) => {
    switchLanguage(code);
    const { read } = await makeChosen(chosenData([visitOn(1, '2026-02-28'), visitOn(2, '2026-03-01')]));
    expect(layoutFaults(read, visitTitle)).toEqual([]);
    expect(read.pages[0]?.text).toContain(visitTitle);
    expect(read.pages[0]?.text.replaceAll(/\s/gu, '')).toContain(period.replaceAll(/\s/gu, ''));
  });
});

describe('200 chosen visits of two months', () => {
  const visits = Array.from({ length: 200 }, (_, index) => {
    const day = new Date(Date.UTC(2026, 1, 1 + Math.floor(index / 4))).toISOString().slice(0, 10);
    return visitOn(index + 1, day, {
      kind: index % 3 === 0 ? 'emergency' : 'preventive',
      urls: photosOf(index, index % 3),
    });
  });
  let read: ReadPdf;

  beforeAll(async () => {
    ({ read } = await makeChosen(chosenData(visits)));
  });

  it('have no layout faults, and every photo', () => {
    expect(layoutFaults(read, title)).toEqual([]);
    const photos = visits.reduce((sum, { urls }) => sum + urls.length, 0);
    expect(read.pages.flatMap((page) => photosOn(page))).toHaveLength(photos);
    expect(writtenIn(read)).toContain(`Number of visits 200 with ${photos} photos`);
  });

  it('have contents of several pages, each with its heads, that lead to every visit', () => {
    const contents = contentsOf(read);
    expect(contents.map(({ text }) => Number(text.split(' ')[0]))).toEqual(visits.map((_, index) => index + 1));
    const pages = [...new Set(contents.map(({ on }) => on))];
    expect(pages).toEqual(pages.map((_, index) => index + 1));
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages)
      expect(read.pages[page - 1]?.lines.some(({ text }) => text === 'No. Date Kind Visit Photos Page')).toBe(true);
    const starts = startsOf(read, visits);
    expect(contents.map(({ named }) => named)).toEqual(starts);
    expect(contents.map(({ leadsTo }) => leadsTo)).toEqual(starts);
    expect(read.outline.map(({ page }) => page)).toEqual(starts);
  });
});
