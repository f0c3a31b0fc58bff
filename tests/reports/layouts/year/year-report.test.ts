import { beforeAll, describe, expect, it } from 'vitest';
import type { EndedFault } from '../../../../src/records/fault/fault-ends.ts';
import { agreementOf, fulfilledMeaning, serviceSummary } from '../../../../src/records/task/service-periods.ts';
import type { VisitKind } from '../../../../src/records/task/visit.ts';
import { months, type Month } from '../../../../src/records/time.ts';
import { yearReport } from '../../../../src/reports/layouts/year/year-report.ts';
import {
  shownPhotos,
  type VisitCounts,
  type YearReport,
  type YearVisit,
} from '../../../../src/reports/report-request.ts';
import { layoutFaults, photosOn } from '../../../support/layout-faults.ts';
import {
  greyPhoto,
  makeDocument,
  photosOf,
  piecesOf,
  portal,
  reportTask,
  writtenIn,
  yearCalls,
} from '../../../support/made-report.ts';
import type { ReadPdf } from '../../../support/read-pdf.ts';
import { failureEntry as entry } from '../../../support/rows.ts';

const madeOn = '2025-09-15T02:00:00.000Z';
const title = 'Year Report';

function monthOfDay(day: string): Month {
  return months[Number(day.slice(5, 7)) - 1]?.value ?? 'january';
}

function visit(id: number, day: string, kind?: VisitKind, photos = 0, change: Partial<YearVisit> = {}): YearVisit {
  const urls = photosOf(id, photos);
  return {
    ...reportTask(id, {
      time: `${day}T09:30:00+08:00`,
      year: '2025',
      month: monthOfDay(day),
      urls,
      ...(kind && { kind }),
    }),
    shown: shownPhotos(urls),
    failed: 0,
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

const visitCount = (count: number, emergencies = 0, unsaid = 0): VisitCounts => ({
  visits: count,
  emergencies,
  unsaid,
});

const namedPosts: YearReport['named'] = [
  ['P1 Main Gate', { now: visitCount(2, 1), before: visitCount(9) }],
  ['P2 Rear Gate', { now: visitCount(0), before: visitCount(3, 0, 3) }],
  [null, { now: visitCount(2), before: visitCount(1) }],
];

const allVisits: YearReport['allVisits'] = { now: visitCount(4, 1), before: visitCount(12, 2) };

function yearData(change: Partial<YearReport> = {}, everyMonths: number | null = 3): YearReport {
  const reportVisits = change.visits ?? visits;
  return {
    name: 'Selasih Park',
    siteName: 'Selasih Park Residences',
    address: '18 Jalan Selasih 3, 68100 Batu Caves',
    year: '2025',
    madeOn,
    portal,
    service: serviceSummary(reportVisits, agreementOf({ visit_every_months: everyMonths }), 2025, new Date(madeOn)),
    visits: reportVisits,
    failures,
    named: namedPosts,
    allVisits,
    ...yearCalls([], 2025, madeOn),
    open: [],
    promise: null,
    faults: { listed: [], leftOut: 0 },
    contract: [['Contract End Date', '31 December 2026']],
    people: [['JMB In-charge', 'Pn. Noraini Ismail']],
    ...change,
  };
}

const makeYear = (data: YearReport, photo?: Parameters<typeof makeDocument>[2]) =>
  makeDocument(yearReport, data, photo);

/** The text of a single page. */
const textOn = (read: ReadPdf, index: number) => writtenIn({ ...read, pages: read.pages.slice(index, index + 1) });

describe('the year of a site', () => {
  let read: ReadPdf;

  beforeAll(async () => {
    ({ read } = await makeYear(yearData()));
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
    expect(cover).toContain('Failures 12 so far; 4 fewer than in 2024 at the same posts');
    expect(cover).toContain('Worst post P1 Main Gate 9 failures');
    expect(cover).toContain(
      '4 visits in 2025 so far, 1 emergency call among them. 2 of 2 quarterly visits kept in 2025. 12 failures were counted so far; at the posts counted in both years: 9, 4 fewer than in all of 2024 (13); P2 Rear Gate has no counts for 2024.',
    );
  });

  it('explains in one line what kept means', () => {
    expect(textOn(read, 0)).toContain(fulfilledMeaning);
  });

  it('has a row for each post: its visits, emergency calls and failures, this year and the year before', () => {
    const page = textOn(read, 1);
    expect(page).toContain(
      'P1 Main Gate 9 2 0 1 13 9 P2 Rear Gate 3 0 – 0 – 3 No post named 1 2 0 0 All visits 12 4 2 1 ' +
        'A visit may name several posts in its title and then counts for each of them, but once among all visits; ' +
        'emergency calls are among the visits. – is not known.',
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

  it('has the failures by type, including those of the year before only, and by post, in the order of the record', () => {
    const page = textOn(read, 1);
    expect(page).toContain(
      'Barrier Arm Jammed 12 6 4 10 −3* Loop Detector Fault – 2 0 2 – Vandalism 1 – – – no entry ' +
        'All failures 13 8 4 12 −4* * At the posts counted in both years; P2 Rear Gate has no counts for 2024.',
    );
    expect(page).toContain(
      'P1 Main Gate 13 5 4 9 −4 Barrier Arm Jammed P2 Rear Gate – 3 0 3 – Loop Detector Fault ' +
        '2025 so far against all of 2024: counts have no months, so the same part of 2024 is not known.',
    );
  });

  it('has the posts in the same order in both tables, and no row for visits without a post if there are none', async () => {
    const comparedFailures: YearReport['failures'] = [
      ['P1', [entry('Loop', 1, 0, 2025), entry('Loop', 1, 0, 2024)]],
      ['P2', [entry('Loop', 5, 0, 2025), entry('Loop', 4, 0, 2024)]],
    ];
    const { read: other } = await makeYear(
      yearData({
        failures: comparedFailures,
        named: [...comparedFailures.map(([post]) => post), null].map((post) => [
          post,
          { now: visitCount(post ? 4 : 0), before: visitCount(0) },
        ]),
      }),
    );
    const page = textOn(other, 1);
    expect(page).toContain('P1 1 1 0 1 no change Loop P2 4 5 0 5 +1 Loop');
    expect(page).toContain('P1 0 4 0 0 1 1 P2 0 4 0 0 4 5 All visits');
    expect(page).not.toContain('No post named');
    // the same posts in both years, so there is nothing to explain
    expect(writtenIn(other)).toContain('Failures 6 so far, already 1 more than in all of 2024 (5)');
    expect(writtenIn(other)).not.toMatch(/counted in both|\*/u);
  });

  it('compares no posts without counts in both years', async () => {
    const { read: other } = await makeYear(
      yearData({
        madeOn: '2026-02-03T02:00:00.000Z',
        failures: [
          ['P1', [entry('Loop', 3, 0, 2025)]],
          ['P2', [entry('Loop', 4, 0, 2024)]],
        ],
      }),
    );
    expect(textOn(other, 0)).toContain('Failures 3 not comparable with 2024');
    expect(textOn(other, 0)).toContain(
      '3 failures were counted; not compared with 2024, as no post was counted in both years.',
    );
    expect(textOn(other, 1)).toContain(
      'All failures 4 3 0 3 – Not compared: no post has counts for both 2024 and 2025.',
    );
  });

  it('calls nothing new if the year before has no counts', async () => {
    const newTypes = await makeYear(yearData({ failures: [['P1', [entry('Spring Broken', 2, 1, 2025)]]] }));
    const page = textOn(newTypes.read, 1);
    expect(page).toContain('Spring Broken – 2 1 3 – All failures – 2 1 3 –');
    expect(page).not.toContain('against all of 2024');
  });

  it('draws its chart with lines and areas: the only pictures are photos', () => {
    const photos = read.pages.flatMap((page) => photosOn(page));
    expect(photos).toHaveLength(5);
    expect(read.pages.flatMap((page) => page.images)).toHaveLength(5);
    for (const { width, height } of photos) expect([width, height].map(Math.round)).toEqual([40, 30]);
  });

  it('has every visit with date, kind, title and text under its month, oldest first', () => {
    const text = writtenIn(read);
    let from = text.indexOf('Visits in 2025');
    for (const words of [
      'February Barrier check 1 10 February 2025 at 09:30 · Preventive maintenance',
      'Arm bolts torqued and loops measured on visit 1.',
      'Barrier check 2 20 February 2025 at 09:30 · Emergency call',
      'May',
      'Barrier check 3 3 May 2025 at 09:30 · Preventive maintenance',
      'August Barrier check 4 30 August 2025 at 09:30 · Other work',
    ]) {
      const at = text.indexOf(words, from);
      expect(at, words).toBeGreaterThan(from);
      from = at;
    }
    expect(text.match(/2 of 6 photos; all are in the portal/gu)).toHaveLength(1);
  });

  it('links to each visit and photo in the portal', () => {
    const urls = read.pages.flatMap(({ links }) => links.flatMap(({ url }) => url ?? []));
    const monthUrl = `${portal}/maintenance?site=Selasih+Park&year=2025&month=`;
    expect(urls).toEqual(
      expect.arrayContaining([
        `${monthUrl}february&task=1`,
        `${monthUrl}february&task=1&photo=2`,
        `${monthUrl}august&task=4`,
      ]),
    );
    expect(read.outline.map((outlineEntry) => outlineEntry.title)).toEqual(['Failures', 'Visits in 2025']);
  });
});

describe('the recommendations of visits', () => {
  const open = [
    { time: '2025-03-04T09:30:00+08:00', text: 'Replace the spring', title: 'Loop tuned' },
    { time: '2025-09-10T23:50:00+08:00', text: '更换弹簧', title: 'Repair' },
  ];

  it('that are open come before the visits, with their age', async () => {
    const { read } = await makeYear(yearData({ open }));
    expect(layoutFaults(read, title)).toEqual([]);
    const text = writtenIn(read);
    expect(text).toContain(
      'Open recommendations Open since Recommendation Visit 4 March 2025 (6 months) Replace the spring Loop tuned 10 September 2025 (5 days)',
    );
    expect(text.indexOf('Open recommendations')).toBeLessThan(text.indexOf('Visits in 2025'));
    expect(text.replaceAll(/\s/gu, '')).toContain('更换弹簧');
  });

  it('are left out if none is open', async () => {
    const { read } = await makeYear(yearData());
    expect(writtenIn(read)).not.toContain('Open recommendations');
  });

  it('continue on several pages, with every word', async () => {
    const words = Array.from({ length: 300 }, (_, index) => `w${String(index).padStart(3, '0')}x`);
    const manyRows = Array.from({ length: 40 }, (_, index) => ({
      time: '2025-03-04T09:30:00+08:00',
      text: index === 7 ? words.join(' ') : `Part ${index} of the arm is worn and should be replaced soon`,
      title: `Visit of gate ${index} ${'with a long title '.repeat(index % 5)}`,
    }));
    const { read } = await makeYear(yearData({ open: manyRows }));
    expect(layoutFaults(read, title)).toEqual([]);
    expect(writtenIn(read).match(/w\d{3}x/gu)).toEqual(words);
  });
});

describe('a year with less data', () => {
  it('says in words that it has no visits, failures or interval', async () => {
    const { read } = await makeYear(yearData({ visits: [], failures: [] }, null));
    expect(layoutFaults(read, title)).toEqual([]);
    const text = writtenIn(read);
    expect(text).toContain('Visits 0 in 2025; no interval is agreed');
    expect(text).toContain('Failures – none recorded for 2025');
    expect(text).toContain('Worst post – not known');
    expect(text).toContain('No failures are recorded for 2025.');
    expect(text.match(/No visit is recorded for 2025\./gu)).toHaveLength(2);
    expect(text).toContain('Last visit – (no interval is agreed)');
    expect(text).not.toContain('Agreed visits');
  });

  it('counts no emergencies among visits without a kind', async () => {
    const { read } = await makeYear(yearData({ visits: [visit(1, '2025-02-10'), visit(2, '2025-02-11')] }));
    expect(writtenIn(read)).toContain('Emergency calls – 2 visits without a kind');
  });

  it('says that agreed visits were missed, and that the next one is overdue', async () => {
    const data = yearData({ visits: [visit(1, '2025-02-10', 'preventive')] }, 1);
    const { read } = await makeYear(data);
    const cover = textOn(read, 0);
    expect(cover).toContain('Agreed visits kept 1 of 7 one agreed every month');
    expect(cover).toContain('1 of 7 monthly visits kept in 2025, 6 missed.');
    expect(cover).toContain(
      'Overdue visit, due by 30 September 2025 (the period before was missed, last visit 10 February 2025)',
    );
    // a separate sign for each state, explained below the strip
    expect(cover).toMatch(/Before the first visit .*Kept .*Missed .*Due now .*To come/u);
  });

  it('uses the end of its year when the year is over: no due date, and no visit of today', async () => {
    const later = '2026-02-03T02:00:00.000Z';
    const laterVisits = [...visits, visit(9, '2026-01-15', 'preventive')];
    const periods = serviceSummary(laterVisits, agreementOf({ visit_every_months: 3 }), 2025, new Date(later));
    const { read } = await makeYear(yearData({ madeOn: later, service: periods }));
    expect(layoutFaults(read, title)).toEqual([]);
    const cover = textOn(read, 0);
    expect(cover).toContain('Last visit in 2025 30 August 2025');
    expect(cover).toContain(
      '4 visits in 2025, 1 emergency call among them. 2 of 4 quarterly visits kept in 2025, 2 missed.',
    );
    expect(cover).not.toMatch(/due by|as of|so far|January 2026/u);
  });

  it('says for a year without visits that is over that it had none', async () => {
    const later = '2026-02-03T02:00:00.000Z';
    const { read } = await makeYear(yearData({ madeOn: later, visits: [] }));
    expect(textOn(read, 0)).toContain('Last visit in 2025 None');
  });

  it.each([
    [
      '2025-06-30',
      '2 of 2 visits kept until the contract ended on 30 June 2025; 1 visit came after it ended.',
      'No contract since 30 June 2025',
    ],
    [
      '2025-04-15',
      '2 of 2 visits kept until the contract ended on 15 April 2025; 2 visits came after it ended.',
      'No contract since 15 April 2025',
    ],
    [
      '2024-12-31',
      'No contract since 31 December 2024; 4 visits came after it ended.',
      'No contract since 31 December 2024',
    ],
  ])('says of a contract until %s: %s', async (contractEnd, words, next) => {
    const agreement = agreementOf({ visit_every_months: 3, contract_until: contractEnd });
    const { read } = await makeYear(yearData({ service: serviceSummary(visits, agreement, 2025, new Date(madeOn)) }));
    expect(layoutFaults(read, title)).toEqual([]);
    const cover = textOn(read, 0);
    expect(cover).toContain(words);
    expect(cover).toContain(`Last visit 30 August 2025 (${next.replace('N', 'n')})`);
    expect(cover).toContain('No contract');
    expect(cover).not.toMatch(/overdue|due by|missed/iu);
  });

  it('compares with the year before only if that has entries', async () => {
    const { read } = await makeYear(yearData({ failures: [['P1', [entry('Spring Broken', 0, 0, 2025)]]] }));
    const cover = textOn(read, 0);
    expect(cover).toContain('Failures 0 no data for 2024');
    expect(cover).toContain('Worst post – nothing failed');
  });

  it('marks old entries that are filed under another month than their date', async () => {
    const { read } = await makeYear(yearData({ visits: [visit(1, '2025-06-01', undefined, 2, { month: 'mar' })] }));
    expect(layoutFaults(read, title)).toEqual([]);
    expect(writtenIn(read)).toContain('1 June 2025 at 09:30 Filed under March 2025');
  });
});

/** A first visit with six photos, and a second one with two. */
const dataWithSixPhotos = () =>
  yearData({ visits: [visit(1, '2025-02-10', 'preventive', 6), visit(2, '2025-03-10', 'preventive', 2)] });
/** Photos of which these cannot be loaded. @param names such as `1-0`, the first photo of visit 1 */
const withFailing =
  (...names: string[]): NonNullable<Parameters<typeof makeYear>[1]> =>
  (url) =>
    names.some((name) => url.endsWith(`/${name}.jpg`)) ? null : greyPhoto();
/** The positions of the photos of visit 1 to which the report links. */
const linkedPhotos = (read: ReadPdf) =>
  read.pages.flatMap(({ links }) =>
    links.flatMap(({ url }) => /task=1&photo=(?<photo>\d)/u.exec(url ?? '')?.[1] ?? []),
  );

describe('a photo of a visit that cannot be loaded', () => {
  it.each([
    ['the first', ['1-0'], ['2', '3'], '2 of 6 photos; 1 could not be loaded'],
    ['the second', ['1-1'], ['1', '3'], '2 of 6 photos; 1 could not be loaded'],
    ['all but the last two', ['1-0', '1-1', '1-2', '1-3'], ['5', '6'], '2 of 6 photos; 4 could not be loaded'],
  ])('is replaced by the next photo of the visit: %s', async (_, failingPhotos, expectedPhotos, words) => {
    const { read, missing } = await makeYear(dataWithSixPhotos(), withFailing(...failingPhotos));
    expect(layoutFaults(read, title)).toEqual([]);
    expect([missing, linkedPhotos(read)]).toEqual([0, expectedPhotos]);
    expect(read.pages.flatMap((page) => photosOn(page))).toHaveLength(4);
    expect(writtenIn(read)).toContain(words);
    expect(writtenIn(read)).not.toContain('Error loading image');
  });

  it.each([
    ['one is left', ['1-0', '1-1', '1-2', '1-3', '1-4'], 1, ['1', '6'], '1 of 6 photos; 5 could not be loaded'],
    ['none is left', ['1-0', '1-1', '1-2', '1-3', '1-4', '1-5'], 2, ['1', '2'], '0 of 6 photos; 6 could not be loaded'],
  ])('leaves a marked place if %s', async (_, failingPhotos, count, expectedPhotos, words) => {
    const { read, missing } = await makeYear(dataWithSixPhotos(), withFailing(...failingPhotos));
    expect(layoutFaults(read, title)).toEqual([]);
    expect([missing, linkedPhotos(read)]).toEqual([count, expectedPhotos]);
    expect(writtenIn(read).match(/Error loading image/gu)).toHaveLength(count);
    expect(writtenIn(read)).toContain(words);
  });

  it('does not load the other photos while all can be loaded', async () => {
    const requestedUrls: string[] = [];
    await makeYear(dataWithSixPhotos(), (url) => {
      requestedUrls.push(url);
      return greyPhoto();
    });
    expect(requestedUrls).toHaveLength(4);
  });

  it('is never replaced by a photo of another visit', async () => {
    const { missing, read } = await makeYear(dataWithSixPhotos(), withFailing('2-0'));
    expect([missing, linkedPhotos(read)]).toEqual([1, ['1', '2']]);
    expect(writtenIn(read)).toContain('2 of 6 photos; all are in the portal');
  });
});

describe('a year with a lot of data', () => {
  it('has no layout faults with 120 visits of two photos each, some missing', async () => {
    const manyVisits = Array.from({ length: 120 }, (_, index) =>
      visit(
        index + 1,
        `2025-${String(1 + Math.floor(index / 10)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}`,
        (['preventive', 'emergency', 'other'] as const)[index % 3],
        2,
        { tasks: 'Barrier arm serviced; loops and photocells tested. '.repeat((index * 7) % 30) },
      ),
    );
    const { read, missing } = await makeYear(yearData({ visits: manyVisits }), (_, index) =>
      index % 11 === 5 ? null : index % 3 === 0 ? greyPhoto(60, 80) : greyPhoto(),
    );
    expect(layoutFaults(read, title)).toEqual([]);
    expect(missing).toBe(22);
    expect(read.pages.flatMap((page) => photosOn(page))).toHaveLength(240 - missing);
  });

  it('has every word of a long text, with the photos beside its title', async () => {
    const words = Array.from({ length: 1_430 }, (_, index) => `w${String(index).padStart(4, '0')}x`);
    const { read } = await makeYear(
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
    const { read } = await makeYear(
      yearData({
        failures: posts,
        named: posts.map(([post]) => [post, { now: visitCount(3), before: visitCount(1) }]),
      }),
    );
    expect(layoutFaults(read, title)).toEqual([]);
    const text = writtenIn(read);
    expect(text.replaceAll(/\s/gu, '')).toContain('停车场B1入口');
    for (const index of [1, 30, 59]) expect(text).toContain(`Failure ${index} `);
    expect(text).toContain('1,771,770');
  });
});

const emergencyCall = (
  id: number,
  day: string,
  reported: string | null,
  arrived: string | null,
  change: Partial<YearVisit> = {},
) =>
  visit(id, day, 'emergency', 0, {
    title: `P${id}: arm down`,
    tasks: 'Shaft replaced.',
    ...(reported && { reported: `${reported}:00+08:00` }),
    ...(arrived && { arrived: `${arrived}:00+08:00`, time: `${arrived}:00+08:00` }),
    ...change,
  });

const report = (shown: YearVisit[], promised = {}, change: Partial<YearReport> = {}) =>
  yearData({ visits: shown, ...yearCalls(shown, 2025, madeOn, promised), ...change });

const firstPage = async (data: YearReport) => textOn((await makeYear(data)).read, 0);

describe('the emergency calls of a year', () => {
  const calls = [
    emergencyCall(1, '2025-02-20', '2025-02-20T09:12', '2025-02-20T11:22', { left: '2025-02-20T12:05:00+08:00' }),
    emergencyCall(2, '2025-03-02', '2025-03-01T23:50', '2025-03-02T04:00'),
    emergencyCall(3, '2025-05-03', null, null),
    emergencyCall(4, '2025-06-03', null, '2025-06-03T10:00'),
  ];
  const promise = { response_hours: 3, emergency_calls_a_year: 6 };
  const heads = /Date Visit Reported Arrived Left Answered in What was done/gu;

  it('start on a page of their own, with the responses and the work', async () => {
    const { read } = await makeYear(report(calls, promise));
    expect(layoutFaults(read, title)).toEqual([]);
    const page = writtenIn(read);
    expect(page).toContain(
      'Emergency calls 4 emergency calls in 2025: 1 of 2 within 3 hours; median 3 h 10 min, longest 4 h 10 min; 2 without times; ' +
        '4 of 6 calls of 2025. Date Visit Reported Arrived Left Answered in What was done',
    );
    expect(page).toContain('20 Feb 2025 P1: arm down 09:12 11:22 12:05 2 h 10 min, within 3 hours Shaft replaced.');
    expect(page).toContain(
      '2 Mar 2025 P2: arm down 1 March 2025 at 23:50 04:00 4 h 10 min, promised: 3 h Shaft replaced.',
    );
    expect(page).toContain('3 May 2025 P3: arm down time not recorded Shaft replaced.');
    expect(page).toContain('3 Jun 2025 P4: arm down 10:00 time not recorded Shaft replaced.');
    expect(read.outline).toContainEqual(expect.objectContaining({ title: 'Emergency calls' }));
  });

  it('show only the times without a promise, and cut long texts', async () => {
    const longCall = {
      title: 'P1: arm down '.repeat(12),
      tasks: 'The shaft was replaced and the loops were measured. '.repeat(30),
    };
    const { read } = await makeYear(
      report([emergencyCall(1, '2025-02-20', '2025-02-20T09:12', '2025-02-20T11:22', longCall)]),
    );
    expect(layoutFaults(read, title)).toEqual([]);
    const page = writtenIn(read);
    expect(page).toContain('1 emergency call in 2025: answered in 2 h 10 min.');
    expect(page).toMatch(/09:12 11:22 2 h 10 min The shaft was replaced/u);
    expect(page).toMatch(/P1: arm.*…/u);
    // the complete visit follows
    expect(page.match(/The shaft was replaced/gu)?.length).toBeLessThan(30 + 5);
    expect(page).toContain('(continued under Visits)');
  });

  it('continue on further pages if there are hundreds', async () => {
    const manyVisits = Array.from({ length: 120 }, (_, index) =>
      emergencyCall(index + 1, '2025-02-20', '2025-02-20T09:12', '2025-02-20T11:22'),
    );
    const { read } = await makeYear(report(manyVisits, promise));
    expect(layoutFaults(read, title)).toEqual([]);
    expect(writtenIn(read).match(heads)?.length).toBeGreaterThan(2);
  });

  it('are counted for the contract year only, if the year has none', async () => {
    const before = emergencyCall(1, '2024-12-20', null, '2024-12-20T10:00');
    const shown = [visit(2, '2025-02-10', 'preventive')];
    const usedTerms = { ...promise, contract_until: '2025-06-30' };
    const { read } = await makeYear(
      yearData({ visits: shown, ...yearCalls([before, ...shown], 2025, madeOn, usedTerms) }),
    );
    expect(layoutFaults(read, title)).toEqual([]);
    const page = writtenIn(read);
    expect(page).toMatch(
      /Emergency calls No emergency calls in 2025: 1 of 6 calls of the contract year to 30 June 2025\./u,
    );
    expect(page).not.toContain('What was done');
  });

  it('are on the first page, which has the promise if there are no figures', async () => {
    expect(await firstPage(report(calls, promise, { promise: '6 per year, within 3 hours' }))).toContain(
      'Response 1 of 2 within 3 hours; median 3 h 10 min, longest 4 h 10 min; 2 without times; 4 of 6 calls of 2025',
    );
    expect(await firstPage(report(visits, promise, { promise: '6 per year, within 3 hours' }))).toMatch(
      /Response (1 without times|no call-out)/u,
    );
    const noCalls = [visit(1, '2025-02-10', 'preventive')];
    expect(await firstPage(report(noCalls, promise, { promise: '6 per year, within 3 hours' }))).toContain(
      'Response no call-out; promised: 6 per year, within 3 hours',
    );
    expect(await firstPage(report(noCalls))).not.toContain('Response');
  });

  it('start with the report of a fault that is earlier than the typed report', async () => {
    const fault = { id: 4, reported_at: '2025-02-20T08:30:00+08:00' };
    const shown = [emergencyCall(1, '2025-02-20', '2025-02-20T09:12', '2025-02-20T11:22', { answers: [4] })];
    const { read } = await makeYear(yearData({ visits: shown, ...yearCalls(shown, 2025, madeOn, promise, [fault]) }));
    expect(writtenIn(read)).toContain('20 Feb 2025 P1: arm down 08:30 11:22 2 h 52 min, within 3 hours');
  });

  it('have no page if there are none', async () => {
    const { read } = await makeYear(report([visit(1, '2025-02-10', 'preventive')], promise));
    expect(writtenIn(read)).not.toContain('What was done');
  });
});

const fault = (id: number, reported: string, change: Partial<EndedFault> = {}): EndedFault => ({
  id,
  post: 'Exit',
  what: 'Does not open',
  reported_at: `2025-${reported}:00+08:00`,
  noticed_at: null,
  closed: null,
  answers: [],
  minutes: null,
  ...change,
});

describe('the reported faults of a year', () => {
  const listedFaults = [
    fault(1, '02-03T09:12', { answers: [{ task: 131, at: '2025-02-03T11:22:00+08:00' }], minutes: 130 }),
    fault(2, '03-03T09:12', { answers: [{ task: 132, at: '2025-03-04T11:22:00+08:00' }], post: null, what: null }),
    fault(3, '04-03T09:12', {
      closed: { at: '2025-04-03T10:05:00+08:00', as: 'settled' },
      what: 'Loop Detector Fault',
    }),
    fault(4, '09-14T09:12'),
  ];

  it('are listed with their posts and ends', async () => {
    const { read } = await makeYear(yearData({ faults: { listed: listedFaults, leftOut: 2 } }));
    expect(layoutFaults(read, title)).toEqual([]);
    const page = writtenIn(read);
    expect(page).toContain(
      'Reported faults 4 faults in 2025: answered by a visit: 2; settled without a visit: 1; open: 1. ' +
        '2 reports that repeated another or was no fault: not listed. Reported Car post What is wrong How it ended',
    );
    expect(page).toContain(
      '3 Feb 2025, 09:12 Exit Does not open Answered 3 Feb 2025, 11:22, after 2 h 10 min: visit 131',
    );
    expect(page).toContain('3 Mar 2025, 09:12 Whole site Something else Answered 4 Mar 2025, 11:22: visit 132');
    expect(page).toContain('3 Apr 2025, 09:12 Exit Loop Detector Fault Settled by phone: 3 Apr 2025, 10:05');
    expect(page).toContain('14 Sep 2025, 09:12 Exit Does not open Still open');
    expect(read.outline).toContainEqual(expect.objectContaining({ title: 'Reported faults' }));
  });

  it('continue on further pages if there are hundreds', async () => {
    const manyFaults = Array.from({ length: 150 }, (_, index) => fault(index + 1, '04-03T09:12'));
    const { read } = await makeYear(yearData({ faults: { listed: manyFaults, leftOut: 0 } }));
    expect(layoutFaults(read, title)).toEqual([]);
    expect(writtenIn(read).match(/Reported Car post What is wrong/gu)?.length).toBeGreaterThan(2);
  });

  it('are not mentioned if there are none, and reported as missing if they cannot be read', async () => {
    expect(writtenIn((await makeYear(yearData())).read)).not.toContain('Reported faults');
    const { read } = await makeYear(yearData({ faults: null }));
    expect(layoutFaults(read, title)).toEqual([]);
    expect(writtenIn(read)).toContain('The reported faults could not be read when this report was made.');
  });
});
