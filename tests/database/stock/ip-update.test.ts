import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPortal, type StockPortal } from './portal.ts';

let portal: StockPortal;
beforeAll(async () => {
  portal = await startPortal('20260101002700');
});
afterAll(() => portal.stop());

const wrongKey = `select public.login('WRONG') ->> 'code' as code`;
/** Everything except the names and the bodies. */
const settings = `select p.proowner::regrole::text as owner, p.prosecdef, p.provolatile, p.proconfig::text, p.proacl::text
  from pg_proc p where p.pronamespace = 'private'::regnamespace
    and p.proname in ('client_address', 'client_ip', 'login_wait', 'count_failure', 'count_error_report')
  order by replace(p.proname, 'address', 'ip')`;

test('the counters of the login can be renamed while people log in, and nobody gets more tries', async () => {
  const [owner, before, during, late] = [
    await portal.connect('postgres'),
    await portal.connect('authenticator'),
    await portal.connect('authenticator'),
    await portal.connect('authenticator'),
  ];
  await before.query('set role anon');
  await during.query('set role anon');
  await late.query('set role anon');
  for (let tries = 0; tries < 8; tries++) expect((await before.query(wrongKey)).rows).toEqual([{ code: 'PT401' }]);
  const { rows: as } = await owner.query(settings);
  expect(as).toHaveLength(4);

  await during.query('begin');
  await during.query(wrongKey);
  const updated = portal.update();
  const waits = `select 1 from pg_locks where relation = 'private.login_attempts'::regclass and not granted`;
  const watch = await portal.connect('postgres');
  await expect.poll(async () => (await watch.query(waits)).rows).toHaveLength(1);
  // started with the old names: it fails, is not counted, and gets no session
  const failed = expect(late.query(wrongKey)).rejects.toMatchObject({ code: '42703' });
  await expect.poll(async () => (await watch.query(waits)).rows).toHaveLength(2);
  await during.query('commit');
  await updated;
  await failed;

  // the same connections, with the plans they had
  expect((await before.query(wrongKey)).rows).toEqual([{ code: 'PT401' }]);
  for (const client of [during, late]) expect((await client.query(wrongKey)).rows).toEqual([{ code: 'PT429' }]);
  expect((await owner.query(settings)).rows).toEqual(as);
  expect((await owner.query('select sum(wrong_keys)::int as wrong from private.login_attempts')).rows).toEqual([
    { wrong: 10 },
  ]);
  expect((await before.query(`select public.report_client_error('A fault')`)).rows).toHaveLength(1);
});
