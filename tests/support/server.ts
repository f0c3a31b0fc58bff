import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** Where the client sends its calls in the tests. */
export const origin = 'http://portal.test';

/**
 * Each test says what it expects to be asked. Only a logout is always answered: the portal goes on trying it after the
 * page of the test is gone.
 */
export const server = setupServer(
  http.post(`${origin}/rest/v1/rpc/logout`, () => new HttpResponse(null, { status: 204 })),
);
