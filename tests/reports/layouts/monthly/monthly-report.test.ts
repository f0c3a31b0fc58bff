import { beforeAll, describe, expect, it } from 'vitest';
import { companyContact } from '../../../../src/records/company.ts';
import { agreementOf, serviceSummary } from '../../../../src/records/task/service-periods.ts';
import type { VisitKind } from '../../../../src/records/task/visit.ts';
import { momentText } from '../../../../src/records/time.ts';
import type { ReportVisit } from '../../../../src/reports/report-request.ts';
import { readDemoData } from '../../../../supabase/local/demo/demo-data.ts';
import { layoutFaults, photosOn } from '../../../support/layout-faults.ts';
import {
  isTitlePiece,
  makeReport,
  photosOf,
  piecesOf,
  portal,
  reportData,
  reportTask,
  writtenIn,
  greyPhoto,
} from '../../../support/made-report.ts';
import type { ReadPdf } from '../../../support/read-pdf.ts';
import { fileUrl } from '../../../support/rows.ts';

const photoCounts = [2, 0, 3, 4, 1];

const fiveTasks = photoCounts.map((count, index) =>
  reportTask(index + 11, {
    time: `2026-03-${String(index + 2).padStart(2, '0')}T23:30:00+08:00`,
    urls: photosOf(index + 11, count),
    // only a file of the portal counts as a PDF
    pdf: ['', fileUrl(11, 'pdf'), 'https://files.example/12.pdf'][index] ?? '',
  }),
);

const visitUrl = (id: number, photo = '') =>
  `${portal}/maintenance?site=Selasih+Park&year=2026&month=mar&task=${id}${photo}`;

/** The contact links on every report. */
const contact = [`tel:${companyContact.hotline.replaceAll(/\D/gu, '')}`, `mailto:${companyContact.email}`];

describe('a month of five tasks', () => {
  let report: ReadPdf;
  let bytes: Uint8Array;
  let missing: number;

  beforeAll(async () => {
    ({ read: report, bytes, missing } = await makeReport(reportData(fiveTasks)));
  });

  it('has no layout faults', () => {
    expect(layoutFaults(report)).toEqual([]);
    expect(missing).toBe(0);
  });

  it('is on A4', () => {
    for (const { width, height } of report.pages) {
      expect(width).toBeCloseTo(210, 1);
      expect(height).toBeCloseTo(297, 1);
    }
  });

  it('starts with its client, month and numbers', () => {
    const cover = report.pages[0]?.text ?? '';
    expect(cover).toContain('Maintenance Report\nMarch 2026');
    expect(cover).toContain('Selasih Park Residences');
    expect(cover).toContain('18 Jalan Selasih 3, 68100 Batu Caves');
    expect(writtenIn(report)).toMatch(/Number of visits 5 with 10 photos/u);
    // madeOn is 31 March at 17:30 in UTC, which is 1 April in Singapore
    expect(cover).toContain('1 April 2026 at 01:30');
  });

  it('has every task with its title, date, time and text, in chronological order', () => {
    const reportText = writtenIn(report);
    let from = reportText.indexOf('Contents');
    for (const [index, { id, title, tasks: text }] of fiveTasks.entries()) {
      const at = reportText.indexOf(`${title} ${index + 2} March 2026 at 23:30`, from);
      expect(at, `task ${id}`).toBeGreaterThan(from);
      from = reportText.indexOf(text, at);
      expect(from, `text of task ${id}`).toBeGreaterThan(at);
    }
    expect(reportText.match(/with a PDF report/gu)).toHaveLength(1);
  });

  it('has a document title, a language, and the time in Singapore when it was made', () => {
    expect(report.info).toEqual({
      title: 'Maintenance Report, Selasih Park Residences, March 2026',
      subject: '5 maintenance visits of March 2026',
      author: 'GateKeeper Field Service',
      language: 'en-GB',
      created: "D:20260401013000+08'00'",
      showsTitle: true,
    });
  });

  it('has an outline with an entry for each task that leads to the page of its heading', () => {
    expect(report.outline.map(({ title }) => title)).toEqual(
      fiveTasks.map(({ title }, index) => `${index + 1}. ${title}`),
    );
    for (const [index, { page }] of report.outline.entries()) expect(startOf(index)).toBe(page);
  });

  it('has contents that name and link to the same pages', () => {
    for (const [index, { page }] of report.outline.entries()) {
      const line = report.pages[0]?.lines.find(({ text }) => text.startsWith(`${index + 1} ${index + 2} March 2026`));
      const count = photoCounts[index] ?? 0;
      expect(line?.text).toMatch(
        new RegExp(`${fiveTasks[index]?.title} ${count === 0 ? '' : `${count} `}${page}$`, 'u'),
      );
      const link = report.pages[0]?.links.find((found) => line && found.y < line.y && line.y < found.y + found.height);
      expect(link?.page).toBe(page);
    }
  });

  it('links each task and each photo to its place in the portal', () => {
    const urls = report.pages.flatMap(({ links }) => links.flatMap(({ url }) => url ?? []));
    const photos = fiveTasks.flatMap(({ id, urls: all }) => all.map((_, index) => visitUrl(id, `&photo=${index + 1}`)));
    expect(new Set(urls)).toEqual(new Set([...fiveTasks.map(({ id }) => visitUrl(id)), ...photos, ...contact]));
    for (const page of report.pages)
      for (const { x, y, width, height } of photosOn(page)) {
        const link = page.links.find((found) => Math.abs(found.x - x) < 0.1 && Math.abs(found.y - y) < 0.1);
        expect(link?.url).toContain('&photo=');
        expect([link?.width, link?.height].map((side) => side?.toFixed(1))).toEqual(
          [width, height].map((side) => side.toFixed(1)),
        );
      }
  });

  it('is the same file when it is made again from the same data', async () => {
    const secondReport = await makeReport(reportData(fiveTasks));
    expect(secondReport.read.pages.map(({ text }) => text)).toEqual(report.pages.map(({ text }) => text));
    expect(secondReport.bytes.length).toBe(bytes.length);
  });

  /** The page on which a task begins. */
  function startOf(task: number): number {
    const title = fiveTasks[task]?.title ?? '';
    return (
      report.pages.findIndex((page, index) =>
        piecesOf(page, index).some((piece) => isTitlePiece(piece) && piece.text === title),
      ) + 1
    );
  }
});

it('links to a site whose name is not in plain Latin letters', async () => {
  const { read } = await makeReport(
    reportData([reportTask(1, { urls: photosOf(1, 1) })], { name: '茉莉园 & Co', siteName: '茉莉园' }),
  );
  const urls = read.pages
    .flatMap(({ links }) => links.flatMap(({ url }) => url ?? []))
    .filter((url) => !contact.includes(url));
  expect(urls.length).toBeGreaterThan(0);
  for (const url of urls) {
    expect(url).toMatch(/^[\u0021-\u007E]+$/u);
    expect(new URL(url).searchParams.get('site')).toBe('茉莉园 & Co');
  }
});

const kinds: VisitKind[] = ['preventive', 'preventive', 'emergency', 'other', 'preventive', 'preventive', 'preventive'];

const withoutSpaces = (text: string) => text.replaceAll(/\s/gu, '');

/** The seven visits of the demo's first site in March 2026, with their 25 photos, of these kinds. */
function demoMarch(visitKinds: readonly VisitKind[]): ReportVisit[] {
  const site = readDemoData(process.cwd()).maintable[0];
  const march = site?.tasks2024.filter((task) => task.time.startsWith('2026-03') && task.showing === 'True') ?? [];
  return march.map(({ id, time, title, tasks, pdf, urls }, index) => {
    const kind = visitKinds[index];
    return { id, time, year: '2026', month: 'mar', title, tasks, pdf, urls, ...(kind && { kind }) };
  });
}

describe('the demo month March 2026', () => {
  const visits = demoMarch(kinds);
  let read: ReadPdf;

  beforeAll(async () => {
    const periods = serviceSummary(
      visits,
      agreementOf({ visit_every_months: 1 }),
      2026,
      new Date('2026-04-01T01:30:00+08:00'),
    );
    ({ read } = await makeReport(reportData(visits, { service: periods }), (url) =>
      url.includes('missing') ? null : url.endsWith('cabinet-2.jpg') ? greyPhoto(60, 80) : greyPhoto(),
    ));
  });

  it('has seven visits with 25 photos', () => {
    expect(visits.map(({ urls }) => urls.length)).toEqual([6, 6, 4, 3, 0, 2, 4]);
  });

  it('takes at most five pages, all but the last at least a third full', () => {
    expect(read.pages.length).toBeLessThanOrEqual(5);
    expect(layoutFaults(read)).toEqual([]);
  });

  it('has, on each page with photos, the title of their visit', () => {
    let photos = 0;
    for (const [index, page] of read.pages.entries()) {
      const reportText = withoutSpaces(
        piecesOf(page, index)
          .map(({ text }) => text)
          .join(''),
      );
      for (const { url } of page.links) {
        const { searchParams } = new URL(url ?? 'https://none.example');
        if (!searchParams.has('photo')) continue;
        photos += 1;
        const visit = visits.find(({ id }) => `${id}` === searchParams.get('task'));
        expect(reportText).toContain(withoutSpaces(visit?.title ?? 'none'));
      }
    }
    // one file is missing: its place has the link, but no photo
    expect(photos).toBe(25);
    expect(read.pages.flatMap((page) => photosOn(page))).toHaveLength(24);
    expect(writtenIn(read)).toContain('Visit 1: Monthly preventive maintenance, P1 Main Gate, continued');
  });

  it('starts with the work by kind, the next visit, and whom to call', () => {
    const cover = writtenIn({ ...read, pages: read.pages.slice(0, 1) });
    expect(cover).toContain('Number of visits 7 with 25 photos');
    expect(cover).toContain('Preventive visits 5 of 7 visits');
    expect(cover).toContain('Emergency calls 1 of 7 visits');
    expect(cover).toContain('Other work 1 of 7 visits');
    expect(cover).toContain('Next visit due by 30 April 2026 as of 31 March 2026, last visit 24 March 2026');
    expect(cover).toContain('Who to call GateKeeper Field Service 010-000 0009');
    expect(cover).toContain('Emergency call Panggilan kecemasan');
  });

  it('gives the kind of each visit', () => {
    const reportText = writtenIn(read);
    const words = { preventive: 'Preventive maintenance', emergency: 'Emergency call', other: 'Other work' };
    for (const [index, { time }] of visits.entries()) {
      const [, after = ''] = reportText.split(momentText(time));
      expect(after.slice(0, 40)).toContain(words[kinds[index] ?? 'other']);
    }
  });
});

describe('visits from before kinds existed', () => {
  it('are counted, but never as planned visits', async () => {
    const visits = demoMarch([]);
    const { read } = await makeReport(reportData(visits));
    expect(layoutFaults(read)).toEqual([]);
    const reportText = writtenIn(read);
    expect(reportText).toContain('Number of visits 7 with 25 photos');
    for (const words of ['Planned', 'Emergency calls', 'Kind', 'Preventive maintenance ·'])
      expect(reportText).not.toContain(words);
    expect(reportText).toContain('Last visit – as of 31 March 2026, no interval is agreed');
  });
});

it('marks a visit that is filed under another month than its date', async () => {
  const [first, ...otherVisits] = demoMarch(kinds);
  const misfiledVisit: ReportVisit[] = first ? [{ ...first, time: '2026-11-22T10:00:00+08:00' }] : [];
  const { read } = await makeReport(reportData([...otherVisits, ...misfiledVisit]));
  expect(layoutFaults(read)).toEqual([]);
  expect(writtenIn(read)).toMatch(/22 November 2026 at 10:00 .{0,60}Filed under March 2026/u);
});
