import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { adminSession, renderRoute } from '../../../support/render-route.tsx';
import { server } from '../../../support/server.ts';
import { switchLanguage } from '../../../support/speak-in.ts';
import { closeToasts } from '../open-site.ts';
import { servePosts } from '../serve-maintable.ts';
import { aSticker, openStickers, rpc, serveStickers } from './serve-stickers.ts';

beforeAll(async () => void (await import('../../../../src/features/sites/stickers/SiteStickers.tsx')));

afterEach(() => switchLanguage('en'));

const rowTexts = () =>
  within(screen.getByRole('region', { name: 'Stickers' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => Array.from(row.querySelectorAll('th, td'), (cell) => cell.textContent).join(' | '));

describe('the stickers of a site', () => {
  it('do not exist at first, and every post and the guard house can get one', async () => {
    serveStickers();
    const { part } = await openStickers();
    expect(part.getByText('No stickers yet. Choose the posts that get one.')).toBeVisible();
    expect(rowTexts()).toEqual([
      'Entrance | No sticker | Print',
      'Exit | No sticker | Print',
      'Guard house | No sticker | Print',
    ]);
  });

  it('are listed by post with number, day and last scan', async () => {
    serveStickers(aSticker(), aSticker({ id: 7, post: null, last_used_on: null }));
    const { part } = await openStickers();
    expect(part.queryByText(/^No stickers yet/u)).toBeNull();
    expect(rowTexts()).toEqual([
      'Entrance | No sticker | Print',
      'Exit | S-0042 | Since: 5 March 2026 | Last scan: 20 November 2026 | RenewEnd',
      'Guard house | S-0007 | Since: 5 March 2026 | Last scan: Never | RenewEnd',
    ]);
  });

  it('show which old one still works, and until when', async () => {
    serveStickers(
      aSticker({ renewing: true }),
      aSticker({ id: 51, last_used_on: null }),
      aSticker({ id: 9, post: 'Entrance', renewing: true }),
    );
    await openStickers();
    expect(rowTexts()).toEqual([
      'Entrance | No sticker | Print',
      'Old sticker at Entrance: stops in 30 days at the latest | S-0009 | Since: 5 March 2026 | Last scan: 20 November 2026 | End',
      'Exit | S-0051 | Since: 5 March 2026 | Last scan: Never | RenewEnd',
      'Old sticker at Exit: stops when S-0051 is first scanned, in 30 days at the latest | S-0042 | Since: 5 March 2026 | Last scan: 20 November 2026 | End',
      'Guard house | No sticker | Print',
    ]);
  });

  it('are all listed if a post has several, each with a button to end it', async () => {
    const { ended } = serveStickers(aSticker(), aSticker({ id: 51, last_used_on: null }));
    const { user, part } = await openStickers();
    expect(rowTexts()).toEqual([
      'Entrance | No sticker | Print',
      'Exit | S-0051 | Since: 5 March 2026 | Last scan: Never | RenewEnd',
      'Another sticker for Exit | S-0042 | Since: 5 March 2026 | Last scan: 20 November 2026 | End',
      'Guard house | No sticker | Print',
    ]);
    await user.click(part.getByRole('button', { name: 'End S-0042 at Exit' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End' }));
    await waitFor(() => expect(ended).toEqual([42]));
  });

  it('show a removed post, whose sticker can only be ended', async () => {
    serveStickers(aSticker({ post: 'Old gate' }));
    const { part } = await openStickers();
    expect(rowTexts().at(-1)).toBe(
      'Old gatePost is gone | S-0042 | Since: 5 March 2026 | Last scan: 20 November 2026 | End',
    );
    expect(part.getAllByRole('checkbox')).toHaveLength(3);
    expect(part.queryByRole('checkbox', { name: /Old gate/u })).toBeNull();
  });

  it('are there for a site that has no posts yet', async () => {
    serveStickers();
    servePosts();
    await openStickers();
    expect(rowTexts()).toEqual(['Guard house | No sticker | Print']);
  });

  it('say so if they cannot be read, and can be read again', async () => {
    serveStickers(aSticker());
    let fails = true;
    server.use(
      http.post(rpc('list_stickers'), () =>
        fails ? HttpResponse.json({ code: 'PT403', message: 'no' }, { status: 403 }) : undefined,
      ),
    );
    const { user } = renderRoute('/DataEditor/sites?site=Selasih+Park', adminSession);
    const part = within(await screen.findByRole('region', { name: 'Stickers' }));
    expect(await part.findByRole('alert')).toHaveTextContent('Error fetching data.');
    fails = false;
    await user.click(part.getByRole('button', { name: 'Try again' }));
    expect(await part.findByText('S-0042')).toBeVisible();
    expect(part.queryByRole('alert')).toBeNull();
  });

  it('do not exist for a site that is being added', async () => {
    serveStickers();
    renderRoute('/DataEditor/sites?add=true', adminSession);
    expect(await screen.findByRole('form', { name: 'New site' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Stickers' })).toBeNull();
  });

  it('are in the language of the reader', async () => {
    switchLanguage('ms');
    serveStickers(aSticker());
    renderRoute('/DataEditor/sites?site=Selasih+Park', adminSession);
    const part = within(await screen.findByRole('region', { name: 'Pelekat' }));
    expect(await part.findByRole('checkbox', { name: 'Pondok pengawal' })).toBeVisible();
    expect(part.getByRole('button', { name: 'Perbaharui pelekat di Exit' })).toBeVisible();
  });
});

describe('ending a sticker', () => {
  it('asks once and is done at once', async () => {
    const { ended } = serveStickers(aSticker());
    const { user, part } = await openStickers();
    await user.click(part.getByRole('button', { name: 'End S-0042 at Exit' }));
    const dialog = within(screen.getByRole('dialog', { name: 'End S-0042 at Exit?' }));
    expect(
      dialog.getByText('It stops at once: whoever scans it is told to call. What was reported with it stays.'),
    ).toBeVisible();
    expect(ended).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'End' }));
    expect(await part.findByText('S-0042 has ended.')).toBeVisible();
    expect(ended).toEqual([42]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(rowTexts()[1]).toBe('Exit | No sticker | Print'));
    // the focus is not lost with the button
    expect(document.body).not.toHaveFocus();
  });

  it('does nothing when it is cancelled', async () => {
    const { ended } = serveStickers(aSticker());
    const { user, part } = await openStickers();
    const button = part.getByRole('button', { name: 'End S-0042 at Exit' });
    await user.click(button);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(ended).toEqual([]);
  });

  it.each([
    ['a sticker that never was', { status: 404, code: 'PT404' }, 'This sticker does not exist any more.'],
    ['a sticker that the server refuses to end', { status: 403, code: 'PT403' }, 'Error updating data. Try again.'],
  ])('shows a message for %s', async (_, { status, code }, words) => {
    serveStickers(aSticker());
    server.use(http.post(rpc('end_sticker'), () => HttpResponse.json({ code, message: 'no' }, { status })));
    const { user, part } = await openStickers();
    await user.click(part.getByRole('button', { name: 'End S-0042 at Exit' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'End' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(words);
    expect(part.getByText('S-0042')).toBeInTheDocument();
    closeToasts();
  });
});
