import { describe } from 'vitest';
import { adminsOnly, all, gone, nothing, openMatrix, members, type Case } from './matrix.ts';

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

const header = (value: string): Case => [
  'POST /rest/v1/rpc/whoami',
  // replaces the header of every caller, the admin's too
  { body: {}, headers: { 'x-portal-session': value } },
  all(gone),
];

describe('functions', () => {
  matrix([
    call('login', { secret_key: 'wrong' }, all('401 PT401')),
    call('login', { secret_key: 'wrong', keep: true }, all('401 PT401')),
    call('login', {}, all('404 PGRST202')),
    call('login', { keep: true }, all('404 PGRST202')),
    call('whoami', {}, members('200')),
    call('unlock_analytics', { secret_key: 'wrong' }, members(denied)),
    call('issue_key', { role: 'user', label: 'x', site_id: 1 }, adminsOnly(denied, '200 changed')),
    call('issue_key', { role: 'technician', label: 'x', site_ids: [1] }, adminsOnly(denied, '200 changed')),
    call('set_key_sites', { key_id: 14, site_ids: [1, 2] }, adminsOnly(denied, '204 changed')),
    call('set_key_sites', { key_id: 14, site_ids: null }, adminsOnly(denied, '204 changed')),
    call('set_key_sites', { site_ids: [1] }, all('404 PGRST202')),
    call('rotate_key', { key_id: 999 }, adminsOnly(denied, '404 PT404')),
    call('rotate_key', { key_id: 13 }, adminsOnly(denied, '200 changed')),
    call('revoke_key', { key_id: 13 }, adminsOnly(denied, '204 changed')),
    call('list_changes', {}, adminsOnly(denied, '200 rows 0')),
    call('list_changes', { of_kind: 'files' }, adminsOnly(denied, '422 PT422')),
    call('restore_change', { change_id: 1 }, adminsOnly(denied, '404 PT404')),
    call('my_visits', { site_id: 1 }, adminsOnly(nothing, '200 rows 2')),
    call('list_sessions', {}, members('200 rows 1')),
    call('list_sessions', { key_id: 12 }, [gone, denied, denied, '200 rows 1', denied, denied, '200 rows 1']),
    call('list_sessions', { key_id: 999 }, adminsOnly(denied, nothing)),
    call('end_session', { session_id: '00000000-0000-4000-8000-000000000000' }, members('200 false')),
    call('end_sessions', {}, members('200 0')),
    call('end_sessions', { key_id: 999 }, adminsOnly(denied, '200 0')),
    call('import_state', { site: 'Site one' }, adminsOnly(denied, '200')),
    call('reserve_site', { site: 'Site three' }, adminsOnly(denied, '200 3 changed')),
    call('import_site', { site: { name: 'Site nine', visits: [] } }, adminsOnly(denied, '404 PT404')),
    call('import_site', { site: {} }, adminsOnly(denied, '422 PT422')),
    call('site_overview', {}, adminsOnly(denied, '200 rows 2')),
    call('search_visits', { words: 'seen' }, adminsOnly(denied, '200 rows 2')),
    // a caller without permission does not learn what is wrong with the arguments
    call('search_visits', { words: '', page_size: 0 }, adminsOnly(denied, '422 PT422')),
    call('search_visits', {}, all('404 PGRST202')),
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
    [
      'GET /rest/v1/rpc/unlock_analytics?secret_key=wrong',
      {},
      [gone, '405 25006', '405 25006', '405 25006', '405 25006', denied, '405 25006'],
    ],
    ['GET /rest/v1/rpc/issue_key?role=user&label=x&site_id=1', {}, adminsOnly(denied, '405 25006')],
    ['GET /rest/v1/rpc/revoke_key?key_id=13', {}, adminsOnly(denied, '405 25006')],
    ['GET /rest/v1/rpc/set_key_sites?key_id=14', {}, adminsOnly(denied, '405 25006')],
    ['GET /rest/v1/rpc/end_sessions?key_id=12', {}, [gone, denied, denied, '405 25006', denied, denied, '405 25006']],
    ['GET /rest/v1/rpc/report_client_error?message=x', {}, all('405 25006')],
    ['GET /rest/v1/rpc/list_client_errors', {}, adminsOnly(denied, '200 rows 0')],
    ['GET /rest/v1/rpc/reserve_site?site=Three', {}, adminsOnly(denied, '405 25006')],
    ['GET /rest/v1/rpc/list_changes', {}, adminsOnly(denied, '200 rows 0')],
    ['GET /rest/v1/rpc/site_overview', {}, adminsOnly(denied, '200 rows 2')],
    ['GET /rest/v1/rpc/search_visits?words=hidden', {}, adminsOnly(denied, '200 rows 2')],
  ]);
});

describe('functions of the schema private cannot be called', () => {
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
    'key_of_sessions',
    'my_sites',
    'log_change',
    'task_changes',
    'mirror_visits',
    'search_patterns',
    'change_texts',
    'add_reserved_site',
    'import_key',
    'has_key_in_use',
    'object_in_use',
    'random_bytes',
    'refusal',
    'count_failure',
    'former_normal_key',
    'refuse_uncounted',
    'count_error_report',
    'plain_error',
  ];
  matrix(names.map((name): Case => [`POST /rest/v1/rpc/${name}`, { body: {} }, all('404 PGRST202')]));
});

describe('other schemas are not served', () => {
  matrix([
    read('private', 'sessions'),
    read('private', 'live_sessions'),
    read('private', 'change_log'),
    read('private', 'visits'),
    read('private', 'client_errors'),
    read('storage', 'objects'),
    read('extensions', 'pg_stat_statements'),
    read('information_schema', 'tables'),
    [
      'POST /rest/v1/rpc/first_admin_key',
      { body: { with_label: 'x' }, headers: { 'content-profile': 'private' } },
      all('406 PGRST106'),
    ],
    [
      'PATCH /rest/v1/settings',
      { body: { demo: true }, headers: { 'content-profile': 'private' } },
      all('406 PGRST106'),
    ],
    ['GET /rest/v1/sessions', {}, all('404 PGRST205')],
    ['GET /rest/v1/pg_roles', {}, all('404 PGRST205')],
    ['GET /rest/v1/private.sessions', {}, all('404 PGRST205')],
  ]);
});

describe('a session that is wrong only a little', () => {
  matrix([
    header(''),
    header(' '),
    header('null'),
    header('f'.repeat(64)),
    header('f'.repeat(10_000)),
    header('%00'),
    header(`' or '1'='1`),
    header(`"}'; drop table public.main; --`),
    header('é'.repeat(64)),
    header(`\\u0000${'f'.repeat(58)}`),
  ]);
});
