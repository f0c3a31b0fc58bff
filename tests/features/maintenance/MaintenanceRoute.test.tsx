import { act, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import type { HiddenTask } from '../../../src/records/task/task.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { listedSite, fileUrl, serveSigning, serveSites, siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { pickSite, siteField } from '../../support/pick-site.ts';

const hidden: HiddenTask = { id: 90, year: '2026', month: 'mar', showing: 'False' };
const cards = () => screen.findAllByRole('article');
const titles = async () => (await cards()).map((card) => within(card).getByRole('heading', { level: 3 }).textContent);
const figure = (label: string) =>
  screen.getByText(label, { exact: false, selector: 'p, p > span, button > span' }).closest('p, button');

/** One task a day in March 2026, from the first on. */
const march = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    task({
      id: index + 1,
      time: `2026-03-${String(index + 1).padStart(2, '0')}T09:00:00+08:00`,
      title: `Day ${index + 1}`,
    }),
  );

describe('the dashboard', () => {
  it('carries the name it was opened with', async () => {
    serveSites(siteRow());
    const { unmount } = renderRoute('/maintenance');
    expect(await screen.findByRole('heading', { level: 1, name: 'Maintenance Report' })).toBeVisible();
    unmount();
    renderRoute('/maintenance?view=inspection');
    expect(await screen.findByRole('heading', { level: 1, name: 'Inspection Report' })).toBeVisible();
    expect(document.title).toBe('Inspection Report | RFID Boom Gate Portal');
  });

  it('lists visible tasks, newest first, the later id first within one time', async () => {
    const same = '2026-03-02T09:00:00+08:00';
    serveSites(
      siteRow({
        tasks2024: [
          task({ id: 1, time: same, title: 'second' }),
          hidden,
          task({ id: 2, time: '2026-03-01T09:00:00+08:00', title: 'third' }),
          task({ id: 3, time: same, title: 'first' }),
        ],
      }),
    );
    renderRoute('/maintenance');
    expect(await titles()).toEqual(['first', 'second', 'third']);
  });

  it('shows all of a task', async () => {
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
        .map((button) => button.textContent),
    ).toEqual(['Share']);
  });

  it('counts hidden tasks in the total and never shows them, not even to an admin who is sent them whole', async () => {
    const whole = { ...task({ id: 5, title: 'Never shown', urls: [fileUrl(9)] }), showing: 'False' };
    serveSites({ ...siteRow(), tasks2024: [task(), hidden, whole] });
    const { container } = renderRoute('/maintenance');
    await cards();
    expect(figure('Total Tasks')).toHaveTextContent('Total Tasksincludes removed entries3');
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
    expect(globalThis.location.search).toBe('?has=pdf&has=photos');
    await user.click(pdf);
    expect(globalThis.location.search).toBe('?has=photos');
  });

  it('filters by year and month, kept in the query string without a step back for each', async () => {
    serveSites(siteRow({ tasks2024: [...march(2), task({ id: 9, year: '2025', month: 'dec', title: 'old' })] }));
    const { user } = renderRoute('/maintenance');
    await cards();
    const steps = globalThis.history.length;
    await user.selectOptions(screen.getByLabelText('Year'), '2026');
    await user.selectOptions(screen.getByLabelText('Month'), 'March');
    expect(globalThis.location.search).toBe('?year=2026&month=mar');
    expect(globalThis.history.length).toBe(steps);
    expect(await titles()).toEqual(['Day 2', 'Day 1']);
    await user.selectOptions(screen.getByLabelText('Year'), 'All years');
    expect(globalThis.location.search).toBe('?month=mar');
  });

  it('says the kind beside Completed, and filters by it, figures too', async () => {
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
    const badges = (await cards()).map((card) => within(card).getByText('Completed').parentElement?.textContent);
    expect(badges).toEqual(['OldCompleted', 'UsualCompletedPreventive maintenance', 'StormCompletedEmergency call']);
    await user.selectOptions(screen.getByLabelText('Kind'), 'Emergency call');
    expect(globalThis.location.search).toBe('?month=mar&kind=emergency');
    expect(await titles()).toEqual(['Storm']);
    expect(figure('Total Tasks')).toHaveTextContent('Total Tasks1');
    expect(figure('Visible Tasks')).toHaveTextContent('Visible Tasks 1');
    expect(figure('Tasks with PDF')).toHaveTextContent('Tasks with PDF 1');
    await user.selectOptions(screen.getByLabelText('Kind'), 'Not specified');
    expect(await titles()).toEqual(['Old']);
    await user.selectOptions(screen.getByLabelText('Kind'), 'Other work');
    expect(await screen.findByText('No activities during requested period')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(globalThis.location.search).toBe('');
  });

  it('says of an old entry that month and date disagree, and of no other', async () => {
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

  it('takes unknown values of the query string for none', async () => {
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
    expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
      'April 2026 1 task',
      'March 2026 2 tasks',
    ]);
  });

  it('says that nothing happened, and leads on', async () => {
    serveSites(siteRow({ tasks2024: [...march(6), hidden] }));
    const { user } = renderRoute('/maintenance?year=2030&view=inspection');
    expect(await screen.findByText('No activities during requested period')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Latest: March 2026 (6 tasks)' }));
    expect(globalThis.location.search).toBe('?view=inspection&year=2026&month=mar');
    expect(await cards()).toHaveLength(6);
    await user.selectOptions(screen.getByLabelText('Year'), '2022');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(globalThis.location.search).toBe('?view=inspection');
  });

  it('has nothing to clear and no latest where there are no tasks', async () => {
    serveSites(siteRow({ tasks2024: [] }));
    renderRoute('/maintenance');
    expect(await screen.findByText('No activities during requested period')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
    expect(screen.queryByRole('link', { name: /Latest/ })).toBeNull();
  });

  it('says that a key without a site has no data, and tries again', async () => {
    serveSites();
    const { user } = renderRoute('/maintenance');
    expect(await screen.findByText('No data found for the selected name.')).toBeVisible();
    serveSites(siteRow());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await cards()).toHaveLength(1);
  });

  it('takes texts for texts and links nothing in them', async () => {
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

describe('a link to a task', () => {
  it('brings its card into view and marks it', async () => {
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

const steps = () =>
  within(screen.getByRole('navigation', { name: 'Months' }))
    .getAllByRole('link')
    .map((one) => one.textContent);

describe('the months', () => {
  it('are walked one by one, with the filters and the name of the page, up to the running one', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-20T02:05:00Z') });
    const january = task({ id: 9, month: 'january', time: '2026-01-05T09:00:00+08:00', title: 'First' });
    serveSites(siteRow({ tasks2024: [...march(2), january] }));
    const { user } = renderRoute('/maintenance?view=inspection&year=2026&month=mar&task=2');
    await cards();
    const history = globalThis.history.length;
    expect(steps()).toEqual(['Previous month: February 2026, no tasks', 'Next month: April 2026, no tasks']);
    await user.click(screen.getByRole('link', { name: /^Previous month/u }));
    expect(globalThis.location.search).toBe('?view=inspection&year=2026&month=february');
    expect(screen.getByText('No activities during requested period')).toBeVisible();
    expect(steps()).toEqual(['Previous month: January 2026', 'Next month: March 2026']);
    const previous = screen.getByRole('link', { name: /^Previous month/u });
    await user.click(previous);
    expect(await titles()).toEqual(['First']);
    expect(previous).toHaveTextContent('No earlier month');
    expect(previous).toHaveAttribute('aria-disabled', 'true');
    expect(previous).toHaveFocus();
    await user.click(previous);
    expect(globalThis.location.search).toBe('?view=inspection&year=2026&month=january');
    // replaced: Back leaves the page
    expect(globalThis.history.length).toBe(history);
  });

  it('have no way on without a month, or beyond the running one', async () => {
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

describe('the way back', () => {
  it('leads a client to Service History', async () => {
    serveSites(siteRow());
    const { user } = renderRoute('/maintenance?year=2026&month=mar');
    await cards();
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Service History' }));
    expect(globalThis.location.pathname).toBe('/data-fetcher');
  });

  it('is not there for an admin, who has the menu of the site', async () => {
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

describe('the report', () => {
  const rule = 'Choose a year and a month with at least 5 tasks to download one combined report.';

  it('is offered for a month with five tasks', async () => {
    serveSites(siteRow({ tasks2024: march(5) }));
    renderRoute('/maintenance?year=2026&month=mar');
    expect(await screen.findByRole('button', { name: 'Download Report' })).toBeEnabled();
    expect(screen.queryByText(rule)).toBeNull();
  });

  it.each([
    [march(4), '4 tasks in March 2026.'],
    [march(1), '1 task in March 2026.'],
  ])('is not offered with fewer than five, a hidden one counted or not: %#', async (tasks, count) => {
    serveSites(siteRow({ tasks2024: [...tasks, hidden] }));
    renderRoute('/maintenance?year=2026&month=mar');
    expect(
      await screen.findByText(`${count} A combined report needs at least 5; print this page instead.`),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Download Report' })).toBeNull();
    expect(screen.queryByText(rule)).toBeNull();
    const print = vi.spyOn(globalThis, 'print').mockImplementation(() => undefined);
    act(() => screen.getByRole('button', { name: 'Print' }).click());
    expect(print).toHaveBeenCalledOnce();
  });

  it('is not spoken of in a month without tasks, of which there is nothing to print', async () => {
    serveSites(siteRow({ tasks2024: march(9) }));
    renderRoute('/maintenance?year=2026&month=apr');
    expect(await screen.findByText('No activities during requested period')).toBeVisible();
    expect(screen.queryByText(/combined report/u)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  });

  it('is replaced by paper that says the site and when it was printed', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T02:05:00Z') });
    serveSites(siteRow({ tasks2024: march(4) }));
    renderRoute('/maintenance?year=2026&month=mar');
    await cards();
    act(() => {
      globalThis.dispatchEvent(new Event('beforeprint'));
    });
    expect(screen.getByText('Printed on 21 November 2026 at 10:05')).toBeVisible();
    expect(screen.getByText('Residensi Selasih Park')).toBeVisible();
    act(() => {
      globalThis.dispatchEvent(new Event('afterprint'));
    });
    expect(screen.queryByText(/^Printed on/u)).toBeNull();
  });

  it.each([
    ['no year', march(9), '?month=mar'],
    ['no month', march(9), '?year=2026'],
  ])('is not offered with %s: a line says why', async (_, tasks, search) => {
    serveSites(siteRow({ tasks2024: [...tasks, hidden] }));
    renderRoute(`/maintenance${search}`);
    expect(await screen.findByText(rule)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Download Report' })).toBeNull();
  });
});

describe('the dashboard for an admin', () => {
  it('needs a site, and another site closes what was open', async () => {
    server.use(
      http.get(`${origin}/rest/v1/maintable`, () =>
        HttpResponse.json([listedSite({ id: 1, name: 'A' }), listedSite({ id: 2, name: 'B' })]),
      ),
    );
    const asked = serveSites(siteRow());
    const { user } = renderRoute('/maintenance?year=2026', adminSession);
    expect(await screen.findByText('Select a site to see its tasks.')).toBeVisible();
    await pickSite(user, 'B');
    expect(await cards()).toHaveLength(1);
    expect(globalThis.location.search).toBe('?year=2026&site=B');
    expect(asked[0]?.searchParams.get('name')).toBe('eq.B');
  });

  it('says so when the picked site is not there', async () => {
    server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite({ id: 1, name: 'A' })])));
    serveSites();
    renderRoute('/maintenance?site=Gone', adminSession);
    expect(await screen.findByText('No data found for the selected name.')).toBeVisible();
    expect(await siteField()).toHaveDisplayValue('');
    expect(await siteField()).toHaveAttribute('placeholder', 'Select a site');
  });
});
