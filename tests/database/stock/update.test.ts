import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newTask } from '../support/write-requests.ts';
import { login, request, startPortal, type StockPortal } from './portal.ts';

let portal: StockPortal;
beforeAll(async () => {
  portal = await startPortal('20260101000900');
});
afterAll(() => portal.stop());

/** As tasks were filed before a visit had a date of its own. */
const misfiled = { ...newTask(1), year: '2023', month: 'mar' };
const ahead = { ...newTask(2), time: '2029-04-02T09:30:00+08:00' };

const sites = 'select id::int, name, tasks2024, revision::int, updated_at from public.maintable';

test('the rules of writing can be added while people are logged in, and accept everything that is stored', async () => {
  const [owner, api] = [await portal.connect('postgres'), await portal.connect('authenticator')];
  const { rows } = await owner.query(`select private.first_admin_key('Head office') as key`);
  const admin = await login(api, String(rows[0]?.['key']));
  await request(api, admin, 'insert into public.maintable (name, tasks2024) values ($1, $2)', [
    'One',
    JSON.stringify([misfiled, ahead]),
  ]);
  await request(api, admin, `insert into public.carpost (site_id, json) values (1, '{"P": []}')`);
  // somebody who reads at this moment does not delay the update
  const reader = await portal.connect('authenticator');
  const before = await request(reader, admin, sites);

  await portal.update();

  expect(await request(reader, admin, sites)).toEqual(before);
  // what was stored before is searched and counted like what is stored later
  const search = `select public.search_visits('new') as found, public.site_overview() as overview`;
  expect(await request(api, admin, search)).toMatchObject([
    {
      found: [
        { task_id: 2, time: ahead.time },
        { task_id: 1, month: 'mar' },
      ],
      overview: [{ visits: 2, last_task: 2 }],
    },
  ]);
  // a tab that was opened before does not know that it has to send the revision
  const old = 'update public.maintable set tasks2024 = $1 where id = 1 and revision = 1';
  await expect(request(api, admin, old, ['[]'])).rejects.toMatchObject({ code: 'PT409' });
  const save = 'update public.maintable set tasks2024 = $1, revision = $2 where id = 1 returning revision::int';
  const edited = [{ ...misfiled, title: 'Better', kind: 'preventive' }, { ...ahead, showing: 'False' }, newTask(3)];
  expect(await request(api, admin, save, [JSON.stringify(edited), 2])).toEqual([{ revision: 2 }]);
  const [change] = await request(api, admin, 'select id from public.list_changes() limit 1');
  await request(api, admin, 'select public.restore_change($1)', [change?.['id']]);
  const [site] = await request(api, admin, sites);
  expect(site).toMatchObject({ revision: 3, tasks2024: [misfiled, ahead, { ...newTask(3), showing: 'False' }] });
});

const addSite = 'insert into public.maintable (name, tasks2024) values ($1, $2)';
const oneVisit = JSON.stringify([newTask(1)]);

test('the update that gives visits their own rows waits for a write under way, and includes it', async () => {
  const late = await startPortal('20260101001300');
  try {
    const [writer, other, owner] = [
      await late.connect('postgres'),
      await late.connect('postgres'),
      await late.connect('postgres'),
    ];
    await writer.query('begin');
    await writer.query(addSite, ['Before', oneVisit]);
    const update = late.update();
    const waits = 'select 1 from pg_locks where not granted';
    const untilWaiting = async (count: number) => {
      while ((await owner.query(waits)).rows.length < count) await setTimeout(5);
    };
    await untilWaiting(1);
    const next = other.query(addSite, ['Meanwhile', oneVisit]);
    await untilWaiting(2);
    await writer.query('commit');
    await Promise.all([update, next]);
    await writer.query(addSite, ['After', oneVisit]);
    const visits = 'select t.name from private.visits v join public.maintable t on t.id = v.site_id order by t.id';
    expect((await owner.query(visits)).rows.map(({ name }) => name)).toEqual(['Before', 'Meanwhile', 'After']);
  } finally {
    await late.stop();
  }
});

test('of two who write over the same revision at the same moment, one is refused', async () => {
  const [one, other] = [await portal.connect('postgres'), await portal.connect('postgres')];
  const { rows } = await one.query('select (revision + 1)::int as next from public.carpost where site_id = 1');
  const save = `update public.carpost set json = $1, revision = ${String(rows[0]?.['next'])} where site_id = 1`;
  const responses = await Promise.allSettled(
    [one, other].map((side, index) => side.query(save, [JSON.stringify({ [`Post ${index}`]: [] })])),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(responses.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'PT409' } });
});
