import { describe, expect, it } from 'vitest';
import { readOldExport } from '../../../supabase/operations/import/old-export.ts';

const now = new Date('2026-11-22T12:00:00+08:00');
const photo = 'https://old.supabase.co/storage/v1/object/public/rfidboomgatephoto/1700000000000.jpg';
const task = (id: unknown, more = {}) => ({
  id,
  time: '2024-03-05T10:22:11+08:00',
  urls: [photo],
  year: '2024',
  month: 'mar',
  tasks: `Text ${String(id)}`,
  title: 'Maintenance',
  pdf: '',
  showing: 'True',
  ...more,
});
const site = (more = {}) => ({ id: 9, name: 'Selasih', token: 'selasih-key-1', tasks2024: [task(1)], ...more });
const main = [{ id: 1, token: 'selasih-key-1' }];

async function read(tables: Record<string, unknown>) {
  const { sites, defects } = await readOldExport({ main, carpost: [], ...tables }, now);
  return { sites, problems: defects.map(({ row, problem, remedy }) => `${row}: ${problem} ${remedy}`) };
}

describe('an export of the old layout', () => {
  it('contains the ends of contracts as they are written, in any notation', async () => {
    const ends = [
      '31-Oct-26',
      '15.6.2027',
      'Dec 2027',
      '31 Disember 2026',
      '2026年12月31日',
      46_387, // a date as Excel stores it
      '2026-12-31',
      '',
      null,
    ];
    const { sites, problems } = await read({
      maintable: ends.map((contract_until, index) => site({ name: `Site ${index}`, contract_until })),
    });
    expect(sites.map(({ record }) => record?.contract_until)).toEqual([
      ...ends.slice(0, 7).map(String),
      undefined,
      undefined,
    ]);
    expect(problems.filter((problem) => problem.includes('Contract End Date'))).toEqual([]);
  });

  it('contains who came, the times and the recommendations, but not what a visit closed, because ids differ here', async () => {
    const members = {
      ref: 'J-1',
      by: 'Aziz',
      reported: '2024-03-05T09:00:00+08:00',
      arrived: '2024-03-05T10:22:11+08:00',
      left: '2024-03-05T11:00:00+08:00',
      follow: [{ line: 1, text: 'Order an arm' }],
    };
    const { sites, problems } = await read({
      maintable: [site({ tasks2024: [task(1, { ...members, closes: [{ task: 2, line: 1 }] })] })],
    });
    expect(problems).toEqual([]);
    expect(sites[0]?.visits[0]?.visit).toMatchObject(members);
    expect(sites[0]?.visits[0]?.visit).not.toHaveProperty('closes');
  });

  it('loses only the characters that the database refuses, including half an emoji, and names the row', async () => {
    const half = '\uD83D';
    const { sites, problems } = await read({
      main: [{ id: 1, token: 'selasih-key-1' }],
      maintable: [
        site({
          name: `Selasih${half}`,
          address: `1 Test Road\u000BSubang ${half}Jaya`,
          tasks2024: [task(1), task(2, { title: `Arm ${half}repaired`, tasks: `Done\u0000 ${half}` })],
        }),
      ],
      carpost: [
        { token: 'selasih-key-1', json: { [`Gate${half}`]: [{ type: `Arm\u0007`, entrance: 1, year: 2024 }] } },
      ],
    });
    expect(JSON.stringify(sites)).not.toMatch(/\\ud83d|\\u0000|\\u0007/u);
    expect(sites[0]).toMatchObject({ name: 'Selasih', record: { address: '1 Test Road\nSubang Jaya' } });
    expect(sites[0]?.visits.map(({ visit }) => [visit.title, visit.tasks])).toEqual([
      ['Maintenance', 'Text 1'],
      ['Arm repaired', 'Done'],
    ]);
    expect(sites[0]?.posts).toEqual(new Map([['Gate', [{ type: 'Arm', entrance: 1, exit: 0, year: 2024 }]]]));
    const without = 'contains characters that cannot be shown. Imported without them.';
    expect(problems.filter((problem) => problem.endsWith(without))).toHaveLength(problems.length);
    expect(problems).toContain(`maintable row 1, task 2: Its title ${without}`);
    expect(problems).toContain(`maintable row 1, task 2: Its text ${without}`);
  });

  it('keeps its sites if a name is too long, and reports it', async () => {
    const { sites, problems } = await read({ maintable: [site({ name: 'x'.repeat(130) })] });
    expect(sites[0]?.name).toBe('x'.repeat(120));
    expect(problems[0]).toMatch(
      /^maintable row 1: The name has 130 characters; 120 can be kept\. Imported as “x{60}…”\.$/u,
    );
  });

  it('is read as sites, each with its record, visits, counts and key', async () => {
    const json = { 'Main gate': [{ type: 'Arm', entrance: '2', exit: null, year: '2024' }] };
    const { sites, problems } = await read({
      maintable: [site({ status: 'true', capacity: 400, person_in_charge: '+60 12-345 6789', jmb_name: ' ' })],
      carpost: [{ token: 'selasih-key-1', json: JSON.stringify(json) }],
    });
    expect(problems).toEqual([]);
    expect(sites).toEqual([
      {
        row: 'maintable row 1',
        name: 'Selasih',
        record: { name: 'Selasih', status: true, capacity: '400', person_in_charge: 60123456789 },
        visits: [
          {
            row: 'maintable row 1, task 1',
            source: 'old 1',
            visit: {
              time: '2024-03-05T10:22:11+08:00',
              year: '2024',
              month: 'mar',
              title: 'Maintenance',
              tasks: 'Text 1',
              showing: 'True',
            },
            photos: [photo],
            pdf: null,
          },
        ],
        posts: new Map([['Main gate', [{ type: 'Arm', entrance: 2, exit: 0, year: 2024 }]]]),
        oldKey: 'selasih-key-1',
      },
    ]);
  });

  it.each([
    [{ preventive_maintenance: 'Quarterly' }, 3, 'Quarterly'],
    [{ preventive_maintenance: 'setiap 3 bulan', visit_every_months: '' }, 3, 'setiap 3 bulan'],
    [{ preventive_maintenance: 'As agreed', interval: 2 }, 2, '2'],
    [{ preventive_maintenance: 'Monthly', interval: '1' }, 1, '1'],
    [{ visit_every_months: 'Half-yearly' }, 6, 'Half-yearly'],
    [{ frequency: '每月' }, 1, '每月'],
    // no indication, or two contradicting ones
    [{ preventive_maintenance: 'Bi-monthly' }, undefined, null],
    [{ preventive_maintenance: '3', frequency: '4' }, undefined, null],
    [{ preventive_maintenance: 'Monthly', interval: 3 }, undefined, null],
    // reported already
    [{ preventive_maintenance: 'Quarterly', visit_every_months: 2 }, 2, null],
  ])('has the interval of %j', async (more, months, words) => {
    const { sites, problems } = await read({ maintable: [site(more)] });
    expect(sites[0]?.record?.visit_every_months).toBe(months);
    const remark = `maintable row 1: It has no number of months between visits. Set to ${months}, as “${words}” suggests.`;
    expect(problems).toEqual(words === null ? [] : [remark]);
  });

  it.each([
    [{ emergency_visit: '6 per year, within 3 hours' }, 3, 6, '6 per year, within 3 hours'],
    [{ emergency_visit: 'tanpa had, tiba dalam 4 jam' }, 4, undefined, 'within 4 hours'],
    // reported already, as a number or as unreadable
    [{ emergency_visit: '6 per year, within 3 hours', response_hours: '2', emergency_calls_a_year: 12 }, 2, 12, null],
    [{ emergency_visit: '6 per year, within 3 hours', response_hours: 2 }, 2, undefined, null],
    [{ emergency_visit: '24/7' }, undefined, undefined, null],
  ])('has the promise of %j', async (more, hours, calls, promise) => {
    const { sites, problems } = await read({ maintable: [site(more)] });
    expect(sites[0]?.record?.response_hours).toBe(hours);
    expect(sites[0]?.record?.emergency_calls_a_year).toBe(calls);
    const remark = `maintable row 1: It has no promise for emergency calls in numbers. Set to ${promise}, as “${more.emergency_visit}” suggests.`;
    expect(problems).toEqual(promise === null ? [] : [remark]);
  });

  it.each([
    [{ response_hours: 'soon' }, 'Response Within (Hours) “soon”: It is not a number of hours from 0.25 to 720.'],
    [{ emergency_calls_a_year: 400 }, 'Emergency Calls a Year “400”: It is not a number from 1 to 366.'],
  ])('leaves out a text that is no promise: %j', async (more, why) => {
    const { problems } = await read({ maintable: [site(more)] });
    expect(problems).toEqual([`maintable row 1: ${why} Left empty.`]);
  });

  it.each([JSON.stringify([task(1)]), [JSON.stringify(task(1))]])(
    'may contain its visits as JSON text: %j',
    async (tasks2024) => {
      const { sites, problems } = await read({ maintable: [site({ tasks2024 })] });
      expect(sites[0]?.visits).toHaveLength(1);
      expect(problems).toEqual([]);
    },
  );

  it.each([
    [{ maintable: [site(), 7] }, 'maintable row 2: It is not a table row. Left out.'],
    [
      { maintable: [site({ name: '', sitename: 'Park' })] },
      'maintable row 1: The site has no name. Imported as “Park”, its site name.',
    ],
    [
      { maintable: [site(), site({ name: null })] },
      'maintable row 2: The site has no name. Left out. Give it a name in the file.',
    ],
    [
      { maintable: [site(), site({ name: 'SELASIH' })] },
      'maintable row 2: The site “SELASIH” is already there, as maintable row 1. Left out. Give it another name in the file.',
    ],
    [
      { maintable: [site({ tasks2024: { a: 1 } })] },
      'maintable row 1: Its tasks2024 is not a list of visits. The site is imported without visits.',
    ],
    [{ maintable: [site({ tasks2024: [task(1), 'x{'] })] }, 'maintable row 1, task 2: It is not a visit. Left out.'],
    [
      { maintable: [site({ tasks2024: [task(1), task(2, { tasks: 'Text 1' })] })] },
      'maintable row 1, task 2: It is the same as maintable row 1, task 1. Left out.',
    ],
    [
      { maintable: [site({ tasks2024: [task(1), task(1, { tasks: 'Other' })] })] },
      'maintable row 1, task 2: Another visit of the site also has the number 1. Imported under a new one.',
    ],
    [
      { maintable: [site({ tasks2024: [task(null)] })] },
      'maintable row 1, task 1: It has no number. Imported under a new one.',
    ],
    [
      { maintable: [site({ tasks2024: [task(1, { urls: [photo, 'https://elsewhere.com/a.jpg'] })] })] },
      'maintable row 1, task 1: The photo “https://elsewhere.com/a.jpg” is not a file that can be fetched. Imported without it.',
    ],
    [
      { maintable: [site({ tasks2024: [task(1, { pdf: 'C:\\report.pdf' })] })] },
      'maintable row 1, task 1: The PDF “C:\\report.pdf” is not a file that can be fetched. Imported without it.',
    ],
    [
      { maintable: [site({ person_in_charge: 'Ah Meng' })] },
      'maintable row 1: Person In-charge “Ah Meng”: Use digits only, for example 012-345 6789. Left empty.',
    ],
    [
      { maintable: [site({ status: 'broken' })] },
      'maintable row 1: Status “broken”: It is neither online nor offline. Left empty.',
    ],
    [
      { maintable: [site({ capacity: 'x'.repeat(81) })] },
      'maintable row 1: Capacity has 81 characters; 80 can be kept. Cut off.',
    ],
    [
      { maintable: [site({ contract_until: 'after 2 years' })] },
      'maintable row 1: Contract End Date “after 2 years” is not a date. Imported as it is written; correct it in the overview, which lists it.',
    ],
    [
      {
        main: [...main, { id: 2, token: 'b-key-of-the-other' }],
        maintable: [
          site({ contract_until: '3/4/2027' }),
          site({ name: 'Other', token: 'b-key-of-the-other', contract_until: '12/31/2026' }),
        ],
      },
      'maintable row 1: Contract End Date “3/4/2027” has the month first, as its column. Imported as 2027-03-04.',
    ],
    [{ main: [], maintable: [site()] }, 'maintable row 1: No key in main opens the site. Issue one for it.'],
    [
      { main: [...main, { token: 'admin-secret' }], maintable: [site()] },
      'main row 2: The key opens no site; admin keys are never imported. Left out.',
    ],
    [
      { main: [...main, { token: 'SELASIH KEY 1' }], maintable: [site()] },
      'main row 2: The key is the same as in an earlier row, apart from case, spaces or dashes. Left out.',
    ],
    [{ main: [...main, { token: ' ' }], maintable: [site()] }, 'main row 2: The key is empty. Left out.'],
    [
      { main: [{ token: 'abc' }], maintable: [site({ token: 'abc' })] },
      'main row 1: The key of maintable row 1 is too short, too long or too odd to be kept safely. Issue a new one for the site.',
    ],
    [
      { maintable: [site(), site({ name: 'Other' })] },
      'main row 1: The key opens 2 sites. It keeps opening maintable row 1; issue new ones for the others.',
    ],
    [
      { maintable: [site()], carpost: [{ token: 'x', json: {} }] },
      'carpost row 1: Its failure counts belong to no site. Left out.',
    ],
    [
      { maintable: [site()], carpost: [1, 2].map(() => ({ token: 'selasih-key-1', json: {} })) },
      'carpost row 2: The site has failure counts already, in an earlier row. Left out.',
    ],
    ...(
      [
        [[], 'Its failure counts are not an object of car posts. Left out.'],
        [
          { __proto: [] },
          'The name of post “__proto” cannot be kept. This name is reserved. Choose another one. The post is left out.',
        ],
        [{ P1: 3 }, 'The post “P1” is not a list of failures. The post is left out.'],
        [{ P1: [null] }, 'In post “P1”, entry 1, there is no entry. The entry is left out.'],
        [
          { P1: [{ type: 'Arm', entrance: -1, exit: 0, year: 2024 }] },
          'In post “P1”, entry 1, the count “-1” is not a whole number. The entry is left out.',
        ],
        [
          { P1: [{ type: 'Arm', entrance: 1, exit: 0, year: 1999 }] },
          'In post “P1”, entry 1, the year “1999” is not from 2020 to 2030. The entry is left out.',
        ],
        [
          { P1: [{ type: 'x'.repeat(121), entrance: 1, exit: 0, year: 2024 }] },
          'In post “P1”, entry 1, the failure type cannot be kept. The entry is left out.',
        ],
      ] as [object, string][]
    ).map(([json, text]): [object, string] => [
      { maintable: [site()], carpost: [{ token: 'selasih-key-1', json }] },
      `carpost row 1: ${text}`,
    ]),
  ])('%#: reports %s', async (tables, text) => expect((await read({ ...tables })).problems).toEqual([text]));

  it('never has a key in its reports', async () => {
    const tokens = ['abc', 'a-secret-of-an-admin', 'selasih-key-1', 'SELASIHKEY1'];
    const { problems } = await read({ main: tokens.map((token) => ({ token })), maintable: [site()] });
    expect(problems).toHaveLength(3);
    expect(tokens.filter((token) => problems.join().includes(token))).toEqual([]);
  });

  it.each([null, [], { main: [] }, { maintable: 'x' }])('is not %j', async (data) => {
    await expect(readOldExport(data, now)).rejects.toThrow('The file has no list "maintable"');
  });
});
