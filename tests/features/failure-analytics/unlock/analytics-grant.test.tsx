import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userSession } from '../../../support/render-route.tsx';

const storageKey = 'portal.analytics-grant';
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** Loads the page again in a tab with this session and this stored grant. */
async function reload(grant: unknown) {
  sessionStorage.setItem('portal.session', JSON.stringify(userSession));
  sessionStorage.setItem(storageKey, typeof grant === 'string' ? grant : JSON.stringify(grant));
  vi.resetModules();
  // of the modules that were just loaded, because the store of the session belongs to them
  const { act, renderHook } = await import('@testing-library/react');
  const { endSession } = await import('../../../../src/lib/device/session.ts');
  const { useAnalyticsAccess } = await import('../../../../src/features/failure-analytics/unlock/analytics-grant.ts');
  const { result } = renderHook(useAnalyticsAccess);
  return { mayEdit: () => result.current.mayEdit, logOut: () => act(() => endSession('logout')) };
}

beforeEach(() => sessionStorage.clear());
afterEach(() => sessionStorage.clear());

describe('admin mode after a reload', () => {
  it('lasts as long as the grant of the server, and ends with the session', async () => {
    const { mayEdit, logOut } = await reload({ session: userSession.expiresAt, until: inMinutes(1) });
    expect(mayEdit()).toBe(true);
    logOut();
    expect(mayEdit()).toBe(false);
    expect(sessionStorage.getItem(storageKey)).toBeNull();
  });

  it.each([
    ['the grant has ended', { session: userSession.expiresAt, until: inMinutes(-1) }],
    ['it belongs to another session', { session: '2026-11-20T22:00:00+08:00', until: inMinutes(1) }],
    ['the time is invalid', { session: userSession.expiresAt, until: 'soon' }],
    ['it cannot be read', 'not json'],
    ['it is something else', [1]],
    ['there is none', null],
  ])('is off when %s', async (_, grant) => {
    const { mayEdit } = await reload(grant);
    expect(mayEdit()).toBe(false);
  });
});
