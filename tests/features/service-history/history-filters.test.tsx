import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { fakeWorkers } from '../../support/fake-worker.ts';
import { renderRoute } from '../../support/render-route.tsx';
import { serveSites, siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { eventually, hold } from '../../support/waiting.ts';
import { february, hidden, march, older, open, queryString, rows, site, titles, years } from './open-history.ts';

/** The links of the headings. */
const links = () =>
  within(screen.getByRole('table'))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
/** The texts that a search marked. */
const marks = (container = screen.getByRole('table')) =>
  Array.from(container.querySelectorAll('mark'), (mark) => mark.textContent);

/** The months that are marked as chosen. */
const marked = () =>
  screen
    .getAllByRole('radio')
    .filter((radio) => radio.parentElement?.matches('.chosen'))
    .map((radio) => radio.getAttribute('aria-label'));
/** The filters beside the count. */
const tokens = () =>
  within(screen.getByRole('list', { name: 'Filters' }))
    .getAllByRole('button')
    .map((button) => button.textContent);

/** A visit `id` days after 10 March 2026; ids are at most 9. */
const visit = (id: number, title: string, tasks = 'Nothing.') =>
  task({ id, title, tasks, time: `2026-03-1${id}T10:00:00+08:00` });
/** A site with visits of these titles, the newest last. */
const serveTitles = (...names: string[]) =>
  serveSites(siteRow({ tasks2024: names.map((title, index) => task({ id: index + 1, title })) }));
/** The posts of the site, without failures. */
const servePosts = (...posts: string[]) =>
  server.use(
    http.get(`${origin}/rest/v1/carpost`, () =>
      HttpResponse.json([{ json: Object.fromEntries(posts.map((post) => [post, []])), revision: 1 }]),
    ),
  );

describe('the filters', () => {
  it('search title and text for every word, ignoring case and accents', async () => {
    serveSites(site());
    const { user } = await open();
    const historyLength = globalThis.history.length;
    const search = screen.getByRole('searchbox', { name: 'Search titles and texts' });
    await user.type(search, 'CAFE spring');
    expect(titles()).toEqual(['Spring replaced']);
    expect(screen.getByText('1 of 3 visits')).toBeVisible();
    expect(queryString()).toBe('?q=CAFE+spring');
    expect(globalThis.history.length).toBe(historyLength);
    expect(years()).toEqual(['All years', '2026 (1)', '2024 (0)']);
    await user.clear(search);
    expect(titles()).toHaveLength(3);
    expect(queryString()).toBe('');
  });

  it('offer years and their months with the numbers of visits', async () => {
    serveSites(site());
    const { user } = await open();
    expect(years()).toEqual(['All years', '2026 (2)', '2024 (1)']);
    // the Januaries of several years together show nothing useful
    expect(screen.queryByRole('radio')).toBeNull();
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

  it('keep a year named by a link among the choices, even without tasks', async () => {
    serveSites(site());
    renderRoute('/data-fetcher?year=2030');
    expect(await screen.findByText('No tasks found for the selected year and month.')).toBeVisible();
    expect(years()).toEqual(['All years', '2030 (0)', '2026 (2)', '2024 (1)']);
    expect(screen.getByLabelText('Year')).toHaveValue('2030');
  });

  it('need few Tab stops: the months are one stop, through which the arrow keys move', async () => {
    serveSites(site());
    // the report of a year is prepared on focus
    fakeWorkers();
    server.use(http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json([])));
    const { user } = await open('?year=2026');
    screen.getByRole('searchbox').focus();
    const stops: string[] = [];
    while (!document.activeElement?.closest('table')) {
      await user.tab();
      stops.push(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
    }
    // with the two buttons that only a phone shows, and the order that only cards have
    expect(stops.length).toBeLessThanOrEqual(14);
    screen.getByRole('radio', { name: /^All months/u }).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(queryString()).toBe('?year=2026&month=february');
  });

  it('show the months also for a range within a year, mark its whole months, and hide them for a range of several years', async () => {
    // the range ends today, so the current month counts as whole
    vi.setSystemTime('2026-03-20T10:00:00+08:00');
    serveSites(site());
    const { user } = await open('?from=2026-02-01&to=2026-03-20');
    expect(marked()).toEqual(['February 2026, 1 visit', 'March 2026, 1 visit']);
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
    // a month removes the range, and sets the year
    await user.click(screen.getByRole('radio', { name: 'March 2026, 1 visit' }));
    expect(queryString()).toBe('?year=2026&month=mar');
    expect(marked()).toEqual(['March 2026, 1 visit']);
    await user.selectOptions(screen.getByLabelText('Dates'), 'Last 12 months');
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('are beside the count, each with a button to remove it', async () => {
    serveSites(siteRow({ tasks2024: [{ ...older, kind: 'emergency' }, march, february] }));
    const { user } = await open('?kind=emergency&from=2024-12-30');
    expect(tokens()).toEqual(['Take away the kind “Emergency call”', 'Take away the days from 30 December 2024']);
    expect(titles()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Take away the kind “Emergency call”' }));
    expect(queryString()).toBe('?from=2024-12-30');
    expect(titles()).toHaveLength(3);
    expect(screen.getByRole('searchbox')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Take away the days from 30 December 2024' }));
    expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull();
  });

  it('limit the visits to days, by a usual range or by two dates in any notation', async () => {
    vi.setSystemTime('2026-03-20T10:00:00+08:00');
    serveSites({ ...site(), contract_until: '30 June 2026' });
    const { user } = await open('?year=2024');
    const choose = (range: string) => user.selectOptions(screen.getByLabelText('Dates'), range);
    // a year beside a range would match nothing
    await choose('This month');
    expect(titles()).toEqual(['Spring replaced']);
    expect(queryString()).toBe('?from=2026-03-01&to=2026-03-31');
    await choose('Last month');
    expect(titles()).toEqual(['Loop tuned']);
    await choose('Last 12 months');
    expect(queryString()).toBe('?from=2025-03-21&to=2026-03-20');
    await choose('This contract year');
    expect(queryString()).toBe('?from=2025-07-01&to=2026-06-30');
    expect(titles()).toEqual(['Spring replaced', 'Loop tuned']);

    await choose('From … to …');
    const [from, to] = [screen.getByRole('textbox', { name: 'From' }), screen.getByRole('textbox', { name: 'To' })];
    expect([from, to].map((field) => (field instanceof HTMLInputElement ? field.value : ''))).toEqual([
      '1 July 2025',
      '30 June 2026',
    ]);
    await user.clear(from);
    await user.type(from, '10/2/26');
    await user.clear(to);
    await user.type(to, '10 feb');
    await user.tab();
    expect(titles()).toEqual(['Loop tuned']);
    expect(to).toHaveValue('10 February 2026');
    expect(queryString()).toBe('?from=2026-02-10&to=2026-02-10');
    await user.clear(to);
    await user.type(to, '2026年2月1日');
    expect(screen.getByText('The first day is after the last one.')).toBeVisible();
    expect(
      screen.getByText('No visit matches the days from 10 February 2026 and days until 1 February 2026.'),
    ).toBeVisible();
    await user.clear(to);
    await user.type(to, 'soon');
    expect(screen.getByText('This is not a date. Write it like 20 March 2026.')).toBeVisible();
    await choose('All dates');
    expect(titles()).toHaveLength(3);
    expect(queryString()).toBe('');
    await choose('This month');
    await user.click(screen.getByRole('radio', { name: /^February/u }));
    expect(queryString()).toBe('?year=2026&month=february');
  });

  it('are offered if they are among the words, and replace those words', async () => {
    serveSites(siteRow({ tasks2024: [task({ ...march, kind: 'emergency' }), february, older] }));
    const { user } = await open('?q=emergency+spring&year=2026');
    await user.click(screen.getByRole('button', { name: 'Only Emergency call' }));
    expect(queryString()).toBe('?q=spring&year=2026&kind=emergency');
    const search = screen.getByRole('searchbox');
    await user.clear(search);
    await user.type(search, 'march 2026');
    await user.click(await screen.findByRole('button', { name: 'Only 1 March 2026 to 31 March 2026' }));
    expect(queryString()).toBe('?kind=emergency&from=2026-03-01&to=2026-03-31');
    expect(titles()).toEqual([expect.stringMatching(/^Spring replaced/u)]);
    expect(screen.queryByRole('button', { name: /^Only / })).toBeNull();
  });

  it('limit the visits to a post and to the direction in titles', async () => {
    serveTitles('P1 Main Gate: loop', 'P2 serviced', 'Entrance swept');
    servePosts('P1 Main Gate', 'P2 Exit');
    const { user } = await open();
    await user.selectOptions(await screen.findByLabelText('Car post'), 'P2 Exit');
    expect(titles()).toEqual(['P2 serviced']);
    await user.selectOptions(screen.getByLabelText('Car post'), 'All posts');
    // P2 is an exit according to the name of its post
    await user.selectOptions(screen.getByLabelText('Direction'), 'Exit');
    expect(titles()).toEqual(['P2 serviced']);
    await user.selectOptions(screen.getByLabelText('Direction'), 'Entrance');
    expect(titles()).toEqual(['Entrance swept']);
    expect(queryString()).toBe('?direction=entrance');
  });

  it('limit the visits to who came, in any case and with any spaces', async () => {
    const came = (id: number, by: string) => ({ ...visit(id, `Visit ${id}`, 'Arm bent'), by });
    const visits = [came(1, 'Wei Jie'), came(2, 'aziz  bin ali'), visit(3, 'Visit 3'), came(4, 'Aziz bin Ali')];
    serveSites(siteRow({ tasks2024: visits }));
    const { user } = await open();
    const field = screen.getByLabelText('Who came');
    expect(
      within(field)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Anybody', 'Aziz bin Ali', 'Wei Jie']);
    await user.selectOptions(field, 'Aziz bin Ali');
    expect(titles()).toEqual([expect.stringMatching(/^Visit 4/u), expect.stringMatching(/^Visit 2/u)]);
    expect(queryString()).toBe('?by=Aziz+bin+Ali');
    expect(tokens()).toEqual(['Take away the technician “Aziz bin Ali”']);
    await user.type(screen.getByRole('searchbox'), 'wei jie');
    expect(screen.getByText('No visit matches the technician “Aziz bin Ali” and search “wei jie”.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Only Wei Jie' }));
    expect(titles()).toEqual([expect.stringMatching(/^Visit 1/u)]);
    expect(queryString()).toBe('?by=Wei+Jie');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(titles()).toHaveLength(4);
    expect(field).toHaveValue('');
  });

  it('show a name from the address as the visits write it, and have no field if nobody is named', async () => {
    serveSites(siteRow({ tasks2024: [{ ...visit(1, 'Visit 1'), by: 'Aziz bin Ali' }, visit(2, 'Visit 2')] }));
    await open('?by=AZIZ+BIN++ALI');
    expect(screen.getByLabelText('Who came')).toHaveValue('Aziz bin Ali');
    expect(titles()).toEqual([expect.stringMatching(/^Visit 1/u)]);
  });

  it('have no choice of who came if no visit has it', async () => {
    serveSites(site());
    await open();
    expect(screen.queryByLabelText('Who came')).toBeNull();
  });

  it('link each listed month to its tasks, even if a search excludes most of them', async () => {
    const five = [1, 2, 3, 4, 5].map((id) => task({ id, title: `March ${id}` }));
    serveSites(siteRow({ tasks2024: [...five, { ...february, id: 6 }, hidden] }));
    const { user } = await open();
    expect(links()).toEqual([
      ['Maintenance Report, March 2026', '/maintenance?year=2026&month=mar'],
      ['Maintenance Report, February 2026', '/maintenance?year=2026&month=february'],
    ]);
    // a report covers the whole month, whatever the search
    await user.type(screen.getByRole('searchbox'), 'march 3');
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Newest first');
    expect(titles()).toEqual(['March 3']);
    expect(links()).toEqual([['Maintenance Report, March 2026', '/maintenance?year=2026&month=mar']]);
  });

  it('show why a task matched: the words are marked, and their context is shown', async () => {
    const long = `${'The arm was cleaned. '.repeat(12)}The Café loop was tuned. ${'Nothing else. '.repeat(12)}`;
    serveSites(siteRow({ tasks2024: [task({ title: 'Loop at the 出口天线', tasks: long })] }));
    const { user } = await open();
    expect(marks()).toEqual([]);
    await user.type(screen.getByRole('searchbox'), 'cafe LOOP 天线');
    expect(marks()).toEqual(['Loop', '天线', 'Café', 'loop']);
    expect(screen.getByText(/^…The/u).parentElement).toHaveTextContent(/^…The Café loop was tuned\. .*…$/u);
    await user.click(screen.getByRole('button', { name: 'Loop at the 出口天线' }));
    const dialog = screen.getByRole('dialog', { name: 'Visit details' });
    expect(marks(dialog)).toEqual(['Loop', '天线', 'Café', 'loop']);
    expect(dialog).toHaveTextContent(long.trim());
  });

  it('say that year and month match nothing, and offer what the words find elsewhere', async () => {
    serveSites(site());
    const { user } = renderRoute('/data-fetcher?year=2026&month=mar&q=antenna&sort=title');
    expect(await screen.findByText('No tasks found for the selected year and month.')).toHaveAttribute(
      'role',
      'status',
    );
    expect(screen.getByText('The search “antenna” matches 1 visit of other months.')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Print' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Show it' }));
    expect(titles()).toEqual(['Antenna moved']);
    expect(queryString()).toBe('?q=antenna&sort=title');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(titles()).toHaveLength(3);
    expect(queryString()).toBe('?sort=title');
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  it('say that a search finds nothing in any year, whatever the year', async () => {
    serveSites(site());
    const { user } = renderRoute('/data-fetcher?q=zebra');
    expect(await screen.findByText('No visit matches the search “zebra”.')).toHaveAttribute('role', 'status');
    expect(screen.queryByText(/selected year/u)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
    await user.selectOptions(screen.getByLabelText('Year'), '2026');
    expect(screen.getByText('No visit matches the search “zebra”.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(queryString()).toBe('?year=2026');
    expect(titles()).toHaveLength(2);
  });

  it('limit the tasks to a kind, and the counts of years and months follow', async () => {
    serveSites(siteRow({ tasks2024: [{ ...older, kind: 'emergency' }, march, february] }));
    const { user } = await open();
    expect(rows().map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
      'Spring replaced',
      'Loop tuned',
      'Antenna movedEmergency call',
    ]);
    await user.selectOptions(screen.getByLabelText('Kind'), 'Emergency call');
    expect(queryString()).toBe('?kind=emergency');
    expect(screen.getByText('1 of 3 visits')).toBeVisible();
    expect(years()).toEqual(['All years', '2026 (0)', '2024 (1)']);
    await user.selectOptions(screen.getByLabelText('Year'), '2024');
    expect(screen.getByRole('radio', { name: 'December 2024, 1 visit' })).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Year'), 'All years');
    await user.selectOptions(screen.getByLabelText('Kind'), 'Preventive maintenance');
    expect(screen.getByText('No visit matches the kind “Preventive maintenance”.')).toBeVisible();
    await user.type(screen.getByRole('searchbox'), 'x');
    expect(screen.getByText('No visit matches the kind “Preventive maintenance” and search “x”.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(queryString()).toBe('');
    expect(titles()).toHaveLength(3);
  });

  it('put the best match first while words are searched, until another order is chosen', async () => {
    serveSites(
      siteRow({
        tasks2024: [visit(1, 'Loop tuned'), visit(2, 'Gate', 'The loop.'), visit(3, 'Loops cut'), visit(4, 'Reader')],
      }),
    );
    const { user } = await open();
    const order = screen.getByLabelText('Sort by');
    expect(order).toHaveDisplayValue('Newest first');
    await user.type(screen.getByRole('searchbox'), 'loop');
    expect(titles()).toEqual(['Loop tuned', 'Loops cut', 'Gate']);
    expect(order).toHaveDisplayValue('Best match first');
    expect(screen.getByText('3 of 4 visits, best match first')).toHaveAttribute('role', 'status');
    expect(within(screen.getByRole('table')).queryByRole('heading')).toBeNull();
    await user.selectOptions(order, 'Newest first');
    expect(titles()).toEqual(['Loops cut', 'Gate', 'Loop tuned']);
    expect(queryString()).toBe('?q=loop&sort=-date');
    expect(screen.getByText('3 of 4 visits')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Best match first' }));
    expect(queryString()).toBe('?q=loop');
    await user.selectOptions(order, 'Newest first');
    await user.selectOptions(order, 'Best match first');
    expect(queryString()).toBe('?q=loop');
    await user.clear(screen.getByRole('searchbox'));
    expect(titles()).toEqual(['Reader', 'Loops cut', 'Gate', 'Loop tuned']);
  });

  it('limit the visits to a post that their titles name, with the way to its failures', async () => {
    serveTitles('Loop tuned, P1 Main Gate', 'P12 reader', 'P1: arm bent', 'All gates');
    servePosts('P1 Main Gate', 'P12 Ramp');
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user } = await open('?post=P1+Main+Gate&q=p1');
    expect(titles()).toEqual(['P1: arm bent', 'Loop tuned, P1 Main Gate']);
    expect(await screen.findByRole('link', { name: 'Failures of this post' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/charts\?year=\d{4}#post-0$/u),
    );
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(saved.mock.instances[0]).toHaveAttribute('download', 'Selasih-Park_Service-History_P1-Main-Gate_p1.csv');
    await user.click(screen.getByRole('button', { name: 'Take away the post “P1 Main Gate”' }));
    expect(queryString()).toBe('?q=p1');
    expect(titles()).toHaveLength(3);
  });

  it('say that no visit names the post', async () => {
    serveTitles('P1 Main Gate');
    servePosts('P1 Main Gate', 'P2 Rear');
    const { user } = renderRoute('/data-fetcher?post=P2+Rear');
    expect(await screen.findByText('No visit matches the post “P2 Rear”.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(titles()).toEqual(['P1 Main Gate']);
    expect(queryString()).toBe('');
  });

  it('wait for the posts of the site, which are needed to read titles', async () => {
    serveTitles('P1', 'P1 Main');
    const { held, release } = hold();
    server.use(
      http.get(`${origin}/rest/v1/carpost`, async () => {
        await held;
        return HttpResponse.json([{ json: { 'P1 Main': [], 'P1 Rear': [] }, revision: 1 }]);
      }),
    );
    renderRoute('/data-fetcher?post=P1+Main');
    // the choice of the years is loaded with the history
    await eventually(() => expect(years()).toHaveLength(2));
    expect(screen.getByText('Loading visits…')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
    release();
    await screen.findByRole('table');
    expect(titles()).toEqual(['P1 Main']);
  });

  it('say that the posts could not be loaded, and try again', async () => {
    serveTitles('P1', 'P1 Main');
    server.use(
      http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 400 })),
    );
    const { user } = renderRoute('/data-fetcher?post=P1+Main');
    expect(await screen.findByText('The posts of this site could not be loaded.')).toBeVisible();
    expect(screen.getByText('The visits of the post “P1 Main” are not known.')).toHaveAttribute('role', 'status');
    expect(screen.queryByRole('table')).toBeNull();
    servePosts('P1 Main', 'P1 Rear');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('table');
    expect(titles()).toEqual(['P1 Main']);
    expect(screen.queryByText('The posts of this site could not be loaded.')).toBeNull();
  });

  it('say that a post of this name does not exist, such as an earlier one, and let it be removed', async () => {
    serveTitles('P1 Main');
    servePosts('P1 Rear');
    const { user } = renderRoute('/data-fetcher?post=P1+Main&q=main');
    expect(await screen.findByText('There is no post named “P1 Main”.')).toHaveAttribute('role', 'status');
    await user.click(screen.getByRole('button', { name: 'Take away the post “P1 Main”' }));
    expect(titles()).toEqual(['P1 Main']);
    expect(queryString()).toBe('?q=main');
  });

  it('find a post whose saved name ends with a space', async () => {
    serveTitles('Loop, P1', 'P2');
    servePosts('P1 ', 'P2');
    await open('?post=P1+');
    await screen.findByRole('link', { name: 'Failures of this post' });
    expect(titles()).toEqual(['Loop, P1']);
  });

  it('search for the first words of a long link, and say so', async () => {
    serveSites(site());
    await open(`?q=${'spring+'.repeat(10)}zebra`);
    expect(titles()).toEqual(['Spring replaced']);
    expect(screen.getByRole('searchbox')).toHaveAccessibleDescription('Only the first 10 words are searched for.');
  });

  it('are in a sheet on a phone, whose button shows how many are set', async () => {
    serveSites(site());
    vi.stubGlobal('matchMedia', (media: string) =>
      Object.assign(new EventTarget(), { media, matches: media === '(width < 45rem)' }),
    );
    const { user } = await open('?year=2026&kind=none');
    expect(screen.queryByLabelText('Year')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Filters 2 set' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Filters' }));
    expect(sheet.getByRole('button', { name: 'Show 2 visits' })).toBeVisible();
    await user.selectOptions(sheet.getByLabelText('Kind'), 'Emergency call');
    expect(sheet.getByRole('button', { name: 'Show no visit' })).toBeVisible();
    await user.click(sheet.getByRole('button', { name: 'Clear filters' }));
    await user.selectOptions(sheet.getByLabelText('Sort by'), 'Oldest first');
    await user.selectOptions(sheet.getByLabelText('Year'), '2026 (2)');
    await user.click(sheet.getByRole('radio', { name: 'March 2026, 1 visit' }));
    await user.click(sheet.getByRole('button', { name: 'Show 1 visit' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(titles()).toEqual(['Spring replaced']);
    expect(queryString()).toBe('?sort=date&year=2026&month=mar');
    expect(screen.getByRole('button', { name: 'Filters 2 set' })).toHaveFocus();
  });

  it('ignore unknown values in the query string', async () => {
    serveSites(site());
    await open('?year=1999&month=March&kind=x&sort=-x&task=abc');
    expect(titles()).toEqual(['Spring replaced', 'Loop tuned', 'Antenna moved']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
