import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { homePath } from '../../src/app/landing.ts';
import { isOpenTo, routes, type PortalRoute } from '../../src/app/routes.tsx';
import { setSession } from '../../src/lib/device/session.ts';
import { hasRight, type Role } from '../../src/records/access-key/role.ts';
import * as paths from '../../src/records/portal-paths.ts';
import { siteScreens } from '../../src/records/site/site-screens.ts';
import { adminSession, renderRoute, technicianSession, userSession } from '../support/render-route.tsx';
import { overviewRow, serveSites, siteRow } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';

const sessions = { admin: adminSession, technician: technicianSession, user: userSession };
const roles = ['admin', 'technician', 'user'] as const;

const cases = roles.flatMap((role) =>
  routes
    .filter((route) => isOpenTo(role, route))
    .map((route): [Role, string, PortalRoute] => [role, route.path, route]),
);

beforeEach(() => {
  const { tasks2024: _, ...record } = siteRow();
  serveSites(siteRow());
  server.use(
    http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([record])),
    http.post(`${origin}/rest/v1/rpc/site_overview`, () => HttpResponse.json([overviewRow()])),
  );
});

/** Opens the menu of the site in the overview, because the links to its screens are in the menu. */
async function openMenu() {
  const menu = await screen.findByRole('button', { name: 'More' });
  act(() => menu.click());
}

/** The paths of the links in `nav` (menu and tabs) or in `main`. */
function linkedPaths(selector: string): string[] {
  return Array.from(
    document.querySelectorAll<HTMLAnchorElement>(`${selector} a[href]`),
    ({ href }) => new URL(href).pathname,
  );
}

/** Opens a path with a year and, for roles that pick a site, a site. */
function open(role: Role, path: string) {
  return renderRoute(`${path}?year=2026${hasRight(role, 'pickSite') ? '&site=Selasih+Park' : ''}`, sessions[role]);
}

describe('every screen can be reached by a link', () => {
  it.each(cases)('%s: %s', async (role, path, route) => {
    const from = route.linkedFrom?.[role];
    if (from === '/') {
      const { token: session, site, keyId: key_id, expiresAt: expires_at } = userSession;
      server.use(
        http.post(`${origin}/rest/v1/rpc/login`, () => HttpResponse.json({ session, role, site, key_id, expires_at })),
      );
      const { user } = renderRoute('/', null);
      await user.type(screen.getByLabelText('Secret Key'), 'KEY{Enter}');
      await waitFor(() => expect(location.pathname).toBe(path));
      return;
    }
    open(role, from ?? homePath(role));
    await screen.findByRole('navigation', { name: 'Portal' });
    if (from === paths.overview && sitePathsOf(role).some((sitePath) => sitePath === path)) await openMenu();
    await waitFor(() => expect(linkedPaths(from === undefined ? 'nav' : ':is(main, [role=menu])')).toContain(path));
  });

  it.each(cases.filter(([role, , route]) => route.linkedFrom?.[role]))(
    '%s: %s has a path of links from the menu, a tab or the login',
    (role, path) => {
      const visitedPaths: string[] = [];
      let at: string | undefined = path;
      while (at !== undefined && at !== '/' && !visitedPaths.includes(at)) {
        visitedPaths.push(at);
        const currentPath: string = at;
        at = routes.find((route) => route.path === currentPath)?.linkedFrom?.[role];
      }
      expect(at === undefined || at === '/').toBe(true);
    },
  );
});

function sitePathsOf(role: Role) {
  setSession(sessions[role]);
  return siteScreens('Selasih Park', 2026).map(({ path }) => path);
}

describe('the links to a picked site', () => {
  it.each(roles.filter((role) => hasRight(role, 'pickSite')))(
    '%s: lead to every screen that the role may open',
    (role) => {
      const all = sitePathsOf('admin');
      expect(all.length).toBeGreaterThan(3);
      expect(sitePathsOf(role)).toEqual(
        all.filter((path) => routes.some((route) => route.path === path && isOpenTo(role, route))),
      );
    },
  );
});
