import { http, HttpResponse } from 'msw';
import type { PastImport } from '../../../../src/records/import/import-calls.ts';
import { origin, server } from '../../../support/server.ts';

export interface Sent {
  name: string;
  visits: { source: string; row?: string | null; visit?: { time?: string; title?: string; tasks?: string } }[];
  updates?: { source: string; row: string | null; was: object; visit: object }[];
  import?: { id: string; file: string };
}

/** A visit that was imported before, as the database returns it. */
export interface StoredVisit {
  source: string;
  row: string | null;
  task_id: number;
  state: string;
  time: string;
  title: string;
  text: string;
}

export const rpc = `${origin}/rest/v1/rpc`;

export const pastImport = (values: Partial<PastImport> = {}): PastImport => ({
  id: '11111111-1111-4111-8111-111111111111',
  at: '2026-11-28T06:10:00Z',
  by: 'Head office',
  file: 'earlier.csv',
  sites: 57,
  added: 2_000,
  updated: 0,
  undone_at: null,
  sites_left: 57,
  ...values,
});

export const nothingUndone = {
  sites: 0,
  hidden: 0,
  reverted: 0,
  stayed: [],
  made_sites: [],
  made_counts: [],
  made_keys: [],
  sites_left: 0,
};

/** A database that imports sites and stores them. Returns what was sent. @param stored what was imported before, at every site */
export function serveImport(stored: readonly StoredVisit[] = []) {
  const sent: Sent[] = [];
  server.use(
    http.post(`${rpc}/list_imports`, () => HttpResponse.json([])),
    http.post<never, { site: string }>(`${rpc}/import_state`, async ({ request }) => {
      const { site } = await request.json();
      const visits = sent
        .filter(({ name }) => name === site)
        .flatMap((sentSite) => sentSite.visits)
        .map(({ source, row = null, visit }, index) => ({
          source,
          row,
          task_id: 100 + index,
          state: 'same',
          time: visit?.time ?? '',
          title: visit?.title ?? '',
          text: visit?.tasks ?? '',
        }));
      return HttpResponse.json({ site_id: 1, visits: [...stored, ...visits], has_counts: false, has_key: false });
    }),
    http.post<never, { site: Sent }>(`${rpc}/import_site`, async ({ request }) => {
      const { site } = await request.json();
      sent.push(site);
      return HttpResponse.json({
        site_id: 1,
        added: site.visits.length,
        updated: site.updates?.length ?? 0,
        key: null,
      });
    }),
  );
  return sent;
}
