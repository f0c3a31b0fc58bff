import { beforeAll, describe, expect, test, beforeEach } from 'vitest';
import { bootBackend, type TestBackend } from '../support/backend.ts';
import { keys } from '../support/base-rows.ts';
import { addCallers, sessionOf } from './callers.ts';
import { send, type Answer } from './outcomes.ts';

let backend: TestBackend;

const filters = {
  maintable: [
    'name=eq.One',
    'name=eq.Nowhere',
    'name=gt.Zzz',
    'name=lt.A',
    'name=in.(Nowhere,Never)',
    'name=like.Zz*',
    'name=eq.Nowhere&status=is.true',
    'address=eq.x',
    'address=gt.zzzz',
    'address=is.null',
    'status=is.null',
    'jmb_name=gte.A',
    'person_in_charge=gt.5',
    'updated_at=lt.2000-01-01',
    'or=(name.eq.a,name.eq.b)',
  ],
  main: ['label=eq.admin', 'label=gt.zzzz', 'role=eq.nobody', 'created_at=lt.2000-01-01', 'expires_at=is.null'],
  carpost: ['revision=eq.7', 'updated_at=lt.2000-01-01', 'json=eq.{}'],
  site_contacts: ['site_id=eq.1', 'site_id=eq.2', 'site_id=eq.99', 'site_id=in.(2,99)', 'name=gt.Zzz', 'phone=lt.5'],
  site_notes: ['site_id=eq.1', 'site_id=eq.2', 'site_id=eq.99', 'text=eq.First', 'hidden=is.true'],
};

const columns = { maintable: 'id', main: 'id', carpost: 'site_id', site_contacts: 'id', site_notes: 'id' };

const tables = ['maintable', 'main', 'carpost', 'site_contacts', 'site_notes'] as const;

/** Filters that exclude almost nothing, almost everything, and something in between. */
const estimated = {
  maintable: ['', 'address=lt.A', 'address=gt.A', 'name=eq.One', 'name=eq.Nowhere', 'id=gt.0'],
  main: ['', 'label=gt.Zzz', 'label=gt.Key 5', 'role=eq.user', 'site_id=eq.1', 'revoked_at=is.null'],
  carpost: ['', 'revision=eq.1', 'revision=eq.7', 'site_id=gt.0'],
  site_contacts: ['', 'name=gt.Mr 5', 'name=gt.Zzz', 'phone=gt.60000001000', 'phone=gt.60000000100', 'site_id=eq.1'],
  site_notes: ['', 'text=eq.Pays late', 'text=eq.Nobody', 'text=gt.Note 5', 'text=gt.Zzz', 'site_id=eq.1'],
};

/** As many rows as the portal of a large office has after years. */
const manyRows = `
  set session_replication_role = replica;
  insert into public.maintable (name, address) select 'Site ' || n, 'Road ' || n from generate_series(1, 1000) n;
  insert into public.carpost (site_id, json) select id, '{}' from public.maintable where id not in (select site_id from public.carpost);
  insert into public.main (token, label, role, site_id)
    select encode(sha256(convert_to('key ' || n, 'UTF8')), 'hex'), 'Key ' || n, 'user', 1 + n % 2 from generate_series(1, 5000) n;
  insert into public.site_contacts (site_id, name, phone) select 1 + n % 1000, 'Mr ' || n, 60000000000 + n from generate_series(1, 8000) n;
  insert into public.site_notes (site_id, text)
    select 1 + n % 1000, case when n % 9 = 0 then 'Pays late' else 'Note ' || n end from generate_series(1, 20000) n;
  set session_replication_role = default;
  analyze`;

const attempts = tables.flatMap((table) => filters[table].map((filter) => [table, filter] as const));

describe('an answer does not reveal more than its content', () => {
  beforeAll(async () => {
    backend = await bootBackend();
    await addCallers(backend);
    await backend.sql(`insert into public.site_contacts (site_id, name, phone) values (1, 'Mr One', 60123456780)`);
    await backend.sql(`insert into public.site_notes (site_id, text) values (1, 'First')`);
    return () => backend.close();
  });

  describe('a filter reveals nothing about rows that the caller may not see', () => {
    // If a match caused an error and no match an empty list, a caller could find out every name by bisection.
    test.each(attempts)(
      '%s?%s is answered 401 without a session, whether a row matches or not',
      async (table, filter) => {
        const get = await send(backend, { request: `GET /rest/v1/${table}?select=${columns[table]}&${filter}` });
        expect([get.status, get.text]).toEqual([401, expect.stringContaining('"PT401"')]);
      },
    );

    test.each(attempts)('%s?%s finds nothing for a client of another site', async (table, filter) => {
      const response = await send(
        backend,
        { request: `GET /rest/v1/${table}?select=${columns[table]}&${filter}` },
        sessionOf('client without a site'),
      );
      expect([response.status, response.text]).toEqual([200, '[]']);
    });

    test('a write with such a filter reveals nothing either, whether a row matches or not', async () => {
      const responses = ['name=eq.One', 'name=eq.Nowhere', 'address=gt.zzzz', 'revision=eq.99'].map((filter) =>
        send(backend, { request: `PATCH /rest/v1/maintable?${filter}`, body: { address: 'x' } }),
      );
      expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    });

    describe('the row estimates of the planner reveal nothing either', () => {
      beforeAll(async () => {
        await backend.exclusive(() => backend.pg.exec(manyRows));
      });

      test.each(tables)('of %s', async (table) => {
        const [row] = await backend.sql<{ rows: number }>(
          `select reltuples as rows from pg_class where oid = 'public.${table}'::regclass`,
        );
        expect(row?.rows).toBeGreaterThan(900);
        const asked = (['no session', 'client of Two', 'technician of One'] as const).flatMap((caller) =>
          estimated[table].map(async (filter) => {
            const attempt = {
              // no row is read, so no policy is evaluated
              request: `GET /rest/v1/${table}?select=${columns[table]}&limit=0&${filter.replaceAll(' ', '%20')}`,
              headers: { prefer: 'count=planned' },
            };
            const response = await send(backend, attempt, sessionOf(caller));
            return `${response.status} ${response.headers.get('content-range')}`;
          }),
        );
        // whatever the filter and the caller, the estimate is one row
        expect([...new Set(await Promise.all(asked))]).toEqual(['206 */1']);
      });
    });
  });
});

/** Everything that a caller can see in an answer, without what differs between any two answers. */
const seen = ({ status, text, headers }: Answer) => [
  status,
  text,
  [...headers].filter(([name]) => name !== 'date' && !name.startsWith('x-')),
];

const countedKeys = async () => {
  const [row] = await backend.sql<{ wrong_keys: number }>('select wrong_keys from private.login_attempts');
  return row?.wrong_keys ?? 0;
};

const headerVariants: Record<string, string>[] = [
  {},
  { prefer: 'tx=rollback' },
  { prefer: 'count=exact' },
  { prefer: 'params=single-object' },
  { accept: 'application/vnd.pgrst.object+json' },
  { accept: 'text/csv' },
  { accept: 'text/plain' },
];

/** Requests that contain a key but no body, which a read-only transaction answers. */
const reads = ['GET', 'HEAD', 'OPTIONS'].flatMap((method) =>
  headerVariants.flatMap((headers) =>
    ['login', 'unlock_analytics'].map((name) => ({
      method,
      name,
      headers,
      extra: name === 'login' ? '&keep=true' : '',
    })),
  ),
);

const unlock = (secret_key: string, session: string) =>
  send(backend, { request: 'POST /rest/v1/rpc/unlock_analytics', body: { secret_key } }, session);

describe('the counting of keys', () => {
  beforeAll(async () => {
    backend = await bootBackend();
    return () => backend.close();
  });

  beforeEach(async () => {
    // the quarter of an hour in which wrong keys are counted must not end in the middle of a test
    const msLeft = 900_000 - (Date.now() % 900_000);
    if (msLeft < 5_000) await new Promise((resolve) => setTimeout(resolve, msLeft));
    await backend.reset();
  });

  describe('a request that cannot count a wrong key', () => {
    test.each(reads)(
      'gives the same answer to a right and a wrong key: $method $name $headers',
      async ({ method, name, headers, extra }) => {
        const session = await backend.loginAs(keys.siteOne);
        const ask = (key: string) =>
          send(backend, { request: `${method} /rest/v1/rpc/${name}?secret_key=${key}${extra}`, headers }, session);
        const right = await ask(keys.admin);
        if (method !== 'OPTIONS') expect(right.status).toBeGreaterThan(399);
        for (const key of ['ADMIN-TEST-0009', keys.siteTwo, '', 'x'.repeat(300)])
          expect(seen(await ask(key)).slice(0, 1), key).toEqual(seen(right).slice(0, 1));
        expect(seen(await ask('ADMIN-TEST-0009'))).toEqual(seen(right));
        expect(await countedKeys()).toBe(0);
      },
    );

    test('is refused before its key is compared, so that a right key takes no longer', async () => {
      const session = await backend.loginAs(keys.siteOne);
      // an attacker sends a key in one of these forms
      const forms = ['normal_key', 'former_normal_key'];
      const stored = await backend.sql<{ definition: string }>(
        `select pg_get_functiondef(oid) as definition from pg_proc where pronamespace = 'private'::regnamespace and proname = any ($1)`,
        [forms],
      );
      expect(stored).toHaveLength(forms.length);
      try {
        for (const form of forms)
          await backend.sql(`create or replace function private.${form}(key text) returns text language plpgsql immutable as
          $$ begin raise exception 'looked at'; end $$`);
        for (const name of ['login', 'unlock_analytics'])
          for (const key of [keys.admin, 'ADMIN-TEST-0009']) {
            const path = `/rest/v1/rpc/${name}`;
            const read = await send(backend, { request: `GET ${path}?secret_key=${key}` }, session);
            expect(read.text).toContain('A key is checked by POST only');
            const write = await send(backend, { request: `POST ${path}`, body: { secret_key: key } }, session);
            expect(write.text).toContain('looked at');
          }
      } finally {
        for (const { definition } of stored) await backend.sql(definition);
      }
    });
  });

  describe('the limit', () => {
    test('counts a key of another role as a wrong key, and gives the same answer', async () => {
      const session = await backend.loginAs(keys.siteOne);
      const wrong = await unlock('NO-SUCH-KEY-0001', session);
      expect(await countedKeys()).toBe(1);
      const [before] = await backend.sql(`select last_used_at from public.main where site_id = 2`);
      expect(seen(await unlock(keys.siteTwo, session))).toEqual(seen(wrong));
      expect(await countedKeys()).toBe(2);
      // nor is its use stored
      expect(await backend.sql(`select last_used_at from public.main where site_id = 2`)).toEqual([before]);
      for (let round = 2; round < 10; round += 1) await unlock(keys.siteTwo, session);
      expect((await unlock(keys.admin, session)).status).toBe(429);
      expect((await unlock('NO-SUCH-KEY-0001', session)).status).toBe(429);
    });

    test('is counted even if the rest of the request ends with an error, which undoes the count', async () => {
      // an error for a wrong key, and a session for a right key
      const ask = (secret_key: string, path = 'login?select=login-%3E%3Ecode::int') =>
        send(backend, { request: `POST /rest/v1/rpc/${path}`, body: { secret_key } });
      for (let round = 0; round < 100; round += 1) expect((await ask(`wrong ${round}`)).text).toContain('22P02');
      expect(await countedKeys()).toBe(0);
      expect((await ask(keys.siteOne, 'login')).status).toBe(429);
      expect((await ask(keys.siteOne)).text).toContain('22P02');
      // a person with the same address as an attacker can log in with a key of full strength
      const [issued] = await backend.sql<{ key: string }>(`with made as (select private.new_key() as key), stored as (
        insert into public.main (token, label, role, site_id) select private.key_hash(key), 'Strong', 'user', 1 from made)
        select key from made`);
      expect((await ask(issued?.key ?? '', 'login')).status).toBe(200);
    });

    test('holds for login and unlocking together', async () => {
      const session = await backend.loginAs(keys.siteOne);
      for (let round = 0; round < 5; round += 1) {
        await unlock(`wrong ${round}`, session);
        await send(backend, { request: 'POST /rest/v1/rpc/login', body: { secret_key: `wrong ${round}` } });
      }
      expect((await unlock(keys.admin, session)).status).toBe(429);
      expect(
        (await send(backend, { request: 'POST /rest/v1/rpc/login', body: { secret_key: keys.siteOne } })).status,
      ).toBe(429);
    });
  });
});
