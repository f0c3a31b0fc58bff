import { delay, http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { askFirst } from '../../src/app/first-queries.ts';
import { isOpenTo, routes } from '../../src/app/routes.tsx';
import type { FirstRequests } from '../../src/first-request-list.ts';
import { listFirstRequests } from '../../src/first-requests.ts';
import { askSession } from '../../src/lib/ask-session.ts';
import { endSession, setSession, type Session } from '../../src/lib/device/session.ts';
import { fetchOrTake, forgetStaleEarlyRequests, sendEarly } from '../../src/lib/early-requests.ts';
import { queryClient } from '../../src/lib/query-client.ts';
import * as paths from '../../src/records/portal-paths.ts';
import { adminSession, technicianSession, userSession } from '../support/render-route.tsx';
import { noVisits } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';

let list: FirstRequests;
/** What the service was asked, and by which session. */
let asked: string[] = [];

beforeAll(async () => {
  // `listFirstRequests` replaces `fetch` and leaves it replaced
  const { fetch } = globalThis;
  list = await listFirstRequests();
  globalThis.fetch = fetch;
});

beforeEach(() => {
  asked = [];
  const note = ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url);
    asked.push(`${pathname.replace('/rest/v1/', '')}${decodeURIComponent(search)}`);
    expect(request.headers.get('x-portal-session')).toBeTruthy();
    if (pathname.endsWith('/fault_news')) return HttpResponse.json({ open: 0, newest: null });
    if (pathname.endsWith('/list_faults')) return HttpResponse.json({ faults: [], total: 0 });
    return HttpResponse.json(pathname.endsWith('/search_visits') ? noVisits : []);
  };
  server.use(http.get(`${origin}/rest/v1/*`, note), http.post(`${origin}/rest/v1/rpc/*`, note));
  return () => {
    document.head.innerHTML = '';
    document.body.innerHTML = '';
    history.replaceState(null, '', '/');
    globalThis.earlyRequests = undefined;
  };
});

/** The page until the portal's script comes, with the list that the build puts into it. */
async function openPage(url: string): Promise<void> {
  history.replaceState(null, '', url);
  document.body.innerHTML = '<div id="root"></div><template id="first-requests"></template>';
  document.querySelector('template')?.content.append(JSON.stringify(list));
  vi.resetModules();
  await import('../../src/early-page.ts');
}

/** What the portal asks when its script has come. */
async function startPortal(session: Session, path: string, search: string): Promise<void> {
  queryClient.clear();
  const route = routes.find((each) => each.path === path);
  await Promise.all([askSession(session.token), route && askFirst(session, route, search)]);
}

const sessions = [userSession, technicianSession, adminSession];
const screens = sessions.flatMap((session) =>
  routes
    .filter((route) => isOpenTo(session.role, route))
    .flatMap(({ path }) =>
      ['', '?site=Selasih+Park+%26+Co', '?site=Selasih+Park&year=2026&q=arm'].map((search) => ({
        role: session.role,
        session,
        path,
        search,
      })),
    ),
);

describe('what the page asks before its script comes', () => {
  it.each(screens)('for a $role at $path $search, is asked once, and all of it is used', async (screen) => {
    const { role, path, search } = screen;
    const site = role === 'user' ? (new URLSearchParams(search).get('site') ?? 'A') : null;
    const session = { ...screen.session, site };
    setSession(session);
    await openPage(path + search);
    const early = globalThis.earlyRequests?.size;
    expect(early).toBeGreaterThan(0);
    await startPortal(session, path, search);
    expect(globalThis.earlyRequests?.size).toBe(0);
    expect(asked.filter((each, index) => asked.indexOf(each) !== index)).toEqual([]);
    expect(asked).toContain('rpc/whoami');
    expect(asked.length).toBeGreaterThanOrEqual(early ?? Infinity);
  });

  it('is all that a client needs', async () => {
    setSession(userSession);
    await openPage('/profile');
    const early = globalThis.earlyRequests?.size;
    await startPortal(userSession, paths.profile, '');
    expect(asked.toSorted()).toEqual([
      'carpost?select=json,revision,renames&limit=1',
      'maintables?select=*',
      'maintables?select=id,name',
      'rpc/whoami',
    ]);
    expect(early).toBe(4);
  });

  it.each<[string, string, Session, string]>([
    ['leads on from the login', '/', adminSession, 'maintable?select='],
    ['opens where the portal was last', '/?app', { ...technicianSession, kept: true }, 'maintables?select=*&name=eq.A'],
    ['follows a link', '/?next=%2Fprofile%3Fsite%3DA%2BB', adminSession, 'maintables?select=*&name=eq.A+B'],
    ['ignores a slash at the end', '/DataEditor/my-sites/', technicianSession, 'rpc/site_overview'],
  ])('%s', async (_, url, session, expected) => {
    setSession(session);
    localStorage.setItem('portal.last', JSON.stringify({ keyId: session.keyId, url: '/data-fetcher?site=A' }));
    await openPage(url);
    await vi.waitFor(() => expect(asked.some((each) => each.startsWith(expected))).toBe(true));
  });

  it.each<[string, () => void]>([
    ['nobody is logged in', () => undefined],
    [
      'the session has expired',
      () => {
        setSession({ ...userSession, kept: true });
        endSession('expired');
      },
    ],
    ['what is stored is no session', () => sessionStorage.setItem('portal.session', '{"token":1}')],
  ])('is nothing where %s', async (_, prepare) => {
    prepare();
    await openPage('/profile');
    expect(globalThis.earlyRequests).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('is nothing on a path that is no screen, or no screen of the role', async () => {
    setSession(userSession);
    await openPage('/nowhere');
    await openPage('/DataEditor/keys');
    expect(globalThis.earlyRequests ?? new Map()).toEqual(new Map());
  });
});

const ofSession = (token: string) => ({ headers: { 'x-portal-session': token } });

describe('an answer that came early', () => {
  const path = `${origin}/rest/v1/maintables`;
  const url = `${path}?select=*`;

  it('is not for another session, and not for another request', async () => {
    sendEarly(url, ofSession('token-a'));
    await fetchOrTake(url, ofSession('token-b'));
    await fetchOrTake(`${origin}/rest/v1/rpc/site_overview`, { ...ofSession('token-a'), method: 'POST', body: '{}' });
    expect(globalThis.earlyRequests?.size).toBe(1);
  });

  it('is taken once', async () => {
    sendEarly(url, ofSession('token'));
    const first = await fetchOrTake(url, ofSession('token'));
    const second = await fetchOrTake(url, ofSession('token'));
    expect(first).not.toBe(second);
    expect(asked).toHaveLength(2);
  });

  it('rejects for whoever takes it after a failure of the network, and is no unhandled rejection before', async () => {
    server.use(http.get(path, () => HttpResponse.error()));
    sendEarly(url, ofSession('token'));
    // so that it fails before it is taken
    await delay(20);
    await expect(fetchOrTake(url, ofSession('token'))).rejects.toThrow(TypeError);
  });

  it('is given up when whoever takes it gives up', async () => {
    server.use(http.get(path, () => delay('infinite')));
    const controller = new AbortController();
    sendEarly(url, ofSession('token'));
    const taken = fetchOrTake(url, { ...ofSession('token'), signal: controller.signal });
    controller.abort(new DOMException('Nothing received', 'TimeoutError'));
    await expect(taken).rejects.toThrow('Nothing received');
  });

  it('is not taken when it is no longer new', async () => {
    vi.useFakeTimers();
    sendEarly(url, ofSession('token'));
    forgetStaleEarlyRequests();
    // an answer is fresh for 30 seconds
    vi.advanceTimersByTime(30_000);
    vi.useRealTimers();
    expect(globalThis.earlyRequests).toBeUndefined();
  });
});
