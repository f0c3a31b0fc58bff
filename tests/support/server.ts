import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

export const origin = 'http://portal.test';

/**
 * The server of all tests. Each test defines the requests that it expects. The requests below are always answered, with empty
 * lists where a site is asked about, because a screen may send them when its test does not expect them: a logout is retried after
 * the page of the test is gone, `whoami` is called after any call without an answer, and a page asks for its photos a moment
 * after they are shown, when its test may be over.
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
