import { beforeEach, describe, expect, it } from 'vitest';
import { recentNames, rememberName } from '../../../src/lib/device/recent-names.ts';
import { rememberSession } from '../../../src/lib/device/session-copies.ts';
import { endSession, setSession, type Session } from '../../../src/lib/device/session.ts';
import { adminSession, technicianSession } from '../../support/render-route.tsx';

const persistent: Session = { ...technicianSession, kept: true };
const inTab: Session = { ...adminSession, kept: false };

beforeEach(() => {
  setSession(persistent);
  for (const name of ['Aziz', '', 'Siti', 'Aziz']) rememberName(persistent, name);
});

describe('the names that were typed', () => {
  it('are offered to their key, the latest first and each once, eight at most', () => {
    expect(recentNames(persistent)).toEqual(['Aziz', 'Siti']);
    expect([recentNames({ ...persistent, keyId: 9 }), recentNames(inTab), recentNames(null)]).toEqual([[], [], []]);
    for (let n = 1; n <= 9; n += 1) rememberName(persistent, `Name ${n}`);
    expect(recentNames(persistent)).toHaveLength(8);
  });

  it('stay on the device for a persistent session only', () => {
    rememberName(inTab, 'Lim');
    expect(recentNames(inTab)).toEqual(['Lim']);
    expect(localStorage.getItem('portal.names')).not.toContain('Lim');
    expect(recentNames(persistent)).toEqual(['Aziz', 'Siti']);
  });

  it.each([persistent, inTab])('are deleted by the logout of their key ($role)', (session) => {
    setSession(session);
    rememberName(session, 'Lim');
    endSession('logout');
    expect(recentNames(session)).toEqual([]);
  });

  it('stay after an expiry, until another key logs in', async () => {
    endSession('expired');
    await rememberSession(persistent);
    expect(recentNames(persistent)).toEqual(['Aziz', 'Siti']);
    setSession(inTab);
    await rememberSession(inTab);
    expect(recentNames(persistent)).toEqual([]);
  });

  it('are nothing where what is stored cannot be read', () => {
    for (const stored of ['', 'x', '5', '{"keyId":3}', '{"keyId":3,"names":[1]}']) {
      localStorage.setItem('portal.names', stored);
      expect(recentNames(persistent)).toEqual([]);
    }
  });
});
