import { http, HttpResponse } from 'msw';
import type { SharedLink } from '../../../src/records/link/link.ts';
import { listedSite } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

export const rpc = (name: string) => `${origin}/rest/v1/rpc/${name}`;

export function aLink(values: Partial<SharedLink> & { site?: string } = {}): SharedLink {
  return {
    id: 7,
    site_id: 1,
    label: 'Insurer',
    task_ids: [2, 3],
    shown: 2,
    made_at: '2026-11-02T10:00:00+08:00',
    made_by: 'Front desk',
    until: '2026-12-02T10:00:00+08:00',
    ended_at: null,
    opened: 3,
    last_opened_at: '2026-11-20T18:00:00+08:00',
    ...values,
  };
}

/** Serves what a technician's portal requests besides the record of a site. */
export function serveTechnician(): void {
  server.use(
    http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite()])),
    http.post(rpc('my_visits'), () => HttpResponse.json([])),
  );
}

/** The secret of the links that the server makes; `groupedSecret` is the form that people see. */
const secret = 'ABCD2345EFGH6789JKMNPQRSTUVW';
export const groupedSecret = 'ABCD-2345-EFGH-6789-JKMN-PQRS-TUVW';

export interface AskedLink {
  site_id: number;
  task_ids: number[];
  label: string;
  days: number;
}

/** Serves these links, makes new ones, once for each attempt, and ends them. */
export function serveLinks(...links: SharedLink[]) {
  const requests: (AskedLink & { attempt: string | null })[] = [];
  const endedIds: number[] = [];
  let live = [...links];
  const byAttempt = new Map<string, number>();
  server.use(
    http.post(rpc('list_links'), () => HttpResponse.json(live)),
    http.post<never, AskedLink>(rpc('make_link'), async ({ request }) => {
      const { site_id, task_ids, label, days } = await request.json();
      const attempt = request.headers.get('x-portal-attempt');
      requests.push({ site_id, task_ids, label, days, attempt });
      const id = byAttempt.get(attempt ?? '') ?? 100 + byAttempt.size;
      if (!byAttempt.has(attempt ?? ''))
        live = [
          aLink({ id, site_id, task_ids, label, shown: task_ids.length, opened: 0, last_opened_at: null }),
          ...live,
        ];
      byAttempt.set(attempt ?? '', id);
      return HttpResponse.json({ id, secret, until: '2026-12-22T13:30:00+08:00' });
    }),
    http.post<never, { link_id: number }>(rpc('end_link'), async ({ request }) => {
      const { link_id: id } = await request.json();
      endedIds.push(id);
      live = live.map((link) => (link.id === id ? { ...link, ended_at: '2026-11-22T13:30:00+08:00' } : link));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { asked: requests, ended: endedIds, made: () => byAttempt.size };
}
