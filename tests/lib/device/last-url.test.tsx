import { beforeEach, describe, expect, it } from 'vitest';
import { lastUrl, rememberUrl } from '../../../src/lib/device/last-url.ts';
import { rememberSession } from '../../../src/lib/device/session-copies.ts';
import { endSession, setSession, type Session } from '../../../src/lib/device/session.ts';
import { adminSession, technicianSession, userSession } from '../../support/render-route.tsx';

const kept: Session = { ...technicianSession, kept: true };
const inTab: Session = { ...userSession, kept: false };

/** The device keeps a session that was at this URL. */
beforeEach(() => {
  setSession(kept);
  rememberUrl(kept, '/charts?year=2026');
});

/** Gives this tab a session of its own, as in another tab. */
function inAnotherTab(session: Session) {
  const device = localStorage.getItem('portal.session') ?? '';
  setSession(session);
  localStorage.setItem('portal.session', device);
}

describe('the last URL', () => {
  it('is that of the session kept on the device, and of no other', () => {
    expect(lastUrl(kept)).toBe('/charts?year=2026');
    expect([lastUrl({ ...kept, kept: false }), lastUrl({ ...kept, keyId: 2 })]).toEqual([null, null]);
    rememberUrl(inTab, '/profile');
    expect(lastUrl(kept)).toBe('/charts?year=2026');
  });

  it('is deleted by the logout of its key', () => {
    endSession('logout');
    expect(lastUrl(kept)).toBeNull();
  });

  it.each([inTab, adminSession])("stays when another key's tab logs out ($role)", (session) => {
    inAnotherTab(session);
    endSession('logout');
    expect(lastUrl(kept)).toBe('/charts?year=2026');
  });

  it('stays after an expiry, until another key logs in', async () => {
    endSession('expired');
    await rememberSession(kept);
    expect(lastUrl(kept)).toBe('/charts?year=2026');
    setSession(inTab);
    await rememberSession(inTab);
    expect(lastUrl(kept)).toBeNull();
  });

  it('stays while its session is kept on the device, whoever else logs in', async () => {
    inAnotherTab(adminSession);
    await rememberSession(adminSession);
    expect(lastUrl(kept)).toBe('/charts?year=2026');
  });
});
