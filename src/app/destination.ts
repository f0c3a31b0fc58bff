import type { Session } from '../lib/session.ts';

/** A path of this portal out of `?next=`, or null: a link must not lead to another site after the login. */
export function safeNext(value: string | null): string | null {
  if (!value?.startsWith('/') || !URL.canParse(value, location.origin)) return null;
  const target = new URL(value, location.origin);
  // '/..//host' comes out as '//host', which the router takes for another site
  if (target.origin !== location.origin || target.pathname === '/' || target.pathname.startsWith('//')) return null;
  return target.pathname + target.search;
}

/** Where somebody with this session starts. */
export function home(session: Session): string {
  return session.role === 'admin' ? '/DataEditor' : '/profile';
}

/** Where a login leads (`spec §4`). */
export function afterLogin(session: Session): string {
  return session.role === 'admin' ? home(session) : '/welcome';
}
