import { describe } from 'vitest';
import { everybody, get, openAttacks, rest } from './attack.ts';

const { attack } = openAttacks();

const blind = { prefer: 'return=minimal' };
const merge = { prefer: 'resolution=merge-duplicates' };
const tables = ['main', 'maintable', 'carpost', 'maintables'] as const;
const keyOf = (table: string) => (table === 'carpost' ? 'site_id' : 'id');
const secret = 'token.like.a*';

describe('reading', () => {
  attack(
    'a column that nobody may read',
    [
      'main',
      'main?select=token',
      'main?select=id,token::text',
      'main?select=x:token',
      'main?select=*',
      'main?select=id&token=like.a*',
      'main?select=id&order=token',
      `main?select=id&or=(${secret},id.eq.1)`,
      `main?select=id&not.and=(${secret},id.eq.1)`,
      'main?select=token.count()',
      'main?select=id&token=not.is.null',
      'main?select=id&token=match.^a',
      'maintable?select=name,main(token)',
      `maintable?select=name,main(label)&main.token=like.a*`,
      'carpost?select=site_id,maintable(main(token))',
    ].map((path) => ({ ...get(path), by: everybody })),
  );
  attack(
    'the records of another site',
    [
      'maintable?id=eq.1',
      'maintable?select=tasks2024',
      'maintable?name=eq.One',
      'maintable?address=gt.A',
      'maintable?tasks2024=cs.[{"id":1}]',
      'maintable?select=tasks2024->0->>title',
      'maintables?id=eq.1',
      'maintables?name=eq.One',
      'maintables?select=tasks2024->1&id=eq.1',
      'carpost?site_id=eq.1',
      'carpost?select=json->>Main&site_id=eq.1',
      'main?select=id,label',
      'main?select=id&role=eq.admin',
      'main?select=label&id=in.(1,2,3)',
    ]
      .map((path) => ({
        ...get(path),
        hidden: true as const,
        by: ['no session', 'made-up session', 'expired key', 'client of Two', 'client without a site'] as const,
      }))
      .map(({ by, ...each }) => ({ ...each, by: [...by] })),
  );
  attack('another schema', [
    ...[
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
    ].flatMap((schema) => [
      { ...get('sessions', { 'accept-profile': schema }), by: everybody },
      { ...rest('POST', 'sessions', { main_id: 1 }, { 'content-profile': schema }), by: everybody },
      { ...rest('PATCH', 'settings?only_row=is.true', { demo: true }, { 'content-profile': schema }), by: everybody },
    ]),
    ...[
      'sessions',
      'settings',
      'visits',
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
    ].map((table) => ({ ...get(table), by: everybody })),
  ]);
  attack('in another response format', [
    ...[
      'application/geo+json',
      'application/vnd.pgrst.plan',
      'application/vnd.pgrst.plan+json; options=verbose',
      'application/xml',
      'application/openapi+json',
      'text/html',
    ].map((accept) => ({ ...get('maintable', { accept }), by: everybody })),
    ...[
      'text/csv',
      'application/octet-stream',
      'application/vnd.pgrst.object+json',
      'application/vnd.pgrst.array+json;nulls=stripped',
    ]
      .map((accept) => get('maintable?select=id&id=eq.2', { accept }))
      .map((each) => ({ ...each, by: ['no session' as const, 'made-up session' as const, 'idle session' as const] })),
    { ...get(''), by: everybody },
    { ...get('rpc/'), by: everybody },
  ]);
});

describe('writing', () => {
  attack(
    'without naming a row',
    tables.flatMap((table) => [
      { ...rest('PATCH', table, { [keyOf(table)]: 9 }, blind), by: everybody },
      { ...rest('DELETE', table, undefined, blind), by: everybody },
    ]),
  );
  attack(
    'by deleting a record or changing its id',
    tables.flatMap((table) => [
      { ...rest('DELETE', `${table}?${keyOf(table)}=gt.0`, undefined), by: everybody },
      { ...rest('PATCH', `${table}?${keyOf(table)}=gt.0`, { [keyOf(table)]: 9 }, blind), by: everybody },
      { ...rest('PATCH', `${table}?${keyOf(table)}=eq.1`, { [keyOf(table)]: 9 }), by: everybody },
    ]),
  );
  attack(
    'a column that only the database sets',
    [
      ...(['updated_at', 'id'] as const).map((column) =>
        rest('PATCH', 'maintable?id=eq.1', { [column]: column === 'id' ? 7 : '2020-01-01' }, blind),
      ),
      rest('POST', 'maintable', { id: 77, name: 'X' }),
      rest('POST', 'maintable', { name: 'X', revision: 9 }),
      rest('POST', 'maintable', { name: 'X', updated_at: '2020-01-01' }),
      rest('POST', 'carpost', { site_id: 2, revision: 9 }),
      rest('PATCH', 'carpost?site_id=eq.2', { site_id: 1 }),
      rest('PATCH', 'carpost?site_id=eq.2', { updated_at: '2020-01-01' }),
    ].map((each) => ({ ...each, by: everybody })),
  );
  attack(
    'keys',
    [
      ...(
        [
          'role',
          'site_id',
          'site_ids',
          'token',
          'expires_at',
          'end_reason',
          'granted_until',
          'revoked_at',
          'label',
          'kind',
        ] as const
      ).map((column) => rest('PATCH', 'main?id=gt.0', { [column]: null }, blind)),
      rest('POST', 'main', { token: 'a'.repeat(64), label: 'x', role: 'admin' }),
      rest('POST', 'main?on_conflict=token', { token: 'a'.repeat(64), label: 'x', role: 'admin' }, merge),
      rest('POST', 'main?columns=token,label,role', [{ token: 'a'.repeat(64), label: 'x', role: 'admin' }]),
      rest('PUT', 'main?id=eq.1', { id: 1, token: 'a'.repeat(64), label: 'x', role: 'admin' }),
    ].map((each) => ({ ...each, by: everybody.slice(0, 6) })),
  );
  attack(
    'one column of a site at a time, without permission',
    [
      ...['name', 'sitename', 'address', 'status', 'capacity', 'tasks2024', 'equipment', 'revision'].map((column) => ({
        ...rest('PATCH', 'maintable?id=eq.1', { [column]: column === 'revision' ? 2 : null }, blind),
        hidden: true as const,
        by: ['no session', 'made-up session', 'client of Two', 'client of One'] as const,
      })),
      {
        ...rest('PATCH', 'carpost?site_id=eq.1', { json: {}, revision: 2 }, blind),
        hidden: true as const,
        by: ['no session', 'client of Two', 'client of One', 'technician of One'] as const,
      },
      {
        ...rest('PATCH', 'carpost?site_id=eq.2', { json: {}, revision: 2 }, blind),
        hidden: true as const,
        by: ['no session', 'client of Two', 'unlocked client of One'] as const,
      },
    ].map(({ by, ...each }) => ({ ...each, by: [...by] })),
  );
  attack('by adding, replacing and merging rows', [
    ...['maintable', 'maintables'].flatMap((table) => [
      rest('POST', table, { name: 'Mine' }, blind),
      rest('POST', table, [{ name: 'A' }, { name: 'B' }]),
      rest('POST', `${table}?on_conflict=id`, { id: 1, name: 'X' }, merge),
      rest('PUT', `${table}?id=eq.1`, { id: 1, name: 'X' }),
    ]),
    rest('POST', 'carpost', { site_id: 1, json: {} }),
    rest('POST', 'carpost?on_conflict=site_id', { site_id: 1, json: {} }, merge),
    rest('PUT', 'carpost?site_id=eq.1', { site_id: 1, json: {} }),
  ]);
  attack(
    'more than a visit, by a technician',
    [
      { address: 'X' },
      { name: 'X' },
      { tasks2024: [] },
      { tasks2024: null },
      { equipment: {} },
      { status: false },
      { tasks2024: [{ id: 1 }] },
    ].map((body) => ({
      ...rest('PATCH', 'maintable?id=eq.1', { ...body, revision: 2 }, blind),
      by: ['technician of One' as const],
    })),
  );
});
