import { beforeAll, expect, test } from 'vitest';
import { callerRows, sessionOf, strangers, type Caller } from '../database/access/callers.ts';
import { request, startPortal, type StockPortal } from '../database/stock/portal.ts';
import type { Client } from '../database/stock/server.ts';
import { baseRows, howToEmpty, bucket, objectName } from '../database/support/base-rows.ts';

// The statements that an API makes of requests, and statements that must never succeed, on a PostgreSQL server with the roles and
// the three-second limit of a hosted project. The other files here try the embedded portal over HTTP.

let portal: StockPortal;
let owner: Client;
let api: Client;
let before = '';
beforeAll(async () => {
  portal = await startPortal();
  owner = await portal.connect('supabase_admin');
  api = await portal.connect('authenticator');
  const [emptying] = (await owner.query(howToEmpty)).rows;
  await owner.query(baseRows(String(emptying?.['statements'])));
  await owner.query(callerRows);
  before = await allContents();
  return () => portal.stop();
});

async function allContents(): Promise<string> {
  const tables = [
    'public.main',
    'public.maintable',
    'public.carpost',
    'private.sessions',
    'private.settings',
    'private.visits',
    'private.visit_words',
    'private.search_words',
    'private.site_words',
    'private.change_log',
    'private.faults',
    'private.fault_voices',
    'private.stickers',
    'private.share_links',
    'private.site_documents',
    'storage.objects',
    'storage.buckets',
  ];
  const parts = tables.map(
    (name) =>
      `select '${name}' as name, string_agg(to_jsonb(t)::text, '' order by to_jsonb(t)::text) as text from ${name} t`,
  );
  return JSON.stringify((await owner.query(parts.join(' union all '))).rows);
}

const members: Caller[] = [
  'client of Two',
  'client without a site',
  'technician of One',
  'unlocked client of One',
  'admin',
];
const tables = ['public.main', 'public.maintable', 'public.carpost', 'public.maintables'];

/** Statements that are refused to everybody, including admins. */
const refusedStatements = [
  ...tables.flatMap((table) => [
    `delete from ${table} where true`,
    `truncate ${table}`,
    `alter table ${table} owner to anon`,
    `drop table ${table}`,
    `lock table ${table} in exclusive mode`,
  ]),
  'select token from public.main',
  'select * from public.main',
  `select id from public.main where token like 'a%'`,
  'select id from public.main order by token',
  'select m from public.main m',
  'select to_jsonb(m) from public.main m',
  'update public.main set revoked_at = null where true',
  `insert into public.main (token, label, role) values (repeat('a', 64), 'x', 'admin')`,
  'update public.maintable set id = 9 where id = 1',
  'update public.maintable set updated_at = now() where id = 1',
  `insert into public.maintable (name, revision) values ('X', 9)`,
  `update public.maintables set address = 'Z' where id = 1`,
  `insert into public.maintables (name) values ('X')`,
  'update public.carpost set site_id = 2 where site_id = 1',
  `insert into public.maintable (id, name) values (1, 'X') on conflict (id) do update set name = excluded.name`,
  ...[
    'sessions',
    'settings',
    'visits',
    'visit_words',
    'search_words',
    'site_words',
    'change_log',
    'login_attempts',
    'faults',
    'fault_voices',
    'fault_photos',
    'fault_answers',
    'stickers',
    'share_links',
    'site_documents',
    'door_counts',
    'open_faults',
    'live_sessions',
  ].flatMap((table) => [`select * from private.${table}`, `delete from private.${table} where true`]),
  'update private.settings set demo = true',
  `select private.first_admin_key('mine')`,
  `select private.create_key('admin', null, 'mine', null)`,
  'select private.live_session()',
  `select private.add_report(1, null, 'office', 1, null, '{"attempt": "3f0c9a52-6f5e-4c1b-9d53-0a4b1c2d3e4f", "what": "x"}')`,
  'select private.fault_facts(f) from private.faults f',
  'select private.forget(array[1])',
  'select private.forget_old_voices()',
  `select private.passes('report', 'sticker 1', 1000000)`,
  `select private.secret_hash('sticker', 'x')`,
  `select private.secret_hash('link', 'x')`,
  `select private.live_link('x')`,
  `select private.add_link(1, '{1}', 'mine', 90, 'x')`,
  'select private.linked_tasks(l) from private.share_links l',
  'select private.key_line_end(1)',
  'select private.new_link_secret()',
  'select * from private.my_sites()',
  `select private.issue_key('admin', null, 'mine', null, null, null)`,
  `select private.make_key('technician', null, 'mine', null, null, 14)`,
  'select private.unreplaced_keys()',
  `select private.attempts_of(1, 'admin', 'maintable')`,
  `select private.refuse_successor('technician', null, 14)`,
  'update public.main set successor_of = 14 where id = 1',
  'update public.main set end_reason = null, expires_at = null where id = 14',
  'select end_set_at from public.main',
  `select private.replace_key(14, '7 days', null)`,
  `select private.change_keys('revoke_keys', '{14}')`,
  `select private.rotated_keys('[{"id": 14, "replaces": 1}]')`,
  'select private.set_key_part(1)',
  'select private.refuse_replaced(14)',
  `select private.end_problem(now())`,
  'select successor_of from public.main',
  ...['postgres', 'service_role', 'authenticated', 'supabase_admin', 'supabase_storage_admin'].map(
    (role) => `set local role ${role}; select * from private.sessions`,
  ),
  'set local session_replication_role = replica',
  'alter role anon bypassrls',
  'create table public.mine (id int)',
  'create schema mine',
  'create function public.mine() returns int language sql as $$ select 1 $$',
  'create extension dblink',
  `copy (select 1) to program 'id'`,
  `select pg_read_file('/etc/passwd')`,
  'select * from pg_authid',
  'select passwd from pg_shadow',
  'alter system set log_statement = all',
  `select lo_import('/etc/passwd')`,
  `insert into storage.buckets (id, name, public) values ('mine', 'mine', true)`,
  `insert into storage.objects (bucket_id, name) values ('${bucket}', '../x')`,
  `insert into storage.objects (bucket_id, name) values ('${bucket}', '${objectName(99)}')`,
  `insert into storage.objects (bucket_id, name) values ('${bucket}', '${objectName(1)}')`,
];

/** Statements that find no row for any caller: row level security in the schema storage hides rows instead of refusing. */
const withoutRows = [
  `update storage.objects set name = name || 'x' where true returning name`,
  `update storage.buckets set public = true where true returning id`,
  `delete from storage.buckets where true returning id`,
  `delete from storage.objects where name = '${objectName(1)}' returning name`,
  'select id from storage.buckets',
];

/** Statements that are refused to everybody without a valid session. */
const withoutSession = [
  ...tables.slice(1).map((table) => `select * from ${table}`),
  'select id from public.main',
  `select 1 from public.maintable where name = 'Nowhere'`,
  `select 1 from public.maintable where address > 'zzz'`,
  `update public.maintable set capacity = '9', revision = 2 where id = 1`,
  `update public.maintable set address = '' where name = 'Nowhere'`,
  `insert into public.maintable (name) values ('X')`,
  `update public.carpost set json = '{}', revision = 2 where site_id = 1`,
  'select public.whoami()',
  'select public.list_changes()',
  'select public.site_overview()',
  'select public.follow_ups()',
  `select public.search_visits('x')`,
  `select public.issue_key('admin', 'mine')`,
  `select public.issue_key('technician', 'mine', successor_of => 14)`,
  `select public.ended_keys('{1,14}')`,
  'select public.revoke_key(1)',
  'select public.rotate_key(1)',
  'select public.set_key_end(14)',
  `select public.mend_key_ends('{1,14}')`,
  `select public.rotate_keys('{1,14}')`,
  `select public.revoke_keys('{1,14}')`,
  `select public.set_key_ends('{1,14}')`,
  `select public.links_of_keys('{1,14}')`,
  `select public.set_key_label(14, 'mine')`,
  'select public.set_key_sites(14)',
  'select public.restore_change(1)',
  `select public.move_visit(1, 1, 1, 2, 1, '[]')`,
  'select public.list_imports()',
  `select public.undo_import('3f0c9a52-6f5e-4c1b-9d53-0a4b1c2d3e4f')`,
  'select public.my_visits(1)',
  'select public.moved_visits(1)',
  `select public.logged_moves('{1}')`,
  `select public.make_link(1, '{1}', 'mine', 7)`,
  'select public.list_links()',
  'select public.end_link(1)',
  `select public.file_document(1, 'x', 'mine', 'client')`,
  `select public.change_document(1, 1, null, 'client')`,
  `select public.site_access('{1}')`,
  'select public.archive_site(1, 1, true)',
  'select public.unarchive_site(1, 1)',
  'select public.list_sessions()',
  'select public.end_sessions(1)',
  `select public.end_session(gen_random_uuid())`,
  `select public.unlock_analytics('x')`,
  `insert into storage.objects (bucket_id, name) values ('${bucket}', '${objectName(1, 7)}')`,
];

async function successfulCallers(statement: string, callers: Caller[]): Promise<string[]> {
  const callersThrough: string[] = [];
  for (const caller of callers) {
    const session = sessionOf(caller);
    const response = await request(api, session ? { 'x-portal-session': session } : {}, statement).then(
      JSON.stringify,
      () => '',
    );
    if (response) callersThrough.push(`${caller}: ${response}`);
  }
  return callersThrough;
}

test('the server is PostgreSQL 15, and requests run as a role that is not a superuser', async () => {
  expect(
    await request(
      api,
      {},
      `select current_setting('server_version_num')::int / 10000 as version, current_user::text as role`,
    ),
  ).toEqual([{ version: 15, role: 'anon' }]);
});

test.each(refusedStatements)('nobody may run: %s', async (statement) => {
  expect(await successfulCallers(statement, [...strangers, ...members])).toEqual([]);
  expect(await allContents()).toBe(before);
});

test.each(withoutRows)('nobody gets a row from: %s', async (statement) => {
  const callers = [...strangers, ...members];
  expect(await successfulCallers(statement, callers)).toEqual(callers.map((caller) => `${caller}: []`));
  expect(await allContents()).toBe(before);
});

test.each(withoutSession)('nobody without a session may run: %s', async (statement) => {
  expect(await successfulCallers(statement, strangers)).toEqual([]);
  expect(await allContents()).toBe(before);
});
