import { http, HttpResponse } from 'msw';
import { signedNameOf } from '../../src/lib/file-names.ts';
import type { SiteOverview } from '../../src/records/site/site-overview.ts';
import { userAnswer } from './render-route.tsx';
import { fileUrl, listedSite, objectName, overviewRow, serveSigning, siteRow, task } from './rows.ts';
import { origin, server } from './server.ts';

const rest = `${origin}/rest/v1`;

/** A technician's site: one visit of yesterday with a photo and a PDF, and four posts with the site's equipment. */
export interface FieldSite {
  id: number;
  name: string;
  row?: Partial<SiteOverview>;
}

const inFolder = (id: number, name: string) => name.replace('sites/1/', `sites/${id}/`);

/** The object name of the small photo of a site. */
export const photoOf = (id: number) => inFolder(id, objectName(id)).replace('.jpg', '.small.jpg');
export const pdfOf = (id: number) => inFolder(id, objectName(id, 'pdf'));

/** Serves a technician's sites with all that is kept for offline. Returns the names of the records and files asked for. */
export function serveField(...sites: FieldSite[]): string[] {
  const asked: string[] = [];
  const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString();
  const named = (url: URL, column: string) => {
    const value = url.searchParams.get(column)?.replace('eq.', '');
    return sites.find(({ id, name }) => value === name || value === String(id));
  };
  serveSigning();
  server.use(
    http.post(`${rest}/rpc/site_overview`, () => {
      asked.push('overview');
      return HttpResponse.json(
        sites.map(({ id, name, row }) => overviewRow({ site_id: id, name, sitename: null, ...row })),
      );
    }),
    http.get(`${rest}/maintables`, ({ request }) => {
      const site = named(new URL(request.url), 'name');
      if (!site) return HttpResponse.json([]);
      const { id, name } = site;
      asked.push(`record ${id}`);
      const visit = task({ time: yesterday, urls: [inFolder(id, fileUrl(id))], pdf: inFolder(id, fileUrl(id, 'pdf')) });
      return HttpResponse.json([siteRow({ id, name, sitename: null, tasks2024: [visit] })]);
    }),
    http.get(`${rest}/maintable`, ({ request }) => {
      const one = named(new URL(request.url), 'id');
      if (one) return HttpResponse.json([{ equipment: { avr: `AVR of ${one.name}` }, revision: 1 }]);
      const listed = sites.map(({ id, name }) => listedSite({ id, name, sitename: null }));
      return HttpResponse.json(listed, { headers: { 'content-range': `0-${listed.length - 1}/${listed.length}` } });
    }),
    http.get(`${rest}/carpost`, () => HttpResponse.json([{ json: { P1: [], P2: [], P3: [], P4: [] }, revision: 1 }])),
    http.post<never, { prefix: string }>(`${origin}/storage/v1/object/list/rfidboomgatephoto`, async ({ request }) => {
      const { prefix } = await request.json();
      const id = Number(prefix.split('/')[1]);
      const sizes = { [photoOf(id)]: 300_000, [pdfOf(id)]: 1_200_000 };
      return HttpResponse.json(
        Object.entries(sizes).map(([name, size]) => ({ name: name.split('/').at(-1), metadata: { size } })),
      );
    }),
    http.get(`${origin}/storage/v1/object/sign/rfidboomgatephoto/*`, ({ request }) => {
      asked.push(signedNameOf(request.url) ?? '');
      return new HttpResponse(new Uint8Array(9));
    }),
    http.post(`${rest}/rpc/whoami`, () => HttpResponse.json({ ...userAnswer, role: 'technician', site: null })),
    http.post(`${rest}/rpc/my_visits`, () => HttpResponse.json([])),
    http.post(`${rest}/rpc/list_sessions`, () => HttpResponse.json([])),
  );
  return asked;
}
