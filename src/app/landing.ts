import { lastUrl } from '../lib/device/last-url.ts';
import type { Session } from '../lib/device/stored-session.ts';
import { parsedUrl } from '../lib/parsed-url.ts';
import type { Path } from '../records/portal-links.ts';
import * as paths from '../records/portal-paths.ts';

// Which screen an address and a session lead to. Part of the page's own script (`early-portal.ts`): it uses no library.

const homes: Record<Session['role'], Path> = { admin: paths.addTask, technician: paths.mySites, user: paths.profile };

/** Where a role starts, and is sent back to from screens outside its rights. */
export function homePath(role: Session['role']): Path {
  return homes[role];
}

/** Where a login leads: a client is welcomed first (`spec §4`). */
export function firstPath(role: Session['role']): Path {
  return role === 'user' ? paths.welcome : homePath(role);
}

/** Path, query and hash where a link leads after the login; null when that is another website, or the login itself. */
export function safeNext(value: string | null): string | null {
  const target = value?.startsWith('/') ? parsedUrl(value, location.origin) : null;
  // '/..//host' becomes '//host', which the router would treat as another website
  if (target?.origin !== location.origin || target.pathname === '/' || target.pathname.startsWith('//')) return null;
  return target.pathname + target.search + target.hash;
}

/** Where a session that is there already leads from the login. @param search query of the login's URL */
export function landingUrl(session: Session, search: string): string {
  const params = new URLSearchParams(search);
  // the installed portal opens where it was last (`start_url` of the manifest)
  const last = params.has('app') ? lastUrl(session) : null;
  return safeNext(params.get('next')) ?? safeNext(last) ?? homePath(session.role);
}

/** The URL of the screen that is shown at a URL. With a session, the URL of the login leads on to a screen. */
export function screenUrl(address: URL, session: Session | null): URL {
  return address.pathname === '/' && session ? new URL(landingUrl(session, address.search), address) : address;
}

/** The path of a screen, without the slash at its end that the router ignores too. */
export function screenPath({ pathname }: Pick<URL, 'pathname'>): string {
  return pathname.replace(/\/+$/u, '');
}
