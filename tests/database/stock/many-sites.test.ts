import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { inTime, timeOf } from '../support/in-time.ts';
import { fillSites } from './many-sites.ts';
import { login, request, startPortal, type SessionHeader, type StockPortal } from './portal.ts';
import type { Client } from './server.ts';

let portal: StockPortal;

let api: Client;

let admin: SessionHeader;

const valueOf = async (statement: string) =>
  (await request(api, admin, `select ${statement} as answer`))[0]?.['answer'];

const ask = (statement: string) => timeOf(() => valueOf(statement));

beforeAll(async () => {
  portal = await startPortal();
  await fillSites(portal, 20, 500);
  const superuser = await portal.connect('postgres');
  const { rows } = await superuser.query(`select private.first_admin_key('Head office') as key`);
  api = await portal.connect('authenticator');
  admin = await login(api, String(rows[0]?.['key']));
  return () => portal.stop();
});

// the measured times for 150,000 visits are in tests/bench/database.md
test('overview and search of 10,000 visits cost no more than reading the arrays twice', async () => {
  const calls = [
    'public.site_overview()',
    `public.search_visits('maintenance')`,
    `public.search_visits('hydraulic')`,
    `public.search_visits('maintenance', with_total => true)`,
    `public.search_visits('', of_years => '{2025,2026}', of_kinds => '{emergency}', with_total => true)`,
  ];
  const frequent = 'spring torque loop reader antenna range relay motor gear arm'.split(' ');
  const forms = JSON.stringify(frequent.map(() => ['e', ...frequent]));
  const crafted: [words: string, forms: string | null][] = [
    [frequent.join(' '), forms],
    ['sp to lo re an ra mo ge ar ma', null],
    ['1a'.repeat(100), null],
    ['1中'.repeat(100), null],
    ['1-2/3.4:'.repeat(25), null],
    ['道闸臂杆'.repeat(50), null],
    [`& | ! <-> :* \\ % _ ( ''`, null],
    ['9'.repeat(200), null],
  ];
  for (const [words, given] of crafted)
    calls.push(
      `public.search_visits('${words}', forms => ${given === null ? 'null' : `'${given}'`}, with_total => true)`,
    );
  for (const call of calls)
    await inTime(async () => {
      const reading = await ask('(select sum(length(t.tasks2024::text)) from public.maintable t)');
      const asked = await ask(call);
      console.log(`${Math.round((asked / reading) * 100)} % of the reading: ${call.slice(0, 60)}`);
      // reading the arrays, or each visit for each site, would cost more
      expect(asked).toBeLessThan(reading * 2);
    });
});

test('overview and search are right', async () => {
  expect(await valueOf('jsonb_array_length(public.site_overview())')).toBe(20);
  expect(await valueOf(`public.site_overview() -> 6`)).toMatchObject({
    name: 'Tower 7',
    visits: 475,
    last_task: 1,
    keys: 2,
    keys_unused: 2,
  });
  expect(await valueOf(`public.search_visits('hydraulic')`)).toEqual([]);
  expect(await valueOf(`jsonb_array_length(public.search_visits('tower quarterly', page_size => 200))`)).toBe(100);
  const total = (args: string) =>
    valueOf(`public.search_visits(${args}, page_size => 1, with_total => true) -> 'total'`);
  expect(await total(`''`)).toEqual({ visits: 10_000, sites: 20, capped: false });
  expect(await total(`'', of_sites => '{Tower 7,Tower 8}', of_kinds => '{none}', shown => true`)).toMatchObject({
    sites: 2,
    capped: false,
  });
  expect(await total(`'quarterly'`)).toEqual({ visits: 100, sites: 20, capped: false });
  // more matches than are ranked; 51 use another word of the field
  expect(await total(`'maintenance'`)).toEqual({ visits: 9_951, sites: 20, capped: false });
});

test('more than 10,000 visits are not counted, but all of them are on pages, each once', async () => {
  const owner = await portal.connect('postgres');
  const add = (site: number, ids: string, time: string, title: string) =>
    owner.query(`insert into private.visits (site_id, task_id, visited_at, showing, time, year, month, photos, has_pdf, title, text)
        select ${site}, n, ${time}, true, to_char((${time}) at time zone 'Asia/Singapore', 'YYYY-MM-DD"T"HH24:MI:SS+08:00'), '2026', 'january',
          0, false, '${title}', '${title}' from generate_series(${ids}) n`);
  await add(1, '1001, 13000', `timestamptz '2027-01-01' - n * interval '1 hour'`, 'Maintenance with zirconium');
  const page = async (more: string) =>
    v.parse(answer, await valueOf(`public.search_visits('maintenance', page_size => 200, with_total => true${more})`));
  const first = await page('');
  expect(first.total).toMatchObject({ visits: 10_000, capped: true });
  const ids = first.visits.map(({ site_id: site, task_id: id }) => `${site} ${id}`);
  let last = first.visits.at(-1);
  // the newest 500, the newest 500 with the word in the title, then by time
  for (let number = 2; number <= 8; number += 1) {
    const { visits } = await page(`, before => '${JSON.stringify(last)}'`);
    ids.push(...visits.map(({ site_id: site, task_id: id }) => `${site} ${id}`));
    last = visits.at(-1);
  }
  expect([ids.length, new Set(ids).size, last?.rank]).toEqual([1_600, 1_600, 1_000]);
  // the newest of more than 10,000 that are all older than 20,000 others
  await add(2, '1001, 21000', `timestamptz '2028-01-01' + n * interval '1 minute'`, 'New');
  const old = v.parse(answer, await valueOf(`public.search_visits('zirconium', page_size => 3, with_total => true)`));
  expect([old.total.capped, ...old.visits.map(({ task_id: id }) => id)]).toEqual([true, 1001, 1002, 1003]);
});

const answer = v.object({
  visits: v.array(v.object({ site_id: v.number(), task_id: v.number(), time: v.string(), rank: v.number() })),
  total: v.object({ visits: v.number(), sites: v.number(), capped: v.boolean() }),
});
