import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bootBackend, type TestBackend } from '../support/backend.ts';
import { addCallers, sessionOf } from './callers.ts';
import { send } from './outcomes.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await bootBackend();
  await addCallers(backend);
});
afterAll(() => backend.close());

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
};
const columns = { maintable: 'id', main: 'id', carpost: 'site_id' };
const tables = ['maintable', 'main', 'carpost'] as const;
const attempts = tables.flatMap((table) => filters[table].map((filter) => [table, filter] as const));

describe('a filter reveals nothing about rows that the caller may not see', () => {
  // An error for a match and an empty list for none would let anybody read every name by bisection.
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

  test('nor does a write with such a filter, whether a row matches or not', async () => {
    const responses = ['name=eq.One', 'name=eq.Nowhere', 'address=gt.zzzz', 'revision=eq.99'].map((filter) =>
      send(backend, { request: `PATCH /rest/v1/maintable?${filter}`, body: { address: 'x' } }),
    );
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  test('nor do the row estimates of the planner', async () => {
    await backend.sql(
      `insert into public.maintable (name, address) select 'Site ' || n, 'Road ' || n from generate_series(1, 150) n`,
    );
    await backend.sql('analyze public.maintable');
    const estimates = ['address=lt.A', 'address=gt.A', 'name=eq.One', 'name=eq.Nowhere', 'id=gt.0'].map(
      async (filter) => {
        const attempt = {
          request: `HEAD /rest/v1/maintable?select=id&${filter}`,
          headers: { prefer: 'count=planned' },
        };
        return (await send(backend, attempt, sessionOf('client of Two'))).headers.get('content-range');
      },
    );
    expect(new Set(await Promise.all(estimates)).size).toBe(1);
  });
});

describe('columns that are not granted', () => {
  test.each(['select=token', 'select=*', 'select=id&token=like.a*', 'select=id&order=token', 'select=id,token::text'])(
    'main?%s is refused even to an admin',
    async (query) => {
      const { text } = await send(backend, { request: `GET /rest/v1/main?${query}` }, sessionOf('admin'));
      expect(text).toContain('"42501"');
    },
  );

  test.each(['maintable?select=name,main(token)', 'maintable?select=name,main(label)&main.token=like.a*'])(
    '%s is refused through another table, too',
    async (query) => {
      const { text } = await send(backend, { request: `GET /rest/v1/${query}` }, sessionOf('admin'));
      expect(text).toContain('"42501"');
    },
  );
});
