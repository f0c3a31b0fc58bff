import { describe, expect, it } from 'vitest';
import { exportPage, readExportedSite } from '../../../../src/features/profile/export/export-page.ts';
import {
  changesCsv,
  countsCsv,
  siteFaultsCsv,
  siteCsv,
  visitsCsv,
} from '../../../../src/features/profile/export/export-site.ts';
import { csvOf } from '../../../../src/lib/csv.ts';
import { absentFilesText } from '../../../../src/lib/zip/files-in-order.ts';
import type { SiteFault } from '../../../../src/records/fault/fault.ts';
import { changeRow, fileUrl, siteRow, task } from '../../../support/rows.ts';

const attack = '<script>alert("1")</script>';
const formula = '=HYPERLINK("https://evil.test")';
const visit = task({
  id: 7,
  title: attack,
  tasks: `${attack}\n" onerror='x' & more`,
  urls: [fileUrl(1), fileUrl(2, 'jpeg'), 'javascript:alert(1)//"><img src=x onerror=alert(1)>'],
  pdf: fileUrl(3, 'pdf'),
  kind: 'emergency',
});
const row = {
  ...siteRow({ name: attack, sitename: formula }),
  equipment: { barrierGate: attack },
  tasks2024: [
    task({ id: 2, time: '2025-01-05T09:00:00+08:00', title: '-2+3', tasks: '@SUM(A1)', ref: '=J-1042' }),
    visit,
    { id: 9, year: '2026', month: 'mar', showing: 'False' },
  ],
};
const made = new Date('2026-11-22T02:05:00Z');
const site = readExportedSite(row, [], made);
const posts = new Map([
  [
    attack,
    [
      { type: '+1', entrance: 2, exit: 0, year: 2026 },
      { type: ' ', entrance: 0, exit: 1, year: 2026 },
    ],
  ],
]);
const page = (missing: string[] = []) =>
  exportPage({ site, posts, hasChanges: false, missing: new Set(missing), made });

const call = (id: number, day: string, values: object = {}) =>
  task({ id, kind: 'emergency', time: `${day}T11:22:00+08:00`, ...values });

describe('the files of an export', () => {
  it('have names that every system accepts, and are listed once each', () => {
    expect(site.files.map(({ path }) => path)).toEqual([
      'photos/2026-03-26_visit-7_1.jpg',
      'photos/2026-03-26_visit-7_2.jpg',
      'photos/2026-03-26_visit-7_3.jpg',
      'reports/2026-03-26_visit-7.pdf',
    ]);
    expect(site.hidden).toBe(1);
  });
});

it('lists the other contacts among the facts', () => {
  const contacts = [
    { name: 'Mr Lim', role: 'ejen pengurusan', phone: 6_581_234_567, email: 'lim@agent.example' },
    { name: 'Guard house', role: null, phone: 323_456_789, email: null },
  ];
  const { facts } = readExportedSite(siteRow(), [], made, [], contacts);
  expect(facts.filter(([, value]) => /Lim|Guard/u.test(value))).toEqual([
    ['Managing agent', 'Mr Lim, +65 81234567, lim@agent.example'],
    ['Contact', 'Guard house, 0323456789'],
  ]);
});

it('puts a file shared by several visits into the ZIP once', () => {
  const visits = [task({ id: 1, urls: [fileUrl(1)] }), task({ id: 2, urls: [fileUrl(1), fileUrl(2), fileUrl(1)] })];
  const shared = readExportedSite(siteRow({ tasks2024: visits }), [], made);
  expect(shared.files.map(({ path }) => path)).toEqual([
    'photos/2026-03-26_visit-2_1.jpg',
    'photos/2026-03-26_visit-2_2.jpg',
  ]);
  expect(shared.visits.map(({ photos }) => photos.map((photo) => shared.files.indexOf(photo)))).toEqual([
    [0, 1, 0],
    [0],
  ]);
});

describe('the page of an export', () => {
  it('shows the facts of the site as its profile does', () => {
    const { facts } = readExportedSite(
      siteRow({ building_type: 'office tower (strata)', person_in_charge: 100_000_001 }),
      [],
      made,
    );
    expect(Object.fromEntries(facts)).toMatchObject({
      'Building Type': 'Office Tower (Strata)',
      'Person In-charge': '0100000001',
    });
  });

  it('says for each year how its emergency calls were answered', () => {
    const answered = { reported: '2026-03-10T09:12:00+08:00', arrived: '2026-03-10T11:22:00+08:00' };
    const hidden = { ...call(4, '2026-05-10'), showing: 'False' as const };
    const tasks2024 = [
      call(1, '2025-12-05'),
      call(2, '2026-03-10', answered),
      call(3, '2026-04-10'),
      hidden,
      task({ id: 5 }),
    ];
    const promised = { response_hours: 3, emergency_calls_a_year: 6, contract_until: '2027-12-31' };
    const { facts } = readExportedSite(siteRow({ tasks2024, ...promised }), [], made);
    expect(facts.filter(([label]) => label.startsWith('Emergency calls 2'))).toEqual([
      [
        'Emergency calls 2026',
        '2; 1 of 1 within 3 hours; answered in 2 h 10 min; 1 without times; 2 of 6 calls of this contract year',
      ],
      ['Emergency calls 2025', '1; 1 without times; 1 of 6 calls of the contract year to 31 December 2025'],
    ]);
  });

  it('shows the used calls of the contract year in a year without a call so far', () => {
    const promised = { response_hours: 3, emergency_calls_a_year: 6, contract_until: '2026-12-15' };
    const visits = [call(1, '2025-12-20')];
    const { facts } = readExportedSite(siteRow({ tasks2024: visits, ...promised }), [], made);
    expect(facts.filter(([label]) => label.startsWith('Emergency calls 2'))).toEqual([
      ['Emergency calls 2026', '0; 1 of 6 calls of this contract year'],
      ['Emergency calls 2025', '1; 1 without times; 0 of 6 calls of the contract year to 15 December 2025'],
    ]);
  });

  it('says for each year how many agreed visits were kept, until the contract ended', () => {
    const visits = [1, 2, 3, 4].map((month) => task({ id: month, time: `2026-0${month}-10T09:00:00+08:00` }));
    const before = task({ id: 9, time: '2025-12-05T09:00:00+08:00' });
    const hidden = { ...task({ id: 10, time: '2025-11-05T09:00:00+08:00' }), showing: 'False' as const };
    const scores = (values: object) =>
      readExportedSite(siteRow({ tasks2024: [...visits, before, hidden], ...values }), [], made).facts.filter(
        ([label]) => label.startsWith('Agreed visits'),
      );
    expect(scores({ visit_every_months: 1, contract_until: '30 April 2026' })).toEqual([
      ['Agreed visits 2026', '4 of 4 visits kept until the contract ended on 30 April 2026'],
      ['Agreed visits 2025', '1 of 1 monthly visit kept in 2025'],
      ['Agreed visits', 'Kept: at least one preventive visit, or one without a kind, at any gate in the period.'],
    ]);
    expect(scores({ visit_every_months: null })).toEqual([]);
  });

  it('shows texts as written, without running anything in them', () => {
    const document = new DOMParser().parseFromString(page(), 'text/html');
    expect(document.querySelectorAll('script')).toHaveLength(0);
    expect(
      Array.from(document.querySelectorAll('*'), (element) => element.getAttributeNames())
        .flat()
        .filter((name) => name.startsWith('on')),
    ).toEqual([]);
    expect(document.querySelector('h1')?.textContent).toBe(attack);
    const article = document.querySelector('#visit-7');
    expect(article?.querySelector('h3')?.textContent).toBe(attack);
    expect(article?.querySelector('.text')?.textContent).toBe(visit.tasks);
    expect(document.title).toBe(attack);
    expect(document.querySelector('meta[http-equiv]')?.getAttribute('content')).toContain("script-src 'none'");
  });

  it('links only to the files beside it', () => {
    const document = new DOMParser().parseFromString(page(), 'text/html');
    const links = Array.from(
      document.querySelectorAll('[href], [src]'),
      (element) => element.getAttribute('href') ?? element.getAttribute('src'),
    );
    expect([...new Set(links)]).toEqual([
      'site.csv',
      'visits.csv',
      'faults.csv',
      'failure-counts.csv',
      'record.json',
      '#reported-faults',
      '#failure-counts',
      'reports/2026-03-26_visit-7.pdf',
      'photos/2026-03-26_visit-7_1.jpg',
      'photos/2026-03-26_visit-7_2.jpg',
      'photos/2026-03-26_visit-7_3.jpg',
    ]);
  });

  it('has every visit, newest first, under its month, and the counts', () => {
    const document = new DOMParser().parseFromString(page(), 'text/html');
    expect(Array.from(document.querySelectorAll('article h3'), ({ textContent }) => textContent)).toEqual([
      attack,
      '-2+3',
    ]);
    expect(Array.from(document.querySelectorAll('h2'), ({ textContent }) => textContent)).toEqual([
      'The site',
      'March 2026',
      'January 2025',
      'Reported faults',
      'Failure counts',
    ]);
    expect(document.body.textContent).toContain('Not included, because the service company has hidden them: 1 visit.');
    expect(
      Array.from(document.querySelectorAll('table')[1]?.querySelectorAll('td') ?? [], ({ textContent }) => textContent),
    ).toEqual([attack, '2026', '+1', '2', '0', attack, '2026', '(no type)', '0', '1']);
  });

  it('names each missing file in its place', () => {
    const document = new DOMParser().parseFromString(
      page(['photos/2026-03-26_visit-7_2.jpg', 'reports/2026-03-26_visit-7.pdf']),
      'text/html',
    );
    expect(document.querySelectorAll('img')).toHaveLength(2);
    expect(document.body.textContent).toContain('Photo 2 is missing');
    expect(document.body.textContent).toContain('The PDF is missing');
    expect(document.body.textContent).toContain('2 files could not be included: see missing.txt.');
  });
});

describe('the reported faults of an export', () => {
  const faults: SiteFault[] = [
    {
      id: 2,
      post: '=1+1',
      what: 'Does not open',
      reported_at: '2026-03-26T08:00:00+08:00',
      noticed_at: '2026-03-26T07:30:00+08:00',
      closed: null,
      answers: [{ task: 7, at: '2026-03-26T09:30:00+08:00' }],
    },
    {
      id: 1,
      post: null,
      what: null,
      reported_at: '2025-03-26T08:00:00+08:00',
      noticed_at: null,
      closed: { at: '2025-03-26T08:20:00+08:00', as: 'not-a-fault' },
      answers: [],
    },
  ];
  const answering = {
    id: 7,
    kind: 'emergency' as const,
    arrived: '2026-03-26T09:30:00+08:00',
    time: '2026-03-26T09:30:00+08:00',
    answers: [2],
  };
  const exported = readExportedSite(siteRow({ response_hours: 3, tasks2024: [task(answering)] }), faults, made);

  it('are a table without formulas', () => {
    expect(siteFaultsCsv(exported)).toBe(
      csvOf([
        [
          'Fault',
          'Reported',
          'Noticed',
          'Car post',
          'What is wrong',
          'How it ended',
          'Ended',
          'Visits',
          'Answered in (min)',
        ],
        [1, '2025-03-26 08:00', '', 'Whole site', 'Something else', 'Not a fault', '2025-03-26 08:20', '', ''],
        [
          2,
          '2026-03-26 08:00',
          '2026-03-26 07:30',
          '=1+1',
          'Does not open',
          'Answered by a visit',
          '2026-03-26 09:30',
          '7',
          90,
        ],
      ]),
    );
    expect(siteFaultsCsv(exported)).toContain(`,'=1+1,`);
  });

  it('are on the page, and the calls count from them', () => {
    const parsed = new DOMParser().parseFromString(
      exportPage({ site: exported, posts: new Map(), hasChanges: false, missing: new Set(), made }),
      'text/html',
    );
    const rows = Array.from(parsed.querySelector('#reported-faults + table')?.querySelectorAll('tr') ?? [], (line) =>
      Array.from(line.querySelectorAll('td'), ({ textContent }) => textContent),
    );
    expect(rows.slice(1)).toEqual([
      ['26 Mar 2025, 08:00', 'Whole site', 'Something else', 'Not a fault: 26 Mar 2025, 08:20'],
      ['26 Mar 2026, 08:00', '=1+1', 'Does not open', 'Answered 26 Mar 2026, 09:30, after 1 h 30 min: visit 7'],
    ]);
    expect(Object.fromEntries(exported.facts)['Emergency calls 2026']).toBe(
      '1; 1 of 1 within 3 hours; answered in 1 h 30 min',
    );
  });
});

describe('the tables of an export', () => {
  it('contain no formulas', () => {
    expect(siteCsv(site)).toContain(`\r\nSite Name,"'=HYPERLINK(""https://evil.test"")"\r\n`);
    expect(visitsCsv(site)).toContain(`\r\n2,2025-01-05,09:00,2026,March,,'-2+3,'@SUM(A1),Yes,,,'=J-1042,,,,,,,\r\n`);
    expect(countsCsv(posts)).toContain(`,2026,'+1,2,0\r\n`);
  });

  it('name the files of a visit', () => {
    expect(visitsCsv(site)).toContain('Yes,reports/2026-03-26_visit-7.pdf,"photos/2026-03-26_visit-7_1.jpg\nphotos/');
  });

  it('have a line for each value that a change set', () => {
    const change = changeRow({ at: '2026-11-22T02:05:00Z', access_label: '=Office' });
    const text = changesCsv([
      {
        ...change,
        table_name: 'maintable',
        before: { address: null, tasks2024: [] },
        after: { address: 'New', tasks2024: [{ id: 4 }] },
      },
      {
        ...change,
        access_id: null,
        table_name: 'carpost',
        before: { json: { A: [], B: [1] } },
        after: { json: { A: [2], B: [1] } },
      },
    ]);
    expect(text.split('\r\n').slice(1, -1)).toEqual([
      "2026-11-22T10:05:00+08:00,'=Office,changed,maintable,address,,New",
      `2026-11-22T10:05:00+08:00,'=Office,changed,maintable,tasks2024: visit 4,,"{""id"":4}"`,
      '2026-11-22T10:05:00+08:00,Owner of the database,changed,carpost,json: A,[],[2]',
    ]);
  });

  it('name the missing files', () => {
    expect(
      absentFilesText([{ path: 'photos/1.jpg', url: 'https://x.test/1', reason: 'It is not in storage.' }]),
    ).toContain('photos/1.jpg\r\n  It is not in storage.\r\n  https://x.test/1');
  });
});
