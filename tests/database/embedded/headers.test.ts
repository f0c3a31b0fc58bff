import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anonKey } from '../../../supabase/local/hosted-defaults.ts';
import { bootBackend, origin, type TestBackend } from '../support/backend.ts';
import { keys } from '../support/base-rows.ts';
import { stockLite, type StockLite } from './stock-lite.ts';

// A table that answers every read and write with what the database got of the request.
const probe = `
  create table public.probe (id int primary key default 1, told text);
  insert into public.probe values (1, '');
  create function public.told() returns text language sql volatile as
    $$ select nullif(current_setting('request.headers', true), '')::json ->> 'x-portal-session' $$;
  create function public.told_stable() returns text language sql stable as
    $$ select current_setting('transaction_read_only') $$;
  create function public.tell() returns trigger language plpgsql as
    $$ begin new.told := coalesce(public.told(), 'nothing'); return new; end $$;
  create trigger tell before insert or update on public.probe for each row execute function public.tell();
  create view public.seen with (security_invoker = true) as select public.told() as told,
    current_setting('transaction_read_only') as read_only, timestamptz '2026-03-26 16:05+08' as at;
  grant all on public.probe, public.seen to anon;
  grant execute on function public.told(), public.told_stable(), public.tell() to anon;
`;

const headers = { apikey: anonKey, 'content-type': 'application/json', 'X-Portal-Session': 'mine' };

const url = (path: string) => `${origin}/rest/v1/${path}`;

describe('the database gets the headers of the request', () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await bootBackend({ own: true });
    await backend.exclusive(() => backend.pg.exec(probe));
    return () => backend.close();
  });
  beforeEach(() => backend.reset());

  const fetchJson = async (path: string, init: RequestInit = {}) => {
    const response = await backend.fetch(url(path), { headers, ...init });
    return (await response.json()) as unknown;
  };

  test('when reading a table, in a read-only transaction, with times as PostgREST writes them', async () => {
    expect(await fetchJson('seen')).toEqual([{ told: 'mine', read_only: 'on', at: '2026-03-26T08:05:00+00:00' }]);
  });

  test('when inserting and updating', async () => {
    const back = { ...headers, prefer: 'return=representation' };
    const body = JSON.stringify({ told: '' });
    expect(await fetchJson('probe?id=eq.1', { method: 'PATCH', body, headers: back })).toEqual([
      { id: 1, told: 'mine' },
    ]);
    const second = JSON.stringify({ id: 2 });
    expect(await fetchJson('probe', { method: 'POST', body: second, headers: back })).toEqual([
      { id: 2, told: 'mine' },
    ]);
  });

  test('when calling a function; a stable one may not write', async () => {
    expect(await fetchJson('rpc/told', { method: 'POST', body: '{}' })).toBe('mine');
    expect(await fetchJson('rpc/told_stable', { method: 'POST', body: '{}' })).toBe('on');
  });

  test('and anon gets no right that the migrations do not give', async () => {
    await fetchJson('seen');
    expect(await backend.sql(`select has_table_privilege('anon', 'public.main', 'insert') as granted`)).toEqual([
      { granted: false },
    ]);
  });

  test('and no header of the previous request', async () => {
    await fetchJson('seen');
    expect(await fetchJson('seen', { headers: { apikey: anonKey } })).toMatchObject([{ told: null }]);
  });
});

describe('unpatched Lite', () => {
  let stock: StockLite;
  beforeAll(async () => {
    stock = await stockLite(probe);
    return () => stock.close();
  });

  test('still passes no header when reading a table, so the fix is needed', async () => {
    const response = await stock.fetch(url('seen'), { headers });
    expect(await response.json()).toMatchObject([{ told: null }]);
  });

  test('still mixes up parallel requests, so the queue is needed', async () => {
    const told = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const init = { method: 'POST', body: '{}', headers: { ...headers, 'x-portal-session': `s${index}` } };
        return (await stock.fetch(url('rpc/told'), init)).text();
      }),
    );
    expect(told.filter((text, index) => text !== `"s${index}"`)).not.toEqual([]);
  });

  test('still grants everything on every table to anon, against the migrations', async () => {
    const { rows } = await stock.pg.query(`select has_table_privilege('anon', 'public.main', 'insert') as granted`);
    expect(rows).toEqual([{ granted: true }]);
  });
});

let backend: TestBackend;

describe('parallel sessions', () => {
  beforeAll(async () => {
    backend = await bootBackend();
    return () => backend.close();
  });

  test('102 parallel reads and calls of three callers each get their own data', async () => {
    const callers = [
      { client: backend.clientFor(await backend.sessionFor(keys.admin)), names: ['One', 'Two'], role: 'admin' },
      { client: backend.clientFor(await backend.sessionFor(keys.siteOne)), names: ['One'], role: 'user' },
      { client: backend.clientFor(), names: undefined, role: undefined },
    ];
    const rounds = Array.from({ length: 17 }, () => callers).flat();
    await Promise.all(
      rounds.flatMap(({ client, names, role }) => [
        client
          .from('maintables')
          .select('name')
          .order('name')
          .then(({ data }) => expect(data?.map((row) => row.name)).toEqual(names)),
        client.rpc('whoami').then(({ data }) => expect(data ?? {}).toMatchObject(role ? { role } : {})),
      ]),
    );
  });
});
