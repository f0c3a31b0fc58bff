import { beforeEach, describe, expect, it } from 'vitest';
import { recentNames } from '../../../src/lib/device/recent-texts.ts';
import { rememberSession } from '../../../src/lib/device/session-copies.ts';
import { endSession, setSession, type Session } from '../../../src/lib/device/session.ts';
import { adminSession, technicianSession } from '../../support/render-route.tsx';

const persistent: Session = { ...technicianSession, kept: true };
const inTab: Session = { ...adminSession, kept: false };

beforeEach(() => {
  setSession(persistent);
  for (const name of ['Aziz', '', 'Siti', 'Aziz']) recentNames.remember(persistent, name);
});

describe('the names that were typed', () => {
  it('are offered to their key, the latest first, each once and at most eight', () => {
    expect(recentNames.read(persistent)).toEqual(['Aziz', 'Siti']);
    expect([recentNames.read({ ...persistent, keyId: 9 }), recentNames.read(inTab), recentNames.read(null)]).toEqual([
      [],
      [],
      [],
    ]);
    for (let number = 1; number <= 9; number += 1) recentNames.remember(persistent, `Name ${number}`);
    expect(recentNames.read(persistent)).toHaveLength(8);
  });

  it('stay on the device for a persistent session only', () => {
    recentNames.remember(inTab, 'Lim');
    expect(recentNames.read(inTab)).toEqual(['Lim']);
    expect(localStorage.getItem('portal.names')).not.toContain('Lim');
    expect(recentNames.read(persistent)).toEqual(['Aziz', 'Siti']);
  });

  it.each([persistent, inTab])('are deleted by the logout of their key ($role)', (session) => {
    setSession(session);
    recentNames.remember(session, 'Lim');
    endSession('logout');
    expect(recentNames.read(session)).toEqual([]);
  });

  it('stay after an expiry, until another key logs in', async () => {
    endSession('expired');
    await rememberSession(persistent);
    expect(recentNames.read(persistent)).toEqual(['Aziz', 'Siti']);
    setSession(inTab);
    await rememberSession(inTab);
    expect(recentNames.read(persistent)).toEqual([]);
  });

  it('are empty if something else is stored in their place', () => {
    for (const stored of ['', 'x', '5', '{"keyId":3}', '{"keyId":3,"names":[1]}']) {
      localStorage.setItem('portal.names', stored);
      expect(recentNames.read(persistent)).toEqual([]);
    }
  });
});
