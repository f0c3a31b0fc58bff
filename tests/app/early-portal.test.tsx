import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, setSession } from '../../src/lib/device/session.ts';
import { userSession } from '../support/render-route.tsx';

const links = `<template id="frame"><link rel="modulepreload" href="/assets/frame-b2.js"></template>`;

/** Opens the page as it is before the portal's script comes. Returns the URLs that it fetches. */
async function openPage(body = `<div id="root"></div>${links}`): Promise<(string | null)[]> {
  document.body.innerHTML = body;
  vi.resetModules();
  await import('../../src/early-page.ts');
  return Array.from(document.head.querySelectorAll('link'), (link) => link.getAttribute('href'));
}

const setServiceWorker = (controller: object | null) =>
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: { controller } } }));

beforeEach(() => () => {
  document.head.innerHTML = '';
  document.body.innerHTML = '';
});

describe("the portal's code before its script", () => {
  it.each<[string, () => void]>([
    ['a session of the tab', () => setSession({ ...userSession, kept: false })],
    ['a session of the device', () => setSession({ ...userSession, kept: true })],
  ])('is fetched with %s', async (_, prepare) => {
    prepare();
    expect(await openPage()).toEqual(['/assets/frame-b2.js']);
  });

  it.each<[string, () => void]>([
    ['nobody is logged in', () => undefined],
    [
      'somebody has logged out',
      () => {
        setSession({ ...userSession, kept: true });
        endSession('logout');
      },
    ],
    [
      'nothing can be stored',
      () =>
        vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
          throw new DOMException('blocked', 'SecurityError');
        }),
    ],
  ])('is not fetched if %s', async (_, prepare) => {
    prepare();
    expect(await openPage()).toEqual([]);
  });

  it('is not expected in development, whose page has no links', async () => {
    setSession({ ...userSession, kept: true });
    expect(await openPage('<div id="root"></div>')).toEqual([]);
  });

  it('is not fetched by a browser that is too old, whose page has no root', async () => {
    setSession({ ...userSession, kept: true });
    expect(await openPage(links)).toEqual([]);
  });
});

describe('the fonts of the first texts', () => {
  const load = vi.fn<(font: string) => Promise<unknown>>();
  beforeEach(() => {
    load.mockReset().mockRejectedValue(new DOMException('A network error occurred.', 'NetworkError'));
    Object.assign(document.fonts, { load });
    return () => Reflect.deleteProperty(document.fonts, 'load');
  });

  it('leave the line to the code of the screen', async () => {
    setSession(userSession);
    setServiceWorker(null);
    await openPage();
    expect(load).not.toHaveBeenCalled();
  });

  it('are loaded at once if a service worker has them on the device, and may be missing', async () => {
    setSession(userSession);
    setServiceWorker({});
    await openPage();
    expect(load.mock.calls).toEqual([['1rem Barlow'], ["600 1rem 'Barlow Semi Condensed'"]]);
  });
});
