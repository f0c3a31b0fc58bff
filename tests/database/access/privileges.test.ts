import { beforeAll, expect, test, describe } from 'vitest';
import { siteColumns } from '../../../src/records/site/site-columns.ts';
import { bootBackend, type TestBackend } from '../support/backend.ts';
import { adminsOnly, all, gone, nothing, openMatrix, members, type Case } from './matrix.ts';

let backend: TestBackend;

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

const writtenColumns = [...siteColumns.map(({ column }) => column), 'tasks2024', 'equipment', 'promised_before'];

const keyColumns = [
  'created_at',
  'end_reason',
  'expires_at',
  'granted_until',
  'id',
  'kind',
  'label',
  'last_used_at',
  'revoked_at',
  'role',
  'site_id',
  'site_ids',
];

const rightsOfAnon = [
  'schema public: USAGE',
  'table carpost: SELECT',
  'table maintable: SELECT',
  'table maintables: SELECT',
  'table site_contacts: SELECT',
  'table site_notes: SELECT',
  'column carpost.json: INSERT',
  'column carpost.json: UPDATE',
  'column carpost.renames: UPDATE',
  'column carpost.revision: UPDATE',
  'column carpost.site_id: INSERT',
  ...keyColumns.map((name) => `column main.${name}: SELECT`),
  'column maintable.revision: UPDATE',
  ...['email', 'name', 'phone', 'role', 'site_id'].map((name) => `column site_contacts.${name}: INSERT`),
  ...['email', 'hidden', 'name', 'phone', 'revision', 'role'].map((name) => `column site_contacts.${name}: UPDATE`),
  ...['site_id', 'text'].map((name) => `column site_notes.${name}: INSERT`),
  ...['hidden', 'revision', 'text'].map((name) => `column site_notes.${name}: UPDATE`),
  ...writtenColumns.flatMap((name) => [`column maintable.${name}: INSERT`, `column maintable.${name}: UPDATE`]),
  'function archive_site(bigint,bigint,boolean): EXECUTE',
  'function change_document(bigint,bigint,text,text,boolean): EXECUTE',
  'function close_fault(bigint,text,text): EXECUTE',
  'function correct_fault(bigint,bigint,text): EXECUTE',
  'function document_marks(): EXECUTE',
  'function document_titles(): EXECUTE',
  'function end_link(bigint): EXECUTE',
  'function end_session(uuid): EXECUTE',
  'function end_sessions(bigint): EXECUTE',
  'function end_sticker(bigint): EXECUTE',
  'function ended_keys(bigint[]): EXECUTE',
  'function fault_news(): EXECUTE',
  'function file_document(bigint,text,text,text): EXECUTE',
  'function follow_ups(): EXECUTE',
  'function forget_voice(bigint): EXECUTE',
  'function import_site(jsonb): EXECUTE',
  'function import_state(text): EXECUTE',
  'function issue_key(text,text,bigint,timestamp with time zone,bigint[],bigint): EXECUTE',
  'function list_client_errors(): EXECUTE',
  'function list_changers(): EXECUTE',
  'function list_documents(bigint): EXECUTE',
  'function list_faults(bigint,text,text,text,date,date,integer,integer): EXECUTE',
  'function list_imports(): EXECUTE',
  'function links_of_keys(bigint[]): EXECUTE',
  'function list_links(bigint): EXECUTE',
  'function list_changes(bigint,bigint,bigint,integer,text,date,date,text,uuid,boolean): EXECUTE',
  'function list_sessions(bigint): EXECUTE',
  'function list_stickers(bigint): EXECUTE',
  'function logged_moves(bigint[]): EXECUTE',
  'function login(text,boolean,text): EXECUTE',
  'function logout(): EXECUTE',
  'function make_link(bigint,bigint[],text,integer): EXECUTE',
  'function make_sticker(bigint,text): EXECUTE',
  'function mend_key_ends(bigint[]): EXECUTE',
  'function move_visit(bigint,bigint,bigint,bigint,bigint,jsonb,text): EXECUTE',
  'function moved_visits(bigint): EXECUTE',
  'function my_visits(bigint): EXECUTE',
  'function open_link(text): EXECUTE',
  'function open_sticker(text): EXECUTE',
  'function reopen_fault(bigint): EXECUTE',
  'function report_client_error(text,text,text): EXECUTE',
  'function report_fault(bigint,text,jsonb): EXECUTE',
  'function report_from_sticker(text,jsonb): EXECUTE',
  'function reserve_site(text): EXECUTE',
  'function restore_change(bigint): EXECUTE',
  'function revoke_key(bigint): EXECUTE',
  'function revoke_keys(bigint[]): EXECUTE',
  'function rotate_key(bigint,interval,timestamp with time zone): EXECUTE',
  'function rotate_keys(bigint[],interval,timestamp with time zone): EXECUTE',
  'function search_visits(text,jsonb,integer,jsonb,text[],text[],text[],boolean,boolean,date,date,text,text,jsonb,text,boolean): EXECUTE',
  'function set_key_end(bigint,timestamp with time zone): EXECUTE',
  'function set_key_ends(bigint[],timestamp with time zone): EXECUTE',
  'function set_key_label(bigint,text): EXECUTE',
  'function set_key_sites(bigint,bigint[]): EXECUTE',
  'function site_access(bigint[]): EXECUTE',
  'function site_overview(): EXECUTE',
  'function unarchive_site(bigint,bigint): EXECUTE',
  'function undo_import(uuid): EXECUTE',
  'function unlock_analytics(text): EXECUTE',
  'function whoami(): EXECUTE',
  // anon cannot use the schema private: these are reached only through the functions, the view and the policies
  'function private.archive_site(bigint,bigint,boolean): EXECUTE',
  'function private.car_posts_valid(jsonb): EXECUTE',
  'function private.change_document(bigint,bigint,text,text,boolean): EXECUTE',
  'function private.close_fault(bigint,text,text): EXECUTE',
  'function private.correct_fault(bigint,bigint,text): EXECUTE',
  'function private.document_files(): EXECUTE',
  'function private.document_fits(text,jsonb): EXECUTE',
  'function private.document_marks(): EXECUTE',
  'function private.document_titles(): EXECUTE',
  'function private.document_unfiled(text): EXECUTE',
  'function private.end_link(bigint): EXECUTE',
  'function private.end_session(uuid): EXECUTE',
  'function private.end_sessions(bigint): EXECUTE',
  'function private.end_sticker(bigint): EXECUTE',
  'function private.ended_keys(bigint[]): EXECUTE',
  'function private.equipment_valid(jsonb): EXECUTE',
  'function private.fault_news(): EXECUTE',
  'function private.file_document(bigint,text,text,text): EXECUTE',
  'function private.file_fits(text,jsonb): EXECUTE',
  'function private.follow_ups(): EXECUTE',
  'function private.forget_voice(bigint): EXECUTE',
  'function private.has_session(): EXECUTE',
  'function private.import_site(jsonb): EXECUTE',
  'function private.import_state(text): EXECUTE',
  'function private.issue_key(text,bigint,text,timestamp with time zone,bigint[],bigint): EXECUTE',
  'function private.list_changers(): EXECUTE',
  'function private.list_changes(bigint,bigint,bigint,integer,text,date,date,text,uuid,boolean): EXECUTE',
  'function private.list_client_errors(): EXECUTE',
  'function private.list_documents(bigint): EXECUTE',
  'function private.list_faults(bigint,text,text,text,date,date,integer,integer): EXECUTE',
  'function private.list_imports(): EXECUTE',
  'function private.linked_files(): EXECUTE',
  'function private.links_of_keys(bigint[]): EXECUTE',
  'function private.list_links(bigint): EXECUTE',
  'function private.list_sessions(bigint): EXECUTE',
  'function private.list_stickers(bigint): EXECUTE',
  'function private.logged_moves(bigint[]): EXECUTE',
  'function private.login(text,boolean,text): EXECUTE',
  'function private.logout(): EXECUTE',
  'function private.make_link(bigint,bigint[],text,integer): EXECUTE',
  'function private.make_sticker(bigint,text): EXECUTE',
  'function private.mend_key_ends(bigint[]): EXECUTE',
  'function private.move_visit(bigint,bigint,bigint,bigint,bigint,jsonb,text): EXECUTE',
  'function private.moved_visits(bigint): EXECUTE',
  'function private.my_sites(): EXECUTE',
  'function private.my_visits(bigint): EXECUTE',
  'function private.object_in_use(text): EXECUTE',
  'function private.object_site(text): EXECUTE',
  'function private.object_site_exists(text): EXECUTE',
  'function private.open_link(text): EXECUTE',
  'function private.open_sticker(text): EXECUTE',
  'function private.photo_awaited(text,jsonb): EXECUTE',
  'function private.photo_readable(text): EXECUTE',
  'function private.photo_removable(text): EXECUTE',
  'function private.promises_valid(jsonb): EXECUTE',
  'function private.reopen_fault(bigint): EXECUTE',
  'function private.report_client_error(text,text,text): EXECUTE',
  'function private.report_fault(bigint,text,jsonb): EXECUTE',
  'function private.report_from_sticker(text,jsonb): EXECUTE',
  'function private.reserve_site(text): EXECUTE',
  'function private.restore_change(bigint): EXECUTE',
  'function private.revoke_key(bigint): EXECUTE',
  'function private.revoke_keys(bigint[]): EXECUTE',
  'function private.rotate_key(bigint,interval,timestamp with time zone): EXECUTE',
  'function private.rotate_keys(bigint[],interval,timestamp with time zone): EXECUTE',
  'function private.search_visits(text,jsonb,integer,jsonb,text[],text[],text[],boolean,boolean,date,date,text,text,jsonb,text,boolean): EXECUTE',
  'function private.session_role(): EXECUTE',
  'function private.session_site(): EXECUTE',
  'function private.session_sites(): EXECUTE',
  'function private.session_unlocked(): EXECUTE',
  'function private.set_key_end(bigint,timestamp with time zone): EXECUTE',
  'function private.set_key_ends(bigint[],timestamp with time zone): EXECUTE',
  'function private.set_key_label(bigint,text): EXECUTE',
  'function private.set_key_sites(bigint,bigint[]): EXECUTE',
  'function private.shown_files(): EXECUTE',
  'function private.site_access(bigint[]): EXECUTE',
  'function private.site_overview(): EXECUTE',
  'function private.text_ok(text,integer): EXECUTE',
  'function private.unarchive_site(bigint,bigint): EXECUTE',
  'function private.undo_import(uuid): EXECUTE',
  'function private.unlock_analytics(text): EXECUTE',
  'function private.whoami(): EXECUTE',
];

describe('the rights of anon', () => {
  beforeAll(async () => {
    backend = await bootBackend();
    return () => backend.close();
  });

  test('anon has these rights and no other', async () => {
    expect(await rightsOf('anon')).toEqual(rightsOfAnon.toSorted());
  });

  test.each(['authenticated', 'service_role'])('%s may use the schema public, but nothing in it', async (role) => {
    expect(await rightsOf(role)).toEqual(['schema public: USAGE']);
  });

  test('the role public, to which every role belongs, has no right to any table, sequence or function', async () => {
    expect(await rightsOf('public')).toEqual(['schema public: USAGE']);
  });

  test('nobody may use a new table, sequence or function', async () => {
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
});

const matrix = openMatrix();

const call = (name: string, body: unknown, expected: Case[2]): Case => [
  `POST /rest/v1/rpc/${name}`,
  { body },
  expected,
];

const denied = '403 PT403';

const read = (schema: string, table: string): Case => [
  `GET /rest/v1/${table}`,
  { headers: { 'accept-profile': schema, prefer: schema } },
  all('406 PGRST106'),
];

describe('the functions', () => {
  matrix([
    call('login', { secret_key: 'wrong' }, all('401 PT401')),
    call('login', { secret_key: 'wrong', keep: true }, all('401 PT401')),
    call('login', { secret_key: 'wrong', browser: '00000000-0000-4000-8000-000000000000' }, all('401 PT401')),
    call('login', {}, all('404 PGRST202')),
    call('login', { keep: true }, all('404 PGRST202')),
    call('whoami', {}, members('200')),
    call('unlock_analytics', { secret_key: 'wrong' }, members(denied)),
    call('issue_key', { role: 'user', label: 'x', site_id: 1 }, adminsOnly(denied, '200 changed')),
    call('issue_key', { role: 'technician', label: 'x', site_ids: [1] }, adminsOnly(denied, '200 changed')),
    call('issue_key', { role: 'admin', label: 'x' }, adminsOnly(denied, '200 changed')),
    call('issue_key', { role: 'technician', label: 'x' }, adminsOnly(denied, '200 changed')),
    call('issue_key', { role: 'admin', label: 'x', successor_of: 13 }, adminsOnly(denied, '422 PT422')),
    call('issue_key', { role: 'user', label: 'x', site_id: 1, successor_of: 12 }, adminsOnly(denied, '422 PT422')),
    // no caller learns which keys exist
    ...[1, 11, 13, 14, 999_999].map((successor_of) =>
      call('issue_key', { role: 'technician', label: 'x', successor_of }, adminsOnly(denied, '422 PT422')),
    ),
    call('ended_keys', { key_ids: [1, 11, 12, 13, 14] }, adminsOnly(denied, '200 rows 0')),
    call('ended_keys', { key_ids: null }, adminsOnly(denied, '200 rows 0')),
    call('ended_keys', {}, all('404 PGRST202')),
    call('set_key_sites', { key_id: 14, site_ids: [1, 2] }, adminsOnly(denied, '204 changed')),
    call('set_key_sites', { key_id: 14, site_ids: null }, adminsOnly(denied, '204 changed')),
    call('set_key_sites', { key_id: 14 }, adminsOnly(denied, '204 changed')),
    call('set_key_sites', { site_ids: [1] }, all('404 PGRST202')),
    call('rotate_key', { key_id: 999 }, adminsOnly(denied, '404 PT404')),
    call('rotate_key', { key_id: 1 }, adminsOnly(denied, '200 changed')),
    call('rotate_key', { key_id: 13 }, adminsOnly(denied, '200 changed')),
    call('rotate_key', { key_id: 14, expires_at: 'infinity' }, adminsOnly(denied, '200 changed')),
    call('rotate_key', { key_id: 13, expires_at: 'infinity' }, adminsOnly(denied, '200 changed')),
    call('set_key_end', { key_id: 13, expires_at: '2098-12-31T15:59:59Z' }, adminsOnly(denied, '204 changed')),
    ...[1, 11, 14].map((key_id) =>
      call('set_key_end', { key_id, expires_at: '2098-01-01' }, adminsOnly(denied, '204 changed')),
    ),
    call('set_key_end', { key_id: 14 }, adminsOnly(denied, '204')),
    call('set_key_end', { key_id: 999 }, adminsOnly(denied, '404 PT404')),
    call('set_key_end', {}, all('404 PGRST202')),
    ...[1, 11, 13, 14].map((key_id) =>
      call('set_key_label', { key_id, label: 'Renamed' }, adminsOnly(denied, '204 changed')),
    ),
    call('set_key_label', { key_id: 14, label: ' ' }, adminsOnly(denied, '422 PT422')),
    call('set_key_label', { key_id: 14, label: null }, adminsOnly(denied, '422 PT422')),
    call('set_key_label', { key_id: 999, label: 'Renamed' }, adminsOnly(denied, '404 PT404')),
    call('set_key_label', { key_id: 14 }, all('404 PGRST202')),
    call('mend_key_ends', { key_ids: [1, 11, 12, 13, 14] }, adminsOnly(denied, '200')),
    call('mend_key_ends', { key_ids: null }, adminsOnly(denied, '200')),
    call('mend_key_ends', {}, all('404 PGRST202')),
    ...[1, 13].map((key_id) => call('revoke_key', { key_id }, adminsOnly(denied, '204 changed'))),
    call('rotate_keys', { key_ids: [13, 14] }, adminsOnly(denied, '200 rows 2 changed')),
    call('revoke_keys', { key_ids: [13, 14] }, adminsOnly(denied, '200 changed')),
    call('set_key_ends', { key_ids: [13, 14] }, adminsOnly(denied, '200')),
    ...['rotate_keys', 'revoke_keys', 'set_key_ends'].flatMap((name) => [
      // no other caller learns which keys exist
      call(name, { key_ids: [14, 999] }, adminsOnly(denied, '409 PT409')),
      call(name, { key_ids: [] }, adminsOnly(denied, '422 PT422')),
      call(name, { key_ids: null }, adminsOnly(denied, '422 PT422')),
      call(name, {}, all('404 PGRST202')),
    ]),
    call('set_key_ends', { key_ids: [1, 11], expires_at: '2098-01-01' }, adminsOnly(denied, '200 changed')),
    ...[[1, 11, 14], [], [999], null].map((key_ids) => call('links_of_keys', { key_ids }, adminsOnly(denied, '200 0'))),
    call('links_of_keys', {}, all('404 PGRST202')),
    call('list_changers', {}, adminsOnly(denied, '200 rows 0')),
    call('list_changes', {}, adminsOnly(denied, '200 rows 0')),
    call('list_changes', { of_kind: 'files' }, adminsOnly(denied, '422 PT422')),
    call('restore_change', { change_id: 1 }, adminsOnly(denied, '404 PT404')),
    call('my_visits', { site_id: 1 }, adminsOnly(nothing, '200 rows 2')),
    call(
      'move_visit',
      { site_id: 1, revision: 1, task_id: 1, to_site: 2, to_revision: 1, photos: [] },
      adminsOnly(denied, '422 PT422'),
    ),
    call('move_visit', { site_id: 1, task_id: 1, to_site: 2 }, all('404 PGRST202')),
    call('moved_visits', { site_id: 1 }, members(nothing)),
    call('moved_visits', {}, all('404 PGRST202')),
    call('logged_moves', { change_ids: [1, 2] }, adminsOnly(denied, nothing)),
    call('list_sessions', {}, members('200 rows 1')),
    call('list_sessions', { key_id: 12 }, [gone, denied, denied, '200 rows 1', denied, denied, '200 rows 1']),
    ...[1, 999].map((key_id) => call('list_sessions', { key_id }, adminsOnly(denied, nothing))),
    call('end_session', { session_id: '00000000-0000-4000-8000-000000000000' }, members('200 false')),
    call('end_sessions', {}, members('200 0')),
    ...[1, 999].map((key_id) => call('end_sessions', { key_id }, adminsOnly(denied, '200 0'))),
    call('import_state', { site: 'Site one' }, adminsOnly(denied, '200')),
    call('reserve_site', { site: 'Site three' }, adminsOnly(denied, '200 3 changed')),
    call('import_site', { site: { name: 'Site nine', visits: [] } }, adminsOnly(denied, '404 PT404')),
    call('import_site', { site: {} }, adminsOnly(denied, '422 PT422')),
    call('list_imports', {}, adminsOnly(denied, '200 rows 0')),
    call('undo_import', { import_id: '11111111-1111-4111-8111-111111111111' }, adminsOnly(denied, '404 PT404')),
    call('site_overview', {}, adminsOnly(denied, '200 rows 2', '200 rows 1')),
    call('follow_ups', {}, adminsOnly(denied, nothing, nothing)),
    ...['seen', 'hidden'].map((words) => call('search_visits', { words }, adminsOnly(denied, '200 rows 2'))),
    // a caller without permission does not learn what is wrong with the arguments
    call('search_visits', { words: '', page_size: 0 }, adminsOnly(denied, '422 PT422')),
    call('search_visits', {}, all('404 PGRST202')),
    // with the arguments of a page of the first release, and with all current arguments
    call('search_visits', { words: 'seen', before: null, page_size: 50 }, adminsOnly(denied, '200 rows 2')),
    call('search_visits', { words: '', of_sites: ['One'], shown: false }, adminsOnly(denied, '200 rows 1')),
    call(
      'search_visits',
      { words: '', of_years: ['2026'], of_kinds: ['none'], with_total: true },
      adminsOnly(denied, '200'),
    ),
    call('search_visits', { words: '', person: 'Nobody of this name' }, adminsOnly(denied, '200 rows 0')),
    call('report_client_error', { message: 'x', screen: '/', release: 'x' }, all('204 changed')),
    call('report_client_error', { message: '' }, all('422 PT422')),
    call('report_client_error', { message: 'x', role: 'admin' }, all('404 PGRST202')),
    call('list_client_errors', {}, adminsOnly(denied, '200 rows 0')),
  ]);
});

describe('functions that change something do not answer GET', () => {
  matrix([
    ['GET /rest/v1/rpc/login?secret_key=wrong', {}, all('405 25006')],
    ['GET /rest/v1/rpc/whoami', {}, members('405 25006')],
    ...['login', 'whoami', 'unlock_analytics', 'end_sessions'].map((name): Case => [
      `GET /rest/v1/rpc/${name}?secret_key=x&key_id=1`,
      {},
      all('404 PGRST202'),
    ]),
    ...['DELETE', 'PATCH', 'PUT'].map((method): Case => [
      `${method} /rest/v1/rpc/whoami`,
      { body: {} },
      all('405 PGRST101'),
    ]),
    ['GET /rest/v1/rpc/ended_keys?key_ids={1,14}', {}, adminsOnly(denied, nothing)],
    [
      'GET /rest/v1/rpc/unlock_analytics?secret_key=wrong',
      {},
      [gone, '405 25006', '405 25006', '405 25006', '405 25006', denied, '405 25006'],
    ],
    ['GET /rest/v1/rpc/issue_key?role=user&label=x&site_id=1', {}, adminsOnly(denied, '405 25006')],
    ['GET /rest/v1/rpc/revoke_key?key_id=13', {}, adminsOnly(denied, '405 25006')],
    ...['rotate_keys', 'revoke_keys', 'set_key_ends'].map((name): Case => [
      `GET /rest/v1/rpc/${name}?key_ids={13}`,
      {},
      adminsOnly(denied, '405 25006'),
    ]),
    ['GET /rest/v1/rpc/links_of_keys?key_ids={13}', {}, adminsOnly(denied, '200 0')],
    ['GET /rest/v1/rpc/rotate_key?key_id=13', {}, adminsOnly(denied, '405 25006')],
    ['GET /rest/v1/rpc/set_key_end?key_id=13&expires_at=2098-12-31', {}, adminsOnly(denied, '405 25006')],
    ['GET /rest/v1/rpc/mend_key_ends?key_ids={13}', {}, adminsOnly(denied, '405 25006')],
    ['GET /rest/v1/rpc/set_key_label?key_id=14&label=x', {}, adminsOnly(denied, '405 25006')],
    ['GET /rest/v1/rpc/set_key_sites?key_id=14', {}, adminsOnly(denied, '405 25006')],
    [
      'GET /rest/v1/rpc/move_visit?site_id=1&revision=1&task_id=1&to_site=2&to_revision=1&photos=[]',
      {},
      adminsOnly(denied, '405 25006'),
    ],
    ['GET /rest/v1/rpc/end_sessions?key_id=12', {}, [gone, denied, denied, '405 25006', denied, denied, '405 25006']],
    ['GET /rest/v1/rpc/report_client_error?message=x', {}, all('405 25006')],
    ['GET /rest/v1/rpc/list_client_errors', {}, adminsOnly(denied, '200 rows 0')],
    ['GET /rest/v1/rpc/list_imports', {}, adminsOnly(denied, '200 rows 0')],
    [
      'GET /rest/v1/rpc/undo_import?import_id=11111111-1111-4111-8111-111111111111',
      {},
      adminsOnly(denied, '405 25006'),
    ],
    ['GET /rest/v1/rpc/reserve_site?site=Three', {}, adminsOnly(denied, '405 25006')],
    ['GET /rest/v1/rpc/list_changers', {}, adminsOnly(denied, '200 rows 0')],
    ['GET /rest/v1/rpc/list_changes', {}, adminsOnly(denied, '200 rows 0')],
    ['GET /rest/v1/rpc/site_overview', {}, adminsOnly(denied, '200 rows 2', '200 rows 1')],
    ['GET /rest/v1/rpc/search_visits?words=hidden', {}, adminsOnly(denied, '200 rows 2')],
  ]);
});

describe('functions of the schema private, of extensions and of the server cannot be called', () => {
  const names = [
    'first_admin_key',
    'create_key',
    'new_key',
    'key_hash',
    'live_session',
    'has_session',
    'session_role',
    'session_site',
    'session_sites',
    'chosen_sites',
    'added_today',
    'refuse_all_but_adding',
    'device_name',
    'device_of',
    'open_session',
    'key_of_sessions',
    'my_sites',
    'log_change',
    'task_changes',
    'mirror_visits',
    'search_patterns',
    'folded',
    'codes_in',
    'joined_pairs',
    'text_lexemes',
    'search_lexemes',
    'index_visit',
    'index_site',
    'asked_lexeme',
    'marked',
    'may_be_form',
    'check_forms',
    'search_parts',
    'search_queries',
    'all_of',
    'visits_with',
    'limit_searches',
    'page_end',
    'ranks_of',
    'change_texts',
    'add_reserved_site',
    'import_key',
    'replace_key',
    'change_keys',
    'refuse_replaced',
    'rotated_keys',
    'set_key_part',
    'key_line_end',
    'granted_end',
    'end_problem',
    'refuse_no_lasting_admin',
    'has_key_in_use',
    'object_in_use',
    'random_bytes',
    'refusal',
    'count_failure',
    'note_guess',
    'undone_guesses',
    'former_normal_key',
    'refuse_uncounted',
    'count_error_report',
    'plain_error',
    'make_key',
    'unreplaced_keys',
    'refuse_successor',
    'attempts_of',
    'require_admin',
    'check_key',
    'publish_site_column',
    'passes',
    'closed_door',
    'secret_hash',
    'add_report',
    'fault_facts',
    'fault_photo_site',
    'forget',
    'forget_old_voices',
    'known_fault',
    'post_now',
    'graphql',
    'pg_sleep',
    'version',
    'set_config',
    'current_setting',
    'pg_read_file',
    'lo_import',
    'dblink',
    'query_to_xml',
    'pg_terminate_backend',
    'exec_sql',
    'http_get',
  ];
  matrix(names.map((name): Case => [`POST /rest/v1/rpc/${name}`, { body: {} }, all('404 PGRST202')]));
});

describe('other schemas are not served', () => {
  const schemas = [
    'private',
    'storage',
    'auth',
    'extensions',
    'pg_catalog',
    'information_schema',
    'graphql_public',
    'supabase_migrations',
    'vault',
    'PUBLIC',
    'public,private',
  ];
  const tables = [
    'sessions',
    'settings',
    'visits',
    'faults',
    'fault_voices',
    'fault_photos',
    'fault_answers',
    'stickers',
    'share_links',
    'site_documents',
    'door_counts',
    'open_faults',
    'private.faults',
    'change_log',
    'live_sessions',
    'login_attempts',
    'objects',
    'buckets',
    'pg_roles',
    'pg_shadow',
    'private.sessions',
    'schema_migrations',
    'users',
  ];
  const unserved = all('406 PGRST106');
  matrix([
    ...schemas.flatMap((schema): Case[] => [
      ['GET /rest/v1/sessions', { headers: { 'accept-profile': schema, prefer: schema } }, unserved],
      ['POST /rest/v1/sessions', { body: { main_id: 1 }, headers: { 'content-profile': schema } }, unserved],
      [
        'PATCH /rest/v1/settings?only_row=is.true',
        { body: { demo: true }, headers: { 'content-profile': schema } },
        unserved,
      ],
    ]),
    read('private', 'live_sessions'),
    read('private', 'change_log'),
    read('private', 'visits'),
    read('private', 'visit_words'),
    read('private', 'search_words'),
    read('private', 'site_words'),
    ...[
      'faults',
      'fault_voices',
      'fault_photos',
      'fault_answers',
      'stickers',
      'share_links',
      'site_documents',
      'door_counts',
      'open_faults',
    ].map((table) => read('private', table)),
    read('private', 'client_errors'),
    read('storage', 'objects'),
    read('extensions', 'pg_stat_statements'),
    read('information_schema', 'tables'),
    [
      'POST /rest/v1/rpc/first_admin_key',
      { body: { with_label: 'x' }, headers: { 'content-profile': 'private' } },
      unserved,
    ],
    ...tables.map((table): Case => [`GET /rest/v1/${table}`, {}, all('404 PGRST205')]),
  ]);
});
