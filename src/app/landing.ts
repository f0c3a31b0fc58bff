import { lastUrl } from '../lib/device/last-url.ts';
import type { Session } from '../lib/device/stored-session.ts';
import { parsedUrl } from '../lib/parsed-url.ts';
import type { Path } from '../records/portal-links.ts';
import * as paths from '../records/portal-paths.ts';

// Which screen an address and a session lead to. Part of the page's own script (`early-portal.ts`): it uses no library.

const homes: Record<Session['role'], Path> = { admin: paths.addTask, technician: paths.mySites, user: paths.profile };

/** The start screen of a role, to which it is also led from screens that it may not open. */
export function homePath(role: Session['role']): Path {
  return homes[role];
}

/** The screen after the login: a client sees the welcome screen first (`spec §4`). */
export function firstPath(role: Session['role']): Path {
  return role === 'user' ? paths.welcome : homePath(role);
}

/** The path, query and hash to open after the login; null when the URL is of another website, or of the login itself. */
export function safeNext(value: string | null): string | null {
  const target = value?.startsWith('/') ? parsedUrl(value, location.origin) : null;
  // '/..//host' becomes '//host', which the router would treat as another website
  if (target?.origin !== location.origin || target.pathname === '/' || target.pathname.startsWith('//')) return null;
  return target.pathname + target.search + target.hash;
}

/** The URL that opens instead of the login when there is a session already. @param search query of the login's URL */
export function landingUrl(session: Session, search: string): string {
  const params = new URLSearchParams(search);
  // the installed portal (`?app` in `start_url` of the manifest) opens the screen that was open last
  const last = params.has('app') ? lastUrl(session) : null;
  return safeNext(params.get('next')) ?? safeNext(last) ?? homePath(session.role);
}

/** The URL of the screen that is shown at a URL. With a session, the URL of the login shows the session's start screen. */
export function screenUrl(address: URL, session: Session | null): URL {
  return address.pathname === '/' && session ? new URL(landingUrl(session, address.search), address) : address;
}

/** The path of a screen, without the slash at its end that the router ignores too. */
export function screenPath({ pathname }: Pick<URL, 'pathname'>): string {
  return pathname.replace(/\/+$/u, '');
}
