import { File } from 'node:buffer';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../src/lib/query-client.ts';
import { endSession, takeEndReason } from '../../src/lib/device/session.ts';
import { allowConsole } from '../support/console.ts';
import { adminSession, renderRoute, userSession } from '../support/render-route.tsx';
import { fileUrl, listedSite, objectName, serveSigning, serveSites, siteRow, task } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';

const title = 'Spring replaced';
const storage = `${origin}/storage/v1/object/rfidboomgatephoto`;
const closed = () => Promise.reject(new DOMException('No', 'NotAllowedError'));
/** The text that the press of a button copied. */
const copied = () => navigator.clipboard.readText();

beforeEach(() => {
  queryClient.clear();
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true });
  serveSites(siteRow({ tasks2024: [task({ id: 7, title, urls: [fileUrl(1), fileUrl(2)], pdf: fileUrl(5, 'pdf') })] }));
  serveSigning();
  server.use(
    http.get(`${storage}/${objectName(5, 'pdf')}`, () => HttpResponse.text('%PDF-1.7 report')),
    http.get(`${storage}/${objectName(2)}`, () => HttpResponse.text('photo')),
  );
});
afterEach(() => {
  for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name);
});

/** Opens a screen and presses the Share of its dialog, or that of its only visit. */
async function pressShare(path: string, session = userSession, before = () => {}) {
  const view = renderRoute(path, session);
  before();
  const place = /photo|pdf/u.test(path) ? await screen.findByRole('dialog') : await screen.findByRole('article');
  await view.user.click(await within(place).findByRole('button', { name: 'Share' }));
  return { ...view, place: within(place) };
}

const links = [
  ['a visit', '/maintenance?year=2026', '/data-fetcher?site=Selasih+Park&task=7', 'Task details'],
  ['a photo', '/maintenance?task=7&photo=2', '/data-fetcher?site=Selasih+Park&task=7&photo=2', title],
  ['a PDF', '/maintenance?task=7&pdf=1', '/data-fetcher?site=Selasih+Park&task=7&pdf=1', title],
] as const;

describe('Share, where the device has no share sheet', () => {
  it.each(links)('copies a link to %s, which opens it after a login with another key of the site', async (...row) => {
    const [, path, link, dialog] = row;
    const { unmount, place } = await pressShare(path);
    expect(await place.findByRole('button', { name: 'Link copied' })).toBeVisible();
    expect(place.getByRole('status')).toHaveTextContent('Link copied');
    expect(await copied()).toBe(`${location.origin}${link}`);
    unmount();
    act(() => endSession('logout'));
    // as in a tab of its own, where nobody has logged out
    takeEndReason();

    const response = { session: 'c'.repeat(64), role: 'user', site: 'Selasih Park', expires_at: userSession.expiresAt };
    server.use(http.post(`${origin}/rest/v1/rpc/login`, () => HttpResponse.json(response)));
    const { user } = renderRoute(link, null);
    await user.type(await screen.findByLabelText('Secret Key'), 'KEY{Enter}');
    const opened = within(await screen.findByRole('dialog', { name: dialog }));
    if (link.endsWith('photo=2')) expect(opened.getByText('2 / 2')).toBeVisible();
    if (link.endsWith('pdf=1')) expect(await opened.findByTitle(`${title}, 26 March 2026`)).toBeVisible();
    if (link.endsWith('task=7')) expect(opened.getByRole('article', { name: title })).toBeVisible();
  });

  it('names the site that an admin has picked', async () => {
    const names = [listedSite({ id: 1, name: 'Selasih Park' })];
    server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json(names)));
    const { place } = await pressShare('/maintenance?site=Selasih+Park&year=2026', adminSession);
    await place.findByRole('button', { name: 'Link copied' });
    expect(await copied()).toBe(`${location.origin}/data-fetcher?site=Selasih+Park&task=7`);
  });

  it('shows the link where the browser does not allow copying', async () => {
    allowConsole(/Could not be shared/u);
    const { place } = await pressShare('/maintenance?year=2026', userSession, () => {
      vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(closed);
    });
    expect(await place.findByRole('alert')).toHaveTextContent(
      `It could not be shared. This is its link: ${location.origin}/data-fetcher?site=Selasih+Park&task=7`,
    );
  });
});

describe('Share, where the device can share files', () => {
  const shared = vi.fn<(data: ShareData) => Promise<void>>();
  beforeEach(() => {
    shared.mockReset().mockResolvedValue(undefined);
    // the File of jsdom does not accept the Blob of fetch, which is Node's
    vi.stubGlobal('File', File);
    Object.defineProperty(navigator, 'share', { value: shared, configurable: true });
    Object.defineProperty(navigator, 'canShare', { value: () => true, configurable: true });
  });
  const given = async () => {
    await waitFor(() => expect(shared).toHaveBeenCalled());
    const file = shared.mock.calls.at(-1)?.[0].files?.[0];
    return file && [file.name, file.type, await file.text()];
  };

  it('shares the photo that is shown', async () => {
    await pressShare('/maintenance?task=7&photo=2');
    expect(await given()).toEqual(['Selasih-Park_2026-03-26_Spring-replaced_Photo-2.jpg', 'image/jpeg', 'photo']);
  });

  it('shares the PDF', async () => {
    await pressShare('/maintenance?task=7&pdf=1');
    expect(await given()).toEqual([
      'Selasih-Park_2026-03-26_Spring-replaced_Report.pdf',
      'application/pdf',
      '%PDF-1.7 report',
    ]);
  });

  it('shares the link when the file cannot be loaded', async () => {
    allowConsole(/did not come/u);
    server.use(
      http.get(`${storage}/${objectName(2)}`, () => HttpResponse.error()),
      http.post(`${origin}/rest/v1/rpc/whoami`, () => HttpResponse.json({ role: 'user' })),
    );
    await pressShare('/maintenance?task=7&photo=2');
    await waitFor(() => expect(shared).toHaveBeenCalledOnce());
    expect(shared.mock.calls[0]?.[0].url).toContain('photo=2');
  });

  it('keeps a file that arrived too late for the press, and shares it with the next press', async () => {
    let loads = 0;
    server.use(
      http.get(`${storage}/${objectName(2)}`, () => {
        loads += 1;
        return HttpResponse.text('photo');
      }),
    );
    shared.mockRejectedValueOnce(new DOMException('Late', 'NotAllowedError'));
    const { user, place } = await pressShare('/maintenance?task=7&photo=2');
    await user.click(await place.findByRole('button', { name: 'Share now' }));
    await waitFor(() => expect(shared).toHaveBeenCalledTimes(2));
    expect(loads).toBe(1);
    expect(await place.findByRole('button', { name: 'Share' })).toBeVisible();
  });

  it('reports no error when the person cancels', async () => {
    shared.mockRejectedValue(new DOMException('Cancelled', 'AbortError'));
    const { place } = await pressShare('/maintenance?task=7&pdf=1');
    await waitFor(() => expect(shared).toHaveBeenCalledOnce());
    expect(await place.findByRole('button', { name: 'Share' })).toBeVisible();
    expect(place.queryByRole('alert')).toBeNull();
  });
});
