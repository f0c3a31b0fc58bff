import { screen, act, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { objectUrls } from '../../support/missing-in-jsdom.ts';
import { pickSite, siteField } from '../../support/pick-site.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { listedSite, serveSites, siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { hurry } from '../../support/waiting.ts';
import { hidden, queryString, site, titles, older, open, february, march, rows, years } from './open-history.ts';

const serveNames = () =>
  server.use(
    http.get(`${origin}/rest/v1/maintable`, () =>
      HttpResponse.json([listedSite({ id: 1, name: 'Kingfisher Rise' }), listedSite({ id: 2, name: 'Selasih Park' })]),
    ),
  );

describe('loading and failing', () => {
  it('shows its heading and accepts filters while it is loading', async () => {
    server.use(http.get(`${origin}/rest/v1/maintables`, () => new Promise<never>(() => {})));
    const { user } = renderRoute('/data-fetcher?year=2026');
    expect(await screen.findByText('Loading visits…')).toHaveAttribute('role', 'status');
    expect(screen.getByRole('heading', { level: 1, name: 'Service History' })).toBeVisible();
    expect(screen.getByLabelText('Year')).toHaveValue('2026');
    await user.type(screen.getByRole('searchbox'), 'loop');
    expect(queryString()).toBe('?year=2026&q=loop');
  });

  it('reports an invalid response', async () => {
    hurry();
    serveSites({ ...siteRow(), tasks2024: [{ id: 1, showing: 'True' }] });
    renderRoute('/data-fetcher');
    expect(await screen.findByText('Error fetching data.')).toBeVisible();
  });

  it('says when there is no record, and tries again', async () => {
    serveSites();
    const { user } = renderRoute('/data-fetcher');
    expect(await screen.findByText('No data found for the selected name.')).toBeVisible();
    serveSites(site());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table')).toBeVisible();
  });

  it('says when there are no activities yet, with no filters to clear', async () => {
    serveSites(siteRow({ tasks2024: [hidden] }));
    renderRoute('/data-fetcher');
    expect(await screen.findByText('No activities yet.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });
});

describe('an admin', () => {
  it('picks a site, whose name is kept in the link to a month', async () => {
    serveNames();
    const asked = serveSites(site());
    const { user } = renderRoute('/data-fetcher?year=2026', adminSession);
    expect(await screen.findByText('Select a site to see its service history.')).toBeVisible();
    expect(asked).toEqual([]);
    await pickSite(user, 'Selasih Park');
    await screen.findByRole('table');
    expect(asked[0]?.searchParams.get('name')).toBe('eq.Selasih Park');
    expect(screen.getByRole('link', { name: 'Maintenance Report, March 2026' })).toHaveAttribute(
      'href',
      '/maintenance?year=2026&month=mar&site=Selasih+Park',
    );
  });

  it('gets a message when the query string names no site', async () => {
    serveNames();
    serveSites();
    renderRoute('/data-fetcher?site=Nowhere', adminSession);
    expect(await screen.findByText('No data found for the selected name.')).toBeVisible();
  });

  it('gets a message when the sites cannot be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(
      http.get(`${origin}/rest/v1/maintable`, () =>
        HttpResponse.json({ code: '42501', message: 'no' }, { status: 400 }),
      ),
    );
    const { user } = renderRoute('/data-fetcher', adminSession);
    expect(await screen.findByText('Failed to load names.')).toBeVisible();
    serveNames();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await user.click(await siteField());
    expect(await screen.findByRole('option', { name: 'Kingfisher Rise' })).toBeInTheDocument();
  });
});

describe('the search and the export', () => {
  it('finds a visit by its job number, shows it and marks it', async () => {
    serveSites(
      siteRow({ tasks2024: [task({ id: 1, title: 'First', ref: 'J-1042' }), task({ id: 2, title: 'Second' })] }),
    );
    const { user } = renderRoute('/data-fetcher');
    await user.type(await screen.findByRole('searchbox'), '1042');
    expect(await screen.findByText('1042', { selector: 'mark' })).toBeVisible();
    const row = screen.getByRole('row', { name: /First/u });
    expect(row).toHaveTextContent('Job number: J-1042');
    expect(screen.queryByRole('row', { name: /Second/u })).toBeNull();
  });

  it('saves the filtered tasks as CSV in their order', async () => {
    serveSites(site());
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user } = await open('?year=2026&sort=date');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    const link: unknown = saved.mock.instances[0];
    if (!(link instanceof HTMLAnchorElement)) throw new Error('nothing saved');
    expect(link).toHaveAttribute('download', 'Selasih-Park_Service-History_2026.csv');
    const file = objectUrls.get(link.href);
    expect(file?.type).toBe('text/csv;charset=utf-8');
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file?.arrayBuffer());
    expect(text.split('\r\n')).toEqual([
      '\uFEFFDate,Time,Year,Month,Kind,Title,Text,PDF,Photos,Job number,Who came,Reported,Arrived,Left,Answered in (min),Follow up,Answers',
      '2026-02-10,09:00,2026,February,,Loop tuned,Arm bolts re-torqued.,No,0,,,,,,,,',
      '2026-03-26,16:05,2026,March,,Spring replaced,Café lane,Yes,2,,,,,,,,',
      '',
    ]);
  });

  it('prints every filtered row, with the filters and the date', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-21T02:05:00Z') });
    const many = Array.from({ length: 300 }, (_, index) =>
      task({ id: index + 1, title: `Visit ${index + 1}`, kind: 'other' }),
    );
    serveSites(siteRow({ tasks2024: [...many, older] }));
    const print = vi.spyOn(globalThis, 'print').mockImplementation(() => {
      globalThis.dispatchEvent(new Event('beforeprint'));
    });
    await open('?year=2026&month=mar&kind=other&q=visit');
    act(() => screen.getByRole('button', { name: 'Print' }).click());
    expect(print).toHaveBeenCalledOnce();
    const sheet = screen.getByText('March 2026, kind “Other work”, search “visit”').closest('section');
    if (!sheet) throw new Error('no sheet');
    // the name of the PDF that a browser prints
    expect(document.title).toBe('Selasih-Park_Service-History_March_2026_Other-work_visit');
    expect(sheet).toHaveTextContent('300 visits');
    expect(sheet).toHaveTextContent('Printed on 21 November 2026 at 10:05');
    expect(sheet.querySelectorAll('tbody tr')).toHaveLength(300);
    expect(sheet.querySelector('tbody tr')).toHaveTextContent('26 March 2026 at 16:05Other workVisit 300');
    act(() => {
      globalThis.dispatchEvent(new Event('afterprint'));
    });
    expect(screen.queryByText('March 2026, kind “Other work”, search “visit”')).toBeNull();
    expect(document.title).toBe('Service History | RFID Boom Gate Portal');
  });
});

const headings = () =>
  within(screen.getByRole('table'))
    .getAllByRole('heading', { level: 2 })
    .map((heading) => heading.textContent);

const head = (name: string) => screen.getByRole('columnheader', { name });

describe('the table', () => {
  it('shows every visible task of all years, newest first, with all its columns', async () => {
    serveSites(site());
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Service History' })).toBeVisible();
    expect(document.title).toBe('Service History | RFID Boom Gate Portal');
    expect(screen.getByText('Residensi Selasih Park')).toBeVisible();
    expect(screen.getAllByRole('columnheader')).toEqual(
      ['Date', 'Title', 'Text', 'PDF', 'Photos'].map((name) => head(name)),
    );
    expect(titles()).toEqual(['Spring replaced', 'Loop tuned', 'Antenna moved']);
    const cells = rows().map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
    expect(cells[0]).toEqual([
      '26 March 2026 at 16:05',
      'Café lane',
      'PDF of Spring replaced',
      '2 photos of Spring replaced',
    ]);
    expect(cells[2]).toEqual(['31 December 2024 at 23:30', 'Arm bolts re-torqued.', 'No', '0 photos']);
    expect(screen.getByText('3 visits')).toHaveAttribute('role', 'status');
  });

  it('has headings of year and month when sorted by date, by year and by month', async () => {
    serveSites(site());
    const { user } = await open();
    expect(headings()).toEqual(['March 2026 1 visit', 'February 2026 1 visit', 'December 2024 1 visit']);
    const order = screen.getByLabelText('Sort by');
    await user.selectOptions(order, 'Year, first to last');
    expect(headings()).toEqual(['2024 1 visit', '2026 2 visits']);
    expect(titles()).toEqual(['Antenna moved', 'Spring replaced', 'Loop tuned']);
    await user.selectOptions(order, 'Month, January first');
    expect(headings()).toEqual(['February 1 visit', 'March 1 visit', 'December 1 visit']);
    await user.selectOptions(order, 'Title, A to Z');
    expect(within(screen.getByRole('table')).queryByRole('heading')).toBeNull();
  });

  it('marks an old entry that is filed under a month other than that of its date and heading', async () => {
    serveSites(siteRow({ tasks2024: [{ ...march, year: '2023' }, february] }));
    await open();
    expect(headings()).toEqual(['March 2026 1 visit', 'February 2026 1 visit']);
    expect(rows()[0]).toHaveTextContent('Filed under March 2023, dated 26 March 2026');
    expect(rows()[1]).not.toHaveTextContent('Filed under');
    // nothing is filed under March 2026, so there is nothing to open
    expect(screen.queryByRole('link', { name: /March 2026$/u })).toBeNull();
    expect(screen.getByRole('link', { name: 'Maintenance Report, February 2026' })).toBeVisible();
  });

  it('gives screen readers the number of all rows, though only some are rendered', async () => {
    const many = Array.from({ length: 500 }, (_, index) => task({ id: index + 1, title: `Visit ${index + 1}` }));
    serveSites(siteRow({ tasks2024: many }));
    await open();
    expect(screen.getByRole('table', { name: 'Tasks' })).toHaveAttribute('aria-rowcount', '502');
    expect(rows().length).toBeLessThan(60);
    expect(rows()[0]).toHaveAttribute('aria-rowindex', '3');
    expect(titles()[0]).toBe('Visit 500');
    expect(screen.getByText('500 visits', { selector: '[role=status]' })).toBeVisible();
  });

  it('never shows a hidden task, not even to an admin who receives it', async () => {
    const whole = { ...task({ id: 5, title: 'Never shown' }), showing: 'False' };
    serveSites({ ...siteRow(), tasks2024: [march, whole] });
    const { container } = await open();
    expect(titles()).toEqual(['Spring replaced']);
    expect(container).not.toHaveTextContent('Never shown');
    expect(years()).toEqual(['All years', '2026 (1)']);
  });

  it('sorts by its column headers, kept in the query string without history entries', async () => {
    serveSites(site());
    const { user } = await open();
    const historyLength = globalThis.history.length;
    expect(head('Date')).toHaveAttribute('aria-sort', 'descending');
    await user.click(screen.getByRole('button', { name: 'Title' }));
    expect(titles()).toEqual(['Antenna moved', 'Loop tuned', 'Spring replaced']);
    expect(head('Title')).toHaveAttribute('aria-sort', 'ascending');
    expect(head('Date')).not.toHaveAttribute('aria-sort');
    expect(queryString()).toBe('?sort=title');
    await user.click(screen.getByRole('button', { name: 'Title' }));
    expect(queryString()).toBe('?sort=-title');
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Oldest first');
    expect(titles()).toEqual(['Antenna moved', 'Loop tuned', 'Spring replaced']);
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Newest first');
    expect(queryString()).toBe('');
    expect(globalThis.history.length).toBe(historyLength);
  });
});
