import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { endSession } from '../../../src/lib/device/session.ts';
import { watchSavedFiles } from '../../support/fake-worker.ts';
import { holdPhoto } from '../../support/held-photos.ts';
import { renderRoute } from '../../support/render-route.tsx';
import { fileUrl, objectName, serveSigning, serveSites, signedUrl, siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

const title = 'Spring replaced';
const storage = `${origin}/storage/v1/object/rfidboomgatephoto`;

/** Opens the photos of a task by its button. */
async function open(urls: string[]) {
  serveSites(siteRow({ tasks2024: [task({ id: 7, urls, title, time: '2026-03-11T21:18:00+08:00' })] }));
  const { user } = renderRoute('/maintenance');
  const opener = await screen.findByRole('button', { name: `View Photos (${urls.length})` });
  await user.click(opener);
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  const photo = (number: number) =>
    dialog.findByRole('img', { name: `Photo ${number} of ${urls.length}: ${title}, 11 March 2026 at 21:18` });
  return { user, opener, dialog, photo };
}

type Opened = Awaited<ReturnType<typeof open>>;
const sheet = (image: HTMLElement) => image.closest('[data-zooms]');
const threePhotos = [1, 2, 3].map((number) => fileUrl(number));

describe('the carousel', () => {
  it('requests its photos in CORS mode, as the offline copies do, so that the browser fetches each photo once', async () => {
    serveSigning();
    const { photo } = await open(threePhotos);
    await photo(1);
    const pictures = Array.from(document.querySelectorAll<HTMLImageElement>('img[src*="/storage/"]'));
    expect(pictures.length).toBeGreaterThan(threePhotos.length);
    expect(pictures.filter((picture) => picture.crossOrigin !== 'anonymous')).toEqual([]);
  });

  it('wraps round in both directions with its buttons and announces its position', async () => {
    serveSigning();
    const { user, dialog, photo } = await open(threePhotos);
    expect(await photo(1)).toHaveAttribute('src', expect.stringContaining(objectName(1)));
    expect(dialog.getByText('1 / 3')).toHaveAttribute('aria-live', 'polite');
    await user.click(dialog.getByRole('button', { name: 'Previous photo' }));
    expect(dialog.getByText('3 / 3')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Next photo' }));
    expect(dialog.getByText('1 / 3')).toBeVisible();
  });

  it('works with the keyboard: arrows, Home and End, and Escape gives the focus back', async () => {
    serveSigning();
    const { user, opener, dialog, photo } = await open(threePhotos);
    await photo(1);
    for (const [key, position] of [
      ['ArrowLeft', '3 / 3'],
      ['ArrowRight', '1 / 3'],
      ['End', '3 / 3'],
      ['Home', '1 / 3'],
    ]) {
      await user.keyboard(`{${key}}`);
      expect(dialog.getByText(position ?? '')).toBeVisible();
    }
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(opener).toHaveFocus();
  });

  it('follows a swipe, but not a tap or a mouse', async () => {
    serveSigning();
    const { dialog, photo } = await open(threePhotos);
    const swipe = async (from: number, to: number, pointerType = 'touch') => {
      const [target] = dialog.getAllByRole('img');
      if (!target) throw new Error('no photo');
      fireEvent.pointerDown(target, { clientX: from, pointerType, isPrimary: true });
      fireEvent.pointerUp(target, { clientX: to, pointerType, isPrimary: true });
    };
    await photo(1);
    await swipe(300, 100);
    await photo(2);
    await swipe(100, 300);
    await photo(1);
    await swipe(100, 120);
    await swipe(300, 100, 'mouse');
    // the second of two fingers
    const [target] = dialog.getAllByRole('img');
    if (!target) throw new Error('no photo');
    fireEvent.pointerDown(target, { clientX: 300, pointerType: 'touch', isPrimary: true });
    fireEvent.pointerDown(target, { clientX: 310, pointerType: 'touch', isPrimary: false });
    fireEvent.pointerUp(target, { clientX: 100, pointerType: 'touch', isPrimary: true });
    expect(dialog.getByText('1 / 3')).toBeVisible();
  });

  it('is zoomed with the keys and a double tap, and the next photo is not zoomed', async () => {
    serveSigning();
    const { user, photo } = await open(threePhotos);
    const first = await photo(1);
    await user.keyboard('+');
    expect(sheet(first)).toHaveStyle({ width: '125%', height: '125%' });
    await user.keyboard('0');
    expect(sheet(first)).toHaveStyle({ width: '100%' });
    fireEvent.click(first, { clientX: 10, clientY: 10 });
    fireEvent.click(first, { clientX: 12, clientY: 12 });
    expect(sheet(first)).toHaveStyle({ width: '250%' });
    await user.keyboard('{ArrowRight}');
    expect(sheet(await photo(2))).toHaveStyle({ width: '100%' });
  });

  it('shows a photo picked from the strip', async () => {
    serveSigning();
    const { user, dialog, photo } = await open(threePhotos);
    await user.click(dialog.getByRole('button', { name: 'Show photo 3' }));
    await photo(3);
    expect(dialog.getByRole('button', { name: 'Show photo 3' })).toHaveAttribute('aria-current', 'true');
    expect(dialog.getByRole('button', { name: 'Show photo 1' })).not.toHaveAttribute('aria-current');
  });

  it('prefetches the previous and the next photo', async () => {
    const requestedSources: string[] = [];
    // jsdom fetches no pictures, so the requested URL is the only trace
    vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation(
      (src: string) => void requestedSources.push(src),
    );
    serveSigning();
    await open([1, 2, 3, 4, 5].map((number) => fileUrl(number)));
    const largePhotos = () =>
      requestedSources.filter((src) => !src.includes('small')).map((src) => /\d{13}/.exec(src)?.[0]);
    await waitFor(() => expect(largePhotos()).toEqual(expect.arrayContaining(['1700000000002', '1700000000005'])));
    expect(largePhotos()).not.toContain('1700000000003');
  });

  it('has no arrows for one photo, and its keys do nothing', async () => {
    serveSigning();
    const { user, dialog, photo } = await open([fileUrl(1)]);
    await photo(1);
    await user.keyboard('{ArrowRight}');
    expect(dialog.getByText('1 / 1')).toBeVisible();
    expect(dialog.queryByRole('button', { name: /(?:Next|Previous|Show) photo/u })).toBeNull();
  });

  it('shows the small photo until the large one is loaded', async () => {
    serveSigning();
    const { photo } = await open(threePhotos);
    const largePhoto = await photo(1);
    expect(largePhoto.previousElementSibling).toHaveAttribute('src', signedUrl(objectName(1, 'small.jpg')));
    fireEvent.load(largePhoto);
    expect(largePhoto.previousElementSibling).toBeNull();
  });

  it('is saved as a file whose name says what it is', async () => {
    const savedFiles = watchSavedFiles();
    serveSigning();
    server.use(
      http.get(`${storage}/${objectName(2)}`, () => new HttpResponse(new TextEncoder().encode('large photo'))),
    );
    const { user, dialog, photo } = await open(threePhotos);
    await user.click(dialog.getByRole('button', { name: 'Next photo' }));
    await photo(2);
    await user.click(dialog.getByRole('button', { name: 'Download photo' }));
    await waitFor(() => expect(savedFiles).toHaveLength(1));
    expect(savedFiles[0]?.name).toBe('Selasih-Park_2026-03-11_Spring-replaced_Photo-2.jpg');
    expect(await savedFiles[0]?.content.text()).toBe('large photo');
  });

  it.each([
    ['is closed', 0, ({ user, dialog }: Opened) => user.click(dialog.getByRole('button', { name: 'Close' }))],
    ['belongs to a session that has ended', 0, async () => act(async () => endSession('logout'))],
    [
      'shows another photo',
      1,
      ({ user, dialog }: Opened) => user.click(dialog.getByRole('button', { name: 'Next photo' })),
    ],
  ])('that %s while the photo is loaded saves this number of files: %i', async (_, files, change) => {
    const savedFiles = watchSavedFiles();
    serveSigning();
    const letPhotoCome = holdPhoto(1);
    const openedDialog = await open(threePhotos);
    await openedDialog.photo(1);
    await openedDialog.user.click(openedDialog.dialog.getByRole('button', { name: 'Download photo' }));
    await change(openedDialog);
    await letPhotoCome();
    expect(savedFiles).toHaveLength(files);
  });

  it.each([
    ['There is no connection, and this photo is not kept on this device.', () => HttpResponse.error()],
    ['The photo could not be downloaded.', () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 })],
  ])('says why it cannot be saved: %s', async (message, answer) => {
    serveSigning();
    server.use(http.get(`${storage}/${objectName(1)}`, answer));
    const { user, dialog, photo } = await open(threePhotos);
    await photo(1);
    await user.click(dialog.getByRole('button', { name: 'Download photo' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(message);
    // only for that photo
    await user.click(dialog.getByRole('button', { name: 'Next photo' }));
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  it('reports a broken photo, still moves on, and fetches the photo again with Retry', async () => {
    const requestedNames = serveSigning();
    const { user, dialog, photo } = await open(threePhotos);
    fireEvent.error(await photo(1));
    expect(dialog.getByRole('alert')).toHaveTextContent('Error loading image');
    await user.click(dialog.getByRole('button', { name: 'Next photo' }));
    await photo(2);
    await user.click(dialog.getByRole('button', { name: 'Previous photo' }));
    fireEvent.error(await photo(1));
    const before = requestedNames.length;
    await user.click(dialog.getByRole('button', { name: 'Retry' }));
    expect(await photo(1)).toHaveAttribute('src', signedUrl(objectName(1), before + 1));
  });

  it('says without a connection that the photo is not on this device, and why it cannot be downloaded', async () => {
    const reason = 'There is no connection, and this photo is not kept on this device.';
    serveSigning();
    const { user, dialog, photo } = await open(threePhotos);
    const image = await photo(1);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent.error(image);
    expect(dialog.getByRole('alert')).toHaveTextContent(`Error loading image${reason}`);
    const button = dialog.getByRole('button', { name: 'Download photo' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(reason);
    // the next photo is shown
    await user.click(dialog.getByRole('button', { name: 'Next photo' }));
    await photo(2);
    expect(dialog.getByRole('button', { name: 'Download photo' })).not.toHaveAttribute('aria-disabled');
  });

  it('does not blame the connection for a photo that cannot be shown', async () => {
    serveSigning();
    const { dialog, photo } = await open(threePhotos);
    fireEvent.error(await photo(1));
    expect(dialog.getByRole('alert')).toHaveTextContent(/^Error loading image$/u);
    expect(dialog.getByRole('button', { name: 'Download photo' })).not.toHaveAttribute('aria-disabled');
  });

  it('reports a missing file, and a URL outside the storage', async () => {
    serveSigning((name) => name.includes(objectName(1, '')));
    const { user, dialog } = await open([fileUrl(1), 'https://example.com/x.jpg', 'javascript:alert(1)']);
    expect(await dialog.findByText('Error loading image')).toBeVisible();
    for (const position of ['2 / 3', '3 / 3']) {
      await user.click(dialog.getByRole('button', { name: 'Next photo' }));
      expect(dialog.getByText(position)).toBeVisible();
      expect(dialog.getByText('Error loading image')).toBeVisible();
      expect(dialog.queryByRole('link')).toBeNull();
      // disabled instead of removed, so that nothing moves under the finger
      expect(dialog.getByRole('button', { name: 'Download photo' })).toBeDisabled();
    }
  });
});
