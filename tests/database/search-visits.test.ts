import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/lib/database.types.ts';
import { bestFirst, formsFor, searchArguments, toSearchable, wordsOf } from '../../src/lib/text-search.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';
import { fileUrl, keys, objectName } from './support/base-rows.ts';
import { newTask } from './support/write-requests.ts';

const rowShape = v.strictObject({
  site_id: v.number(),
  site: v.string(),
  task_id: v.number(),
  time: v.string(),
  year: v.string(),
  month: v.string(),
  title: v.string(),
  text: v.string(),
  ref: v.nullable(v.string()),
  kind: v.nullable(v.string()),
  showing: v.boolean(),
  photos: v.number(),
  pdf: v.boolean(),
  moved_to: v.nullable(v.object({ site_id: v.number(), site: v.string(), task_id: v.number(), showing: v.boolean() })),
  rank: v.number(),
});

let backend: TestBackend;
let admin: ReturnType<TestBackend['clientFor']>;

const noon = { time: '2026-04-02T12:00:00+08:00' };
const full = {
  ...newTask(3),
  kind: 'emergency',
  title: 'Loop 50% dead_zone C:\\gate',
  tasks: 'Amplifier exchanged.\nDetector: OK',
  urls: [fileUrl(objectName(1)), fileUrl(objectName(1, 2))],
  pdf: fileUrl(objectName(1, 3, 'pdf')),
};

beforeAll(async () => {
  backend = await bootBackend();
  // the first two of each site are of March, one of them hidden
  const more = [
    [1, [full, { ...newTask(4), ...noon, title: '检查 臂杆', tasks: 'ÉCLAIRAGE loop' }]],
    [2, [{ ...newTask(3), ...noon, title: 'Arm' }]],
  ];
  for (const [site, tasks] of more)
    await backend.sql('update public.maintable set tasks2024 = tasks2024 || $1::jsonb, revision = 2 where id = $2', [
      JSON.stringify(tasks),
      site,
    ]);
  await backend.sql(`insert into public.maintable (name) values ('Empty')`);
  admin = backend.clientFor(await backend.sessionFor(keys.admin));
  return () => backend.close();
});

async function search(asked: Database['public']['Functions']['search_visits']['Args']) {
  const { data, error } = await admin.rpc('search_visits', asked);
  if (error) throw error;
  return v.parse(v.array(rowShape), data);
}

/** The text `One 3` for task 3 of that site. */
const names = (rows: Awaited<ReturnType<typeof search>>) => rows.map(({ site, task_id: id }) => `${site} ${id}`);

test('a visit is found with its site, its texts and the number of its files', async () => {
  expect(await search({ words: 'amplifier' })).toEqual([
    {
      site_id: 1,
      site: 'One',
      task_id: 3,
      time: full.time,
      year: '2026',
      month: 'apr',
      title: full.title,
      text: full.tasks,
      ref: null,
      kind: 'emergency',
      showing: true,
      photos: 2,
      pdf: true,
      moved_to: null,
      rank: 0,
    },
  ]);
});

const everything = ['Two 3', 'One 4', 'One 3', 'Two 2', 'Two 1', 'One 2', 'One 1'];
const found: [string, string, string[]][] = [
  ['no words: all, newest first', '', everything],
  ['blanks alone', ' \t　 ', everything],
  ['a word of a title, and what another language calls it', 'arm', ['Two 3', 'One 4']],
  ['the beginning of a word, in capitals', 'AMPLIF', ['One 3']],
  ['no visit by another part of a word', 'mplifier', []],
  ['no visit by less than half of a word before another word', 'ampl exchanged', []],
  ['at least half of a word before another word', 'ampli exchanged', ['One 3']],
  ['hidden ones too', 'hidden', ['Two 2', 'One 2']],
  ['every word, in title or text', 'loop amplifier', ['One 3']],
  ['Chinese in the middle of a text', '查 杆', ['One 4']],
  ['across the lines of a text', 'detector exchanged', ['One 3']],
  ['the site alone', 'two', ['Two 3', 'Two 2', 'Two 1']],
  ['the site and a word', 'two seen', ['Two 1']],
  ['a word in each, but not both in one', 'two amplifier', []],
  ['a percent sign as a letter', '50%', ['One 3']],
  ['no visit by a percent sign as a wildcard', 'l%p', []],
  ['an underscore as a letter', 'dead_zone', ['One 3']],
  ['no visit by an underscore as a wildcard', 'l__p', []],
  ['a backslash as a letter', 'c:\\gate', ['One 3']],
  ['a word behind a backslash, which says nothing', '\\loop', ['One 4', 'One 3']],
  ['a quote', `'; drop table`, []],
  ['Chinese, separated by a wide space', '臂杆　检查', ['One 4']],
  ['words with a line break between them', 'dead_zone\namplifier', ['One 3']],
  ['a word whose accents are not typed', 'eclairage', ['One 4']],
  ['a word with accents that it does not have', 'ámplifìer', ['One 3']],
  ['a word in wide letters', 'ａｍｐｌｉｆｉｅｒ', ['One 3']],
  ['no visit by an unknown word', 'hydraulic', []],
];

test.each(found)('finds %s', async (_, words, wanted) => {
  expect(names(await search({ words }))).toEqual(wanted);
});

test('a page continues after the last visit of the previous one, whatever is added meanwhile', async () => {
  const pages: string[] = [];
  let before: Awaited<ReturnType<typeof search>>[number] | undefined;
  for (let page = 0; page < 4; page += 1) {
    const rows = await search({ words: '', page_size: 2, ...(before && { before }) });
    pages.push(names(rows).join(', '));
    before = rows.at(-1);
  }
  expect(pages).toEqual(['Two 3, One 4', 'One 3, Two 2', 'Two 1, One 2', 'One 1']);
  expect(names(await search({ words: 'seen', before: { time: noon.time, site_id: 9, task_id: 9 } }))).toEqual([
    'Two 1',
    'One 1',
  ]);
  expect(names(await search({ words: '', before: null, page_size: 1 }))).toEqual(['Two 3']);
});

const cursor = { time: noon.time, site_id: 1, task_id: 1 };
const refused: [string, object, string][] = [
  ['201 characters', { words: 'x'.repeat(201) }, 'Search for at most 200 characters'],
  ['11 words', { words: 'a b c d e f g h i j k' }, 'Search for at most 10 words'],
  ['an empty page', { page_size: 0 }, 'A page has 1 to 200 visits'],
  ['too large a page', { page_size: 201 }, 'A page has 1 to 200 visits'],
  ['a page of unknown size', { page_size: null }, 'A page has 1 to 200 visits'],
  [
    'a cursor without a task',
    { before: { ...cursor, task_id: null } },
    'The visit before needs its time, site_id and task_id',
  ],
  [
    'an invalid time',
    { before: { ...cursor, time: 'last week' } },
    'The visit before needs its time, site_id and task_id',
  ],
  [
    'a number that is too large',
    { before: { ...cursor, task_id: 1e12 } },
    'The visit before needs its time, site_id and task_id',
  ],
  ['forms that are no lists', { forms: ['arm'] }, 'Forms are a list of words for each word'],
  ['forms that are no list', { forms: {} }, 'Forms are a list of words for each word'],
  ['a form that is a pattern', { forms: [['(a+)+']] }, 'Forms are a list of words for each word'],
  ['a form that is no text', { forms: [[1]] }, 'Forms are a list of words for each word'],
  [
    'too many forms',
    { forms: [Array.from({ length: 6_000 }, () => 'replaced')] },
    'Forms are a list of words for each word',
  ],
  ['5 million characters', { words: 'x'.repeat(5_000_000) }, 'Search for at most 200 characters'],
  [
    'many small forms that are no words of letters',
    { forms: [Array.from({ length: 200_000 }, () => 'a')] },
    'Forms are a list of words for each word',
  ],
  ['a site name of a million characters', { of_sites: ['x'.repeat(1_000_000)] }, 'Filter by at most 100 values'],
  [
    'a cursor of a million characters',
    { before: { ...cursor, title: 'x'.repeat(1_000_000) } },
    'The visit before needs its time, site_id and task_id',
  ],
  ['a list as a cursor', { before: [] }, 'The visit before needs its time, site_id and task_id'],
  ['a direction that there is not', { direction: 'in' }, 'A direction is entrance or exit'],
  ['a post of a million characters', { post: 'x'.repeat(1_000_000) }, 'The name of a post is too long'],
  ...[
    [[1, 1]],
    [[0, 1, '03']],
    [[1, 3, '03']],
    [[2, 1, '03']],
    [['1', 1, '03']],
    [[1, 1, 'post:One']],
    [
      [1, 2, '03'],
      [2, 2, '04'],
    ],
    Array.from({ length: 11 }, () => [1, 1, '03']),
    {},
    [{}],
    [[1.5, 2, '03']],
    [[1, 99_999_999_999, '03']],
  ].map((dates): [string, object, string] => [
    `the dates ${JSON.stringify(dates)}`,
    { words: '12 mar', dates },
    'Dates are a list of first part, last part and day',
  ]),
];

test.each(refused)('refuses %s', async (_, asked, message) => {
  const { status, error } = await admin.rpc('search_visits', { words: '', ...asked });
  expect([status, error?.code, error?.message]).toEqual([422, 'PT422', message]);
});

test('accepts 200 characters, 10 words and pages of 200', async () => {
  expect(await search({ words: 'x'.repeat(200) })).toEqual([]);
  expect(await search({ words: 'a b c d e f g h i j', page_size: 200 })).toEqual([]);
});

/** The arguments as the portal sends them: with the other forms of each word. */
const asked = (words: string) => ({ words, forms: formsFor(words.split(' ')) });

test.each([
  'penyelenggaraannya',
  'pengkelasannyakannya',
  'mempertahankannya',
  'pertanggungannya',
  'penyelenggaraanxyzq',
  'replacements',
  'a1b2c3d4e5f6g7h8i',
])('accepts 200 characters of words such as %s with their forms', async (word) => {
  const words = Array.from({ length: Math.min(10, Math.floor(201 / (word.length + 1))) }, () => word).join(' ');
  expect(await search(asked(words))).toEqual([]);
});

test('accepts 200 characters without a space with their forms', async () => {
  expect(await search(asked('a1'.repeat(100)))).toEqual([]);
  expect(await search(asked(`${'-'.repeat(100)}${'pengujian'.repeat(11)}`))).toEqual([]);
});

const ranked: [string, string, string[]][] = [
  [
    'a whole word of a title, a beginning, another form; then these in texts, and other terms',
    'replace',
    ['4', '5', '3', '7', '6', '2', '9', '8'],
  ],
  ['another form of the word typed', 'replacement', ['4', '3', '7', '6', '2', '9', '8']],
  ['other forms of a word with accents', 'réplacement', ['4', '3', '7', '6', '2', '9', '8']],
  ['words that follow each other before words apart', 'arm replaced', ['3', '2', '6', '9', '8']],
  ['the same words in Malay, then in English', 'penggantian', ['9', '8', '4', '3', '7', '6', '2']],
  ['a code in its other spelling', 'rs485', ['9']],
  ['the site beside a word', 'ranked palang', ['9', '8', '3', '6', '2']],
  ['no alarm for an arm', 'arm', ['3', '6', '2', '9', '8']],
  ['no address for a finished word', 'add user', ['6']],
];

describe('with the forms of the words', () => {
  beforeAll(async () => {
    const texts = [
      ['Hidden', 'No.'],
      ['Loop', 'Arm replaced, not bent.'],
      ['Arm replaced', 'No.'],
      ['Replace', 'No.'],
      ['Replacer', 'No alarm at the address of a user.'],
      ['Gate', 'The arm, then other parts were replaced. Users added.'],
      ['Gates', 'Replace it.'],
      ['Palang', 'Palang diganti.'],
      ['Palang', 'Penggantian palang. RS-485.'],
    ];
    const tasks = texts.map(([title, text], index) => ({ ...newTask(index + 1), ...noon, title, tasks: text }));
    await backend.sql('insert into public.maintable (name, tasks2024) values ($1, $2::jsonb)', [
      'Ranked',
      JSON.stringify(tasks),
    ]);
  });

  test.each(ranked)('finds %s', async (_, words, wanted) => {
    const rows = await search({ ...asked(words), page_size: 200 });
    expect(rows.filter(({ site }) => site === 'Ranked').map(({ task_id: id }) => `${id}`)).toEqual(wanted);
  });

  test('pages continue in the order of rank', async () => {
    const whole = await search({ ...asked('replace'), page_size: 200 });
    const paged: typeof whole = [];
    for (let page = 0; page < whole.length; page += 1) {
      const before = paged.at(-1);
      paged.push(...(await search({ ...asked('replace'), page_size: 1, ...(before && { before }) })));
    }
    expect(paged).toEqual(whole);
    expect(new Set(whole.map(({ rank }) => rank)).size).toBeGreaterThan(3);
  });

  test('the visits and their order are those of the search in one history', async () => {
    const all = await search({ words: '', page_size: 200 });
    const own = all.filter(({ site }) => site === 'Ranked');
    const things = toSearchable(own, ({ title, text }) => [title, text]);
    for (const words of [
      'replace',
      'replacement',
      'arm replaced',
      'palang',
      'user added',
      'the gate',
      'add',
      'rs 485',
      'no',
    ]) {
      const there = await search({ forms: [], ...searchArguments(words), page_size: 200 });
      expect(names(there.filter(({ site }) => site === 'Ranked'))).toEqual(names(bestFirst(things, wordsOf(words))));
    }
  });
});

describe('a form that is sent counts only if it can be one of the word', () => {
  test.each<[string, string[], boolean]>([
    ['arm', ['loop', 'amplifier'], false],
    ['amplify', ['amplifier', 'amplified'], true],
    ['arm', ['amplifier'], false],
    // after a dash come forms of other terms for the word, and of no other word
    ['arm', ['-', 'loop', 'amplifier'], false],
    ['gelung', ['-', 'loop', 'loops'], true],
    ['gelung', ['-', 'amplifier'], true],
    ['lengan', ['-', 'amplifier'], false],
    ['hydraulic', ['-', 'loop'], false],
  ])('%s: %j', async (words, forms, isFound) => {
    const rows = await search({ words, forms: [['a', ...forms]], page_size: 200 });
    expect(names(rows).includes('One 3')).toBe(isFound);
  });

  test.each([
    'break broke',
    'stick stuck',
    'tear torn',
    'wear worn',
    'take taken',
    'hold held',
    'pay paid',
    'use using',
    'dry dried',
  ])('those of %s, which have little in common', async (pair) => {
    for (const [word, form] of [pair.split(' '), pair.split(' ').toReversed()])
      expect(await backend.sql('select private.may_be_form($1, $2) as may', [word, form])).toEqual([{ may: true }]);
  });
});

const foundNow = async (words: string, more: object = {}) => names(await search({ ...asked(words), ...more }));
const changeLast = (column: string, value: string) =>
  backend.sql(
    `update public.maintable set ${column} = $1, revision = revision + 1 where id = (select max(id) from public.maintable)`,
    [value],
  );

describe('changed visits are found by their current values', () => {
  test('a name, a text, and whether it is shown', async () => {
    const task = { ...newTask(1), ...noon, title: 'Cobalt' };
    await backend.sql('insert into public.maintable (name, tasks2024) values ($1, $2::jsonb)', [
      'Magenta',
      JSON.stringify([task]),
    ]);
    expect(await foundNow('magenta cobalt')).toEqual(['Magenta 1']);
    await changeLast('name', 'Indigo');
    expect(await foundNow('magenta')).toEqual([]);
    expect(await foundNow('indigo cobalt')).toEqual(['Indigo 1']);
    await changeLast('tasks2024', JSON.stringify([{ ...task, title: 'Nickel' }]));
    expect(await foundNow('indigo cobalt')).toEqual([]);
    expect(await foundNow('nickel', { shown: true })).toEqual(['Indigo 1']);
    await changeLast('tasks2024', JSON.stringify([{ ...task, title: 'Nickel', showing: 'False' }]));
    expect(await foundNow('nickel', { shown: true })).toEqual([]);
    expect(await foundNow('nickel', { shown: false })).toEqual(['Indigo 1']);
  });
});

const visitOf = (id: number, year: string, values: object = {}) => ({
  ...newTask(id),
  time: `${year}-04-02T12:00:00+08:00`,
  year,
  ...values,
});

describe('with filters', () => {
  const sites = ['North', 'South, "Old"'];
  beforeAll(async () => {
    const tasks = [
      visitOf(1, '2024', { kind: 'emergency' }),
      visitOf(2, '2025', { kind: 'preventive' }),
      visitOf(3, '2025', { kind: 'emergency', showing: 'False' }),
      visitOf(4, '2026', { title: 'Motor exchanged' }),
      visitOf(5, '2026', { kind: 'emergency', title: 'Motor exchanged' }),
    ];
    for (const [name, all] of [
      [sites[0], tasks],
      [sites[1], tasks.slice(4)],
    ])
      await backend.sql('insert into public.maintable (name, tasks2024) values ($1, $2::jsonb)', [
        name,
        JSON.stringify(all),
      ]);
  });

  const filtered: [string, Parameters<typeof search>[0], string[]][] = [
    ['a site', { words: '', of_sites: ['North'] }, ['North 5', 'North 4', 'North 3', 'North 2', 'North 1']],
    ['a site whose name looks like a list', { words: '', of_sites: ['South, "Old"'] }, ['South, "Old" 5']],
    ['a site that is not there', { words: '', of_sites: ['North Pole'] }, []],
    ['no site at all', { words: '', of_sites: [] }, []],
    ['sites and a year', { words: '', of_sites: sites, of_years: ['2026'] }, ['South, "Old" 5', 'North 5', 'North 4']],
    ['years', { words: '', of_years: ['2024', '2025'] }, ['North 3', 'North 2', 'North 1']],
    ['a kind', { words: '', of_sites: ['North'], of_kinds: ['emergency'] }, ['North 5', 'North 3', 'North 1']],
    ['what has no kind', { words: '', of_sites: sites, of_kinds: ['none'] }, ['North 4']],
    ['kinds', { words: '', of_sites: ['North'], of_kinds: ['none', 'preventive'] }, ['North 4', 'North 2']],
    ['an unknown kind', { words: '', of_kinds: ['party'] }, []],
    ['what is hidden', { words: '', of_sites: sites, shown: false }, ['North 3']],
    ['what is shown', { words: '', of_sites: ['North'], of_kinds: ['emergency'], shown: true }, ['North 5', 'North 1']],
    [
      'words and all of these',
      { ...asked('motors'), of_sites: sites, of_years: ['2026'], of_kinds: ['emergency'], shown: true },
      ['South, "Old" 5', 'North 5'],
    ],
    ['words of visits that a filter leaves out', { ...asked('motors'), of_years: ['2025'] }, []],
    [
      'a year after a visit',
      {
        words: '',
        of_sites: ['North'],
        of_years: ['2025', '2026'],
        before: { time: '2026-04-02T12:00:00+08:00', site_id: 1e6, task_id: 4 },
        page_size: 2,
      },
      ['North 5', 'North 4'],
    ],
  ];

  test.each(filtered)('finds %s, and counts it', async (_, args, wanted) => {
    expect(names(await search(args))).toEqual(wanted);
    const { data } = await admin.rpc('search_visits', { ...args, with_total: true, page_size: 1 });
    const { visits, total } = v.parse(v.object({ visits: v.array(rowShape), total: v.unknown() }), data);
    expect(names(visits)).toEqual(wanted.slice(0, 1));
    // the total is that of all pages
    const whole = args.before ? ['North 5', 'North 4', 'North 3', 'North 2'] : wanted;
    const count = new Set(whole.map((name) => name.replace(/ \d+$/u, ''))).size;
    expect(total).toEqual({ visits: whole.length, sites: count, capped: false });
  });

  test('two pages are together the whole list', async () => {
    const args = { words: '', of_sites: sites, of_kinds: ['emergency'] };
    const first = await search({ ...args, page_size: 2 });
    const last = first.at(-1);
    const second = await search({ ...args, page_size: 2, ...(last && { before: last }) });
    expect([...names(first), ...names(second)]).toEqual(names(await search(args)));
    expect(names(second)).toEqual(['North 3', 'North 1']);
  });

  test.each([{ of_sites: 101 }, { of_years: 101 }, { of_kinds: 101 }, { of_sites: 100, of_years: 100, of_kinds: 100 }])(
    'takes lists of at most 100 values: %o',
    async (lengths) => {
      const lists = Object.entries(lengths).map(([name, length]) => [name, Array.from({ length }, () => 'x')]);
      const { status, error } = await admin.rpc('search_visits', { words: '', ...Object.fromEntries(lists) });
      const answer = [status, error?.message];
      expect(answer).toEqual(lists.length === 1 ? [422, 'Filter by at most 100 values'] : [200, undefined]);
    },
  );
});
