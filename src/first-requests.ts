import { addressQueries, askFirst } from './app/first-queries.ts';
import { isOpenTo, routes, type PortalRoute } from './app/routes.tsx';
import { siteMark, type FirstRequest, type FirstRequests } from './first-request-list.ts';
import { askSession } from './lib/ask-session.ts';
import { sessionHeader } from './lib/config.ts';
import type { Session } from './lib/device/session.ts';
import { queryClient } from './lib/query-client.ts';

type HeaderValues = Record<string, string>;
type SentRequest = FirstRequest & { headers: HeaderValues };

/** Replaces `fetch` by a function that records each request and refuses it, because a refused request is not repeated. */
function noteRequests(): SentRequest[] {
  const sent: SentRequest[] = [];
  globalThis.fetch = (input, { method, headers, body } = {}) => {
    const { origin, pathname, search } = new URL(input instanceof Request ? input.url : input);
    sent.push({
      // the embedded backend has the portal's own origin, which is unknown during the build
      url: (origin === location.origin ? '' : origin) + pathname + search,
      ...(method !== undefined && method !== 'GET' && { method }),
      headers: Object.fromEntries(Array.from(new Headers(headers)).filter(([name]) => name !== sessionHeader)),
      ...(typeof body === 'string' && { body }),
    });
    return Promise.resolve(new Response('{"code":"P0001","message":""}', { status: 400 }));
  };
  return sent;
}

/** The headers that all requests have, with the same value. */
function commonHeaders([first, ...others]: readonly SentRequest[]): HeaderValues {
  const common = Object.entries(first?.headers ?? {}).filter(([name, value]) =>
    others.every(({ headers }) => headers[name] === value),
  );
  return Object.fromEntries(common);
}

/** The route without the queries that depend on more than its path and site. */
function withoutAddress(route: PortalRoute): PortalRoute {
  return { ...route, first: (route.first ?? []).filter((name) => !addressQueries.has(name)) };
}

/**
 * Lists the requests that the portal sends before its first screen. They are recorded from the portal's own code, so that they are defined
 * only once. Called by the build (`.config/first-paint`), for the page's script (`early-portal.ts`).
 */
export async function listFirstRequests(): Promise<FirstRequests> {
  const sent = noteRequests();
  /** Each different request, as JSON. */
  const texts: string[] = [];

  async function requestsOf(session: Session, route: PortalRoute, search: string): Promise<number[]> {
    queryClient.clear();
    const before = sent.length;
    await askSession(session.token);
    await askFirst(session, withoutAddress(route), search);
    return sent.slice(before).map((request) => {
      const text = JSON.stringify(request);
      if (!texts.includes(text)) texts.push(text);
      return texts.indexOf(text);
    });
  }

  async function screensOf(role: Session['role']): Promise<Record<string, number[]>> {
    const session: Session = { token: role, role, site: null, keyId: 0, expiresAt: '', kept: false };
    const screens: Record<string, number[]> = {};
    for (const route of routes.filter((each) => isOpenTo(role, each))) {
      const own = await requestsOf(session, route, '');
      screens[route.path] = own;
      const ofSite = role === 'user' ? own : await requestsOf(session, route, `?site=${siteMark}`);
      if (ofSite.join() !== own.join()) screens[`${route.path}?site`] = ofSite;
    }
    return screens;
  }

  const screens = {
    user: await screensOf('user'),
    technician: await screensOf('technician'),
    admin: await screensOf('admin'),
  };
  const common = commonHeaders(sent);
  const requests = texts.map((text) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written a moment ago
    const { headers, ...request } = JSON.parse(text) as SentRequest;
    const own = Object.entries(headers).filter(([name]) => !(name in common));
    return { ...request, ...(own.length > 0 && { headers: Object.fromEntries(own) }) };
  });
  return { headers: common, requests, screens };
}
