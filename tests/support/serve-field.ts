import { http, HttpResponse } from 'msw';
import { signedNameOf } from '../../src/lib/file-names.ts';
import type { SiteOverview } from '../../src/records/site/site-overview.ts';
import { userAnswer } from './render-route.tsx';
import { fileUrl, listedSite, objectName, overviewRow, serveSigning, siteRow, task } from './rows.ts';
import { origin, server } from './server.ts';

const rest = `${origin}/rest/v1`;

/** A site of a technician. It has a visit of yesterday with a photo and a PDF, four posts, and equipment. */
export interface FieldSite {
  id: number;
  name: string;
  row?: Partial<SiteOverview>;
}

const inFolderOf = (id: number, name: string) => name.replace('sites/1/', `sites/${id}/`);

/** The object name of the small photo of a site. */
export const photoOf = (id: number) => inFolderOf(id, objectName(id)).replace('.jpg', '.small.jpg');
export const pdfOf = (id: number) => inFolderOf(id, objectName(id, 'pdf'));

/** Serves a technician's sites with all that is copied for offline use. Returns the names of the requested records and files. */
export function serveField(...sites: FieldSite[]): string[] {
  const requested: string[] = [];
  const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString();
  // the site that a filter of PostgREST such as `name=eq.Selasih Park` names
  const siteIn = (url: URL, column: string) => {
    const value = url.searchParams.get(column)?.replace('eq.', '');
    return sites.find(({ id, name }) => value === name || value === String(id));
  };
  serveSigning();
  server.use(
    http.post(`${rest}/rpc/site_overview`, () => {
      requested.push('overview');
      return HttpResponse.json(
        sites.map(({ id, name, row }) => overviewRow({ site_id: id, name, sitename: null, ...row })),
      );
    }),
    http.get(`${rest}/maintables`, ({ request }) => {
      const site = siteIn(new URL(request.url), 'name');
      if (!site) return HttpResponse.json([]);
      const { id, name } = site;
      requested.push(`record ${id}`);
      const visit = task({
        time: yesterday,
        urls: [inFolderOf(id, fileUrl(id))],
        pdf: inFolderOf(id, fileUrl(id, 'pdf')),
      });
      return HttpResponse.json([siteRow({ id, name, sitename: null, tasks2024: [visit] })]);
    }),
    http.get(`${rest}/maintable`, ({ request }) => {
      const site = siteIn(new URL(request.url), 'id');
      if (site) return HttpResponse.json([{ equipment: { avr: `AVR of ${site.name}` }, revision: 1 }]);
      const rows = sites.map(({ id, name }) => listedSite({ id, name, sitename: null }));
      return HttpResponse.json(rows, { headers: { 'content-range': `0-${rows.length - 1}/${rows.length}` } });
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
      requested.push(signedNameOf(request.url) ?? '');
      return new HttpResponse(new Uint8Array(9));
    }),
    http.post(`${rest}/rpc/whoami`, () => HttpResponse.json({ ...userAnswer, role: 'technician', site: null })),
    http.post(`${rest}/rpc/my_visits`, () => HttpResponse.json([])),
    http.post(`${rest}/rpc/list_sessions`, () => HttpResponse.json([])),
  );
  return requested;
}
