import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import type { HiddenTask } from '../../../src/records/task/task.ts';
import { fakeWorkers } from '../../support/fake-worker.ts';
import { objectUrls } from '../../support/missing-in-jsdom.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { listedSite, fileUrl, serveSigning, serveSites, siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { pickSite, siteField } from '../../support/pick-site.ts';

const hidden: HiddenTask = { id: 90, year: '2026', month: 'mar', showing: 'False' };
const march = task({
  id: 3,
  title: 'Spring replaced',
  tasks: 'Café lane',
  pdf: fileUrl(1, 'pdf'),
  urls: [fileUrl(2), fileUrl(3)],
});
const february = task({ id: 2, time: '2026-02-10T09:00:00+08:00', month: 'february', title: 'Loop tuned' });
const older = task({ id: 1, time: '2024-12-31T23:30:00+08:00', year: '2024', month: 'dec', title: 'Antenna moved' });
const site = () => siteRow({ tasks2024: [older, march, hidden, february] });

const open = async (query = '') => {
  const view = renderRoute(`/data-fetcher${query}`);
  await screen.findByRole('table');
  return view;
};
/** The rows of tasks, without those of the headings. */
const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .filter((row) => within(row).queryByRole('rowheader'));
const headings = () =>
  within(screen.getByRole('table'))
    .getAllByRole('heading', { level: 2 })
    .map((one) => one.textContent);
/** The choices of the year, as they read. */
const years = () =>
  within(screen.getByLabelText('Year'))
    .getAllByRole('option')
    .map((one) => one.textContent);
const titles = () =>
  within(screen.getByRole('table'))
    .getAllByRole('rowheader')
    .map((one) => one.textContent);
/** The links of the headings. */
const links = () =>
  within(screen.getByRole('table'))
    .getAllByRole('link')
    .map((one) => [one.textContent, one.getAttribute('href')]);
/** What a search marked. */
const marks = (place = screen.getByRole('table')) =>
  Array.from(place.querySelectorAll('mark'), (one) => one.textContent);
const head = (name: string) => screen.getByRole('columnheader', { name });
const serveNames = () =>
  server.use(
    http.get(`${origin}/rest/v1/maintable`, () =>
      HttpResponse.json([listedSite({ id: 1, name: 'Kingfisher Rise' }), listedSite({ id: 2, name: 'Selasih Park' })]),
    ),
  );
const queryString = () => globalThis.location.search;

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
    expect(screen.getByText('3 tasks')).toHaveAttribute('role', 'status');
  });

  it('says year and month in headings, by date, by year and by month', async () => {
    serveSites(site());
    const { user } = await open();
    expect(headings()).toEqual(['March 2026 1 task', 'February 2026 1 task', 'December 2024 1 task']);
    const order = screen.getByLabelText('Sort by');
    await user.selectOptions(order, 'Year, first to last');
    expect(headings()).toEqual(['2024 1 task', '2026 2 tasks']);
    expect(titles()).toEqual(['Antenna moved', 'Spring replaced', 'Loop tuned']);
    await user.selectOptions(order, 'Month, January first');
    expect(headings()).toEqual(['February 1 task', 'March 1 task', 'December 1 task']);
    await user.selectOptions(order, 'Title, A to Z');
    expect(within(screen.getByRole('table')).queryByRole('heading')).toBeNull();
  });

  it('says of an old entry that it is filed under another month than it is dated, as its heading is', async () => {
    serveSites(siteRow({ tasks2024: [{ ...march, year: '2023' }, february] }));
    await open();
    expect(headings()).toEqual(['March 2026 1 task', 'February 2026 1 task']);
    expect(rows()[0]).toHaveTextContent('Filed under March 2023, dated 26 March 2026');
    expect(rows()[1]).not.toHaveTextContent('Filed under');
    // nothing is filed under March 2026, so there is nothing to open
    expect(screen.queryByRole('link', { name: /March 2026$/u })).toBeNull();
    expect(screen.getByRole('link', { name: 'Open February 2026' })).toBeVisible();
  });

  it('says to screen readers how many rows there are, of which only some are rendered', async () => {
    const many = Array.from({ length: 500 }, (_, index) => task({ id: index + 1, title: `Visit ${index + 1}` }));
    serveSites(siteRow({ tasks2024: many }));
    await open();
    expect(screen.getByRole('table', { name: 'Tasks' })).toHaveAttribute('aria-rowcount', '502');
    expect(rows().length).toBeLessThan(60);
    expect(rows()[0]).toHaveAttribute('aria-rowindex', '3');
    expect(titles()[0]).toBe('Visit 500');
    expect(screen.getByText('500 tasks', { selector: '[role=status]' })).toBeVisible();
  });

  it('never shows a hidden task, not even to an admin who is sent it whole', async () => {
    const whole = { ...task({ id: 5, title: 'Never shown' }), showing: 'False' };
    serveSites({ ...siteRow(), tasks2024: [march, whole] });
    const { container } = await open();
    expect(titles()).toEqual(['Spring replaced']);
    expect(container).not.toHaveTextContent('Never shown');
    expect(years()).toEqual(['All years', '2026 (1)']);
  });

  it('sorts by its heads, kept in the query string without a step back for each', async () => {
    serveSites(site());
    const { user } = await open();
    const steps = globalThis.history.length;
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
    expect(globalThis.history.length).toBe(steps);
  });
});

describe('the filters', () => {
  it('search title and text, every word, without case and accents', async () => {
    serveSites(site());
    const { user } = await open();
    const steps = globalThis.history.length;
    const search = screen.getByRole('searchbox', { name: 'Search titles and texts' });
    await user.type(search, 'CAFE spring');
    expect(titles()).toEqual(['Spring replaced']);
    expect(screen.getByText('1 of 3 tasks')).toBeVisible();
    expect(queryString()).toBe('?q=CAFE+spring');
    expect(globalThis.history.length).toBe(steps);
    expect(years()).toEqual(['All years', '2026 (1)', '2024 (0)']);
    await user.clear(search);
    expect(titles()).toHaveLength(3);
    expect(queryString()).toBe('');
  });

  it('choose a year and one of its months by their visits', async () => {
    serveSites(site());
    const { user } = await open();
    expect(years()).toEqual(['All years', '2026 (2)', '2024 (1)']);
    expect(screen.getByRole('radio', { name: 'All months, 3 visits' })).toBeChecked();
    await user.selectOptions(screen.getByLabelText('Year'), '2026');
    expect(titles()).toEqual(['Spring replaced', 'Loop tuned']);
    expect(screen.getByRole('group', { name: 'Visits in 2026' })).toBeVisible();
    const month = screen.getByRole('radio', { name: 'February 2026, 1 visit' });
    await user.click(month);
    expect(month).toBeChecked();
    expect(titles()).toEqual(['Loop tuned']);
    expect(queryString()).toBe('?year=2026&month=february');
    await user.click(screen.getByRole('radio', { name: 'All months 2026, 2 visits' }));
    expect(queryString()).toBe('?year=2026');
    await user.selectOptions(screen.getByLabelText('Year'), 'All years');
    expect(queryString()).toBe('');
  });

  it('keep a year that a link names among the choices, though nothing is in it', async () => {
    serveSites(site());
    renderRoute('/data-fetcher?year=2030');
    expect(await screen.findByText('No tasks found for the selected year and month.')).toBeVisible();
    expect(years()).toEqual(['All years', '2030 (0)', '2026 (2)', '2024 (1)']);
    expect(screen.getByLabelText('Year')).toHaveValue('2030');
  });

  it('are reached in few steps: the months are one stop, which the arrow keys walk', async () => {
    serveSites(site());
    // the report of a year is prepared when the focus comes near
    fakeWorkers();
    server.use(http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json([])));
    const { user } = await open();
    screen.getByRole('searchbox').focus();
    const stops: string[] = [];
    while (!document.activeElement?.closest('table')) {
      await user.tab();
      stops.push(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
    }
    // with the two buttons that only a phone shows
    expect(stops.length).toBeLessThanOrEqual(11);
    screen.getByRole('radio', { name: /^All months/u }).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(queryString()).toBe('?month=february');
  });

  it('lead from each month to its tasks, and say Report only where there is one', async () => {
    const five = [1, 2, 3, 4, 5].map((id) => task({ id, title: `March ${id}` }));
    serveSites(siteRow({ tasks2024: [...five, { ...february, id: 6 }, hidden] }));
    const { user } = await open();
    expect(links()).toEqual([
      ['Report of March 2026', '/maintenance?year=2026&month=mar'],
      ['Open February 2026', '/maintenance?year=2026&month=february'],
    ]);
    // a report is of the whole month, whatever is searched for
    await user.type(screen.getByRole('searchbox'), 'march 3');
    expect(titles()).toEqual(['March 3']);
    expect(links()).toEqual([['Report of March 2026', '/maintenance?year=2026&month=mar']]);
  });

  it('show why a task matched: its words are marked, and the sentence around them is shown', async () => {
    const long = `${'The arm was cleaned. '.repeat(12)}The Café loop was tuned. ${'Nothing else. '.repeat(12)}`;
    serveSites(siteRow({ tasks2024: [task({ title: 'Loop at the 出口天线', tasks: long })] }));
    const { user } = await open();
    expect(marks()).toEqual([]);
    await user.type(screen.getByRole('searchbox'), 'cafe LOOP 天线');
    expect(marks()).toEqual(['Loop', '天线', 'Café', 'loop']);
    expect(screen.getByText(/^…The/u)).toHaveTextContent(/^…The Café loop was tuned\. .*…$/u);
    await user.click(screen.getByRole('button', { name: 'Loop at the 出口天线' }));
    const dialog = screen.getByRole('dialog', { name: 'Task details' });
    expect(marks(dialog)).toEqual(['Loop', '天线', 'Café', 'loop']);
    expect(dialog).toHaveTextContent(long.trim());
  });

  it('say when nothing matches, and are cleared', async () => {
    serveSites(site());
    const { user } = renderRoute('/data-fetcher?year=2026&month=mar&q=antenna&sort=title');
    expect(await screen.findByText('No tasks found for the selected year and month.')).toHaveAttribute(
      'role',
      'status',
    );
    expect(screen.getByText('The search “antenna” is on, too.')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Print' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(titles()).toHaveLength(3);
    expect(queryString()).toBe('?sort=title');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  it('choose a kind, with the visits of years and months following', async () => {
    serveSites(siteRow({ tasks2024: [{ ...older, kind: 'emergency' }, march, february] }));
    const { user } = await open();
    expect(rows().map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
      'Spring replaced',
      'Loop tuned',
      'Antenna movedEmergency call',
    ]);
    await user.selectOptions(screen.getByLabelText('Kind'), 'Emergency call');
    expect(queryString()).toBe('?kind=emergency');
    expect(screen.getByText('1 of 3 tasks')).toBeVisible();
    expect(years()).toEqual(['All years', '2026 (0)', '2024 (1)']);
    expect(screen.getByRole('radio', { name: 'December, 1 visit' })).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Kind'), 'Preventive maintenance');
    expect(screen.getByText('The kind “Preventive maintenance” is on, too.')).toBeVisible();
    await user.type(screen.getByRole('searchbox'), 'x');
    expect(screen.getByText('The kind “Preventive maintenance” and the search “x” are on, too.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(queryString()).toBe('');
    expect(titles()).toHaveLength(3);
  });

  it('take unknown values of the query string for none', async () => {
    serveSites(site());
    await open('?year=1999&month=March&kind=x&sort=-x&task=abc');
    expect(titles()).toEqual(['Spring replaced', 'Loop tuned', 'Antenna moved']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a task', () => {
  it('opens with the details of the dashboard, and closes with Back', async () => {
    serveSigning();
    serveSites(site());
    const { user } = await open('?year=2026');
    await user.click(screen.getByRole('button', { name: 'Spring replaced' }));
    const dialog = screen.getByRole('dialog', { name: 'Task details' });
    expect(queryString()).toBe('?year=2026&task=3');
    expect(within(dialog).getByRole('heading', { name: 'Spring replaced' })).toBeVisible();
    expect(within(dialog).getByText('Completed')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Preview PDF' })).toBeVisible();
    expect(within(dialog).getByRole('link', { name: 'All of March 2026' })).toHaveAttribute(
      'href',
      '/maintenance?year=2026&month=mar',
    );
    expect(await within(dialog).findAllByRole('img')).toHaveLength(2);
    act(() => globalThis.history.back());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(queryString()).toBe('?year=2026');
  });

  it('shows its photos over the details, and goes back to them', async () => {
    serveSigning();
    serveSites(site());
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Spring replaced' }));
    await user.click(screen.getByRole('button', { name: 'View Photos (2)' }));
    expect(queryString()).toBe('?task=3&photo=1');
    const photos = screen.getByRole('dialog', { name: 'Spring replaced' });
    await user.click(within(photos).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(queryString()).toBe('?task=3'));
    expect(screen.getByRole('dialog', { name: 'Task details' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Spring replaced' })).toHaveFocus();
  });

  it('opens its PDF and its photos from their cells, with nothing below them', async () => {
    serveSigning();
    serveSites(site());
    const { user } = await open('?year=2026');
    const photos = screen.getByRole('button', { name: '2 photos of Spring replaced' });
    await user.click(photos);
    expect(queryString()).toBe('?year=2026&task=3&photo=1');
    expect(screen.getByRole('dialog', { name: 'Spring replaced' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Task details' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(queryString()).toBe('?year=2026');
    expect(photos).toHaveFocus();

    server.use(
      http.get(`${origin}/storage/v1/object/rfidboomgatephoto/*`, () => HttpResponse.text('%PDF-1.7')),
      http.get(`${origin}/storage/v1/object/sign/rfidboomgatephoto/*`, () => HttpResponse.text('%PDF-1.7')),
    );
    await user.click(screen.getByRole('button', { name: 'PDF of Spring replaced' }));
    expect(queryString()).toBe('?year=2026&task=3&pdf=1');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('leads to the ones before and after it in the list, with buttons and arrow keys', async () => {
    serveSigning();
    serveSites(site());
    const { user } = await open('?sort=date');
    await user.click(screen.getByRole('button', { name: 'Loop tuned' }));
    const dialog = screen.getByRole('dialog', { name: 'Task details' });
    const place = () => within(dialog).getByText(/^\d of \d$/u).textContent;
    const title = () => within(dialog).getByRole('heading', { level: 3 }).textContent;
    const steps = globalThis.history.length;
    expect([place(), title()]).toEqual(['2 of 3', 'Loop tuned']);
    const next = within(dialog).getByRole('button', { name: 'Next' });
    await user.click(next);
    expect([place(), title(), queryString()]).toEqual(['3 of 3', 'Spring replaced', '?sort=date&task=3']);
    expect(next).toHaveAttribute('aria-disabled', 'true');
    await user.click(next);
    expect(place()).toBe('3 of 3');
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect([place(), title()]).toEqual(['1 of 3', 'Antenna moved']);
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(title()).toBe('Spring replaced');
    // the keys are those of the photos while they are over it
    await user.click(within(dialog).getByRole('button', { name: 'View Photos (2)' }));
    await user.keyboard('{ArrowLeft}');
    expect(queryString()).toBe('?sort=date&task=3&photo=2');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(queryString()).toBe('?sort=date&task=3'));
    expect(globalThis.history.length).toBe(steps + 1);
    // one step back is the list, however many were looked at
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(queryString()).toBe('?sort=date');
    expect(screen.getByRole('button', { name: 'Loop tuned' })).toHaveFocus();
  });

  it('has no place in a list that leaves it out, nor in one of its own', async () => {
    serveSites(site());
    const { unmount } = renderRoute('/data-fetcher?year=2026&task=1');
    expect(await screen.findByRole('dialog', { name: 'Task details' })).toHaveTextContent('Antenna moved');
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    unmount();
    renderRoute('/data-fetcher?year=2024&task=1');
    await screen.findByRole('dialog', { name: 'Task details' });
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  });

  it('is opened by a link', async () => {
    serveSites(site());
    renderRoute('/data-fetcher?task=1');
    const dialog = await screen.findByRole('dialog', { name: 'Task details' });
    expect(within(dialog).getByRole('heading', { name: 'Antenna moved' })).toBeVisible();
    act(() => within(dialog).getByRole('button', { name: 'Close' }).click());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(queryString()).toBe('');
  });

  it('that a link leads to and is not there is said', async () => {
    serveSites(site());
    const { user } = await open('?year=2026&task=99');
    expect(screen.getByText(/^The task of this link is not shown here/u)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/^The task of this link/u)).toBeNull();
    expect(queryString()).toBe('?year=2026');
  });

  it('says when its photos cannot be signed, and tries again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    serveSites(site());
    server.use(
      http.post(`${origin}/storage/v1/object/sign/rfidboomgatephoto`, () =>
        HttpResponse.json({ message: 'refused' }, { status: 400 }),
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

describe('what is taken away', () => {
  it('is a CSV file of what is filtered, in its order', async () => {
    serveSites(site());
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user } = await open('?year=2026&sort=date');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    const link: unknown = saved.mock.instances[0];
    if (!(link instanceof HTMLAnchorElement)) throw new Error('nothing saved');
    expect(link).toHaveAttribute('download', 'Selasih-Park_Service-History.csv');
    const file = objectUrls.get(link.href);
    expect(file?.type).toBe('text/csv;charset=utf-8');
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file?.arrayBuffer());
    expect(text.split('\r\n')).toEqual([
      '\uFEFFDate,Time,Year,Month,Kind,Title,Text,PDF,Photos',
      '2026-02-10,09:00,2026,February,,Loop tuned,Arm bolts re-torqued.,No,0',
      '2026-03-26,16:05,2026,March,,Spring replaced,Café lane,Yes,2',
      '',
    ]);
  });

  it('is paper with every row of the filter, its words and the date', async () => {
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
    expect(sheet).toHaveTextContent('300 tasks');
    expect(sheet).toHaveTextContent('Printed on 21 November 2026 at 10:05');
    expect(sheet.querySelectorAll('tbody tr')).toHaveLength(300);
    expect(sheet.querySelector('tbody tr')).toHaveTextContent('26 March 2026 at 16:052026MarchOther workVisit 300');
    act(() => {
      globalThis.dispatchEvent(new Event('afterprint'));
    });
    expect(screen.queryByText('March 2026, kind “Other work”, search “visit”')).toBeNull();
  });
});

describe('what can go wrong', () => {
  it('shows its heading and its places while it loads, and takes filters already', async () => {
    server.use(http.get(`${origin}/rest/v1/maintables`, () => new Promise<never>(() => {})));
    const { user } = renderRoute('/data-fetcher?year=2026');
    expect(await screen.findByText('Loading tasks…')).toHaveAttribute('role', 'status');
    expect(screen.getByRole('heading', { level: 1, name: 'Service History' })).toBeVisible();
    expect(screen.getByLabelText('Year')).toHaveValue('2026');
    await user.type(screen.getByRole('searchbox'), 'loop');
    expect(queryString()).toBe('?year=2026&q=loop');
  });

  it('says that the data could not be fetched, and tries again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(
      http.get(`${origin}/rest/v1/maintables`, () => HttpResponse.json({ message: 'refused' }, { status: 400 })),
    );
    const { user } = renderRoute('/data-fetcher?year=2026');
    expect(await screen.findByText('Error fetching data.')).toBeVisible();
    serveSites(site());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table')).toBeVisible();
    expect(titles()).toHaveLength(2);
    expect(screen.queryByText('Error fetching data.')).toBeNull();
  });

  it('says so when the answer is not what it should be', async () => {
    serveSites({ ...siteRow(), tasks2024: [{ id: 1, showing: 'True' }] });
    renderRoute('/data-fetcher');
    expect(await screen.findByText('Error fetching data.')).toBeVisible();
  });

  it('says that there is no record, and tries again', async () => {
    serveSites();
    const { user } = renderRoute('/data-fetcher');
    expect(await screen.findByText('No data found for the selected name.')).toBeVisible();
    serveSites(site());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table')).toBeVisible();
  });

  it('says that nothing happened yet, with nothing to clear', async () => {
    serveSites(siteRow({ tasks2024: [hidden] }));
    renderRoute('/data-fetcher');
    expect(await screen.findByText('No activities yet.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });
});

describe('an admin', () => {
  it('picks a site, whose name goes along to the report of a month', async () => {
    serveNames();
    const asked = serveSites(site());
    const { user } = renderRoute('/data-fetcher?year=2026', adminSession);
    expect(await screen.findByText('Select a site to see its service history.')).toBeVisible();
    expect(asked).toEqual([]);
    await pickSite(user, 'Selasih Park');
    await screen.findByRole('table');
    expect(asked[0]?.searchParams.get('name')).toBe('eq.Selasih Park');
    expect(screen.getByRole('link', { name: 'Open March 2026' })).toHaveAttribute(
      'href',
      '/maintenance?year=2026&month=mar&site=Selasih+Park',
    );
  });

  it('is told that a name of the query string is not there', async () => {
    serveNames();
    serveSites();
    renderRoute('/data-fetcher?site=Nowhere', adminSession);
    expect(await screen.findByText('No data found for the selected name.')).toBeVisible();
  });

  it('is told that the sites could not be listed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(
      http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json({ message: 'refused' }, { status: 400 })),
    );
    const { user } = renderRoute('/data-fetcher', adminSession);
    expect(await screen.findByText('Failed to load names.')).toBeVisible();
    serveNames();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await user.click(await siteField());
    expect(await screen.findByRole('option', { name: 'Kingfisher Rise' })).toBeInTheDocument();
  });
});
