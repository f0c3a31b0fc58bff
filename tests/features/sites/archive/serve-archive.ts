import { http, HttpResponse } from 'msw';
import type { SiteAccess } from '../../../../src/records/site/archive-calls.ts';
import type { listedSite } from '../../../support/rows.ts';
import { origin, server } from '../../../support/server.ts';

export const rpc = (name: string) => `${origin}/rest/v1/rpc/${name}`;

/** The time when a site of the tests was archived. */
export const archivedAt = '2027-05-03T02:00:00+00:00';

interface ArchiveCall {
  site_id: number;
  revision: number;
  end_access?: boolean;
}

const refused = (code: string, hint: string, status: number) =>
  HttpResponse.json({ code, hint, message: 'Refused' }, { status });

/**
 * Archives these sites and brings them back as the database does, also for repeated requests. Returns the writes, and the lists of sites
 * whose keys, stickers and links were requested.
 * @param works how many keys, stickers and links are valid, until a request ends them
 */
export function serveArchive(rows: readonly ReturnType<typeof listedSite>[], works: SiteAccess) {
  const written: string[] = [];
  const asked: number[][] = [];
  const attempts = new Map<string, object>();
  let access = works;
  const answer = (name: 'archive_site' | 'unarchive_site') =>
    http.post<never, ArchiveCall>(rpc(name), async ({ request }) => {
      const { site_id: id, revision, end_access: endAccess } = await request.json();
      const attempt = request.headers.get('x-portal-attempt') ?? '';
      const firstAnswer = attempts.get(attempt);
      if (firstAnswer) return HttpResponse.json(firstAnswer);
      const row = rows.find((candidate) => candidate.id === id);
      if (!row) return refused('PT404', '', 404);
      if (row.revision !== revision) return refused('PT409', '', 409);
      const isArchiving = name === 'archive_site';
      if ((row.archived_at !== null) === isArchiving)
        return refused('PT422', isArchiving ? 'archived' : 'not-archived', 422);
      Object.assign(row, { archived_at: isArchiving ? archivedAt : null, revision: revision + 1 });
      written.push(`${row.name}: ${isArchiving ? 'archived' : 'back'}${endAccess ? ', ended' : ''}`);
      const none = { keys: 0, stickers: 0, links: 0 };
      const ended = endAccess ? access : none;
      if (endAccess) access = none;
      const done = { revision: row.revision, ...(isArchiving && { archived_at: archivedAt, ended }) };
      attempts.set(attempt, done);
      return HttpResponse.json(done);
    });
  server.use(
    answer('archive_site'),
    answer('unarchive_site'),
    http.post<never, { site_ids: number[] }>(rpc('site_access'), async ({ request }) => {
      asked.push((await request.json()).site_ids);
      return HttpResponse.json(access);
    }),
  );
  return { written, asked };
}
