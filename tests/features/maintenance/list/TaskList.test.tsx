import { screen, waitFor, act, fireEvent, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, beforeEach, vi } from 'vitest';
import { queryClient } from '../../../../src/lib/query-client.ts';
import type { HiddenTask } from '../../../../src/records/task/task.ts';
import { ownQuery, ownUrl, renderRoute } from '../../../support/render-route.tsx';
import { fileUrl, objectName, serveSigning, serveSites, signedUrl, siteRow, task } from '../../../support/rows.ts';
import { origin, server } from '../../../support/server.ts';
import { hurry } from '../../../support/waiting.ts';

const hidden: HiddenTask = { id: 90, year: '2026', month: 'mar', showing: 'False' };

const cards = () => screen.findAllByRole('article');

describe('the thumbnails', () => {
  it('are the first six photos of each task, small, signed in one call', async () => {
    const asked = serveSigning();
    const urls = [1, 2, 3, 4, 5, 6, 7].map((number) => fileUrl(number));
    serveSites(siteRow({ tasks2024: [task({ id: 1, urls }), task({ id: 2, urls: [fileUrl(8)] })] }));
    renderRoute('/maintenance');
    const photo = await screen.findByRole('img', { name: 'Photo 6 of 7: Monthly preventive maintenance' });
    expect(photo).toHaveAttribute('src', signedUrl(objectName(6, 'small.jpg')));
    expect(photo).toHaveAttribute('loading', 'lazy');
    expect(screen.getAllByRole('img')).toHaveLength(7);
    expect(asked.map((names) => names.length)).toEqual([7]);
  });

  it('show a placeholder where a photo is missing', async () => {
    serveSigning((name) => name.includes(objectName(1, '')));
    serveSites(siteRow({ tasks2024: [task({ urls: [fileUrl(1), 'https://example.com/a.jpg'] })] }));
    renderRoute('/maintenance');
    expect(await screen.findByRole('img', { name: /^Photo 1 of 2: .*, not available$/ })).toBeVisible();
    expect(await screen.findByRole('img', { name: /^Photo 2 of 2: .*, not available$/ })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('open the carousel at their photo', async () => {
    serveSigning();
    serveSites(siteRow({ tasks2024: [task({ urls: [fileUrl(1), fileUrl(2)] })] }));
    const { user } = renderRoute('/maintenance');
    await user.click(await screen.findByRole('img', { name: /^Photo 2 of 2/ }));
    expect(await screen.findByText('2 / 2')).toBeVisible();
  });
});

describe('an opened photo', () => {
  const urls = [1, 2, 3].map((number) => fileUrl(number));

  it('is recorded in the URL, and closed by Back', async () => {
    serveSigning();
    serveSites(siteRow({ tasks2024: [task({ id: 17, urls })] }));
    const { user } = renderRoute('/maintenance?year=2026');
    const open = await screen.findByRole('button', { name: 'View Photos (3)' });
    await user.click(open);
    expect(ownQuery()).toBe('?year=2026&task=17&photo=1');
    await user.click(await screen.findByRole('button', { name: 'Next photo' }));
    expect(ownQuery()).toBe('?year=2026&task=17&photo=2');
    globalThis.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(ownQuery()).toBe('?year=2026');
    expect(open).toHaveFocus();
  });

  it('is opened by a link, and closing it stays on the page', async () => {
    serveSigning();
    serveSites(siteRow({ tasks2024: [task({ id: 17, urls })] }));
    const { user } = renderRoute('/maintenance?task=17&photo=3');
    expect(await screen.findByText('3 / 3')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(ownUrl()).toBe('/maintenance');
  });

  it.each(['task=18&photo=1', 'task=17&photo=4', 'task=90&photo=1', 'task=17&pdf=1'])(
    'is not opened when the URL names something that does not exist: %s',
    async (search) => {
      serveSigning();
      serveSites(siteRow({ tasks2024: [task({ id: 17, urls }), hidden] }));
      renderRoute(`/maintenance?${search}`);
      await cards();
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it.each(['task=18&photo=1', 'task=90&photo=1', 'task=18', 'task=90'])(
    'of a hidden task is reported exactly like one of a task that never existed: %s',
    async (search) => {
      serveSigning();
      serveSites(siteRow({ tasks2024: [task({ id: 17, urls }), hidden] }));
      const { user } = renderRoute(`/maintenance?year=2026&${search}`);
      const words = 'The task of this link is not shown here: it was removed or belongs to another site.';
      expect(await screen.findByText(words)).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Dismiss' }));
      expect(screen.queryByText(words)).toBeNull();
      expect(ownQuery()).toBe('?year=2026');
    },
  );

  it('of an existing task shows no message', async () => {
    serveSigning();
    serveSites(siteRow({ tasks2024: [task({ id: 17, urls }), hidden] }));
    renderRoute('/maintenance?task=17');
    await cards();
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  });
});

const windows = new Set<{ watched: Element; tell: (near: boolean) => void }>();

/** Tasks of a month, newest first on the page. Each has its own photos. */
const visits = (count: number, photos = 0) =>
  Array.from({ length: count }, (_, index) =>
    task({
      id: index + 1,
      time: new Date(Date.parse('2026-03-01T00:00:00+08:00') + index * 60_000).toISOString(),
      title: `Visit ${index + 1}`,
      urls: Array.from({ length: photos }, (_photo, number) => fileUrl(index * photos + number)),
    }),
  );

/** Finds a card by its heading, because looking up hundreds of cards by role and name is slow. */
function card(title: string): HTMLElement {
  const found = Array.from(document.querySelectorAll('article')).find(
    (article) => article.querySelector('h2, h3')?.textContent === title,
  );
  if (!found) throw new Error(`There is no ${title}`);
  return found;
}

const photo = (title: string) => within(card(title)).findByRole('img', { name: `Photo 1 of 1: ${title}` });

const menu = (title: string) => within(card(title)).queryByRole('button', { name: 'More' });

/** Waits until all of them are rendered as text. */
const wholeList = (count: number) => waitFor(() => expect(document.querySelectorAll('article')).toHaveLength(count));

/** Without roles, which are slow to look up in hundreds of cards. */
const choose = (kind: string) => fireEvent.change(screen.getByLabelText('Kind'), { target: { value: kind } });

const scroll = (title: string, near: boolean) =>
  act(async () => {
    const wanted = card(title);
    for (const { watched, tell } of windows) if (watched.contains(wanted)) tell(near);
    await Promise.resolve();
  });

describe('a long list', () => {
  beforeEach(() => {
    windows.clear();
    // jsdom does not scroll; each test says what comes into view
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        readonly #tell: (entries: { isIntersecting: boolean }[]) => void;
        constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
          this.#tell = tell;
        }
        observe(watched: Element): void {
          windows.add({ watched, tell: (near) => this.#tell([{ isIntersecting: near }]) });
        }
        disconnect(): void {}
      },
    );
  });

  it('renders every task as text, but buttons only near the viewport or the focus', async () => {
    serveSites(siteRow({ tasks2024: visits(50) }));
    renderRoute('/maintenance');
    await wholeList(50);
    expect(menu('Visit 50')).toBeVisible();
    expect(menu('Visit 21')).toBeVisible();
    expect(menu('Visit 20')).toBeNull();
    expect(card('Visit 1')).toHaveTextContent('1 March 2026 at 00:00');
    expect(card('Visit 1')).toHaveTextContent('Arm bolts re-torqued.');

    const heading = within(card('Visit 15')).getByRole('heading');
    const words = heading.firstChild;
    await scroll('Visit 15', true);
    await waitFor(() => expect(menu('Visit 15')).toBeVisible());
    expect(menu('Visit 1')).toBeNull();
    // the same text node, because the browser may have marked it for its own search
    expect(within(card('Visit 15')).getByRole('heading').firstChild).toBe(words);

    await scroll('Visit 15', false);
    await waitFor(() => expect(menu('Visit 15')).toBeNull());

    await scroll('Visit 15', true);
    await waitFor(() => expect(menu('Visit 15')).toBeVisible());
    act(() => menu('Visit 15')?.focus());
    await scroll('Visit 15', false);
    expect(menu('Visit 15')).toHaveFocus();
  });

  it('renders the task of a link completely, wherever it is', async () => {
    serveSites(siteRow({ tasks2024: visits(50) }));
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
    renderRoute('/maintenance?task=3');
    await waitFor(() => expect(menu('Visit 3')).toBeVisible());
    expect(shown.mock.contexts).toEqual([card('Visit 3')]);
    await wholeList(50);
    expect(menu('Visit 15')).toBeNull();
  });

  it('keeps its cards when a task is added, and is rendered again with another filter', async () => {
    const before = visits(50);
    serveSites(siteRow({ tasks2024: before }));
    const { user } = renderRoute('/maintenance');
    await wholeList(50);
    const first = card('Visit 1');
    const top = card('Visit 50');
    serveSites(siteRow({ tasks2024: visits(51) }));
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => card('Visit 51'));
    expect(document.querySelectorAll('article')).toHaveLength(51);
    expect(card('Visit 1')).toBe(first);
    expect(card('Visit 50')).toBe(top);

    await user.selectOptions(screen.getByLabelText('Year'), '2026');
    await waitFor(() => expect(first).not.toBeInTheDocument());
    await wholeList(51);
  });

  it('removes a long list in chunks behind the new one, even if the new one is empty', async () => {
    // both lists have more than the 250 cards that are removed at once
    const mixed = visits(260).map((visit) => (visit.id > 9 ? { ...visit, kind: 'emergency' as const } : visit));
    serveSites(siteRow({ tasks2024: mixed }));
    renderRoute('/maintenance');
    await wholeList(260);
    // how many cards the page had after each change
    const counts: number[] = [];
    const watch = new MutationObserver(() => counts.push(document.querySelectorAll('article').length));
    watch.observe(document.body, { childList: true, subtree: true });
    choose('emergency');
    // the first card of the new list is rendered while the old list is still complete
    await waitFor(() => expect(Math.max(...counts)).toBeGreaterThan(260));
    await wholeList(251);
    expect(screen.getByText('Visit 260')).toBeVisible();
    const largest = counts.lastIndexOf(Math.max(...counts));
    // fewer than both lists together, and more than the new list alone
    expect(counts.slice(largest + 1).some((count) => count < 511 && count > 251)).toBe(true);

    counts.length = 0;
    choose('other');
    expect(await screen.findByText('No activities during requested period')).toBeVisible();
    expect([...document.querySelectorAll('article')].filter((article) => !article.closest('[hidden]'))).toEqual([]);
    await wholeList(0);
    expect(counts.filter((count) => count < 251 && count > 0).length).toBeGreaterThan(0);
    watch.disconnect();
  });

  it('signs the photos of the first tasks at once, and of the others when they are scrolled near', async () => {
    const asked = serveSigning();
    serveSites(siteRow({ tasks2024: visits(260, 1) }));
    renderRoute('/maintenance');
    await wholeList(260);
    await waitFor(() => expect(asked.map((names) => names.length)).toEqual([160]));
    expect(await photo('Visit 260')).toBeVisible();
    await scroll('Visit 20', true);
    expect(await photo('Visit 20')).toBeVisible();
    expect(asked.map((names) => names.length)).toEqual([160, 100]);
  });

  it('reports photos that cannot be signed when they are scrolled near, and tries again', async () => {
    serveSigning();
    serveSites(siteRow({ tasks2024: visits(250, 1) }));
    const { user } = renderRoute('/maintenance');
    await wholeList(250);
    expect(await photo('Visit 250')).toBeVisible();
    hurry();
    server.use(http.post(`${origin}/storage/v1/object/sign/*`, () => HttpResponse.json({}, { status: 507 })));
    await scroll('Visit 10', true);
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('The photos could not be loaded.');
    const asked = serveSigning();
    await user.click(within(notice).getByRole('button', { name: 'Try again' }));
    expect(await photo('Visit 10')).toBeVisible();
    expect(asked.map((names) => names.length)).toEqual([90]);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
