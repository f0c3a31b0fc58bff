import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

export const origin = 'http://portal.test';

/**
 * Tests define the requests they expect. Only a logout is always answered, as the portal retries it even after a test's
 * page is gone.
 */
export const server = setupServer(
  http.post(`${origin}/rest/v1/rpc/logout`, () => new HttpResponse(null, { status: 204 })),
);
