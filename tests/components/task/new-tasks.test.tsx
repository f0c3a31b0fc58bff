import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession } from '../../../src/lib/session.ts';
import { visitTimeoutMs } from '../../../src/records/task/last-look.ts';
import { adminSession, renderRoute, userSession } from '../../support/render-route.tsx';
import { listedSite, serveSites, siteRow, task } from '../../support/rows.ts';
import { http, HttpResponse } from 'msw';
import { origin, server } from '../../support/server.ts';
import { queryClient } from '../../../src/lib/query-client.ts';

const visits = (count: number) =>
  Array.from({ length: count }, (_, index) => task({ id: index + 1, title: `Visit ${index + 1}` }));
const begin = Date.parse('2026-04-01T09:00:00+08:00');

beforeEach(() => {
  localStorage.clear();
  server.use(http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json([])));
  vi.useFakeTimers({ toFake: ['Date'], now: begin });
  return () => vi.useRealTimers();
});

/** Of a title; in a table it heads its row. */
const roles: Partial<Record<string, string>> = { '/maintenance': 'heading', '/profile': 'link' };

/** Which of so many visits are marked as new on a screen, looked at for a moment. */
async function marked(path: string, count: number, session = userSession): Promise<string[]> {
  serveSites(siteRow({ tasks2024: visits(count) }));
  queryClient.clear();
  const { unmount } = renderRoute(path, session);
  const titles = await screen.findAllByRole(roles[path] ?? 'rowheader', { name: /^Visit/u });
  const found = titles.flatMap((title) => {
    const row = title.closest<HTMLElement>('article, tr, li');
    return row && within(row).queryByText('New') ? [within(row).getByText(/^Visit/u).textContent] : [];
  });
  unmount();
  act(() => endSession('logout'));
  return found;
}

describe.each(['/data-fetcher', '/maintenance', '/profile'])('new since the last visit, on %s', (path) => {
  it('is nothing at the first look, and what was added after it at the next', async () => {
    expect(await marked(path, 2)).toEqual([]);
    vi.setSystemTime(begin + visitTimeoutMs);
    expect(await marked(path, 4)).toEqual(['Visit 4', 'Visit 3']);
    // still there on the next screen of the same visit, over a new login too
    vi.setSystemTime(begin + visitTimeoutMs + 60_000);
    expect(await marked('/data-fetcher', 4)).toEqual(['Visit 4', 'Visit 3']);
    expect(await marked('/maintenance', 5)).toEqual(['Visit 5', 'Visit 4', 'Visit 3']);
    vi.setSystemTime(begin + 3 * visitTimeoutMs);
    expect(await marked(path, 6)).toEqual(['Visit 6']);
    vi.setSystemTime(begin + 5 * visitTimeoutMs);
    expect(await marked(path, 6)).toEqual([]);
  });

  it('is kept apart for each key, and an admin has none', async () => {
    await marked(path, 2);
    vi.setSystemTime(begin + visitTimeoutMs);
    expect(await marked(path, 3, { ...userSession, keyId: 9 })).toEqual([]);
    expect(await marked(path, 3, { ...userSession, keyId: null })).toEqual([]);
    server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite()])));
    renderRoute(`${path}?site=Selasih+Park`, adminSession);
    await screen.findAllByText(/^Visit \d/u);
    expect(screen.queryByText('New')).toBeNull();
  });

  it('keeps numbers on the device and no words', async () => {
    await marked(path, 2);
    expect(JSON.parse(localStorage.getItem('portal.seen/key-2') ?? '')).toEqual({
      1: { seen: 2, latest: 2, at: begin },
    });
  });

  it.each(['nonsense', '{"1":{"seen":"x"}}', '[]'])(
    'takes what it cannot read for a first look: %s',
    async (stored) => {
      localStorage.setItem('portal.seen/key-2', stored);
      expect(await marked(path, 2)).toEqual([]);
    },
  );
});

it('says above the list how many are new', async () => {
  await marked('/data-fetcher', 2);
  vi.setSystemTime(begin + visitTimeoutMs);
  serveSites(siteRow({ tasks2024: visits(4) }));
  queryClient.clear();
  renderRoute('/data-fetcher?q=visit+4');
  expect((await screen.findByText('1 new')).textContent).toBe('1 new since your last visit');
});

it('says on the profile how many are new, those that it does not list among them', async () => {
  await marked('/profile', 2);
  vi.setSystemTime(begin + visitTimeoutMs);
  serveSites(siteRow({ tasks2024: visits(7) }));
  queryClient.clear();
  renderRoute('/profile');
  const section = await screen.findByRole('region', { name: 'Latest activity' });
  expect(section).toHaveTextContent('5 new since your last visit');
  expect(within(section).getAllByText('New')).toHaveLength(3);
});
