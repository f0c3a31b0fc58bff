import * as v from 'valibot';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { anonKey } from '../../../supabase/local/hosted-defaults.ts';
import { send } from '../access/outcomes.ts';
import { bootBackend, origin, type TestBackend } from '../support/backend.ts';
import { keys } from '../support/base-rows.ts';

const numbers = Array.from({ length: 2100 }, (_, index) => index + 1);
let backend: TestBackend;
let session: string;
beforeAll(async () => {
  backend = await bootBackend();
  // with the two sites and four keys of the base rows, 2,100 of each
  await backend.sql(`insert into public.maintable (name) select 'Tower ' || n from generate_series(3, 2100) n`);
  await backend.sql(`insert into public.main (token, label, role, site_id)
    select encode(sha256(n::text::bytea), 'hex'), 'Key ' || n, 'user', n from generate_series(1, 2096) n`);
  session = await backend.sessionFor(keys.admin);
  return () => backend.close();
});

describe('the API, as a hosted one', () => {
  test.each(['maintable', 'maintables', 'main'])('returns at most 1,000 rows of %s at once', async (table) => {
    const ids = async (query: string, headers = {}) => {
      const response = await send(
        backend,
        { request: `GET /rest/v1/${table}?select=id&order=id${query}`, headers },
        session,
      );
      const rows = v.parse(v.array(v.strictObject({ id: v.number() })), JSON.parse(response.text));
      return { ids: rows.map(({ id }) => id), range: response.headers.get('content-range') };
    };
    const thousand = numbers.slice(0, 1000);
    expect(await ids('', { prefer: 'count=exact' })).toEqual({ ids: thousand, range: '0-999/2100' });
    expect(await ids('&limit=1500')).toEqual({ ids: thousand, range: '0-999/*' });
    expect((await ids('&offset=2000&limit=1000')).ids).toEqual(numbers.slice(2000));
  });

  test('returns a single value in full, however long its list', async () => {
    const { data } = await backend.clientFor(session).rpc('site_overview');
    expect(data).toHaveLength(2100);
  });
});

test('the portal lists all sites and all keys', async () => {
  vi.stubEnv('VITE_SUPABASE_URL', origin);
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', anonKey);
  vi.stubGlobal('fetch', backend.fetch);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('navigator', { onLine: true }); // of a page
  // imported only now, because the client reads the settings when it is imported
  const { setSession } = await import('../../../src/lib/device/session.ts');
  const { queryClient } = await import('../../../src/lib/query-client.ts');
  const { sitesQuery } = await import('../../../src/records/site/site-queries.ts');
  const { accessKeysQuery } = await import('../../../src/records/access-key/access-key-queries.ts');
  setSession({ token: session, role: 'admin', site: null, keyId: 1, expiresAt: '2099-01-01T00:00:00Z', kept: false });
  const sites = await queryClient.fetchQuery(sitesQuery);
  const issued = await queryClient.fetchQuery(accessKeysQuery);
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  expect(sites.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(numbers);
  expect(issued.map(({ id }) => id)).toEqual(numbers.toReversed());
});
