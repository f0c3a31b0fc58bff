import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../src/lib/query-client.ts';
import { allRows, supabase } from '../../src/lib/supabase.ts';
import { accessKeysQuery } from '../../src/records/access-key/access-key-queries.ts';
import { siteNamesQuery, sitesQuery } from '../../src/records/site/site-queries.ts';
import { keyRow, listedSite } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';

interface Served {
  /** The highest number of rows in an answer. */
  cap?: number;
  counts?: boolean;
  /** Called before each answer. */
  meanwhile?: (request: URL) => unknown;
}

/**
 * Serves a table as PostgREST does: an answer has a limited number of rows, and says how many there are. Returns the requested
 * URLs.
 */
function serveTable(table: string, rows: object[], { cap = 1000, counts = true, meanwhile }: Served = {}): URL[] {
  const requestedUrls: URL[] = [];
  server.use(
    http.get(`${origin}/rest/v1/${table}`, async ({ request }) => {
      const url = new URL(request.url);
      requestedUrls.push(url);
      const offset = Number(url.searchParams.get('offset'));
      const limit = Number(url.searchParams.get('limit'));
      const page = rows.slice(offset, offset + Math.min(limit || cap, cap));
      const total = counts ? rows.length : '*';
      await meanwhile?.(url);
      return HttpResponse.json(page, {
        status: page.length < rows.length ? 206 : 200,
        headers: { 'content-range': `${offset}-${offset + page.length - 1}/${total}` },
      });
    }),
  );
  return requestedUrls;
}

const rowsWithIds = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
const readAll = () =>
  allRows((from, to) => supabase.from('main').select('id', { count: 'exact' }).order('id').range(from, to));

beforeEach(() => queryClient.clear());

describe('the lists of the portal are complete', () => {
  it('the list of 1,200 sites', async () => {
    const sites = Array.from({ length: 1200 }, (_, index) => listedSite({ id: index + 1, name: `Site ${index + 1}` }));
    serveTable('maintable', sites);
    const names = await queryClient.fetchQuery(sitesQuery);
    expect(new Set(siteNamesQuery.select?.(names))).toEqual(new Set(sites.map(({ name }) => name)));
  });

  it('the list of 2,345 keys, the newest first', async () => {
    serveTable(
      'main',
      rowsWithIds(2345).map((values) => keyRow(values)),
    );
    const keys = await queryClient.fetchQuery(accessKeysQuery);
    expect(keys.map(({ id }) => id)).toEqual(Array.from({ length: 2345 }, (_, index) => 2345 - index));
  });
});

describe('pages', () => {
  it.each([0, 1, 999, 1000])('one request returns %i rows', async (count) => {
    const requestedUrls = serveTable('main', rowsWithIds(count));
    expect(await readAll()).toEqual(rowsWithIds(count));
    expect(requestedUrls.map(({ search }) => search)).toEqual(['?select=id&order=id.asc&offset=0&limit=1000']);
  });

  it.each([
    [1001, 1000, 2],
    [2000, 1000, 2],
    [2001, 1000, 3],
    [1200, 500, 3],
  ])('all of %i rows are read from a server that returns %i at a time', async (count, cap, requests) => {
    const requestedUrls = serveTable('main', rowsWithIds(count), { cap });
    expect(await readAll()).toEqual(rowsWithIds(count));
    expect(requestedUrls).toHaveLength(requests);
  });

  it('are requested together after the first', async () => {
    // answered only when all three have arrived
    const heldAnswers = new Set<() => void>();
    serveTable('main', rowsWithIds(3500), {
      async meanwhile(url) {
        if (url.searchParams.get('offset') === '0') return;
        await new Promise<void>((resolve) => {
          heldAnswers.add(resolve);
          if (heldAnswers.size === 3) for (const respond of heldAnswers) respond();
        });
      },
    });
    expect(await readAll()).toHaveLength(3500);
  });

  it('neither repeat nor leave out a row when rows are added meanwhile', async () => {
    const rows = rowsWithIds(2500);
    serveTable('main', rows, { meanwhile: () => rows.push({ id: rows.length + 1 }) });
    const readRows = await readAll();
    expect(readRows.length).toBeGreaterThanOrEqual(2500);
    expect(readRows).toEqual(rowsWithIds(readRows.length));
  });
});

describe('a list is never cut off silently', () => {
  it('a page that fails is an error', async () => {
    serveTable('main', rowsWithIds(1200));
    server.use(
      http.get(`${origin}/rest/v1/main`, ({ request }) =>
        new URL(request.url).searchParams.get('offset') === '1000'
          ? HttpResponse.json({ message: 'no' }, { status: 503 })
          : undefined,
      ),
    );
    await expect(readAll()).rejects.toMatchObject({ status: 503, kind: 'response' });
  });

  it('an answer without the number of all rows is an error', async () => {
    serveTable('main', rowsWithIds(1200), { counts: false });
    await expect(readAll()).rejects.toMatchObject({ message: 'No count of the rows' });
  });

  it('fewer rows than there are is an error', async () => {
    const rows = rowsWithIds(2500);
    serveTable('main', rows, { meanwhile: () => rows.splice(1800) });
    await expect(readAll()).rejects.toMatchObject({ message: '1800 of 2500 rows came' });
  });
});
