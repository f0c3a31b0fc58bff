import { act, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { watchReports } from '../../support/fake-worker.ts';
import { renderRoute } from '../../support/render-route.tsx';
import { fileUrl, serveSigning, serveSites, siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { open, queryString, site } from './open-history.ts';

// the focus prepares the printed form of a visit
watchReports();

/** Opens a task from the list. */
async function openDetails(title: string, query = '') {
  serveSigning();
  serveSites(site());
  const view = await open(query);
  await view.user.click(screen.getByRole('button', { name: title }));
  return { ...view, dialog: screen.getByRole('dialog', { name: 'Visit details' }) };
}

describe('a task', () => {
  it('opens with the same details as on the dashboard, and closes with Back', async () => {
    const { dialog } = await openDetails('Spring replaced', '?year=2026');
    expect(queryString()).toBe('?year=2026&task=3');
    expect(within(dialog).getByRole('heading', { name: 'Spring replaced' })).toBeVisible();
    expect(within(dialog).getByText('Completed')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Preview PDF' })).toBeVisible();
    expect(within(dialog).getByRole('link', { name: 'Maintenance Report, March 2026' })).toHaveAttribute(
      'href',
      '/maintenance?year=2026&month=mar',
    );
    expect(await within(dialog).findAllByRole('img')).toHaveLength(2);
    act(() => globalThis.history.back());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(queryString()).toBe('?year=2026');
  });

  it('is a data sheet: what happened, who and what for, and the possible actions', async () => {
    const visit = task({
      id: 7,
      title: 'P1: arm replaced',
      time: '2026-03-17T10:00:00+08:00',
      kind: 'emergency',
      ref: 'J-1042',
      by: 'Aziz Rahman',
      reported: '2026-03-16T22:50:00+08:00',
      arrived: '2026-03-17T10:00:00+08:00',
      follow: [
        { line: 1, text: 'Replace the spring' },
        { line: 2, text: 'Cut the loop again' },
      ],
      urls: [],
    });
    serveSites(siteRow({ tasks2024: [visit], response_hours: 12 }));
    server.use(
      http.get(`${origin}/rest/v1/carpost`, () =>
        HttpResponse.json([{ site_id: 1, json: { 'P1 Main Gate': [], P2: [] }, revision: 1 }]),
      ),
    );
    await open('?task=7');
    const sheet = within(await screen.findByRole('article', { name: 'P1: arm replaced' }));
    expect(sheet.getByText('17 March 2026 at 10:00')).toBeVisible();
    await waitFor(() => expect(sheet.getByText('Car post').nextElementSibling).toHaveTextContent('P1 Main Gate'));
    expect(sheet.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '16 March 2026 at 22:50',
      '10:00',
      'Residensi Selasih Park',
      'J-1042',
      'Aziz Rahman',
      'P1 Main Gate',
    ]);
    expect(sheet.getByText('Answered in 11 h 10 min').parentElement).toHaveTextContent(/within 12 hours$/u);
    const follow = within(sheet.getByRole('list', { name: 'Follow up' })).getAllByRole('listitem');
    expect(follow.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Follow up: Replace the springOpen for /u),
      expect.stringMatching(/^Follow up: Cut the loop againOpen for /u),
    ]);
    expect(sheet.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Visit as PDF',
      'Copy link',
      'Link without a login',
    ]);
    expect(sheet.getByText('No PDF available')).toBeVisible();
  });

  it('has on a phone what can be opened beside the steps at the lower edge', async () => {
    vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: true }));
    const { dialog } = await openDetails('Spring replaced');
    const sheet = within(within(dialog).getByRole('article', { name: 'Spring replaced' }));
    expect(sheet.queryByRole('button', { name: 'View Photos (2)' })).toBeNull();
    expect(sheet.getByRole('link', { name: 'Maintenance Report, March 2026' })).toBeVisible();
    const foot = within(dialog).getByRole('group', { name: 'Tasks of the list' }).parentElement;
    expect(within(foot ?? dialog).getByRole('button', { name: 'View Photos (2)' })).toBeVisible();
    expect(within(foot ?? dialog).getByRole('button', { name: 'Preview PDF' })).toBeVisible();
  });

  it.each(['', ' \n', '\u200B'])('without a title (%j) can still be opened and shared', async (title) => {
    serveSigning();
    serveSites(siteRow({ tasks2024: [task({ id: 7, title, time: '2026-03-17T10:00:00+08:00', urls: [fileUrl(1)] })] }));
    const shared = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue(undefined);
    Object.defineProperty(navigator, 'share', { value: shared, configurable: true });
    try {
      const { user } = await open();
      await user.click(screen.getByRole('button', { name: 'Untitled visit' }));
      const dialog = within(screen.getByRole('dialog', { name: 'Visit details' }));
      expect(dialog.getByRole('article', { name: 'Untitled visit' })).toBeVisible();
      await user.click(dialog.getByRole('button', { name: 'Share' }));
      await waitFor(() => expect(shared).toHaveBeenCalledOnce());
      expect(shared.mock.calls[0]?.[0].title).toBe('Selasih Park: Untitled visit, 17 March 2026');
      await user.click(dialog.getByRole('button', { name: 'View Photos (1)' }));
      expect(screen.getByRole('dialog', { name: 'Untitled visit' })).toBeVisible();
    } finally {
      Reflect.deleteProperty(navigator, 'share');
    }
  });

  it('shows its photos on top of the details, and returns to them', async () => {
    const { user } = await openDetails('Spring replaced');
    await user.click(screen.getByRole('button', { name: 'View Photos (2)' }));
    expect(queryString()).toBe('?task=3&photo=1');
    const photos = screen.getByRole('dialog', { name: 'Spring replaced' });
    await user.click(within(photos).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(queryString()).toBe('?task=3'));
    expect(screen.getByRole('dialog', { name: 'Visit details' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Spring replaced' })).toHaveFocus();
  });

  it('opens its PDF and its photos from their cells, without the details', async () => {
    serveSigning();
    serveSites(site());
    const { user } = await open('?year=2026');
    const photos = screen.getByRole('button', { name: '2 photos of Spring replaced' });
    await user.click(photos);
    expect(queryString()).toBe('?year=2026&task=3&photo=1');
    expect(screen.getByRole('dialog', { name: 'Spring replaced' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Visit details' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(queryString()).toBe('?year=2026');
    expect(photos).toHaveFocus();

    // nothing to draw: what a PDF looks like is not tested here
    server.use(http.get(`${origin}/storage/v1/object/*`, () => delay('infinite')));
    await user.click(screen.getByRole('button', { name: 'PDF of Spring replaced' }));
    expect(queryString()).toBe('?year=2026&task=3&pdf=1');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('steps to the previous and next task in the list with buttons and arrow keys', async () => {
    const { user, dialog } = await openDetails('Loop tuned', '?sort=date');
    const position = () => within(dialog).getByText(/^\d of \d$/u).textContent;
    const title = () => within(dialog).getByRole('heading', { level: 3 }).textContent;
    const historyLength = globalThis.history.length;
    expect([position(), title()]).toEqual(['2 of 3', 'Loop tuned']);
    const next = within(dialog).getByRole('button', { name: 'Next' });
    await user.click(next);
    expect([position(), title(), queryString()]).toEqual(['3 of 3', 'Spring replaced', '?sort=date&task=3']);
    expect(next).toHaveAttribute('aria-disabled', 'true');
    await user.click(next);
    expect(position()).toBe('3 of 3');
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect([position(), title()]).toEqual(['1 of 3', 'Antenna moved']);
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(title()).toBe('Spring replaced');
    // the keys belong to the photos while those are on top
    await user.click(within(dialog).getByRole('button', { name: 'View Photos (2)' }));
    await user.keyboard('{ArrowLeft}');
    expect(queryString()).toBe('?sort=date&task=3&photo=2');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(queryString()).toBe('?sort=date&task=3'));
    expect(globalThis.history.length).toBe(historyLength + 1);
    // one step back is the list, however many were opened
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(queryString()).toBe('?sort=date');
    expect(screen.getByRole('button', { name: 'Loop tuned' })).toHaveFocus();
  });

  it('has no position in a list that excludes it, nor as the only one in a list', async () => {
    serveSites(site());
    const { unmount } = renderRoute('/data-fetcher?year=2026&task=1');
    expect(await screen.findByRole('dialog', { name: 'Visit details' })).toHaveTextContent('Antenna moved');
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    unmount();
    renderRoute('/data-fetcher?year=2024&task=1');
    await screen.findByRole('dialog', { name: 'Visit details' });
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  });

  it('can be opened by a link', async () => {
    serveSites(site());
    renderRoute('/data-fetcher?task=1');
    const dialog = await screen.findByRole('dialog', { name: 'Visit details' });
    expect(within(dialog).getByRole('heading', { name: 'Antenna moved' })).toBeVisible();
    act(() => within(dialog).getByRole('button', { name: 'Close' }).click());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(queryString()).toBe('');
  });

  it('that a link names but does not exist is reported', async () => {
    serveSites(site());
    const { user } = await open('?year=2026&task=99');
    expect(screen.getByText(/^The task of this link is not shown here/u)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/^The task of this link/u)).toBeNull();
    expect(queryString()).toBe('?year=2026');
  });

  it.each([
    ['task=1&photo=40', /^The visit of this link has no photo 40: it has (?:\d+ photos?|none)\.$/u],
    ['task=1&pdf=1', /^The visit of this link has no PDF report\.$/u],
  ])('reports a missing file of the link %s', async (link, text) => {
    serveSites(site());
    const { user } = await open(`?year=2026&${link}`);
    expect(screen.getByText(text)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(text)).toBeNull();
    expect(queryString()).toBe('?year=2026');
  });

  it('reports photos that cannot be signed, and tries again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    serveSites(site());
    server.use(
      http.post(`${origin}/storage/v1/object/sign/rfidboomgatephoto`, () =>
        HttpResponse.json({ code: '42501', message: 'no' }, { status: 400 }),
      ),
    );
    const { user } = await open('?task=3');
    expect(await screen.findByText('The photos could not be loaded.')).toBeVisible();
    serveSigning();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('The photos could not be loaded.')).toBeNull());
    expect(await screen.findByRole('img', { name: 'Photo 1 of 2: Spring replaced' })).toHaveAttribute('src');
  });
});
