import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { adminSession, ownQuery, renderRoute } from '../../support/render-route.tsx';
import { listedSite, serveSites, siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { cards, march, titles } from './dashboard-cards.ts';

const steps = () =>
  within(screen.getByRole('navigation', { name: 'Months' }))
    .getAllByRole('link')
    .map((one) => one.textContent);

describe('a link to a task', () => {
  it('scrolls its card into view and marks it', async () => {
    const seen: Element[] = [];
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scroll(this: Element) {
      seen.push(this);
    });
    serveSites(siteRow({ tasks2024: march(5) }));
    renderRoute('/maintenance?year=2026&month=mar&task=2');
    await cards();
    expect(seen).toEqual([screen.getByRole('heading', { name: 'Day 2' }).closest('article')]);
    expect(seen[0]).toHaveClass('linked');
  });
});

describe('the months', () => {
  it('can be stepped through one by one, with filters and title kept, up to the current one', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-20T02:05:00Z') });
    const january = task({ id: 9, month: 'january', time: '2026-01-05T09:00:00+08:00', title: 'First' });
    serveSites(siteRow({ tasks2024: [...march(2), january] }));
    const { user } = renderRoute('/maintenance?view=inspection&year=2026&month=mar&task=2');
    await cards();
    const history = globalThis.history.length;
    expect(steps()).toEqual(['Previous month: February 2026, no tasks', 'Next month: April 2026, no tasks']);
    await user.click(screen.getByRole('link', { name: /^Previous month/u }));
    expect(ownQuery()).toBe('?view=inspection&year=2026&month=february');
    expect(screen.getByText('No activities during requested period')).toBeVisible();
    expect(steps()).toEqual(['Previous month: January 2026', 'Next month: March 2026']);
    const previous = screen.getByRole('link', { name: /^Previous month/u });
    await user.click(previous);
    expect(await titles()).toEqual(['First']);
    expect(previous).toHaveTextContent('No earlier month');
    expect(previous).toHaveAttribute('aria-disabled', 'true');
    expect(previous).toHaveFocus();
    await user.click(previous);
    expect(ownQuery()).toBe('?view=inspection&year=2026&month=january');
    // the entry was replaced, so Back leaves the page
    expect(globalThis.history.length).toBe(history);
  });

  it('have no link to the next one without a month, or after the current one', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-20T02:05:00Z') });
    serveSites(siteRow({ tasks2024: march(2) }));
    const { unmount } = renderRoute('/maintenance?year=2026');
    await cards();
    expect(screen.queryByRole('navigation', { name: 'Months' })).toBeNull();
    unmount();
    renderRoute('/maintenance?year=2026&month=mar');
    await cards();
    expect(steps()).toEqual(['No earlier month', 'No later month']);
  });
});

describe('the link back', () => {
  it('leads a client to Service History', async () => {
    serveSites(siteRow());
    const { user } = renderRoute('/maintenance?year=2026&month=mar');
    await cards();
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Service History' }));
    expect(globalThis.location.pathname).toBe('/data-fetcher');
  });

  it('is not shown to an admin, who has the menu of the site', async () => {
    serveSites(siteRow());
    server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite()])));
    renderRoute('/maintenance?site=Selasih+Park', adminSession);
    await cards();
    const menu = await screen.findByRole('navigation', { name: 'This site' });
    expect(within(screen.getByRole('main')).getAllByRole('link', { name: 'Service History' })).toEqual(
      within(menu).getAllByRole('link', { name: 'Service History' }),
    );
  });
});
