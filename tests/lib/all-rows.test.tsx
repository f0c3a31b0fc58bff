import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../src/lib/query-client.ts';
import { allRows, supabase } from '../../src/lib/supabase.ts';
import { accessKeysQuery } from '../../src/records/access-key/access-key-queries.ts';
import { siteNamesQuery, sitesQuery } from '../../src/records/site/site-queries.ts';
import { keyRow, listedSite } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';

interface Served {
  /** How many rows the server returns at most. */
  cap?: number;
  counts?: boolean;
  /** Before each answer. */
  meanwhile?: (request: URL) => unknown;
}

/** A table as PostgREST serves it: cut off at a number of rows, and counted. Returns the requested URLs. */
function serveTable(table: string, rows: object[], { cap = 1000, counts = true, meanwhile }: Served = {}): URL[] {
  const asked: URL[] = [];
  server.use(
    http.get(`${origin}/rest/v1/${table}`, async ({ request }) => {
      const url = new URL(request.url);
      asked.push(url);
      const offset = Number(url.searchParams.get('offset'));
      const limit = Number(url.searchParams.get('limit'));
      const found = rows.slice(offset, offset + Math.min(limit || cap, cap));
      const total = counts ? rows.length : '*';
      await meanwhile?.(url);
      return HttpResponse.json(found, {
        status: found.length < rows.length ? 206 : 200,
        headers: { 'content-range': `${offset}-${offset + found.length - 1}/${total}` },
      });
    }),
  );
  return asked;
}

const many = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
const read = () =>
  allRows((from, to) => supabase.from('main').select('id', { count: 'exact' }).order('id').range(from, to));

beforeEach(() => queryClient.clear());

describe('the lists of the portal are complete', () => {
  it('with 1,200 sites', async () => {
    const sites = Array.from({ length: 1200 }, (_, index) => listedSite({ id: index + 1, name: `Site ${index + 1}` }));
    serveTable('maintable', sites);
    const names = await queryClient.fetchQuery(sitesQuery);
    expect(new Set(siteNamesQuery.select?.(names))).toEqual(new Set(sites.map(({ name }) => name)));
  });

  it('with 2,345 keys, the newest first', async () => {
    serveTable(
      'main',
      many(2345).map((values) => keyRow(values)),
    );
    const keys = await queryClient.fetchQuery(accessKeysQuery);
    expect(keys.map(({ id }) => id)).toEqual(Array.from({ length: 2345 }, (_, index) => 2345 - index));
  });
});

describe('pages', () => {
  it.each([0, 1, 999, 1000])('one request returns %i rows', async (count) => {
    const asked = serveTable('main', many(count));
    expect(await read()).toEqual(many(count));
    expect(asked.map(({ search }) => search)).toEqual(['?select=id&order=id.asc&offset=0&limit=1000']);
  });

  it.each([
    [1001, 1000, 2],
    [2000, 1000, 2],
    [2001, 1000, 3],
    [1200, 500, 3],
  ])('all of %i rows are read from a server that returns %i at a time', async (count, cap, requests) => {
    const asked = serveTable('main', many(count), { cap });
    expect(await read()).toEqual(many(count));
    expect(asked).toHaveLength(requests);
  });

  it('are requested together after the first', async () => {
    // answered only when all three have arrived
    const waiting = new Set<() => void>();
    serveTable('main', many(3500), {
      async meanwhile(url) {
        if (url.searchParams.get('offset') === '0') return;
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
          if (waiting.size === 3) for (const respond of waiting) respond();
        });
      },
    });
    expect(await read()).toHaveLength(3500);
  });

  it('neither repeat nor leave out a row when some are added meanwhile', async () => {
    const rows = many(2500);
    serveTable('main', rows, { meanwhile: () => rows.push({ id: rows.length + 1 }) });
    const found = await read();
    expect(found.length).toBeGreaterThanOrEqual(2500);
    expect(found).toEqual(many(found.length));
  });
});

describe('a list is never cut off silently', () => {
  it('by a page that fails', async () => {
    serveTable('main', many(1200));
    server.use(
      http.get(`${origin}/rest/v1/main`, ({ request }) =>
        new URL(request.url).searchParams.get('offset') === '1000'
          ? HttpResponse.json({ message: 'no' }, { status: 503 })
          : undefined,
      ),
    );
    await expect(read()).rejects.toMatchObject({ status: 503, kind: 'response' });
  });

  it('by a server that does not count', async () => {
    serveTable('main', many(1200), { counts: false });
    await expect(read()).rejects.toMatchObject({ message: 'No count of the rows' });
  });

  it('by fewer rows than there are', async () => {
    const rows = many(2500);
    serveTable('main', rows, { meanwhile: () => rows.splice(1800) });
    await expect(read()).rejects.toMatchObject({ message: '1800 of 2500 rows came' });
  });
});
