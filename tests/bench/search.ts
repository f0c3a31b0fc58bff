import { formsFor } from '../../src/lib/text-search.ts';
import { login, request, startPortal, type SessionHeader, type StockPortal } from '../database/stock/portal.ts';
import { newTask } from '../database/support/write-requests.ts';
import { fillWithLanguages } from './search-visits.ts';
import { medianText, processorTime } from './tables.ts';

// Measures the search in all visits, asked as the screen asks: the first page, with the number of all.

const [sites, visits] = [Number(process.env['BENCH_SITES'] ?? 300), Number(process.env['BENCH_VISITS'] ?? 500)];
const runs = 5;
/** How many search at once, and for how long. */
const atOnce = 20;
const busyMs = 4_000;

const tenWords = 'replaced spring balance controller relay checked tested cleaned motor gate';
const single: readonly [name: string, words: string][] = [
  ['no words', ''],
  ['a rare word', 'zirconium'],
  ['a word in no visit', 'hydraulic'],
  ['a word in half of the visits', 'gate'],
  ['its beginning', 'ga'],
  ['a word with forms', 'replace'],
  ['three frequent words', 'gate motor checked'],
  ['ten words', tenWords],
  ['ten words of Malay', 'palang pintu diganti pemeriksaan motor dibersihkan lori pengawal kecemasan siap'],
  ['two Chinese characters', '道闸'],
  ['four Chinese characters', '更换天线'],
  ['a plate', 'WVB 8813'],
  ['a part of a number', '813'],
  ['a telephone number', '012-345 6000'],
  ['one letter', 'a'],
  ["a site's name", 'tower 299'],
  ['a word of all old visits', 'legacy'],
];

/** What somebody may send who calls past the portal: frequent words as forms of each other, and 200 characters of the dearest kind. */
const frequent = 'gate motor checked arm reader loop tested cleaned spring relay'.split(' ');
const crafted: readonly [name: string, words: string, forms: unknown][] = [
  ['crafted forms', frequent.join(' '), frequent.map(() => ['e', ...frequent])],
  ['beginnings of two letters', 'ga mo ch ar re lo te cl sp co', null],
  ['200 Chinese characters', '道闸臂杆更换天线'.repeat(25), null],
  ['a hundred numbers', '1a'.repeat(100), null],
  ['numbers with punctuation', '1-2/3.4:'.repeat(25), null],
  ['operators', "& | ! <-> :* '\\ ( ) %_", null],
  ['names of all sites', 'tower park rise court villa heights residence menara', null],
];

const statement = 'select public.search_visits($1, forms => $2::jsonb, with_total => true) as answer';

interface Asked {
  words: string;
  forms: unknown;
}
const asAsked = (words: string): Asked => ({ words, forms: words === '' ? null : formsFor(words.split(' ')) });

type Client = Awaited<ReturnType<StockPortal['connect']>>;

/** Milliseconds of one search; 3,000 where it ended at the limit. */
async function search(api: Client, session: SessionHeader, { words, forms }: Asked): Promise<number> {
  const start = performance.now();
  try {
    await request(api, session, statement, [words, JSON.stringify(forms)]);
  } catch (error) {
    if (!String(error).includes('statement timeout')) throw error;
  }
  return performance.now() - start;
}

/** The searches of the sessions at once, again and again, while one client reads its own page: the slowest search, and the slowest page. */
async function together(
  searchers: readonly [Client, SessionHeader][],
  [client, own]: [Client, SessionHeader],
  asked: readonly Asked[],
): Promise<[slowest: number, page: number]> {
  const end = performance.now() + busyMs;
  let [slowest, page] = [0, 0];
  const all = searchers.map(async ([api, session], index) => {
    do slowest = Math.max(slowest, await search(api, session, asked[index % asked.length] ?? asAsked('')));
    while (performance.now() < end);
  });
  const reading = (async () => {
    while (performance.now() < end) {
      const start = performance.now();
      await request(client, own, 'select json_agg(s) as answer from public.maintables s');
      page = Math.max(page, performance.now() - start);
    }
  })();
  await Promise.all([...all, reading]);
  return [slowest, page];
}

/** Times of saves that each add a visit to a site of its own. */
async function saves(api: Client, admin: SessionHeader): Promise<number[]> {
  const times: number[] = [];
  for (let site = 1; site <= 40; site += 1) {
    const start = performance.now();
    await request(
      api,
      admin,
      `update public.maintable set tasks2024 = tasks2024 || $1::jsonb, revision = revision + 1 where id = $2`,
      [
        JSON.stringify([
          {
            ...newTask(visits + 1),
            title: 'Arm replaced',
            tasks: `Motor and gear of post ${site} checked, WVB 88${site}`,
          },
        ]),
        site,
      ],
    );
    times.push(performance.now() - start);
  }
  return times;
}

const sizes = `select pg_size_pretty(coalesce(sum(pg_total_relation_size(c.oid)), 0)) as size from pg_class c
  where c.relnamespace = 'private'::regnamespace and c.relname in ('visits', 'visit_words', 'search_words', 'site_words')`;

const portal = await startPortal();
try {
  const owner = await portal.connect('postgres');
  await fillWithLanguages(portal, sites, visits);
  const api = await portal.connect('authenticator');
  const keyOf = async (sql: string) => String((await owner.query(sql)).rows[0]?.['key']);
  // seven keys of the office, which the connections share
  const sessions: SessionHeader[] = [];
  for (let each = 0; each < 7; each += 1)
    sessions.push(await login(api, await keyOf(`select private.first_admin_key('Office ${each}') as key`)));
  const [admin] = sessions;
  if (!admin) throw new Error('No session');
  const own = await login(api, await keyOf(`select private.create_key('user', 1, 'Reader', null) ->> 'key' as key`));
  const searchers: [Client, SessionHeader][] = [];
  for (let each = 0; each < atOnce; each += 1)
    searchers.push([await portal.connect('authenticator'), sessions[each % sessions.length] ?? admin]);
  const client = await portal.connect('authenticator');

  const server = (await api.query('select pg_backend_pid() as pid')).rows[0]?.['pid'];
  const alone = async (asked: Asked) => {
    const times: number[] = [];
    const before = await processorTime(server);
    for (let run = 0; run < runs; run += 1) times.push(await search(api, admin, asked));
    const worked = ((await processorTime(server)) - before) / runs;
    return `${Math.min(...times).toFixed(0)} / ${worked.toFixed(0)}`;
  };

  const measured = async () => {
    const results = new Map<string, string>();
    for (const [name, words] of single) results.set(name, await alone(asAsked(words)));
    for (const [name, words, forms] of crafted) results.set(`Crafted: ${name}`, await alone({ words, forms }));
    const groups: [string, readonly Asked[]][] = [
      ['ten words', [asAsked(tenWords)]],
      ['frequent words', ['gate motor checked', 'gate', 'motor checked'].map(asAsked)],
      ['all of the above', single.map(([, words]) => asAsked(words))],
      ['crafted', crafted.map(([, words, forms]) => ({ words, forms }))],
    ];
    for (const [name, asked] of groups) {
      const [slowest, page] = await together(searchers, [client, own], asked);
      results.set(
        `${atOnce} at once, ${name}: slowest search / page of a client`,
        `${Math.round(slowest)} / ${Math.round(page)}`,
      );
    }
    results.set('A save: median (shortest to longest)', medianText(await saves(api, admin)));
    const [size] = (await owner.query(sizes)).rows;
    results.set('Disk of visits and search', String(size?.['size']));
    return results;
  };

  await owner.query('vacuum analyze');
  const results = await measured();
  console.log(
    `${sites} sites with ${visits} visits each on stock PostgreSQL; milliseconds, the shortest of ${runs} / processor time`,
  );
  console.log('\n| | |\n| --- | --- |');
  for (const [name, value] of results) console.log(`| ${name} | ${value} |`);
} finally {
  await portal.stop();
}
