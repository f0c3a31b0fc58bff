import { http, HttpResponse } from 'msw';
import type { FoundVisit } from '../../../src/features/overview/visit-search.ts';
import { listedSite } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

/** The search function of all sites. */
export const url = `${origin}/rest/v1/rpc/search_visits`;

/** A visit in the form of the search's answer. */
export function visit(values: Partial<FoundVisit> = {}): FoundVisit {
  return {
    site_id: 1,
    site: 'Selasih Park',
    task_id: 17,
    time: '2026-03-26T16:05:00+08:00',
    year: '2026',
    month: 'mar',
    title: 'Loop detector replaced',
    text: 'The loop of lane 2 was cut by roadworks.',
    ref: null,
    kind: 'emergency',
    showing: true,
    photos: 2,
    pdf: true,
    rank: 0,
    ...values,
  };
}

export const sites = [
  listedSite({ id: 1, name: 'Selasih Park' }),
  listedSite({ id: 2, name: 'Kingfisher Rise', sitename: null, address: '5 Orchard Boulevard' }),
  listedSite({ id: 3, name: 'A & B', sitename: null, address: null, jmb_name: 'En. Farid' }),
];

export interface Asked {
  words: string;
  before?: Pick<FoundVisit, 'rank' | 'time' | 'site_id' | 'task_id'>;
  forms?: string[][];
  page_size: number;
  of_sites?: string[];
  of_years?: string[];
  of_kinds?: string[];
  shown?: boolean;
  post?: string;
  direction?: string;
  person?: string;
  with_total?: boolean;
}

const has = (values: readonly string[] | undefined, value: string) => values?.includes(value) ?? true;

/** Serves these posts of any site, without failures. */
export function servePosts(...posts: string[]): void {
  server.use(
    http.get(`${origin}/rest/v1/maintables`, () => HttpResponse.json([{ id: 1, name: 'Selasih Park' }])),
    http.get(`${origin}/rest/v1/carpost`, () =>
      HttpResponse.json([{ json: Object.fromEntries(posts.map((post) => [post, []])), revision: 1 }]),
    ),
  );
}

/**
 * Serves these visits, newest first, and three sites without posts. Returns the requests.
 * @param capped whether a search says that it finds more than it counts
 */
export function serve(all: readonly FoundVisit[], capped = false): Asked[] {
  const asked: Asked[] = [];
  servePosts();
  server.use(
    http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json(sites)),
    http.post<never, Asked>(url, async ({ request }) => {
      const body = await request.json();
      asked.push(body);
      const words = body.words.toLowerCase().split(' ');
      const found = all.filter(
        ({ title, text, site, year, kind, showing, by }) =>
          words.every((word) => `${title}\n${text}\n${site}`.toLowerCase().includes(word)) &&
          has(body.of_sites, site) &&
          has(body.of_years, year) &&
          has(body.of_kinds, kind ?? 'none') &&
          (body.post === undefined || title.includes(body.post)) &&
          (body.person === undefined || by === body.person) &&
          (body.shown === undefined || body.shown === showing),
      );
      const begin = body.before ? found.findIndex(({ task_id }) => task_id === body.before?.task_id) + 1 : 0;
      const visits = found.slice(begin, begin + body.page_size);
      const total = { visits: found.length, sites: new Set(found.map(({ site }) => site)).size, capped };
      return HttpResponse.json(body.with_total ? { visits, total } : visits);
    }),
  );
  return asked;
}
