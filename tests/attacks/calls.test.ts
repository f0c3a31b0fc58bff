import { describe } from 'vitest';
import { call, everybody, get, openAttacks, rest } from './attack.ts';

const { attack } = openAttacks();

describe('functions', () => {
  attack('that only an admin may call', [
    call('issue_key', { role: 'admin', label: 'mine' }),
    call('issue_key', { role: 'user', label: 'mine', site_id: 1 }),
    call('issue_key', { role: 'technician', label: 'mine' }),
    call('rotate_key', { key_id: 1 }),
    call('revoke_key', { key_id: 1 }),
    call('set_key_sites', { key_id: 14 }),
    call('list_changes', {}),
    call('restore_change', { change_id: 1 }),
    call('site_overview', {}),
    call('search_visits', { words: 'hidden' }),
    call('list_sessions', { key_id: 1 }),
    call('end_sessions', { key_id: 1 }),
    get('rpc/list_changes'),
    get('rpc/site_overview'),
    get('rpc/search_visits?words=hidden'),
  ]);
  attack(
    'that nobody may call',
    [
      ...[
        'first_admin_key',
        'create_key',
        'key_hash',
        'new_key',
        'live_session',
        'require_admin',
        'check_key',
        'count_failure',
        'mirror_visits',
        'publish_site_column',
        'my_sites',
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
      ].map((name) => call(name, { query: '{ x }', seconds: 9 })),
      ...['login', 'whoami', 'unlock_analytics', 'end_sessions'].map((name) =>
        get(`rpc/${name}?secret_key=x&key_id=1`),
      ),
      ...['DELETE', 'PATCH', 'PUT'].map((method) => rest(method, 'rpc/whoami', {})),
    ].map((each) => ({ ...each, by: everybody.slice(0, 6) })),
  );
  attack(
    'with an invalid argument',
    [
      { key_id: "1'; drop table public.main; --" },
      { key_id: { $ne: null } },
      { key_id: [1, 2] },
      '{"key_id": 1e400}',
      { key_id: '1 or 1=1' },
      '{"key_id": 99999999999999999999}',
      { key_id: 1, keep_old: '-1 day' },
      { key_id: 1, keep_old: '99999 years' },
      { key_id: 1, keep_old: 'x' },
      '{"key_id": 1, "__proto__": {"role": "admin"}}',
      [],
      [{ key_id: 1 }, { key_id: 2 }],
    ].map((body) => ({ ...call('rotate_key', body), by: everybody })),
  );
});
