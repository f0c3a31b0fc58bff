import { http, HttpResponse } from 'msw';
import { beforeAll, expect, it, vi } from 'vitest';
import { origin, server } from '../support/server.ts';
import { eventually } from '../support/waiting.ts';

const call = `${origin}/rest/v1/rpc/logout`;

let logOutOnServer: (token: string) => Promise<void>;
beforeAll(async () => {
  // not at the top: MSW sees the headers only of clients made after it began to listen
  ({ logOutOnServer } = await import('../../src/app/server-logout.ts'));
});

/** Sends the replies in turn, repeating the last one. Returns the sessions that were sent. */
function answers(...replies: (() => Response)[]): (string | null)[] {
  const sent: (string | null)[] = [];
  server.use(
    http.post(call, ({ request }) => {
      sent.push(request.headers.get('x-portal-session'));
      return replies[Math.min(sent.length, replies.length) - 1]?.();
    }),
  );
  return sent;
}

const done = () => new HttpResponse(null, { status: 204 });

it('tries again after a pause when the server fails, with the session that ended', async () => {
  const sent = answers(() => new HttpResponse(null, { status: 500 }), done);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const ended = logOutOnServer('token-that-ended');
  await eventually(() => expect(sent).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await ended;
  expect(sent).toEqual(['token-that-ended', 'token-that-ended']);
});

it('tries again at once when the network is back', async () => {
  const sent = answers(() => HttpResponse.error(), done);
  const ended = logOutOnServer('token-that-ended');
  await eventually(() => expect(sent).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 50));
  window.dispatchEvent(new Event('online'));
  await ended;
  expect(sent).toHaveLength(2);
});

it('leaves it at a refusal: the session is gone already', async () => {
  const sent = answers(() => new HttpResponse(null, { status: 401 }));
  await logOutOnServer('token-that-ended');
  expect(sent).toHaveLength(1);
});
