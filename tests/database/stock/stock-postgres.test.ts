import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { keyIn } from '../shapes.ts';
import { objectName } from '../support/base-rows.ts';
import { login, request, startPortal, type StockPortal } from './portal.ts';

let portal: StockPortal;
beforeAll(async () => {
  portal = await startPortal();
  return () => portal.stop();
});
const connect = (role: string) => portal.connect(role);

test('the migrations can be applied by a role that is not a superuser, and a day in the portal works', async () => {
  const [owner, api] = [await connect('postgres'), await connect('authenticator')];
  const { rows: roles } = await owner.query(
    'select rolsuper, current_setting($1) as version from pg_roles where rolname = current_user',
    ['server_version'],
  );
  expect(JSON.stringify(roles)).toMatch(/"rolsuper":false,"version":"15\./);
  const { rows } = await owner.query(`select private.first_admin_key('Head office') as key`);
  const admin = await login(api, String(rows[0]?.['key']));

  await request(api, admin, `insert into public.maintable (name, tasks2024) values ('One', $1), ('Two', '[]')`, [
    JSON.stringify([
      {
        id: 1,
        time: '2026-03-26T16:05:00+08:00',
        urls: [],
        year: '2026',
        month: 'mar',
        tasks: 'Text',
        title: 'Hidden',
        pdf: '',
        showing: 'False',
      },
    ]),
  ]);
  await request(api, admin, 'insert into public.carpost (site_id) values (1), (2)');
  for (const name of [objectName(1), objectName(1, 2)])
    await request(
      api,
      admin,
      `insert into storage.objects (bucket_id, name, metadata) values ('rfidboomgatephoto', $1, '{"mimetype": "image/jpeg"}')`,
      [name],
    );
  const [issued] = await request(api, admin, `select public.issue_key('user', 'Client', 1) as made`);
  const client = await login(api, keyIn(issued?.['made']).key);

  expect(await request(api, client, 'select name, tasks2024 from public.maintables')).toEqual([
    { name: 'One', tasks2024: [{ id: 1, year: '2026', month: 'mar', showing: 'False' }] },
  ]);
  expect(await request(api, client, 'select site_id from public.carpost')).toHaveLength(1);
  expect(await request(api, client, 'select name from public.maintable')).toEqual([]);
  // nobody but an admin sees a file before a shown task names it
  expect(await request(api, client, 'select name from storage.objects')).toEqual([]);
  expect(await request(api, admin, 'select name from storage.objects')).toHaveLength(2);
  expect(await request(api, client, `update public.carpost set json = '{}', revision = 2 returning revision`)).toEqual(
    [],
  );
  await request(api, client, 'select public.unlock_analytics($1)', [rows[0]?.['key']]);
  expect(
    await request(
      api,
      client,
      `update public.carpost set json = '{"P": []}', revision = 2 returning site_id::int, revision::int`,
    ),
  ).toEqual([{ site_id: 1, revision: 2 }]);
  expect(await request(api, admin, 'select access_label, table_name from public.list_changes() limit 1')).toEqual([
    { access_label: 'Client', table_name: 'carpost' },
  ]);
  const report = `select public.report_client_error($1, '/profile', 'a1')`;
  for (const who of [{}, client, client]) await request(api, who, report, ['Key K7QF-9M2T-AAAA?x=1 \n broke']);
  const listed = 'select public.list_client_errors() as errors';
  await expect(request(api, client, listed)).rejects.toThrow('Not allowed');
  const [{ errors } = {}] = await request(api, admin, listed);
  expect(errors).toMatchObject([
    { message: 'Key [key] broke', role: 'user', times: 2 },
    { message: 'Key [key] broke', role: 'none', times: 1 },
  ]);
});

test.each(['name = $$Nowhere$$', 'name = $$One$$', 'address > $$zzzz$$', 'revision = 99'])(
  'a stranger learns nothing from a filter: %s',
  async (filter) => {
    const api = await connect('authenticator');
    await expect(request(api, {}, `select 1 from public.maintable where ${filter}`)).rejects.toThrow('Session expired');
    await expect(request(api, {}, `update public.maintable set address = '' where ${filter}`)).rejects.toThrow(
      'Session expired',
    );
  },
);

test('a statement of a request is cancelled after three seconds, and has changed nothing', async () => {
  const api = await connect('authenticator');
  const slow = 'select pg_sleep(3600)';
  await expect(request(api, {}, slow)).rejects.toMatchObject({ code: '57014' });
  expect(await request(api, {}, `select current_setting('statement_timeout') as time`)).toEqual([{ time: '3s' }]);
});

test.each(['authenticated', 'service_role', 'supabase_auth_admin', 'dashboard_user', 'pgbouncer'])(
  '%s has no right to any record',
  async (role) => {
    const owner = await connect('postgres');
    for (const table of ['main', 'maintable', 'maintables', 'carpost']) {
      await expect(owner.query(`begin; set local role ${role}; select 1 from public.${table}`)).rejects.toThrow(
        'permission denied',
      );
      await owner.query('rollback');
    }
  },
);

test('two admins who revoke each other at the same moment leave one', async () => {
  const owner = await connect('postgres');
  await owner.query(`update public.main set revoked_at = now() where role = 'admin'`);
  const sides = [];
  for (const label of ['A', 'B']) {
    const { rows } = await owner.query('select private.first_admin_key($1) as key', [label]);
    const api = await connect('authenticator');
    const { rows: ids } = await owner.query('select id from public.main where label = $1', [label]);
    sides.push({ api, session: await login(api, String(rows[0]?.['key'])), id: ids[0]?.['id'] });
  }
  const [a, b] = sides;
  if (!a || !b) throw new Error('two sides were made above');
  // both are logged in before either locks the table
  for (const { api, session } of [a, b]) {
    await api.query('begin');
    await api.query(`select set_config('role', 'anon', true), set_config('request.headers', $1, true)`, [
      JSON.stringify(session),
    ]);
  }
  await a.api.query('select public.revoke_key($1)', [b.id]);
  const second = b.api.query('select public.revoke_key($1)', [a.id]).then(
    () => 'revoked',
    (error: unknown) => String(error),
  );
  // the second one waits for the table before the first one ends
  const waiting = 'select 1 from pg_locks where not granted';
  while ((await owner.query(waiting)).rows.length === 0) await setTimeout(5);
  await a.api.query('commit');
  expect(await second).toMatch(/last admin key/);
  await b.api.query('rollback');
  const { rows } = await owner.query(`select label from public.main where role = 'admin' and revoked_at is null`);
  expect(rows).toEqual([{ label: 'A' }]);
});

test('of two writes based on the same revision at the same moment, one is refused', async () => {
  const [first, second] = [await connect('postgres'), await connect('postgres')];
  const { rows } = await first.query(`insert into public.maintable (name) values ('Of two writers') returning id`);
  const site = rows[0]?.['id'];
  await first.query('insert into public.carpost (site_id) values ($1)', [site]);
  const save = 'update public.carpost set json = $1, revision = 2 where site_id = $2';
  const responses = await Promise.allSettled(
    [first, second].map((side, index) => side.query(save, [JSON.stringify({ [`Post ${index}`]: [] }), site])),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(responses.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'PT409' } });
});
