import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillSites } from './many-sites.ts';
import { login, request, startPortal, type SessionHeader, type StockPortal } from './portal.ts';
import type { Client } from './server.ts';
import { fastest, timeOf } from './timing.ts';

let portal: StockPortal;
let api: Client;
let admin: SessionHeader;
beforeAll(async () => {
  portal = await startPortal();
  await fillSites(portal, 20, 500);
  const owner = await portal.connect('postgres');
  const { rows } = await owner.query(`select private.first_admin_key('Head office') as key`);
  api = await portal.connect('authenticator');
  admin = await login(api, String(rows[0]?.['key']));
});
afterAll(() => portal.stop());

const valueOf = async (statement: string) =>
  (await request(api, admin, `select ${statement} as answer`))[0]?.['answer'];
const ask = (statement: string) => fastest(() => timeOf(() => valueOf(statement)));

// the times themselves, for 150,000 visits, are in tests/bench/database.md
test('overview and search of 10,000 visits cost no more than reading the arrays twice', async () => {
  const times = {
    reading: await ask('(select sum(length(t.tasks2024::text)) from public.maintable t)'),
    overview: await ask('public.site_overview()'),
    everything: await ask(`public.search_visits('maintenance')`),
    nothing: await ask(`public.search_visits('hydraulic')`),
  };
  const { reading, ...asked } = times;
  console.log(times);
  // reading the arrays, or each visit for each site, would cost more
  expect(Math.max(...Object.values(asked))).toBeLessThan(reading * 2);
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
});
