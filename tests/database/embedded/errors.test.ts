import { inspect } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { anonKey } from '../../../supabase/local/hosted-defaults.ts';
import { bootBackend, origin, type TestBackend } from '../support/backend.ts';
import { stockLite, type StockLite } from './stock-lite.ts';

const probe = `
  create table public.probe (id int primary key check (id < 10));
  grant all on public.probe to anon;
  create function public.fail(with_code text, secret_key text) returns text language plpgsql as
    $$ begin raise exception using errcode = with_code, message = 'No'; end $$;
  create function public.stumble(secret_key text) returns int language sql as $$ select 1 / (length(secret_key) * 0) $$;
  grant execute on function public.fail(text, text), public.stumble(text) to anon;
  create function public.burst() returns trigger language plpgsql as
    $$ begin raise exception using errcode = 'XX000', message = 'Burst'; end $$;
  create trigger burst before insert on storage.objects for each row execute function public.burst();
`;

const secret = 'NEVER-IN-A-LOG-7777';
const post = (path: string, body: object, headers: object = {}) =>
  [
    `${origin}/rest/v1/${path}`,
    {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { apikey: anonKey, 'content-type': 'application/json', ...headers },
    },
  ] as const;
const fail = (code: string) => post('rpc/fail', { with_code: code, secret_key: secret });

let printed: string[];
beforeEach(() => {
  printed = [];
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      printed.push(parts.map((part) => (typeof part === 'string' ? part : inspect(part, { depth: 9 }))).join(' '));
    });
  }
});
afterEach(() => vi.restoreAllMocks());

describe('errors of the database', () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await bootBackend({ own: true });
    await backend.exclusive(() => backend.pg.exec(probe));
    return () => backend.close();
  });

  test.each([7_000, 100_000])('%i brackets within brackets are too many, as for a hosted project', async (depth) => {
    for (const [path, column] of [
      ['maintable?id=eq.1', 'tasks2024'],
      ['carpost?site_id=eq.1', 'json'],
      ['rpc/report_client_error', 'message'],
    ] as const) {
      const response = await backend.fetch(`${origin}/rest/v1/${path}`, {
        method: path.startsWith('rpc') ? 'POST' : 'PATCH',
        body: `{"${column}": ${'['.repeat(depth)}${']'.repeat(depth)}}`,
        headers: { apikey: anonKey, 'content-type': 'application/json' },
      });
      expect([path, response.status]).toEqual([path, column === 'message' ? 400 : 413]);
    }
  });

  test.each([
    ['P0001', 400],
    ['23514', 400],
    ['28000', 403],
    ['42501', 401],
    ['40001', 500],
    ['PT401', 401],
    ['PT409', 409],
    ['22023', 400],
  ])('%s is answered %i, with the code and the message', async (code, status) => {
    const response = await backend.fetch(...fail(code));
    expect([response.status, await response.json()]).toMatchObject([status, { code, message: 'No' }]);
  });

  test('a failed check of a table is 400, a missing table 404', async () => {
    expect((await backend.fetch(...post('probe', { id: 11 }))).status).toBe(400);
    expect((await backend.fetch(...post('nowhere', {}))).status).toBe(404);
  });

  test('neither the request nor the session is printed', async () => {
    const session = { 'x-portal-session': secret };
    await backend.fetch(...fail('P0001'));
    await backend.fetch(...fail('XX000'));
    await backend.fetch(...post('rpc/stumble', { secret_key: secret }, session));
    await backend.fetch(...post('rpc/login', { secret_key: secret }, session));
    await backend.fetch(...post('rpc/login', { secret_key: secret, other: 1 }, session));
    await backend.fetch(...post('rpc/whoami', {}, session));
    await backend.fetch(`${origin}/storage/v1/object/list/x`, { method: 'POST', body: '{}', headers: session });
    await backend.fetch(`${origin}/storage/v1/object/x/${secret}`, { headers: { apikey: anonKey, ...session } });
    await backend.fetch(`${origin}/storage/v1/object/rfidboomgatephoto/${secret}`, {
      method: 'POST',
      body: 'x',
      headers: { apikey: anonKey, 'content-type': 'image/png', ...session },
    });
    expect(printed.join('\n')).toContain('Burst');
    expect(printed.join('\n')).not.toContain(secret);
  });
});

describe('unpatched Lite', () => {
  let stock: StockLite;
  beforeAll(async () => {
    stock = await stockLite(probe);
    return () => stock.close();
  });

  test('without the fix, a plain RAISE is still answered with 500 and the request is printed, so the fix is needed', async () => {
    expect((await stock.fetch(...fail('P0001'))).status).toBe(500);
    expect(printed.join('\n')).toContain(secret);
  });
});
