import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { askFirst } from '../../src/app/first-queries.ts';
import { isOpenTo, routes } from '../../src/app/routes.tsx';
import { setSession, type Session } from '../../src/lib/device/session.ts';
import * as paths from '../../src/records/portal-paths.ts';
import { adminSession, renderRoute, technicianSession, userSession } from '../support/render-route.tsx';
import { noVisits } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';
import { hold } from '../support/waiting.ts';

const sessions: Record<Session['role'], Session> = {
  admin: adminSession,
  technician: technicianSession,
  user: userSession,
};
/** These screens read nothing from the database before something is pressed. The guides are files of the portal. */
const withoutRecords: readonly string[] = [paths.guide, paths.updateZip, paths.records];
/** The screens that an admin and a technician see for the site in the URL. */
const ofSite: readonly string[] = [paths.profile, paths.charts, paths.maintenance, paths.serviceHistory];

let requestedNames: string[] = [];
let answers: Promise<unknown> = Promise.resolve();
const note = async ({ request }: { request: Request }) => {
  const { pathname, search } = new URL(request.url);
  // the logout of an earlier test may come late, and `server.ts` answers it
  if (pathname.endsWith('/rpc/logout')) return undefined;
  // the tabs of the office send this request on every screen
  if (pathname.endsWith('/rpc/fault_news')) return undefined;
  requestedNames.push(pathname.replace('/rest/v1/', '') + search);
  await answers;
  if (pathname.endsWith('/list_faults')) return HttpResponse.json({ faults: [], total: 0 });
  return HttpResponse.json(pathname.endsWith('/search_visits') ? noVisits : []);
};

beforeEach(() => {
  requestedNames = [];
  answers = Promise.resolve();
  server.use(http.get(`${origin}/rest/v1/*`, note), http.post(`${origin}/rest/v1/rpc/*`, note));
  // jsdom logs that it cannot draw
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});

const screens = routes.flatMap((route) =>
  route.audience.flatMap((role) =>
    (['before', 'after'] as const).map((codeState) => ({ role, route, path: route.path, answered: codeState })),
  ),
);

describe('the first records of a screen', () => {
  it.each(screens)(
    'for a $role at $path, answered $answered its code is there, are all that it requests, once',
    async ({ role, route, path, answered: codeState }) => {
      const session = sessions[role];
      const search = ofSite.includes(path) && role !== 'user' ? '?site=Selasih+Park' : '';
      const { held, release } = hold();
      answers = held;
      setSession(session);
      const firstRecords = askFirst(session, route, search);
      if (!withoutRecords.includes(path)) await waitFor(() => expect(requestedNames).not.toEqual([]));
      const before = [...requestedNames];
      if (codeState === 'before') {
        release();
        await firstRecords;
      }
      renderRoute(path + search, session);
      expect(await screen.findByRole('navigation', { name: 'Portal' })).toBeVisible();
      await waitFor(() => expect(screen.queryByRole('heading', { level: 1, name: /\(loading\)$/u })).toBeNull());
      release();
      await firstRecords;
      await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
      expect(requestedNames.join('\n')).toBe(before.join('\n'));
      expect(new Set(requestedNames).size).toBe(requestedNames.length);
    },
  );

  it('belong to the site in the URL', async () => {
    setSession(adminSession);
    const requestFirst = (path: string, search: string) => {
      const route = routes.find((candidate) => candidate.path === path);
      requestedNames = [];
      return route && askFirst(adminSession, route, search);
    };
    await requestFirst(paths.profile, '?site=Menara+Kayangan');
    expect(requestedNames).toContain('maintables?select=*&name=eq.Menara+Kayangan');
    await requestFirst(paths.profile, '');
    expect(requestedNames).not.toContain('maintables?select=*');
    // the database would refuse more than ten words
    await requestFirst(paths.visitSearch, `?q=${Array.from({ length: 11 }, (_, word) => `word${word}`).join('+')}`);
    expect(requestedNames).not.toContain('rpc/search_visits');
    await requestFirst(paths.changeLog, '?site=Menara+Kayangan');
    expect(requestedNames).not.toContain('rpc/list_changes');
  });

  it('are not requested for another site, nor for a role that may not open the screen', async () => {
    setSession(userSession);
    for (const route of routes) {
      await askFirst(userSession, route, isOpenTo('user', route) ? '?site=Another' : '');
    }
    expect(requestedNames).toEqual([]);
  });
});
