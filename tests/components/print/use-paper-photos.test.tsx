import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeFileCopy } from '../../../src/lib/device/copies.ts';
import { endSession } from '../../../src/lib/device/session.ts';
import { queryClient } from '../../../src/lib/query-client.ts';
import { fakeStorage } from '../../support/fake-storage.ts';
import { holdImages } from '../../support/held-photos.ts';
import { objectUrls } from '../../support/missing-in-jsdom.ts';
import { renderRoute } from '../../support/render-route.tsx';
import { fileUrl, objectName, serveSigning, serveSites, signedUrl, siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { hurry } from '../../support/waiting.ts';

const sign = `${origin}/storage/v1/object/sign/rfidboomgatephoto`;
const path = '/maintenance?year=2026&month=mar';
const smallName = (number: number) => objectName(number, 'small.jpg');
const numbers = Array.from({ length: 20 }, (_, index) => index + 1);

function serveVisits(photos: number) {
  const urls = numbers.slice(0, photos).map((number) => fileUrl(number));
  serveSites(
    siteRow({
      tasks2024: [
        task({ id: 1, time: '2026-03-04T09:00:00+08:00', title: 'Loop tested', urls }),
        task({
          id: 2,
          time: '2026-02-04T09:00:00+08:00',
          month: 'february',
          title: 'Arm aligned',
          urls: urls.slice(0, 1),
        }),
      ],
    }),
  );
}

const storeCopies = async (...photoNumbers: number[]) => {
  for (const number of photoNumbers)
    await storeFileCopy('2.user', smallName(number), await new Response(`copy ${number}`).blob());
};

/** The photos on the paper: the content of an offline copy, otherwise the signed URL. */
async function paperPhotos() {
  act(() => void dispatchEvent(new Event('beforeprint')));
  const photos = within(screen.getByRole('region', { name: 'Print' })).queryAllByRole('img');
  const sources = await Promise.all(
    photos.map(async (photo) => {
      const src = photo.getAttribute('src') ?? '';
      return objectUrls.get(src)?.text() ?? src;
    }),
  );
  act(() => void dispatchEvent(new Event('afterprint')));
  return sources;
}

function loseNetwork() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
}

const printButton = () => screen.findByRole('button', { name: 'Print' });

/** Opens a month with this number of photos and presses *Print*, which waits for them. */
async function pressPrint(photos: number) {
  serveVisits(photos);
  serveSigning();
  const images = holdImages();
  const print = vi.spyOn(globalThis, 'print').mockImplementation(() => undefined);
  const { user } = renderRoute(path);
  const button = await printButton();
  await user.click(button);
  return { user, images, print, button };
}

beforeEach(() => queryClient.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('on paper', () => {
  it('copies on the device replace photos that the network does not deliver', async () => {
    await fakeStorage();
    await storeCopies(1, 3);
    serveVisits(3);
    hurry();
    server.use(http.post(sign, () => HttpResponse.error()));
    const before = new Set(objectUrls.keys());
    const { unmount } = renderRoute(path);
    await screen.findByText('Loop tested');
    await waitFor(async () => expect(await paperPhotos()).toEqual(['copy 1', 'copy 3']));
    unmount();
    await waitFor(() => expect([...objectUrls.keys()].filter((url) => !before.has(url))).toEqual([]));
  });

  it('copies are read when the network is lost while the page is open', async () => {
    await fakeStorage();
    await storeCopies(2);
    serveVisits(2);
    serveSigning();
    hurry();
    renderRoute(path);
    await screen.findByText('Loop tested');
    await waitFor(async () => expect(await paperPhotos()).toEqual([signedUrl(smallName(1)), signedUrl(smallName(2))]));
    loseNetwork();
    await waitFor(async () => expect(await paperPhotos()).toEqual([signedUrl(smallName(1)), 'copy 2']));
  });

  it('photos have valid URLs, however long the page has been open', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    serveVisits(1);
    const requestedNames = serveSigning();
    renderRoute(path);
    await screen.findByText('Loop tested');
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    await waitFor(async () => expect(await paperPhotos()).toEqual([signedUrl(smallName(1))]));
    expect(requestedNames).toHaveLength(1);
    // a signed URL lasts 15 minutes
    await act(() => vi.advanceTimersByTimeAsync(14.9 * 60_000));
    await waitFor(async () => expect(await paperPhotos()).toEqual([signedUrl(smallName(1), 2)]));
  });
});

describe('Print', () => {
  it('uses the copies on the device if photos cannot be loaded', async () => {
    await fakeStorage();
    await storeCopies(1, 2);
    const { images, print } = await pressPrint(2);
    await waitFor(() => expect(images).toHaveLength(2));
    for (const image of images.slice()) image.dispatchEvent(new Event('error'));
    await waitFor(() => expect(images).toHaveLength(4));
    expect(print).not.toHaveBeenCalled();
    for (const image of images) image.dispatchEvent(new Event('load'));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(await paperPhotos()).toEqual(['copy 1', 'copy 2']);
  });

  it('loads few photos at a time', async () => {
    const { images, print } = await pressPrint(20);
    let highestCount = 0;
    for (let loadedCount = 0; loadedCount < 20; loadedCount += 1) {
      // each photo starts when another has ended
      await waitFor(() => expect(images.length).toBeGreaterThan(loadedCount));
      highestCount = Math.max(highestCount, images.length - loadedCount);
      images[loadedCount]?.dispatchEvent(new Event('load'));
    }
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(highestCount).toBeLessThanOrEqual(6);
  });

  it.each([
    ['another month', () => screen.getByRole('link', { name: /Previous month/u }).click()],
    ['another page', () => screen.getAllByRole('link', { name: 'Service History' })[0]?.click()],
    ['an opened photo', () => screen.getByRole('button', { name: 'View Photos (2)' }).click()],
    ['the end of the session', () => endSession('expired')],
  ])('does not print after %s', async (_, leave) => {
    const { images, print, button } = await pressPrint(2);
    await waitFor(() => expect(images).toHaveLength(2));
    act(() => leave());
    await waitFor(() => expect(button.isConnected && button.ariaBusy === 'true').toBe(false));
    for (const image of images) image.dispatchEvent(new Event('load'));
    // by now the answers would have caused the printing
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(print).not.toHaveBeenCalled();
  });

  it('prints the month that was opened meanwhile if it is pressed there', async () => {
    const { user, images, print } = await pressPrint(2);
    await waitFor(() => expect(images).toHaveLength(2));
    await user.click(screen.getByRole('link', { name: /Previous month/u }));
    await screen.findByText('Arm aligned');
    await user.click(await printButton());
    await waitFor(() => expect(images).toHaveLength(3));
    images[2]?.dispatchEvent(new Event('load'));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
  });
});
