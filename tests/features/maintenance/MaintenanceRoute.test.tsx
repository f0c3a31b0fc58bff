import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { pickSite, siteField } from '../../support/pick-site.ts';
import { adminSession, ownQuery, renderRoute } from '../../support/render-route.tsx';
import { listedSite, fileUrl, serveSigning, serveSites, siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { cards, hidden, march, titles } from './dashboard-cards.ts';

const figure = (label: string) =>
  screen.getByText(label, { exact: false, selector: 'p, p span, button > span' }).closest('p, button');

describe('the dashboard', () => {
  it('keeps the title with which it was opened', async () => {
    serveSites(siteRow());
    const { unmount } = renderRoute('/maintenance');
    expect(await screen.findByRole('heading', { level: 1, name: 'Maintenance Report' })).toBeVisible();
    unmount();
    renderRoute('/maintenance?view=inspection');
    expect(await screen.findByRole('heading', { level: 1, name: 'Inspection Report' })).toBeVisible();
    expect(document.title).toBe('Inspection Report | RFID Boom Gate Portal');
  });

  it('lists visible tasks, newest first, the later id first within one time', async () => {
    const sameTime = '2026-03-02T09:00:00+08:00';
    serveSites(
      siteRow({
        tasks2024: [
          task({ id: 1, time: sameTime, title: 'second' }),
          hidden,
          task({ id: 2, time: '2026-03-01T09:00:00+08:00', title: 'third' }),
          task({ id: 3, time: sameTime, title: 'first' }),
        ],
      }),
    );
    renderRoute('/maintenance');
    expect(await titles()).toEqual(['first', 'second', 'third']);
  });

  it('shows every detail of a task', async () => {
    serveSites(siteRow({ tasks2024: [task({ tasks: 'Line one\nLine two', title: '更换天线' })] }));
    renderRoute('/maintenance');
    const [card] = await cards();
    if (!card) throw new Error('no task');
    expect(card.querySelector('time')).toHaveTextContent('26 March 2026 at 16:05');
    expect(card.querySelector('time')).toHaveAttribute('datetime', '2026-03-26T16:05:00+08:00');
    expect(within(card).getByText('Completed')).toBeVisible();
    expect(within(card).getByRole('heading', { name: '更换天线' })).toHaveAttribute('lang', 'zh-Hans');
    expect(within(card).getByText(/Line one/).textContent).toBe('Line one\nLine two');
    expect(within(card).getByText('No PDF available')).toBeVisible();
    // nothing to open
    expect(
      within(card)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(['More']);
  });

  it('counts hidden tasks in the total but never shows them, not even to an admin who receives them', async () => {
    const whole = { ...task({ id: 5, title: 'Never shown', urls: [fileUrl(9)] }), showing: 'False' };
    serveSites({ ...siteRow(), tasks2024: [task(), hidden, whole] });
    const { container } = renderRoute('/maintenance');
    await cards();
    expect(figure('Total Tasks')).toHaveTextContent('Total Tasksincludes removed entries2 removed3');
    expect(figure('Visible Tasks')).toHaveTextContent('Visible Tasks 1');
    expect(container).not.toHaveTextContent('Never shown');
  });

  it('filters by the cards for PDF and photos, kept in the query string', async () => {
    serveSigning();
    serveSites(
      siteRow({
        tasks2024: [
          task({ id: 1, title: 'both', pdf: fileUrl(1, 'pdf'), urls: [fileUrl(2)] }),
          task({ id: 2, title: 'pdf', pdf: fileUrl(3, 'pdf') }),
          task({ id: 3, title: 'none' }),
        ],
      }),
    );
    const { user } = renderRoute('/maintenance');
    expect(await titles()).toEqual(['none', 'pdf', 'both']);
    const pdf = screen.getByRole('button', { name: 'Tasks with PDF 2 Show only these' });
    await user.click(pdf);
    expect(pdf).toHaveAttribute('aria-pressed', 'true');
    // not by colour alone
    expect(pdf).toHaveAccessibleName('Tasks with PDF 2 Only these shown');
    expect(await titles()).toEqual(['pdf', 'both']);
    await user.click(screen.getByRole('button', { name: /^Tasks with Photos 1 / }));
    expect(await titles()).toEqual(['both']);
    expect(ownQuery()).toBe('?has=pdf&has=photos');
    await user.click(pdf);
    expect(ownQuery()).toBe('?has=photos');
  });

  it('filters by year and month, kept in the query string without history entries', async () => {
    serveSites(siteRow({ tasks2024: [...march(2), task({ id: 9, year: '2025', month: 'dec', title: 'old' })] }));
    const { user } = renderRoute('/maintenance');
    await cards();
    const historyLength = globalThis.history.length;
    await user.selectOptions(screen.getByLabelText('Year'), '2026');
    await user.selectOptions(screen.getByLabelText('Month'), 'March');
    expect(ownQuery()).toBe('?year=2026&month=mar');
    expect(globalThis.history.length).toBe(historyLength);
    expect(await titles()).toEqual(['Day 2', 'Day 1']);
    await user.selectOptions(screen.getByLabelText('Year'), 'All years');
    expect(ownQuery()).toBe('?month=mar');
  });

  it('shows the kind beside Completed, and filters tasks and figures by it', async () => {
    serveSites(
      siteRow({
        tasks2024: [
          task({ id: 1, title: 'Storm', kind: 'emergency', pdf: fileUrl(1, 'pdf') }),
          task({ id: 2, title: 'Usual', kind: 'preventive' }),
          task({ id: 3, title: 'Old' }),
          hidden,
        ],
      }),
    );
    const { user } = renderRoute('/maintenance?month=mar');
    const badges = (await cards()).map((card) => within(card).getByText('Completed').closest('.head')?.textContent);
    expect(badges).toEqual(['OldCompleted', 'UsualPreventive maintenanceCompleted', 'StormEmergency callCompleted']);
    await user.selectOptions(screen.getByLabelText('Kind'), 'Emergency call');
    expect(ownQuery()).toBe('?month=mar&kind=emergency');
    expect(await titles()).toEqual(['Storm']);
    expect(figure('Total Tasks')).toHaveTextContent('Total Tasks1');
    expect(figure('Visible Tasks')).toHaveTextContent('Visible Tasks 1');
    expect(figure('Tasks with PDF')).toHaveTextContent('Tasks with PDF 1');
    await user.selectOptions(screen.getByLabelText('Kind'), 'Not specified');
    expect(await titles()).toEqual(['Old']);
    await user.selectOptions(screen.getByLabelText('Kind'), 'Other work');
    expect(await screen.findByText('No activities during requested period')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(ownQuery()).toBe('');
  });

  it('marks only old entries whose month and date disagree', async () => {
    serveSites(
      siteRow({
        tasks2024: [
          task({ id: 1, year: '2023', time: '2026-11-22T09:00:00+08:00', title: 'Old' }),
          task({ id: 2, time: '2026-03-31T23:59:59+08:00', title: 'Right' }),
        ],
      }),
    );
    renderRoute('/maintenance');
    const [old, right] = await cards();
    expect(old).toHaveTextContent('Filed under March 2023, dated 22 November 2026');
    expect(right).not.toHaveTextContent('Filed under');
  });

  it('ignores unknown values in the query string', async () => {
    serveSites(siteRow());
    renderRoute('/maintenance?year=1999&month=March&kind=x&has=x&task=abc&photo=0');
    expect(await cards()).toHaveLength(1);
    expect(screen.getByLabelText('Year')).toHaveDisplayValue('All years');
    expect(screen.getByLabelText('Month')).toHaveDisplayValue('All months');
    expect(screen.getByLabelText('Kind')).toHaveDisplayValue('All kinds');
  });

  it('puts tasks of several months under headings', async () => {
    const april = task({ id: 9, month: 'apr', time: '2026-04-01T09:00:00+08:00' });
    serveSites(siteRow({ tasks2024: [...march(2), april] }));
    renderRoute('/maintenance');
    await cards();
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'April 2026 1 visit',
      'March 2026 2 visits',
    ]);
  });

  it('says when there are no activities, and links to the latest ones', async () => {
    serveSites(siteRow({ tasks2024: [...march(6), hidden] }));
    const { user } = renderRoute('/maintenance?year=2030&view=inspection');
    expect(await screen.findByText('No activities during requested period')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Latest: March 2026 (6 visits)' }));
    expect(ownQuery()).toBe('?view=inspection&year=2026&month=mar');
    expect(await cards()).toHaveLength(6);
    await user.selectOptions(screen.getByLabelText('Year'), '2022');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(ownQuery()).toBe('?view=inspection');
  });

  it('offers neither Clear filters nor the latest month if there are no tasks', async () => {
    serveSites(siteRow({ tasks2024: [] }));
    renderRoute('/maintenance');
    expect(await screen.findByText('No activities during requested period')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
    expect(screen.queryByRole('link', { name: /Latest/ })).toBeNull();
  });

  it('says when the key has no data, and tries again', async () => {
    serveSites();
    const { user } = renderRoute('/maintenance');
    expect(await screen.findByText('No data found for the selected name.')).toBeVisible();
    serveSites(siteRow());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await cards()).toHaveLength(1);
  });

  it('shows texts as plain text, without links', async () => {
    const nasty = '<script>alert(1)</script> javascript:alert(1) https://example.com';
    serveSites(siteRow({ tasks2024: [task({ title: nasty, tasks: nasty, pdf: 'javascript:alert(1)' })] }));
    renderRoute('/maintenance?task=1&pdf=1');
    const [card] = await cards();
    expect(card).toHaveTextContent(nasty);
    expect(card).toHaveTextContent('No PDF available');
    expect(card?.querySelector('a, script')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the dashboard for an admin', () => {
  it('requires a site, and keeps the year when a site is picked', async () => {
    server.use(
      http.get(`${origin}/rest/v1/maintable`, () =>
        HttpResponse.json([listedSite({ id: 1, name: 'A' }), listedSite({ id: 2, name: 'B' })]),
      ),
    );
    const asked = serveSites(siteRow());
    const { user } = renderRoute('/maintenance?year=2026', adminSession);
    expect(await screen.findByText('Select a site to see its visits.')).toBeVisible();
    await pickSite(user, 'B');
    expect(await cards()).toHaveLength(1);
    expect(ownQuery()).toBe('?year=2026&site=B');
    expect(asked[0]?.searchParams.get('name')).toBe('eq.B');
  });

  it('reports a picked site that does not exist', async () => {
    server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite({ id: 1, name: 'A' })])));
    serveSites();
    renderRoute('/maintenance?site=Gone', adminSession);
    expect(await screen.findByText('No data found for the selected name.')).toBeVisible();
    expect(await siteField()).toHaveDisplayValue('');
    expect(await siteField()).toHaveAttribute('placeholder', 'Select a site');
  });
});

const steps = () =>
  within(screen.getByRole('navigation', { name: 'Months' }))
    .getAllByRole('link')
    .map((link) => link.querySelector('span:not([aria-hidden])')?.textContent);

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
    const historyLength = globalThis.history.length;
    expect(steps()).toEqual(['Previous month: February 2026, no visits', 'Next month: April 2026, no visits']);
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
    expect(globalThis.history.length).toBe(historyLength);
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
