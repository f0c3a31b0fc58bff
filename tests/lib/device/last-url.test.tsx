import { beforeEach, describe, expect, it } from 'vitest';
import { lastUrl, rememberUrl } from '../../../src/lib/device/last-url.ts';
import { rememberSession } from '../../../src/lib/device/session-copies.ts';
import { endSession, setSession, type Session } from '../../../src/lib/device/session.ts';
import { adminSession, technicianSession, userSession } from '../../support/render-route.tsx';

const persistent: Session = { ...technicianSession, kept: true };
const inTab: Session = { ...userSession, kept: false };

/** The device has a persistent session that was at this URL. */
beforeEach(() => {
  setSession(persistent);
  rememberUrl(persistent, '/charts?year=2026');
});

/** Gives this tab its own session, as another tab would have. */
function inAnotherTab(session: Session) {
  const device = localStorage.getItem('portal.session') ?? '';
  setSession(session);
  localStorage.setItem('portal.session', device);
}

describe('the last URL', () => {
  it('belongs to the persistent session, and to no other', () => {
    expect(lastUrl(persistent)).toBe('/charts?year=2026');
    expect([lastUrl({ ...persistent, kept: false }), lastUrl({ ...persistent, keyId: 2 })]).toEqual([null, null]);
    rememberUrl(inTab, '/profile');
    expect(lastUrl(persistent)).toBe('/charts?year=2026');
  });

  it('is deleted by the logout of its key', () => {
    endSession('logout');
    expect(lastUrl(persistent)).toBeNull();
  });

  it.each([inTab, adminSession])("stays when another key's tab logs out ($role)", (session) => {
    inAnotherTab(session);
    endSession('logout');
    expect(lastUrl(persistent)).toBe('/charts?year=2026');
  });

  it('stays after an expiry, until another key logs in', async () => {
    endSession('expired');
    await rememberSession(persistent);
    expect(lastUrl(persistent)).toBe('/charts?year=2026');
    setSession(inTab);
    await rememberSession(inTab);
    expect(lastUrl(persistent)).toBeNull();
  });

  it('stays while its session is on the device, even if another key logs in', async () => {
    inAnotherTab(adminSession);
    await rememberSession(adminSession);
    expect(lastUrl(persistent)).toBe('/charts?year=2026');
  });
});
