import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../../src/app/App.tsx';
import { setSession, type Session } from '../../src/lib/device/session.ts';

export const userSession: Session = {
  token: 'a'.repeat(64),
  role: 'user',
  site: 'Selasih Park',
  keyId: 2,
  expiresAt: '2026-11-21T22:00:00+08:00',
  kept: false,
};

/** The response of `whoami` for `userSession`. */
export const userAnswer = {
  role: 'user',
  site: 'Selasih Park',
  key_id: userSession.keyId,
  expires_at: userSession.expiresAt,
};

export const adminSession: Session = { ...userSession, token: 'b'.repeat(64), role: 'admin', site: null, keyId: 1 };

/** The session of a technician. The server decides which sites it has. */
export const technicianSession: Session = { ...adminSession, token: 'd'.repeat(64), role: 'technician', keyId: 3 };

/** Opens the portal at a URL. */
export function renderRoute(url: string, session: Session | null = userSession) {
  if (session) setSession(session);
  globalThis.history.replaceState(null, '', url);
  return { user: userEvent.setup(), ...render(<App />) };
}

/** The query of the current URL without the site that the portal always adds for `userSession`. */
export function ownQuery(): string {
  const params = new URLSearchParams(location.search);
  if (params.get('site') === userSession.site) params.delete('site');
  const query = params.toString();
  return query === '' ? '' : `?${query}`;
}

/** The path and query of the current URL, without the site that the portal adds for `userSession`. */
export function ownUrl(): string {
  return location.pathname + ownQuery();
}
