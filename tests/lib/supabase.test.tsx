import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { connection } from '../../src/lib/connection.ts';
import { getSession, peekEndReason, setSession } from '../../src/lib/device/session.ts';
import { isNoService, requestError } from '../../src/lib/request-error.ts';
import { portalFetch, requestTimeoutMs, supabase } from '../../src/lib/supabase.ts';
import { answerWith, noServiceAnswers } from '../support/answers.ts';
import { userSession } from '../support/render-route.tsx';
import { origin, server } from '../support/server.ts';
import { eventually } from '../support/waiting.ts';

const tableUrl = `${origin}/rest/v1/maintables`;
const unauthorized = () => HttpResponse.json({ code: 'PT401' }, { status: 401 });

describe('portalFetch', () => {
  it('sends the session, and nothing if there is none', async () => {
    const sentTokens: (string | null)[] = [];
    server.use(
      http.get(tableUrl, ({ request }) => {
        sentTokens.push(request.headers.get('x-portal-session'));
        return HttpResponse.json([]);
      }),
    );
    await portalFetch(tableUrl);
    setSession(userSession);
    await portalFetch(new Request(tableUrl, { headers: { apikey: 'k' } }));
    expect(sentTokens).toEqual([null, userSession.token]);
  });

  it('returns body, status and headers', async () => {
    server.use(
      http.get(tableUrl, () => HttpResponse.json([{ a: 1 }], { status: 206, headers: { 'content-range': '0-0/9' } })),
    );
    const response = await portalFetch(tableUrl);
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe('0-0/9');
    expect(await response.json()).toEqual([{ a: 1 }]);
    server.use(http.post(tableUrl, () => new HttpResponse(null, { status: 204 })));
    expect((await portalFetch(tableUrl, { method: 'POST' })).status).toBe(204);
  });

  it('gives up when there are no headers for ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    server.use(http.get(tableUrl, () => new Promise<never>(() => undefined)));
    const response = portalFetch(tableUrl).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(requestTimeoutMs);
    expect(await response).toMatchObject({ name: 'TimeoutError' });
  });

  it('gives a large body the time that it needs on a slow connection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    server.use(http.patch(tableUrl, () => new Promise<never>(() => undefined)));
    let isSettled = false;
    // 1.4 MB need 11 s at 1 Mbit/s, and nothing is received meanwhile
    const response = portalFetch(tableUrl, { method: 'PATCH', body: 'x'.repeat(1_400_000) })
      .catch((error: unknown) => error)
      .finally(() => {
        isSettled = true;
      });
    await vi.advanceTimersByTimeAsync(requestTimeoutMs + 11_200);
    expect(isSettled).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await response).toMatchObject({ name: 'TimeoutError' });
  });

  it('gives up when the body stops, but not when it is only slow', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let send: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = controller;
      },
    });
    server.use(http.get(tableUrl, () => new HttpResponse(body)));
    let isSettled = false;
    const response = portalFetch(tableUrl)
      .catch((error: unknown) => error)
      .finally(() => {
        isSettled = true;
      });
    await eventually(() => expect(send).toBeDefined());
    for (let chunk = 0; chunk < 3; chunk += 1) {
      send?.enqueue(new TextEncoder().encode('x'));
      await vi.advanceTimersByTimeAsync(requestTimeoutMs - 1_000);
    }
    expect(isSettled).toBe(false);
    await vi.advanceTimersByTimeAsync(requestTimeoutMs);
    expect(await response).toMatchObject({ name: 'TimeoutError' });
  });

  it('lets the caller abort', async () => {
    server.use(http.get(tableUrl, () => new Promise<never>(() => undefined)));
    const caller = new AbortController();
    const response = portalFetch(tableUrl, { signal: caller.signal });
    caller.abort();
    await expect(response).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('ends a session that the server no longer knows', async () => {
    server.use(http.get(tableUrl, unauthorized));
    setSession(userSession);
    await portalFetch(tableUrl);
    expect(getSession()).toBeNull();
    expect(peekEndReason()).toBe('expired');
  });

  it('does not end a newer session because of an older one', async () => {
    const newer = { ...userSession, token: 'd'.repeat(64) };
    server.use(
      http.get(tableUrl, () => {
        setSession(newer);
        return unauthorized();
      }),
    );
    setSession(userSession);
    await portalFetch(tableUrl);
    expect(getSession()).toEqual(newer);
  });

  it('keeps the session when the 401 is not about it', async () => {
    setSession(userSession);
    const body = { code: '42501', message: 'permission denied' };
    server.use(http.get(tableUrl, () => HttpResponse.json(body, { status: 401 })));
    expect(await (await portalFetch(tableUrl)).json()).toEqual(body);
    expect(getSession()).toEqual(userSession);
  });

  it.each(Object.entries(noServiceAnswers))('treats %s as no answer, and keeps the session', async (_, answer) => {
    setSession(userSession);
    server.use(http.all(`${origin}/rest/v1/*`, answerWith(answer)));
    const [readResult, writeResult, callResult] = await Promise.all([
      supabase.from('maintables').select('*'),
      supabase.from('maintable').update({ capacity: '9', revision: 2 }).eq('id', 1).select('revision'),
      supabase.rpc('whoami'),
    ]);
    for (const { data, error, status } of [readResult, writeResult, callResult]) {
      expect(isNoService(requestError(error, status))).toBe(true);
      expect(data).toBeNull();
    }
    expect(getSession()).toEqual(userSession);
  });

  it('passes on the pause that Retry-After demands, in seconds or as a date', async () => {
    const pauses = vi.spyOn(connection, 'pauseFor').mockReturnValue();
    for (const after of ['120', new Date(Date.now() + 60_000).toUTCString(), '0', 'soon', new Date(0).toUTCString()]) {
      const answer = { status: 503, body: 'Busy', headers: { 'retry-after': after } };
      server.use(http.get(tableUrl, answerWith(answer)));
      await portalFetch(tableUrl);
    }
    expect(pauses.mock.calls.map(([pauseMs]) => Math.round(pauseMs / 10_000))).toEqual([12, 6]);
  });

  it('follows no redirect, because only a public network sends redirects', async () => {
    server.use(http.get(tableUrl, () => HttpResponse.redirect(`${origin}/login`, 302)));
    await expect(portalFetch(tableUrl)).rejects.toThrow(TypeError);
  });

  it.each(['login', 'logout'])('does not end the session for a 401 of %s', async (name) => {
    const door = `${origin}/rest/v1/rpc/${name}`;
    server.use(http.post(door, unauthorized));
    setSession(userSession);
    expect((await portalFetch(door, { method: 'POST' })).status).toBe(401);
    expect(getSession()).toEqual(userSession);
  });
});
