import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { fieldTerms } from '../../src/lib/search/field-terms.ts';
import { nearestWords, vocabularyOf } from '../../src/lib/search/nearest-word.ts';
import { codePatterns } from '../../src/lib/search/search-codes.ts';
import { bestFirst, searchArguments, typedParts, toSearchable, wordsOf } from '../../src/lib/text-search.ts';
import { postNamer } from '../../src/records/task/post-visits.ts';
import { visitSearchFacts } from '../../src/records/task/visit-facts.ts';
import { isMonth, type Month } from '../../src/records/time.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';
import { newTask } from './support/write-requests.ts';

// A word finds the same visits in the same order in the database, in all visits, as in the browser, in a single history.

const texts: readonly [title: string, text: string][] = [
  ['Plate WVB 8813', 'Car stopped under the arm.'],
  ['Plate of a resident', 'wvb8813 was not opened for.'],
  ['车牌 WVB-8813', '闸臂撞到车辆，已更换臂杆。'],
  ['Other plate', 'WVB 8812 and W 1234 A, then SBA1234A.'],
  ['Number 8813', 'Post 3, 813 openings, 18813 tags.'],
  ['Called the guard', 'Rang 012-345 6000 at once.'],
  ['Called the office', 'Rang 0123456000, then +60 3-5555 0100.'],
  ['Called the manager', 'Rang +60 12 345 6000 and (03) 5555 0100.'],
  ['Called Singapore', 'Rang +65 6123 4567 and 6123 4568.'],
  ['Bus', 'RS485 bus, 24 V supply.'],
  ['Bus again', 'RS-485 bus, 24V supply.'],
  ['Bus once more', 'RS 485, 24 vehicles waited.'],
  ['Entry A', 'Arm replaced at entry A.'],
  ['Entry B', 'Arm at an alarm.'],
  ['Error E-17', 'Controller 192.168.10.4, firmware 2.4.17.'],
  ['Error E17', 'Controller 10.4.192.168, log C:\\gate\\dead_zone.log at 50%.'],
  ['Gate P1', 'P1 gate adjusted.'],
  ['Gate P12', 'P12 gate adjustment.'],
  ['道闸无法落下', '线圈绝缘检查，闸杆正常。'],
  ['检查 臂杆', '杆臂 abc闸杆rs485'],
  ['臂', '一个字。'],
  ['Palang diganti', 'Penggantian palang dan pembersihan.'],
  ['Palang', 'Mengganti spring; ganti arm.'],
  ['ÉCLAIRAGE', 'Façade ｌｏｏｐ “dead‑zone” – client’s wish.'],
  ['Torn cover', 'The cover was torn, a hinge broken, the guard held it.'],
  ['Tear', 'To tear, to break, to hold, to take, took, worn, wear; stick, stuck; pay, paid.'],
  ['Used', 'Using a meter. Dried, dry.'],
  ['Κωνσταντίνος', 'ΟΔΟΣ οδος ℃ №7'],
  ['தமிழ்', 'தமிழ் உரை 🚧🚧 ok'],
  ['Address of a user', 'Add user; address adds.'],
];

const queries = [
  [
    'WVB 8813',
    'wvb8813',
    'WVB-8813',
    '8813',
    '813',
    '13',
    'wvb',
    'wvb 8',
    'wvb 8813 arm',
    '8813 wvb',
    'w1234a',
    'w 1234 a',
    'sba 1234 a',
  ],
  [
    '012-345 6000',
    '0123456000',
    '+60 12 345 6000',
    '60123456000',
    '345 6000',
    '6000',
    '012-345',
    '0123',
    'rang 012-345 6000',
  ],
  ['+65 6123 4567', '61234567', '6123 4567', '6561234567', '5555 0100', '03-5555 0100', '+60355550100'],
  [
    'RS485',
    'rs-485',
    'rs 485',
    '485',
    'rs485 bus',
    '24V',
    '24 v',
    '24',
    '24v supply',
    'e17',
    'E-17',
    'e-1',
    'e-17 controller',
  ],
  [
    'entry a',
    'a',
    'b',
    'entry b',
    'arm',
    'larm',
    'al',
    'arm entry',
    '2.4.17',
    '168.10',
    '8.10',
    '192.168.10.4',
    '10.4.192',
    '2.4',
    '17.',
  ],
  [
    'c:\\gate',
    'dead_zone',
    'dead-zone',
    '50%',
    '%',
    '.*',
    '(arm)',
    "client's",
    'client’s wish',
    'p1',
    'P1 gate',
    'p12 gate',
    'gate p1',
    'post 3',
  ],
  [
    '臂',
    '闸臂',
    '臂杆',
    '道闸',
    '闸杆',
    '道闸无',
    '线圈绝缘',
    '检查臂杆',
    '杆臂',
    '闸杆rs485',
    'abc闸杆',
    '臂杆 检查',
    '绝缘检查，闸杆',
  ],
  [
    'ganti',
    'diganti',
    'penggantian',
    'mengganti',
    'bersih',
    'palang ganti',
    'replace',
    'replacement',
    'adjust',
    'adjusting gate',
  ],
  [
    'eclairage',
    'facade',
    'ＬＯＯＰ',
    'loop',
    'tear',
    'torn',
    'broke',
    'broken',
    'break',
    'hold',
    'held',
    'take',
    'took',
    'wear',
    'stuck',
    'stick',
    'pay',
  ],
  [
    'use',
    'using',
    'used',
    'dry',
    'dries',
    'κωνσταντινος',
    'ΟΔΟΣ',
    'οδος',
    '°c',
    'no7',
    'தமிழ்',
    'தமி',
    '🚧',
    '🚧🚧',
    'add user',
    'add',
    'address user',
  ],
  [
    '',
    ' \t',
    'x',
    '&',
    '| !',
    "'",
    '\\',
    ':*',
    'a & b',
    '<->',
    '_',
    '日',
    'rang 0123',
    'no. 7',
    '№7',
    'job jb-2026-0117',
    'JB20260117',
    '0117',
    'jb-2026',
  ],
  // other texts that rows show
  [
    'emergency',
    'kecemasan',
    '紧急',
    '紧急维修',
    'emerg',
    'preventive maintenance',
    'pencegahan',
    '保养',
    '2 apr',
    '2 april 2026',
    'april 2026',
    'april',
    'apr',
    '2026-04-02',
    '2026-04',
    '2/4/2026',
    '2/4',
    '04/2026',
    '4月',
    '四月',
    '2026年4月2日',
    '4月1号紧急',
    '2026',
    '2025',
    'mac',
    '9:05',
    '2 April 2026 at 09:05',
    'april arm',
    'arm 2 apr 2026 emergency',
    'apr p1',
    'P1 Main Gate',
    'main gate',
    'rear gate',
    'p3 exit',
    'exit',
  ],
  // terms of the other languages
  [
    'barrier',
    'barriers',
    'palang',
    '栏杆',
    '道闸',
    '闸杆',
    'lengan',
    'gate',
    '车辆',
    'car',
    'kereta',
    'plate',
    '车牌',
    'plat',
    'replace barrier',
    'gantian palang',
    '更换 palang',
    '更换闸杆',
    'loop',
    '线圈',
    'gelung',
    '闸臂维修',
    'check',
    'clean',
    'pembersihan palang',
    'broken',
    'door',
    '门',
    'guards',
    'guard office',
  ],
].flat();

const times = ['2026-04-02T12:00:00+08:00', '2026-04-02T09:05:00+08:00', '2026-04-01T00:00:00+08:00'];

const visitsShape = v.array(
  v.object({
    task_id: v.number(),
    title: v.string(),
    text: v.string(),
    ref: v.nullable(v.string()),
    site: v.string(),
    time: v.string(),
    year: v.string(),
    month: v.custom<Month>(isMonth),
    kind: v.nullable(v.string()),
  }),
);

let backend: TestBackend;
let admin: ReturnType<TestBackend['clientFor']>;
let allVisits: v.InferOutput<typeof visitsShape>;

// no query has a word of the name Qqqq
async function inDatabase(words: string): Promise<v.InferOutput<typeof visitsShape>> {
  const { data, error } = await admin.rpc('search_visits', {
    forms: [],
    ...searchArguments(words),
    page_size: 200,
    of_sites: ['Qqqq'],
  });
  if (error) throw error;
  return v.parse(visitsShape, data);
}

beforeAll(async () => {
  backend = await bootBackend();
  admin = backend.clientFor(await backend.sessionFor(keys.admin));
  const tasks = texts.map(([title, text], index) => ({
    ...newTask(index + 1),
    // two visits of each day and kind, the newest first
    time: times[Math.floor(index / 2) % times.length],
    ...(index % 3 < 2 && { kind: index % 3 === 0 ? 'emergency' : 'preventive' }),
    title,
    tasks: text,
  }));
  await backend.sql('insert into public.maintable (name, tasks2024) values ($1, $2::jsonb)', [
    'Qqqq',
    JSON.stringify(tasks),
  ]);
  await backend.sql(
    `insert into public.carpost (site_id, json) select id, $1::jsonb from public.maintable where name = 'Qqqq'`,
    [JSON.stringify(Object.fromEntries(posts.map((post) => [post, []])))],
  );
  // as the mirror of the tasks writes it
  await backend.sql(`update private.visits set ref = 'JB-2026-0117' where title = 'Plate WVB 8813'`);
  allVisits = await inDatabase('');
  return () => backend.close();
});

const posts = ['P1 Main Gate', 'P12 Rear Gate', 'P3 Exit'];
const postsIn = postNamer(posts);

const inBrowser = (words: string) =>
  bestFirst(
    toSearchable(
      allVisits,
      ({ title, text, ref }) => [title, text, ref ?? ''],
      (visit) => visitSearchFacts(visit, postsIn(visit.title)),
    ),
    wordsOf(words),
  );
const titles = (found: readonly { title: string }[]) => found.map(({ title }) => title);

test.each(queries)('%j finds the same, in the same order', async (words) => {
  expect(titles(await inDatabase(words))).toEqual(titles(inBrowser(words)));
});

test('two hundred words that are cut out of the texts find the same, in the same order', async () => {
  // the same pseudo-random numbers each time
  let state = 11;
  const pick = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const found: number[] = [];
  for (let round = 0; round < 200; round += 1) {
    const whole = Array.from((texts[pick(texts.length)] ?? ['', '']).join(' '));
    const start = pick(whole.length);
    const words = whole.slice(start, start + 1 + pick(12)).join('');
    const there = titles(await inDatabase(words));
    expect([words, ...there]).toEqual([words, ...titles(inBrowser(words))]);
    found.push(there.length);
  }
  expect(found.filter((count) => count > 0 && count < texts.length).length).toBeGreaterThan(100);
});

describe('each of these finds the others', () => {
  test.each([
    [
      ['WVB 8813', 'wvb8813', 'WVB-8813'],
      ['Plate WVB 8813', 'Plate of a resident', '车牌 WVB-8813'],
    ],
    [
      ['012-345 6000', '0123456000', '+60 12 345 6000'],
      ['Called the guard', 'Called the manager', 'Called the office'],
    ],
    [
      ['RS485', 'RS-485', 'rs 485'],
      ['Bus', 'Bus again', 'Bus once more', '检查 臂杆'],
    ],
    [['JB-2026-0117', 'jb20260117'], ['Plate WVB 8813']],
    [
      ['tear', 'torn'],
      ['Tear', 'Torn cover'],
    ],
    [['绝缘检'], ['道闸无法落下']],
    [['entry a'], ['Entry A']],
  ])('%j', async (all, wanted) => {
    for (const words of all)
      expect([words, ...titles(await inDatabase(words)).toSorted()]).toEqual([words, ...wanted.toSorted()]);
  });
});

test.each([
  'plaet',
  'replcaed',
  'controler',
  'paaste',
  'zzzzz',
  'adrres user',
  'clienst wish',
  'penggantin',
  'gaurd 8813',
])('browser and database name the same words as nearest to %j', async (words) => {
  const { data } = await admin.rpc('search_visits', {
    ...searchArguments(words),
    of_sites: ['Qqqq'],
    with_total: true,
  });
  const { nearest = {} } = v.parse(v.object({ nearest: v.optional(v.record(v.string(), v.string())) }), data);
  const vocabulary = vocabularyOf(
    (await backend.sql<{ word: string }>('select word from private.search_words')).map(({ word }) => word),
  );
  expect(Object.entries(nearest).map(([typed, shown]) => ({ typed, shown }))).toEqual(
    nearestWords(typedParts(words), vocabulary),
  );
});

test('the terms of browser and database are the same', async () => {
  const lines = await backend.sql<{ line: string[] }>(
    'select array_agg(word order by word) as line from private.field_terms group by meaning order by meaning',
  );
  expect(lines.map(({ line }) => line)).toEqual(fieldTerms.map((terms) => terms.toSorted()));
});

test('the patterns of browser and database are the same, letter by letter', () => {
  const migration = readFileSync('supabase/migrations/20260201000900_search.sql', 'utf8');
  for (const pattern of Object.values(codePatterns)) expect(migration).toContain(`'${pattern}'`);
});
