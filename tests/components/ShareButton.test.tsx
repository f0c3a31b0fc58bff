import { File } from 'node:buffer';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, setSession, takeEndReason, type Session } from '../../src/lib/device/session.ts';
import { queryClient } from '../../src/lib/query-client.ts';
import { allowConsole } from '../support/console.ts';
import { fakeWorkers } from '../support/fake-worker.ts';
import { holdPhoto } from '../support/held-photos.ts';
import { adminSession, renderRoute, userSession } from '../support/render-route.tsx';
import { fileUrl, listedSite, objectName, serveSigning, serveSites, siteRow, task } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';
import { giveShareSheet } from '../support/share-sheet.ts';

const title = 'Spring replaced';
const storage = `${origin}/storage/v1/object/rfidboomgatephoto`;
const refuseToCopy = () => Promise.reject(new DOMException('No', 'NotAllowedError'));
/** The text that the button copied. */
const copiedText = () => navigator.clipboard.readText();

beforeEach(() => {
  queryClient.clear();
  // the menu of a visit prepares its printed form
  fakeWorkers();
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true });
  serveSites(siteRow({ tasks2024: [task({ id: 7, title, urls: [fileUrl(1), fileUrl(2)], pdf: fileUrl(5, 'pdf') })] }));
  serveSigning();
  server.use(
    http.get(`${storage}/${objectName(5, 'pdf')}`, () => new HttpResponse(new TextEncoder().encode('%PDF-1.7 report'))),
    http.get(`${storage}/${objectName(2)}`, () => new HttpResponse(new TextEncoder().encode('photo'))),
  );
});
/** Opens a screen and finds the button of its dialog, or of its only visit. */
async function openShare(path: string, name = 'Copy link', session = userSession) {
  const view = renderRoute(path, session);
  const container = /photo|pdf/u.test(path) ? await screen.findByRole('dialog') : await screen.findByRole('article');
  const inside = within(container);
  if (container.tagName !== 'ARTICLE') return { ...view, inside, button: await inside.findByRole('button', { name }) };
  // the button of a visit is in a menu
  await view.user.click(inside.getByRole('button', { name: 'More' }));
  return { ...view, inside, button: screen.getByRole('menuitem', { name }) };
}

async function press(path: string, name?: string, session?: Session) {
  const share = await openShare(path, name, session);
  await share.user.click(share.button);
  return share;
}

/** The element in which a button announces the result of a press. */
const liveRegion = (button: HTMLElement) =>
  button.parentElement?.querySelector<HTMLElement>('[aria-live=polite]:not(span)') ?? null;

const share = (path: string) => press(path, 'Share');

/** Presses *Share* of the second photo, which is delayed until the returned function is called. */
async function shareSlowly(path: string, session?: Session) {
  const letPhotoCome = holdPhoto(2);
  return { ...(await press(path, 'Share', session)), letPhotoCome };
}

const links = [
  ['a visit', '/maintenance?year=2026', '/data-fetcher?site=Selasih+Park&task=7', 'Visit details'],
  ['a photo', '/maintenance?task=7&photo=2', '/data-fetcher?site=Selasih+Park&task=7&photo=2', title],
  ['a PDF', '/maintenance?task=7&pdf=1', '/data-fetcher?site=Selasih+Park&task=7&pdf=1', title],
] as const;
const opens = 'It opens with an access key of Selasih Park.';

describe('on a device without a share sheet', () => {
  it.each(links)('copies a link to %s, which opens it after a login with another key of the site', async (...row) => {
    const [, path, link, dialog] = row;
    const { unmount, inside } = await press(path);
    expect(await inside.findByRole('button', { name: 'Link copied' })).toBeVisible();
    expect(await copiedText()).toBe(`${location.origin}${link}`);
    unmount();
    act(() => endSession('logout'));
    // as in a separate tab, in which nobody has logged out
    takeEndReason();

    const response = {
      session: 'c'.repeat(64),
      role: 'user',
      site: 'Selasih Park',
      key_id: 2,
      expires_at: userSession.expiresAt,
    };
    server.use(http.post(`${origin}/rest/v1/rpc/login`, () => HttpResponse.json(response)));
    const { user } = renderRoute(link, null);
    await user.type(await screen.findByLabelText('Secret Key'), 'KEY{Enter}');
    const dialogQueries = within(await screen.findByRole('dialog', { name: dialog }));
    if (link.endsWith('photo=2')) expect(dialogQueries.getByText('2 / 2')).toBeVisible();
    if (link.endsWith('pdf=1')) expect(await dialogQueries.findByTitle(`${title}, 26 March 2026`)).toBeVisible();
    if (link.endsWith('task=7')) expect(dialogQueries.getByRole('article', { name: title })).toBeVisible();
  });

  it('says who can open the link, and how a file is sent', async () => {
    const { inside, button } = await openShare('/maintenance?task=7&pdf=1');
    // the region exists before its text, which otherwise is not announced
    const announcement = liveRegion(button);
    expect(announcement).toBeEmptyDOMElement();
    await userEvent.click(button);
    await inside.findByText(opens);
    expect(announcement).toHaveTextContent(`Link copied. ${opens} To send the file itself, save it first.`);
  });

  it('says who can open the link of a visit too, for long enough to be read', async () => {
    const { user, inside, button } = await openShare('/maintenance?year=2026');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await user.click(button);
    const announcement = liveRegion(await inside.findByRole('button', { name: 'Link copied' }));
    expect(announcement).toHaveTextContent(`Link copied. ${opens} To send the file itself, save it first.`);
    // it is shown for twelve seconds
    act(() => void vi.advanceTimersByTime(10_000));
    expect(announcement).not.toBeEmptyDOMElement();
    act(() => void vi.advanceTimersByTime(3_000));
    expect(announcement).toBeEmptyDOMElement();
    expect(inside.getByRole('button', { name: 'Copy link' })).toBeVisible();
  });

  it('includes the site that an admin has picked', async () => {
    const names = [listedSite({ id: 1, name: 'Selasih Park' })];
    server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json(names)));
    const { inside } = await press('/maintenance?site=Selasih+Park&year=2026', 'Copy link', adminSession);
    expect(await inside.findByText(opens)).toBeVisible();
    expect(await copiedText()).toBe(`${location.origin}/data-fetcher?site=Selasih+Park&task=7`);
  });

  it('shows the link, and who can open it, if the browser does not allow copying', async () => {
    allowConsole(/could not be copied/u);
    const { user, inside, button } = await openShare('/maintenance?year=2026');
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(refuseToCopy);
    await user.click(button);
    expect(await inside.findByRole('alert')).toHaveTextContent(
      `The link could not be copied. ${opens} ${location.origin}/data-fetcher?site=Selasih+Park&task=7`,
    );
    expect(inside.getByRole('button', { name: 'More' })).toHaveFocus();
  });
});

describe('on a device that can share', () => {
  let shareMock: ReturnType<typeof giveShareSheet>;
  beforeEach(() => {
    shareMock = giveShareSheet();
    // the File of jsdom does not accept the Blob of fetch, which is that of Node
    vi.stubGlobal('File', File);
  });
  const refuseLatePress = () => shareMock.mockRejectedValueOnce(new DOMException('Late', 'NotAllowedError'));
  const sharedFile = async () => {
    await waitFor(() => expect(shareMock).toHaveBeenCalled());
    const file = shareMock.mock.calls.at(-1)?.[0].files?.[0];
    return file && [file.name, file.type, await file.text()];
  };

  it('shares the photo that is shown, with site and date in its name', async () => {
    await share('/maintenance?task=7&photo=2');
    expect(await sharedFile()).toEqual(['Selasih-Park_2026-03-26_Spring-replaced_Photo-2.jpg', 'image/jpeg', 'photo']);
  });

  it('shares the PDF', async () => {
    await share('/maintenance?task=7&pdf=1');
    expect(await sharedFile()).toEqual([
      'Selasih-Park_2026-03-26_Spring-replaced_Report.pdf',
      'application/pdf',
      '%PDF-1.7 report',
    ]);
  });

  it.each([
    ['a visit', '/maintenance?year=2026', `Selasih Park: ${title}, 26 March 2026`],
    ['a photo', '/maintenance?task=7&photo=2', `Selasih Park: Photo 2 of 2: ${title}, 26 March 2026 at 16:05`],
    ['a PDF', '/maintenance?task=7&pdf=1', `Selasih Park: ${title}, 26 March 2026`],
  ])('shares a link to %s with a clear text, if the device accepts no files', async (_, path, name) => {
    // as Firefox on a phone does
    shareMock = giveShareSheet(({ files }) => !files);
    await share(path);
    await waitFor(() => expect(shareMock).toHaveBeenCalledOnce());
    const [data] = shareMock.mock.calls[0] ?? [];
    expect(data).toMatchObject({ title: name, text: `${name}\n${opens}` });
    expect(data?.url).toContain('/data-fetcher?site=Selasih+Park&task=7');
  });

  it('shares the link when the file cannot be loaded', async () => {
    allowConsole(/did not come/u);
    server.use(http.get(`${storage}/${objectName(2)}`, () => HttpResponse.error()));
    await share('/maintenance?task=7&photo=2');
    await waitFor(() => expect(shareMock).toHaveBeenCalledOnce());
    expect(shareMock.mock.calls[0]?.[0].url).toContain('photo=2');
  });

  it('keeps a file that came too late for the press, and shares it with the next press', async () => {
    let loads = 0;
    server.use(
      http.get(`${storage}/${objectName(2)}`, () => {
        loads += 1;
        return new HttpResponse(new TextEncoder().encode('photo'));
      }),
    );
    refuseLatePress();
    const { user, inside } = await share('/maintenance?task=7&photo=2');
    const nowButton = await inside.findByRole('button', { name: 'Share now' });
    expect(liveRegion(nowButton)).toHaveTextContent('The file is ready.');
    await user.click(nowButton);
    await waitFor(() => expect(shareMock).toHaveBeenCalledTimes(2));
    expect(loads).toBe(1);
    expect(liveRegion(await inside.findByRole('button', { name: 'Share' }))).toBeEmptyDOMElement();
  });

  it('shares the link if the device refuses the file twice', async () => {
    allowConsole(/could not be shared/u);
    refuseLatePress();
    refuseLatePress();
    const { user, inside } = await share('/maintenance?task=7&pdf=1');
    await user.click(await inside.findByRole('button', { name: 'Share now' }));
    const other = await inside.findByRole('button', { name: 'Share link' });
    expect(liveRegion(other)).toHaveTextContent(
      'This device does not pass on this file. Save it to send it, or share its link.',
    );
    await user.click(other);
    await waitFor(() => expect(shareMock).toHaveBeenCalledTimes(3));
    expect(shareMock.mock.calls[2]?.[0].url).toContain('pdf=1');
    expect(await inside.findByRole('button', { name: 'Share' })).toBeVisible();
  });

  it('reports no error when the person cancels', async () => {
    shareMock.mockRejectedValue(new DOMException('Cancelled', 'AbortError'));
    const { inside } = await share('/maintenance?task=7&pdf=1');
    await waitFor(() => expect(shareMock).toHaveBeenCalledOnce());
    expect(liveRegion(await inside.findByRole('button', { name: 'Share' }))).toBeEmptyDOMElement();
    expect(inside.queryByRole('alert')).toBeNull();
  });

  it('shares nothing if the making of the file is cancelled', async () => {
    const workers = fakeWorkers();
    const { user, inside } = await share('/maintenance?year=2026');
    await waitFor(() => expect(workers.flatMap(({ asked }) => asked)).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await inside.findByRole('button', { name: 'Share', busy: false })).toBeVisible();
    expect(shareMock).not.toHaveBeenCalled();
  });

  describe('while its file is being loaded', () => {
    it('uses the link and the site of the moment of the press', async () => {
      const names = [listedSite({ id: 1, name: 'Selasih Park' })];
      server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json(names)));
      const path = '/data-fetcher?site=Selasih+Park&task=7&photo=2';
      const { letPhotoCome } = await shareSlowly(path, adminSession);
      // as when the screen is about to change
      history.replaceState(null, '', '/data-fetcher?site=Angsana+Court');
      await letPhotoCome();
      expect(await sharedFile()).toEqual([
        'Selasih-Park_2026-03-26_Spring-replaced_Photo-2.jpg',
        'image/jpeg',
        'photo',
      ]);
    });

    it('shares nothing after its dialog is closed', async () => {
      const { user, inside, letPhotoCome } = await shareSlowly('/maintenance?task=7&photo=2');
      await user.click(inside.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await letPhotoCome();
      expect(shareMock).not.toHaveBeenCalled();
    });

    it.each([
      ['has ended', () => endSession('logout')],
      ['is another', () => setSession({ ...userSession, token: 'd'.repeat(64) })],
    ])('shares nothing after the session %s', async (_, change) => {
      allowConsole(/did not come/u);
      const { letPhotoCome } = await shareSlowly('/maintenance?task=7&photo=2');
      act(change);
      await letPhotoCome();
      expect(shareMock).not.toHaveBeenCalled();
    });
  });

  it('has a file name that every device accepts, even with a long site name', async () => {
    const name = '碧'.repeat(80);
    serveSites(siteRow({ name, tasks2024: [task({ id: 7, title: '修'.repeat(80), urls: [fileUrl(1), fileUrl(2)] })] }));
    renderRoute('/maintenance?task=7&photo=2', { ...userSession, site: name });
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('button', { name: 'Share' }));
    const [file = ''] = (await sharedFile()) ?? [];
    // 200 bytes and the extension (`file-names.ts`)
    expect(new TextEncoder().encode(file).length).toBeLessThanOrEqual(210);
    expect(file).toMatch(/^碧+_2026-03-26_修+_Photo-2\.jpg$/u);
  });

  it('can be pressed again if the browser never reports that the sheet was closed', async () => {
    shareMock.mockReturnValueOnce(new Promise(() => undefined));
    const { user, inside } = await share('/maintenance?task=7&pdf=1');
    await waitFor(() => expect(shareMock).toHaveBeenCalledOnce());
    await user.click(await inside.findByRole('button', { name: 'Share', busy: false }));
    await waitFor(() => expect(shareMock).toHaveBeenCalledTimes(2));
  });
});
