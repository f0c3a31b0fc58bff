import { afterAll, beforeAll, expect, test } from 'vitest';
import { siteColumns } from '../../../src/records/site/site-columns.ts';
import { bootBackend, type TestBackend } from '../support/backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await bootBackend();
});
afterAll(() => backend.close());

const roles = ['anon', 'authenticated', 'service_role', 'public'];

const granted = `
  with acl (kind, name, entry) as (
    select 'schema', nspname::text, unnest(coalesce(nspacl, acldefault('n', nspowner))) from pg_namespace
      where nspname in ('public', 'private')
    union all
    select case relkind when 'S' then 'sequence' else 'table' end, oid::regclass::text,
      unnest(coalesce(relacl, acldefault((case relkind when 'S' then 's' else 'r' end)::"char", relowner)))
      from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'v', 'm', 'S', 'f', 'p')
    union all
    select 'column', attrelid::regclass || '.' || attname, unnest(attacl) from pg_attribute
      where attrelid in (select oid from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace))
    union all
    select 'function', oid::regprocedure::text, unnest(coalesce(proacl, acldefault('f', proowner))) from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    union all
    select 'default', coalesce(defaclnamespace::regnamespace::text, 'everywhere') || ' ' || defaclobjtype::text, unnest(defaclacl)
      from pg_default_acl where defaclrole = current_user::regrole
  )
  select kind || ' ' || name || ': ' || given.privilege_type as right,
    case given.grantee when 0 then 'public' else given.grantee::regrole::text end as role
  from acl cross join lateral aclexplode(array[entry]) given`;

async function rightsOf(role: string): Promise<string[]> {
  const rows = await backend.sql<{ right: string }>(`select "right" from (${granted}) g where role = $1 order by 1`, [
    role,
  ]);
  return rows.map((row) => row.right).toSorted();
}

const written = [...siteColumns.map(({ column }) => column), 'tasks2024', 'equipment'];
const keyColumns = [
  'created_at',
  'expires_at',
  'id',
  'kind',
  'label',
  'last_used_at',
  'revoked_at',
  'role',
  'site_id',
  'site_ids',
];

const ofAnon = [
  'schema public: USAGE',
  'table carpost: SELECT',
  'table maintable: SELECT',
  'table maintables: SELECT',
  'column carpost.json: INSERT',
  'column carpost.json: UPDATE',
  'column carpost.revision: UPDATE',
  'column carpost.site_id: INSERT',
  ...keyColumns.map((name) => `column main.${name}: SELECT`),
  'column maintable.revision: UPDATE',
  ...written.flatMap((name) => [`column maintable.${name}: INSERT`, `column maintable.${name}: UPDATE`]),
  'function end_session(uuid): EXECUTE',
  'function end_sessions(bigint): EXECUTE',
  'function import_site(jsonb): EXECUTE',
  'function import_state(text): EXECUTE',
  'function issue_key(text,text,bigint,timestamp with time zone,bigint[]): EXECUTE',
  'function list_client_errors(): EXECUTE',
  'function list_changes(bigint,bigint,bigint,integer,text,date,date,text): EXECUTE',
  'function list_sessions(bigint): EXECUTE',
  'function login(text,boolean): EXECUTE',
  'function logout(): EXECUTE',
  'function my_visits(bigint): EXECUTE',
  'function report_client_error(text,text,text): EXECUTE',
  'function reserve_site(text): EXECUTE',
  'function restore_change(bigint): EXECUTE',
  'function revoke_key(bigint): EXECUTE',
  'function rotate_key(bigint,interval): EXECUTE',
  'function search_visits(text,jsonb,integer): EXECUTE',
  'function set_key_sites(bigint,bigint[]): EXECUTE',
  'function site_overview(): EXECUTE',
  'function unlock_analytics(text): EXECUTE',
  'function whoami(): EXECUTE',
  // anon cannot enter the schema private: these are reached only through the functions, the view and the policies
  'function private.car_posts_valid(jsonb): EXECUTE',
  'function private.end_session(uuid): EXECUTE',
  'function private.end_sessions(bigint): EXECUTE',
  'function private.equipment_valid(jsonb): EXECUTE',
  'function private.has_session(): EXECUTE',
  'function private.import_site(jsonb): EXECUTE',
  'function private.import_state(text): EXECUTE',
  'function private.issue_key(text,bigint,text,timestamp with time zone,bigint[]): EXECUTE',
  'function private.list_changes(bigint,bigint,bigint,integer,text,date,date,text): EXECUTE',
  'function private.list_client_errors(): EXECUTE',
  'function private.list_sessions(bigint): EXECUTE',
  'function private.login(text,boolean): EXECUTE',
  'function private.logout(): EXECUTE',
  'function private.my_sites(): EXECUTE',
  'function private.my_visits(bigint): EXECUTE',
  'function private.object_in_use(text): EXECUTE',
  'function private.object_site(text): EXECUTE',
  'function private.object_site_exists(text): EXECUTE',
  'function private.report_client_error(text,text,text): EXECUTE',
  'function private.reserve_site(text): EXECUTE',
  'function private.restore_change(bigint): EXECUTE',
  'function private.revoke_key(bigint): EXECUTE',
  'function private.rotate_key(bigint,interval): EXECUTE',
  'function private.search_visits(text,jsonb,integer): EXECUTE',
  'function private.session_role(): EXECUTE',
  'function private.session_site(): EXECUTE',
  'function private.session_sites(): EXECUTE',
  'function private.session_unlocked(): EXECUTE',
  'function private.set_key_sites(bigint,bigint[]): EXECUTE',
  'function private.shown_files(): EXECUTE',
  'function private.site_overview(): EXECUTE',
  'function private.text_ok(text,integer): EXECUTE',
  'function private.unlock_analytics(text): EXECUTE',
  'function private.whoami(): EXECUTE',
];

test('anon has these rights and no other', async () => {
  expect(await rightsOf('anon')).toEqual(ofAnon.toSorted());
});

test.each(['authenticated', 'service_role'])('%s may use the schema public, but nothing in it', async (role) => {
  expect(await rightsOf(role)).toEqual(['schema public: USAGE']);
});

test('the role public, to which every role belongs, has no right to any table, sequence or function', async () => {
  expect(await rightsOf('public')).toEqual(['schema public: USAGE']);
});

test('a new table, sequence or function is open to nobody', async () => {
  await backend.sql('create table public.later (id bigint generated always as identity)');
  await backend.sql(`create function public.later() returns int language sql set search_path = '' return 1`);
  const open = [];
  for (const role of roles) open.push(...(await rightsOf(role)).filter((right) => right.includes('later')));
  await backend.sql('drop table public.later');
  await backend.sql('drop function public.later()');
  expect(open).toEqual([]);
});

test('every table has row level security, every function a pinned search_path', async () => {
  const open = await backend.sql(`
    select oid::regclass::text as name from pg_class where relkind = 'r' and not relrowsecurity
      and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    union all
    select oid::regprocedure::text from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not coalesce('search_path=""' = any (proconfig), false)`);
  expect(open).toEqual([]);
});

test('no function of the exposed schema runs with the rights of its owner', async () => {
  expect(
    await backend.sql(`select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`),
  ).toEqual([]);
});
