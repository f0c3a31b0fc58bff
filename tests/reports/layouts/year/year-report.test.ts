import { beforeAll, describe, expect, it } from 'vitest';
import { agreementOf, keptPeriods } from '../../../../src/records/task/kept-periods.ts';
import type { VisitKind } from '../../../../src/records/task/visit.ts';
import { months, type Month } from '../../../../src/records/time.ts';
import { yearReport } from '../../../../src/reports/layouts/year/year-report.ts';
import type { YearReport, YearVisit } from '../../../../src/reports/report-request.ts';
import { layoutFaults, photosOn } from '../../../support/layout-faults.ts';
import {
  landscape,
  makeDocument,
  photosOf,
  piecesOf,
  portal,
  reportTask,
  writtenIn,
} from '../../../support/made-report.ts';
import type { ReadPdf } from '../../../support/read-pdf.ts';
import { failureEntry as entry } from '../../../support/rows.ts';

const madeOn = '2025-09-15T02:00:00.000Z';
const title = 'Year Report';

function monthOfDay(day: string): Month {
  return months[Number(day.slice(5, 7)) - 1]?.value ?? 'january';
}

function visit(id: number, day: string, kind?: VisitKind, photos = 0, change: Partial<YearVisit> = {}): YearVisit {
  const urls = photosOf(id, Math.min(2, photos));
  return {
    ...reportTask(id, {
      time: `${day}T09:30:00+08:00`,
      year: '2025',
      month: monthOfDay(day),
      urls,
      ...(kind && { kind }),
    }),
    photos,
    ...change,
  };
}

const visits = [
  visit(1, '2025-02-10', 'preventive', 6),
  visit(2, '2025-02-20', 'emergency', 1),
  visit(3, '2025-05-03', 'preventive', 2),
  visit(4, '2025-08-30', 'other', 0),
];

const failures: YearReport['failures'] = [
  [
    'P1 Main Gate',
    [entry('Barrier Arm Jammed', 5, 4, 2025), entry('Barrier Arm Jammed', 7, 5, 2024), entry('Vandalism', 0, 1, 2024)],
  ],
  ['P2 Rear Gate', [entry('Loop Detector Fault', 2, 0, 2025), entry('Barrier Arm Jammed', 1, 0, 2025)]],
];

function yearData(change: Partial<YearReport> = {}, every: number | null = 3): YearReport {
  const shown = change.visits ?? visits;
  return {
    name: 'Selasih Park',
    siteName: 'Selasih Park Residences',
    address: '18 Jalan Selasih 3, 68100 Batu Caves',
    year: '2025',
    madeOn,
    portal,
    keptPeriods: keptPeriods(shown, agreementOf({ visit_every_months: every }), 2025, new Date(madeOn)),
    everyMonths: every,
    visits: shown,
    failures,
    contract: [['Contract End Date', '31 December 2026']],
    people: [['JMB In-charge', 'Pn. Noraini Ismail']],
    ...change,
  };
}

const make = (data: YearReport, photo?: Parameters<typeof makeDocument>[2]) => makeDocument(yearReport, data, photo);

/** The text of one page. */
const textOn = (read: ReadPdf, index: number) => writtenIn({ ...read, pages: read.pages.slice(index, index + 1) });

describe('the year of a site', () => {
  let read: ReadPdf;

  beforeAll(async () => {
    ({ read } = await make(yearData()));
  });

  it('has no layout faults', () => {
    expect(layoutFaults(read, title)).toEqual([]);
    expect(read.info).toMatchObject({ title: 'Year Report 2025, Selasih Park Residences', language: 'en-GB' });
  });

  it('starts with the score', () => {
    const cover = textOn(read, 0);
    expect(cover).toContain('Selasih Park Residences 18 Jalan Selasih 3, 68100 Batu Caves');
    expect(cover).toContain('Agreed visits kept 2 of 2 one agreed every 3 months');
    expect(cover).toContain('Emergency calls 1 of 4 visits');
    expect(cover).toContain('Failures 12 so far; 13 in all of 2024');
    expect(cover).toContain('Worst post P1 Main Gate 9 failures');
    expect(cover).toContain(
      '4 visits in 2025, 1 emergency call among them. Every agreed visit that was due has been made. 12 failures were counted so far; 13 in all of 2024.',
    );
  });

  it('gives the state of each quarter in words, and each month in figures', () => {
    const cover = textOn(read, 0);
    expect(cover).toContain('Agreed visits Kept Kept Due now To come');
    expect(cover).toContain('All visits · 2 · · 1 · · 1 · · · ·');
    expect(cover).toContain('Emergency calls · 1 · · · · · · · · · ·');
  });

  it('has the contract, the next visit, the people and whom to call', () => {
    const cover = textOn(read, 0);
    expect(cover).toContain('Contract End Date 31 December 2026');
    expect(cover).toContain('Next visit due by 30 September 2025 (last visit 30 August 2025)');
    expect(cover).toContain('JMB In-charge Pn. Noraini Ismail');
    expect(cover).toContain('Who to call GateKeeper Field Service 010-000 0009');
    const urls = read.pages[0]?.links.map(({ url }) => url);
    expect(urls).toEqual(['tel:0100000009', 'mailto:service@gatekeeper.example']);
  });

  it('has the failures by type, including those of last year only, and by post, the worst first', () => {
    const page = textOn(read, 1);
    expect(page).toContain(
      'Barrier Arm Jammed 6 4 10 12 Loop Detector Fault 2 0 2 0 Vandalism 0 0 0 1 All failures 8 4 12 13',
    );
    expect(page).toContain('P1 Main Gate 5 4 9 Barrier Arm Jammed P2 Rear Gate 3 0 3 Loop Detector Fault');
  });

  it('draws its chart with lines and areas: the only pictures are photos', () => {
    const photos = read.pages.flatMap((page) => photosOn(page));
    expect(photos).toHaveLength(5);
    expect(read.pages.flatMap((page) => page.images)).toHaveLength(5);
    for (const { width, height } of photos) expect([width, height].map(Math.round)).toEqual([40, 30]);
  });

  it('has every visit with date, kind, title and text under its month, oldest first', () => {
    const written = writtenIn(read);
    let from = written.indexOf('Visits in 2025');
    for (const words of [
      'February Barrier check 1 10 February 2025 at 09:30 · Preventive maintenance',
      'Arm bolts torqued and loops measured on visit 1.',
      'Barrier check 2 20 February 2025 at 09:30 · Emergency call',
      'May',
      'Barrier check 3 3 May 2025 at 09:30 · Preventive maintenance',
      'August Barrier check 4 30 August 2025 at 09:30 · Other work',
    ]) {
      const at = written.indexOf(words, from);
      expect(at, words).toBeGreaterThan(from);
      from = at;
    }
    expect(written.match(/2 of 6 photos; all are in the portal/gu)).toHaveLength(1);
  });

  it('links to each visit and photo in the portal', () => {
    const urls = read.pages.flatMap(({ links }) => links.flatMap(({ url }) => url ?? []));
    const place = `${portal}/maintenance?site=Selasih+Park&year=2025&month=`;
    expect(urls).toEqual(
      expect.arrayContaining([`${place}february&task=1`, `${place}february&task=1&photo=2`, `${place}august&task=4`]),
    );
    expect(read.outline.map((one) => one.title)).toEqual(['Failures', 'Visits in 2025']);
  });
});

describe('a year with less data', () => {
  it('says in words that it has no visits, failures or interval', async () => {
    const { read } = await make(yearData({ visits: [], failures: [] }, null));
    expect(layoutFaults(read, title)).toEqual([]);
    const written = writtenIn(read);
    expect(written).toContain('Visits 0 in 2025; no interval is agreed');
    expect(written).toContain('Failures – none recorded for 2025');
    expect(written).toContain('Worst post – not known');
    expect(written).toContain('No failures are recorded for 2025.');
    expect(written.match(/No visit is recorded for 2025\./gu)).toHaveLength(2);
    expect(written).toContain('Last visit – (no interval is agreed)');
    expect(written).not.toContain('Agreed visits');
  });

  it('counts no emergencies among visits without a kind', async () => {
    const { read } = await make(yearData({ visits: [visit(1, '2025-02-10'), visit(2, '2025-02-11')] }));
    expect(writtenIn(read)).toContain('Emergency calls – 2 visits without a kind');
  });

  it('says that agreed visits were missed, and that the next one is overdue', async () => {
    const data = yearData({ visits: [visit(1, '2025-02-10', 'preventive')] }, 1);
    const { read } = await make(data);
    const cover = textOn(read, 0);
    expect(cover).toContain('Agreed visits kept 1 of 7 one agreed every month');
    expect(cover).toContain('Of 7 agreed visits, 6 were missed.');
    expect(cover).toContain(
      'Overdue visit, due by 30 September 2025 (the period before was missed, last visit 10 February 2025)',
    );
    // a sign of its own for each state, explained below the strip
    expect(cover).toMatch(/Before the first visit .*Kept .*Missed .*Due now .*To come/u);
  });

  it('gives the next visit as of the day of the report when that is in a later year', async () => {
    const later = '2026-02-03T02:00:00.000Z';
    const periods = keptPeriods(visits, agreementOf({ visit_every_months: 3 }), 2025, new Date(later));
    const { read } = await make(yearData({ madeOn: later, keptPeriods: periods }));
    expect(layoutFaults(read, title)).toEqual([]);
    expect(textOn(read, 0)).toContain(
      'Overdue visit, due by 31 March 2026 (as of 3 February 2026, last visit 30 August 2025)',
    );
  });

  it('compares with the year before only where that has entries', async () => {
    const { read } = await make(yearData({ failures: [['P1', [entry('Spring Broken', 0, 0, 2025)]]] }));
    const cover = textOn(read, 0);
    expect(cover).toContain('Failures 0 no data for 2024');
    expect(cover).toContain('Worst post – nothing failed');
  });

  it('marks old entries that are filed under another month than their date', async () => {
    const { read } = await make(yearData({ visits: [visit(1, '2025-06-01', undefined, 2, { month: 'mar' })] }));
    expect(layoutFaults(read, title)).toEqual([]);
    expect(writtenIn(read)).toContain('1 June 2025 at 09:30 Filed under March 2025');
  });
});

describe('a year with a lot of data', () => {
  it('has no layout faults with 120 visits of two photos each, some missing', async () => {
    const many = Array.from({ length: 120 }, (_, index) =>
      visit(
        index + 1,
        `2025-${String(1 + Math.floor(index / 10)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}`,
        (['preventive', 'emergency', 'other'] as const)[index % 3],
        2,
        { tasks: 'Barrier arm serviced; loops and photocells tested. '.repeat((index * 7) % 30) },
      ),
    );
    const { read, missing } = await make(yearData({ visits: many }), (_, index) =>
      index % 11 === 5 ? null : index % 3 === 0 ? landscape(60, 80) : landscape(),
    );
    expect(layoutFaults(read, title)).toEqual([]);
    expect(missing).toBe(22);
    expect(read.pages.flatMap((page) => photosOn(page))).toHaveLength(240 - missing);
  });

  it('keeps every word of a long text, and its photos beside its title', async () => {
    const words = Array.from({ length: 1_430 }, (_, index) => `w${String(index).padStart(4, '0')}x`);
    const { read } = await make(
      yearData({ visits: [visit(1, '2025-02-10', 'preventive', 2, { tasks: words.join(' ') })] }),
    );
    expect(layoutFaults(read, title)).toEqual([]);
    expect(writtenIn(read).match(/w\d{4}x/gu)).toEqual(words);
    const first = read.pages.find((page) => photosOn(page).length > 0);
    expect(first && piecesOf(first).some(({ text }) => text === 'Barrier check 1')).toBe(true);
  });

  it('has posts and failure types of any script and number, over several pages if needed', async () => {
    const posts = Array.from({ length: 60 }, (_, index): YearReport['failures'][number] => [
      index === 0 ? '停车场 B1 入口' : `Post ${index} ${'of a name that is long '.repeat(index % 4)}`,
      [entry(index === 0 ? '' : `Failure ${index} ${'with words '.repeat(index % 7)}`, 1_000 * index, index, 2025)],
    ]);
    const { read } = await make(yearData({ failures: posts }));
    expect(layoutFaults(read, title)).toEqual([]);
    const written = writtenIn(read);
    expect(written.replaceAll(/\s/gu, '')).toContain('停车场B1入口');
    for (const index of [1, 30, 59]) expect(written).toContain(`Failure ${index} `);
    expect(written).toContain('1,771,770');
  });
});
