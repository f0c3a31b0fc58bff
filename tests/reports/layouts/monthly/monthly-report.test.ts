import { beforeAll, describe, expect, it } from 'vitest';
import { companyContact } from '../../../../src/records/company.ts';
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
} from '../../../support/made-report.ts';
import type { ReadPdf } from '../../../support/read-pdf.ts';

const photoCounts = [2, 0, 3, 4, 1];
const tasks = photoCounts.map((count, index) =>
  reportTask(index + 11, {
    time: `2026-03-${String(index + 2).padStart(2, '0')}T23:30:00+08:00`,
    urls: photosOf(index + 11, count),
    pdf: index === 1 ? 'https://files.example/11.pdf' : '',
  }),
);

const place = (id: number, photo = '') =>
  `${portal}/maintenance?site=Selasih+Park&year=2026&month=mar&task=${id}${photo}`;

/** The contact on every report. */
const contact = [`tel:${companyContact.hotline.replaceAll(/\D/gu, '')}`, `mailto:${companyContact.email}`];

describe('a month of five tasks', () => {
  let report: ReadPdf;
  let bytes: Uint8Array;
  let missing: number;

  beforeAll(async () => {
    ({ read: report, bytes, missing } = await makeReport(reportData(tasks)));
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
    expect(writtenIn(report)).toMatch(/Number of tasks 5 with 10 photos/u);
    // it is still March in the time zone of the instant
    expect(cover).toContain('1 April 2026 at 01:30');
  });

  it('has every task with its title, date, time and text, in the given order', () => {
    const written = writtenIn(report);
    let from = written.indexOf('Contents');
    for (const [index, { id, title, tasks: text }] of tasks.entries()) {
      const at = written.indexOf(`${title} ${index + 2} March 2026 at 23:30`, from);
      expect(at, `task ${id}`).toBeGreaterThan(from);
      from = written.indexOf(text, at);
      expect(from, `text of task ${id}`).toBeGreaterThan(at);
    }
    expect(written.match(/with a PDF report/gu)).toHaveLength(1);
  });

  it('has a document title, a language, and the time in Singapore when it was made', () => {
    expect(report.info).toEqual({
      title: 'Maintenance Report, Selasih Park Residences, March 2026',
      subject: '5 maintenance tasks of March 2026',
      author: 'GateKeeper Field Service',
      language: 'en-GB',
      created: "D:20260401013000+08'00'",
      showsTitle: true,
    });
  });

  it('has an outline by task that leads to the page of its heading', () => {
    expect(report.outline.map(({ title }) => title)).toEqual(tasks.map(({ title }, index) => `${index + 1}. ${title}`));
    for (const [index, { page }] of report.outline.entries()) expect(startOf(index)).toBe(page);
  });

  it('has contents that name and link to the same pages', () => {
    for (const [index, { page }] of report.outline.entries()) {
      const line = report.pages[0]?.lines.find(({ text }) => text.startsWith(`${index + 1} ${index + 2} March 2026`));
      const count = photoCounts[index] ?? 0;
      expect(line?.text).toMatch(new RegExp(`${tasks[index]?.title} ${count === 0 ? '' : `${count} `}${page}$`, 'u'));
      const link = report.pages[0]?.links.find((one) => line && one.y < line.y && line.y < one.y + one.height);
      expect(link?.page).toBe(page);
    }
  });

  it('links each task and each photo to its place in the portal', () => {
    const urls = report.pages.flatMap(({ links }) => links.flatMap(({ url }) => url ?? []));
    const photos = tasks.flatMap(({ id, urls: all }) => all.map((_, index) => place(id, `&photo=${index + 1}`)));
    expect(new Set(urls)).toEqual(new Set([...tasks.map(({ id }) => place(id)), ...photos, ...contact]));
    for (const page of report.pages)
      for (const { x, y, width, height } of photosOn(page)) {
        const link = page.links.find((one) => Math.abs(one.x - x) < 0.1 && Math.abs(one.y - y) < 0.1);
        expect(link?.url).toContain('&photo=');
        expect([link?.width, link?.height].map((side) => side?.toFixed(1))).toEqual(
          [width, height].map((side) => side.toFixed(1)),
        );
      }
  });

  it('is the same file when it is made again from the same data', async () => {
    const again = await makeReport(reportData(tasks));
    expect(again.read.pages.map(({ text }) => text)).toEqual(report.pages.map(({ text }) => text));
    expect(again.bytes.length).toBe(bytes.length);
  });

  /** The page on which a task begins. */
  function startOf(task: number): number {
    const title = tasks[task]?.title ?? '';
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
