import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

export const origin = 'http://portal.test';

/**
 * Tests define the requests they expect. Only a logout is always answered, as the portal retries it even after a test's page is gone,
 * the question whether the service answers at all, which any call without an answer leads to, what the sites of a technician recommend and
 * what was reported of a site, which is nothing, how many faults are open, which is none, and the stickers, links, documents, further contacts and
 * notes of a site, which has none. And the signing of files, of which there are none: a page asks for its photos a moment after they are shown,
 * which may be when its test is over.
 */
export const server = setupServer(
  http.post(`${origin}/rest/v1/rpc/logout`, () => new HttpResponse(null, { status: 204 })),
  http.post(`${origin}/rest/v1/rpc/whoami`, () =>
    HttpResponse.json({ role: 'user', site: null, key_id: 2, expires_at: '2026-11-21T22:00:00+08:00' }),
  ),
  http.post(`${origin}/rest/v1/rpc/follow_ups`, () => HttpResponse.json([])),
  http.post(`${origin}/rest/v1/rpc/list_stickers`, () => HttpResponse.json([])),
  http.post(`${origin}/rest/v1/rpc/list_links`, () => HttpResponse.json([])),
  http.post(`${origin}/rest/v1/rpc/list_documents`, () => HttpResponse.json([])),
  http.post(`${origin}/rest/v1/rpc/document_marks`, () => HttpResponse.json({})),
  http.post(`${origin}/rest/v1/rpc/document_titles`, () => HttpResponse.json([])),
  http.get(`${origin}/rest/v1/site_contacts`, () => HttpResponse.json([])),
  http.get(`${origin}/rest/v1/site_notes`, () => HttpResponse.json([])),
  http.post(`${origin}/rest/v1/rpc/list_faults`, () => HttpResponse.json({ faults: [], total: 0 })),
  http.post<never, { paths: string[] }>(`${origin}/storage/v1/object/sign/rfidboomgatephoto`, async ({ request }) => {
    const { paths } = await request.json();
    return HttpResponse.json(
      paths.map((path) => ({
        path,
        signedURL: null,
        error: 'Either the object does not exist or you do not have access to it',
      })),
    );
  }),
  http.post(`${origin}/rest/v1/rpc/fault_news`, () => HttpResponse.json({ open: 0, newest: null })),
);
