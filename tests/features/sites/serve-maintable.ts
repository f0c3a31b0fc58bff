import { http, HttpResponse } from 'msw';
import type { StoredTask } from '../../../src/records/task/task.ts';
import { listedSite, revisionRefusal } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

export const tableUrl = `${origin}/rest/v1/maintable`;

/** Serves a small `maintable` with revisions. Returns its rows and the writes, without revisions. */
export function serveMaintable(...rows: ReturnType<typeof listedSite>[]) {
  const written: object[] = [];
  servePosts();
  server.use(
    http.get(tableUrl, ({ request }) => HttpResponse.json(rows.filter(matches(request.url)))),
    http.patch<never, { revision?: number }>(tableUrl, async ({ request }) => {
      const body = await request.json();
      const found = rows.find(matches(request.url));
      if (!found) return HttpResponse.json([]);
      const refused = revisionRefusal(found.revision, body);
      if (refused) return refused;
      Object.assign(found, body);
      const { revision: _, ...values } = body;
      written.push(values);
      return HttpResponse.json([found]);
    }),
    http.post<never, { name?: string }>(tableUrl, async ({ request }) => {
      const values = await request.json();
      if (rows.some(({ name }) => name === values.name)) {
        const message = 'duplicate key value violates unique constraint "maintable_name_key"';
        return HttpResponse.json({ code: '23505', message }, { status: 409 });
      }
      written.push(values);
      const added = { ...listedSite(), ...values, id: rows.length + 1, revision: 1 };
      rows.push(added);
      return HttpResponse.json([added], { status: 201 });
    }),
  );
  return { rows, written };
}

function matches(url: string): (row: { id: number; revision: number }) => boolean {
  const { searchParams } = new URL(url);
  const [id, revision] = [searchParams.get('id'), searchParams.get('revision')];
  return (row) => (id === null || id === `eq.${row.id}`) && (revision === null || revision === `eq.${row.revision}`);
}

/** Serves the posts of Selasih Park, which the stickers in its form need. */
export function servePosts(...posts: string[]): void {
  const json = Object.fromEntries(posts.map((post) => [post, []]));
  server.use(
    http.get(`${origin}/rest/v1/maintables`, ({ request }) =>
      new URL(request.url).searchParams.get('select') === 'id,name'
        ? HttpResponse.json([{ id: 1, name: 'Selasih Park' }])
        : undefined,
    ),
    http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json([{ json, revision: 1, renames: [] }])),
  );
}

/** Serves the visits of sites, for the requests that name a site. */
export function serveTasks(tasks: Readonly<Record<string, readonly StoredTask[]>> = {}): void {
  server.use(
    http.get(tableUrl, ({ request }) => {
      const { searchParams } = new URL(request.url);
      if (!searchParams.get('select')?.includes('tasks2024')) return undefined;
      // without `eq.`
      const site = searchParams.get('name')?.slice(3) ?? '';
      return HttpResponse.json([{ id: 1, name: site, revision: 1, tasks2024: tasks[site] ?? [] }]);
    }),
  );
}
