import { http, HttpResponse } from 'msw';
import type { Rename } from '../../../src/records/failure/failure-record.ts';
import { listedSite, revisionRefusal, serveSites, siteRow } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

export const tableUrl = `${origin}/rest/v1/carpost`;
export const unlockUrl = `${origin}/rest/v1/rpc/unlock_analytics`;

export const entry = (type: string, entrance: number, exit: number, year = 2026) => ({ type, entrance, exit, year });
type Posts = Record<string, ReturnType<typeof entry>[]>;

export const somePosts = (): Posts => ({
  'P1 Main Gate': [entry('Barrier Arm Jammed', 5, 3), entry('Spring Broken', 1, 0), entry('Spring Broken', 2, 2, 2025)],
  'P2 Rear Gate': [entry('Barrier Arm Jammed', 4, 4)],
});

/**
 * Serves the site Selasih Park (1) and its row of `carpost`, which is changed under its revision while `locked` is false. `posts`
 * is null if there is no row. Returns the table and the writes.
 */
export function serveCarPosts(posts: Posts | null = somePosts(), locked = false) {
  const renames: Rename[] = [];
  const table = { row: posts && { site_id: 1, json: posts, revision: 1, renames }, locked, written: [] as Posts[] };
  serveSites(siteRow());
  server.use(
    http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite({ id: 1, name: 'Selasih Park' })])),
    http.get(tableUrl, () => HttpResponse.json(table.row ? [table.row] : [])),
    http.patch<never, { json: Posts; revision?: number }>(tableUrl, async ({ request }) => {
      const body = await request.json();
      const { row } = table;
      const revision = new URL(request.url).searchParams.get('revision');
      if (!row || table.locked || revision !== `eq.${row.revision}`) return HttpResponse.json([]);
      const refused = revisionRefusal(row.revision, body);
      if (refused) return refused;
      table.written.push(body.json);
      table.row = { ...row, json: body.json, revision: row.revision + 1 };
      return HttpResponse.json([{ revision: row.revision + 1, renames: row.renames }]);
    }),
    http.post<never, { json: Posts }>(tableUrl, async ({ request }) => {
      if (table.row) return HttpResponse.json({ code: '23505', message: 'duplicate key' }, { status: 409 });
      const { json } = await request.json();
      table.written.push(json);
      table.row = { site_id: 1, json, revision: 1, renames };
      return HttpResponse.json([{ revision: 1, renames }], { status: 201 });
    }),
  );
  return table;
}

/** Saves as somebody else would. @param renamed the changes of names that the database finds in it */
export function saveElsewhere(
  table: ReturnType<typeof serveCarPosts>,
  posts: Posts,
  ...renamed: readonly Omit<Rename, 'revision'>[]
): void {
  const revision = (table.row?.revision ?? 0) + 1;
  const renames = [...(table.row?.renames ?? []), ...renamed.map((rename) => ({ ...rename, revision }))];
  table.row = { site_id: 1, json: posts, revision, renames };
}
