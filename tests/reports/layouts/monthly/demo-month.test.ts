import { beforeAll, describe, expect, it } from 'vitest';
import { keptPeriods } from '../../../../src/records/task/kept-periods.ts';
import type { VisitKind } from '../../../../src/records/task/visit.ts';
import { momentText } from '../../../../src/records/time.ts';
import type { ReportVisit } from '../../../../src/reports/report-request.ts';
import { readDemoData } from '../../../../supabase/local/demo/demo-data.ts';
import { layoutFaults, photosOn } from '../../../support/layout-faults.ts';
import { landscape, makeReport, piecesOf, reportData, writtenIn } from '../../../support/made-report.ts';
import type { ReadPdf } from '../../../support/read-pdf.ts';

const kinds: VisitKind[] = ['preventive', 'preventive', 'emergency', 'other', 'preventive', 'preventive', 'preventive'];

const squeezed = (text: string) => text.replaceAll(/\s/gu, '');

/** The seven visits that the demo's first site had in March 2026, with their 25 photos, of these kinds. */
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
    const periods = keptPeriods(visits, 1, 2026, new Date('2026-04-01T01:30:00+08:00'));
    ({ read } = await makeReport(reportData(visits, { keptPeriods: periods }), (url) =>
      url.includes('missing') ? null : url.endsWith('cabinet-2.jpg') ? landscape(60, 80) : landscape(),
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
      const written = squeezed(
        piecesOf(page, index)
          .map(({ text }) => text)
          .join(''),
      );
      for (const { url } of page.links) {
        const { searchParams } = new URL(url ?? 'https://none.example');
        if (!searchParams.has('photo')) continue;
        photos += 1;
        const visit = visits.find(({ id }) => `${id}` === searchParams.get('task'));
        expect(written).toContain(squeezed(visit?.title ?? 'none'));
      }
    }
    expect(photos).toBe(25);
    expect(read.pages.flatMap((page) => photosOn(page))).toHaveLength(24);
    expect(writtenIn(read)).toContain('Visit 1: Monthly preventive maintenance, P1 Main Gate, continued');
  });

  it('starts with what was done, by kind, the next visit, and whom to call', () => {
    const cover = writtenIn({ ...read, pages: read.pages.slice(0, 1) });
    expect(cover).toContain('Number of tasks 7 with 25 photos');
    expect(cover).toContain('Planned visits 5 of 7 tasks');
    expect(cover).toContain('Emergency calls 1 of 7 tasks');
    expect(cover).toContain('Other work 1 of 7 tasks');
    expect(cover).toContain('Next visit due by 30 April 2026 as of 1 April 2026, last visit 24 March 2026');
    expect(cover).toContain('Who to call GateKeeper Field Service 010-000 0009');
    expect(cover).toContain('Emergency call Panggilan kecemasan');
  });

  it('gives the kind of each visit', () => {
    const written = writtenIn(read);
    const words = { preventive: 'Preventive maintenance', emergency: 'Emergency call', other: 'Other work' };
    for (const [index, { time }] of visits.entries()) {
      const [, after = ''] = written.split(momentText(time));
      expect(after.slice(0, 40)).toContain(words[kinds[index] ?? 'other']);
    }
  });
});

describe('entries from before kinds existed', () => {
  it('are counted, and none of them as planned', async () => {
    const visits = demoMarch([]);
    const { read } = await makeReport(reportData(visits));
    expect(layoutFaults(read)).toEqual([]);
    const written = writtenIn(read);
    expect(written).toContain('Number of tasks 7 with 25 photos');
    for (const words of ['Planned', 'Emergency calls', 'Kind', 'Preventive maintenance ·'])
      expect(written).not.toContain(words);
    expect(written).toContain('Last visit – as of 1 April 2026, no interval is agreed');
  });

  it('that are filed under another month than their date are marked', async () => {
    const [first, ...rest] = demoMarch(kinds);
    const late: ReportVisit[] = first ? [{ ...first, time: '2026-11-22T10:00:00+08:00' }] : [];
    const { read } = await makeReport(reportData([...rest, ...late]));
    expect(layoutFaults(read)).toEqual([]);
    expect(writtenIn(read)).toMatch(/22 November 2026 at 10:00 .{0,60}Filed under March 2026/u);
  });
});
