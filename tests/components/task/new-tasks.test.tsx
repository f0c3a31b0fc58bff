import { act, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { longestAbsenceMs } from '../../../src/components/task/use-new-tasks.ts';
import { endSession } from '../../../src/lib/device/session.ts';
import { queryClient } from '../../../src/lib/query-client.ts';
import { adminSession, renderRoute, userSession } from '../../support/render-route.tsx';
import { listedSite, serveSites, siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

const visits = (count: number) =>
  Array.from({ length: count }, (_, index) => task({ id: index + 1, title: `Visit ${index + 1}` }));
const begin = Date.parse('2026-04-01T09:00:00+08:00');

beforeEach(() => {
  localStorage.clear();
  server.use(http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json([])));
  vi.useFakeTimers({ toFake: ['Date'], now: begin });
  return () => vi.useRealTimers();
});

/** The role of a visit's title on each screen. In a table the title is the row header. */
const roles: Partial<Record<string, string>> = { '/maintenance': 'heading', '/profile': 'link' };

/** Opens a screen with `count` visits, and returns the titles that are marked as new. */
async function markedTitles(path: string, count: number, session = userSession): Promise<string[]> {
  serveSites(siteRow({ tasks2024: visits(count) }));
  queryClient.clear();
  const { unmount } = renderRoute(path, session);
  const titles = await screen.findAllByRole(roles[path] ?? 'rowheader', { name: /^Visit \d/u });
  const markedTexts = titles.flatMap((title) => {
    const row = title.closest<HTMLElement>('article, tr, li');
    return row && within(row).queryByText('New') ? [within(row).getByText(/^Visit \d/u).textContent] : [];
  });
  unmount();
  act(() => endSession('logout'));
  return markedTexts;
}

describe.each(['/data-fetcher', '/maintenance', '/profile'])('new since the last visit, on %s', (path) => {
  it('is nothing on the first visit, and everything added since then on the next visit', async () => {
    expect(await markedTitles(path, 2)).toEqual([]);
    vi.setSystemTime(begin + longestAbsenceMs);
    expect(await markedTitles(path, 4)).toEqual(['Visit 4', 'Visit 3']);
    // still marked on the next screen of the same visit, also after a new login
    vi.setSystemTime(begin + longestAbsenceMs + 60_000);
    expect(await markedTitles('/data-fetcher', 4)).toEqual(['Visit 4', 'Visit 3']);
    expect(await markedTitles('/maintenance', 5)).toEqual(['Visit 5', 'Visit 4', 'Visit 3']);
    vi.setSystemTime(begin + 3 * longestAbsenceMs);
    expect(await markedTitles(path, 6)).toEqual(['Visit 6']);
    vi.setSystemTime(begin + 5 * longestAbsenceMs);
    expect(await markedTitles(path, 6)).toEqual([]);
  });

  it('is remembered separately for each key, and not for an admin', async () => {
    await markedTitles(path, 2);
    vi.setSystemTime(begin + longestAbsenceMs);
    expect(await markedTitles(path, 3, { ...userSession, keyId: 9 })).toEqual([]);
    server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite()])));
    renderRoute(`${path}?site=Selasih+Park`, adminSession);
    await screen.findAllByText(/^Visit \d/u);
    expect(screen.queryByText('New')).toBeNull();
  });

  it('stores only numbers on the device', async () => {
    await markedTitles(path, 2);
    expect(JSON.parse(localStorage.getItem('portal.seen/key-2') ?? '')).toEqual({
      1: { seen: 2, latest: 2, at: begin },
    });
  });

  it.each(['nonsense', '{"1":{"seen":"x"}}', '[]'])(
    'treats unreadable stored data as a first visit: %s',
    async (stored) => {
      localStorage.setItem('portal.seen/key-2', stored);
      expect(await markedTitles(path, 2)).toEqual([]);
    },
  );
});

it('the number of new visits is shown above the list', async () => {
  await markedTitles('/data-fetcher', 2);
  vi.setSystemTime(begin + longestAbsenceMs);
  serveSites(siteRow({ tasks2024: visits(4) }));
  queryClient.clear();
  renderRoute('/data-fetcher?q=visit+4');
  expect((await screen.findByText('1 new')).parentElement?.textContent).toBe('1 new since your last visit');
});

it('the profile counts all new visits, including those that it does not list', async () => {
  await markedTitles('/profile', 2);
  vi.setSystemTime(begin + longestAbsenceMs);
  serveSites(siteRow({ tasks2024: visits(7) }));
  queryClient.clear();
  renderRoute('/profile');
  const section = await screen.findByRole('region', { name: 'Latest activity' });
  expect(section).toHaveTextContent('5 new since your last visit');
  expect(within(section).getAllByText('New')).toHaveLength(3);
});
