import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { logOutOnServer } from '../../src/app/session/server-logout.ts';
import { origin, server } from '../support/server.ts';
import { eventually } from '../support/waiting.ts';

const call = `${origin}/rest/v1/rpc/logout`;

/** Sends the replies to a session in turn, repeating the last one. Returns the session for each time it was sent. */
function answers(session: string, ...replies: (() => Response)[]): string[] {
  const sent: string[] = [];
  server.use(
    http.post(call, ({ request }) => {
      // logouts of other tests go on until they are answered
      if (request.headers.get('x-portal-session') !== session) return undefined;
      sent.push(session);
      return replies[Math.min(sent.length, replies.length) - 1]?.();
    }),
  );
  return sent;
}

const done = () => new HttpResponse(null, { status: 204 });

it('tries again with the ended session after a pause when the server fails', async () => {
  const sent = answers('failed-once', () => new HttpResponse(null, { status: 500 }), done);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const ended = logOutOnServer('failed-once');
  await eventually(() => expect(sent).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await ended;
  expect(sent).toEqual(['failed-once', 'failed-once']);
});

it('tries again at once when the network is back', async () => {
  const sent = answers('unreachable', () => HttpResponse.error(), done);
  const ended = logOutOnServer('unreachable');
  await eventually(() => expect(sent).toHaveLength(1));
  // it may not listen yet at the moment its request fails; the pause would be five seconds
  const ringing = setInterval(() => window.dispatchEvent(new Event('online')), 10);
  await ended;
  clearInterval(ringing);
  expect(sent).toHaveLength(2);
});

it('does not try again after a 401, as the session is gone already', async () => {
  const sent = answers('refused', () => new HttpResponse(null, { status: 401 }));
  await logOutOnServer('refused');
  expect(sent).toHaveLength(1);
});
