import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { said } from '../../../src/lib/language/translate.ts';
import type { SiteOverview } from '../../../src/records/site/site-overview.ts';
import { fulfilledMeaning } from '../../../src/records/task/service-periods.ts';
import { siteYear } from '../../../src/records/time.ts';
import { adminSession, renderRoute, userSession } from '../../support/render-route.tsx';
import { overviewRow } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

const url = `${origin}/rest/v1/rpc/site_overview`;

beforeAll(() => import('../../../src/features/overview/OverviewRoute.tsx'));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T13:30:00+08:00') });
});

function serve(...rows: Partial<SiteOverview>[]): void {
  server.use(
    http.post(url, () =>
      HttpResponse.json(rows.map((values, index) => overviewRow({ site_id: index + 1, ...values }))),
    ),
  );
}

const some: Partial<SiteOverview>[] = [
  { name: 'Well Court', sitename: null },
  { name: 'Palm Court', kept_months: ['2026-09'], keys: 3, keys_unused: 1 },
  { name: 'Selasih Park', status: false, contract_until: '2026-12-01' },
  { name: 'Quiet Hill', visit_every_months: null, last_visit: null, last_task: null, contract_until: null, keys: 0 },
];

async function open(search = '') {
  const { user } = renderRoute(`/DataEditor/overview${search}`, adminSession);
  await screen.findByRole('heading', { level: 1, name: 'Overview' });
  return user;
}

const table = () => screen.findByRole('table', { name: 'Sites' });
const names = async () =>
  within(await table())
    .getAllByRole('rowheader')
    .map((head) => within(head).getAllByRole('link')[0]?.textContent);
const row = async (name: string) => {
  const found = within(await table())
    .getAllByRole('row')
    .find((tableRow) => within(tableRow).queryByRole('link', { name }));
  if (!found) throw new Error(`No row of ${name}`);
  return within(found);
};
const hrefs = (links: HTMLElement[]) => links.map((link) => [link.textContent, link.getAttribute('href')]);
const head = async (name: string) => within(await table()).getByRole('columnheader', { name: new RegExp(name, 'u') });
const chip = (name: RegExp) => screen.getByRole('button', { name });

/** The state of the current period and of the year. */
const agreedCells = async (name: string) =>
  (await row(name))
    .getAllByRole('cell')
    .slice(3, 5)
    .map(({ textContent }) => textContent);

const callsOf = async (name: string) =>
  (await row(name)).getAllByRole('cell').find(({ textContent }) => textContent?.startsWith('Calls 2026'));

describe('the overview', () => {
  it('shows nothing as due, missed or overdue after the end of a contract, and explains what kept means', async () => {
    serve(
      {
        name: 'Ended Court',
        kept_months: ['2026-08'],
        first_visit: '2026-08-03T10:00:00+08:00',
        contract_until: '31 August 2026',
      },
      { name: 'Long Ended', kept_months: [], contract_until: '2024-12-31' },
      {
        name: 'Ending Court',
        kept_months: ['2026-10'],
        first_visit: '2026-10-03T10:00:00+08:00',
        contract_until: '25/11/2026',
      },
    );
    await open();
    expect(await agreedCells('Ended Court')).toEqual(['This periodNo contract', 'Kept in 20261 of 1']);
    expect(await agreedCells('Long Ended')).toEqual(['This periodNo contract', 'Kept in 2026No contract']);
    expect(await agreedCells('Ending Court')).toEqual(['This periodDue by 25 Nov 2026', 'Kept in 20261 of 1']);
    expect(screen.queryByText(/overdue since/iu)).toBeNull();
    expect(screen.getByText(said(fulfilledMeaning))).toBeVisible();
  });

  it('shows every site, most urgent first, with its needs in words and its figures', async () => {
    serve(...some);
    await open();
    expect(await names()).toEqual(['Palm Court', 'Selasih Park', 'Quiet Hill', 'Well Court']);
    expect(screen.getByText('4 sites')).toBeVisible();
    const palm = await row('Palm Court');
    expect(palm.getByText('Visit overdue since 31 Oct 2026')).toBeVisible();
    // what a column shows is only in that column
    expect(palm.queryByText('1 of 3 keys was never used')).toBeNull();
    expect(palm.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      '',
      'StatusOnline',
      'Last visit5 Nov 2026',
      'This periodDue by 30 Nov 2026',
      'Kept in 20261 of 109 missed',
      'Contract end31 Dec 2028',
      'Calls 2026None',
      'Failures 20261230 in 2025',
      'Keys31 never used',
    ]);
    const quiet = await row('Quiet Hill');
    expect(quiet.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      '',
      'StatusOnline',
      'Last visitNo visit yet',
      'This periodNot agreed',
      'Kept in 2026Not agreed',
      'Contract endNot specified',
      'Calls 2026None',
      'Failures 20261230 in 2025',
      'KeysNoneIssue one',
    ]);
    expect((await row('Selasih Park')).getByText('Offline')).toBeVisible();
    expect((await row('Selasih Park')).queryByText('System Offline')).toBeNull();
    expect((await row('Well Court')).getByText('Kept')).toBeVisible();
  });

  it('counts faults to which nobody came as late, and measures calls from the reports that they answer', async () => {
    const arrived = '2026-03-05T12:00:00+08:00';
    const call = { id: 1, time: arrived, kind: 'preventive', reported: null, arrived, answers: [4] };
    const answered = { id: 4, reported_at: '2026-03-05T08:00:00+08:00', closed: null };
    const waiting = { id: 5, reported_at: '2026-11-20T08:00:00+08:00', closed: null };
    serve(
      { name: 'Palm Court', response_hours: 3, calls: [call], reported_faults: [answered, waiting] },
      { site_id: 2, name: 'Selasih Park', response_hours: 3, reported_faults: [waiting] },
    );
    await open();
    expect(await callsOf('Palm Court')).toHaveTextContent('Calls 202612 late');
    expect(await callsOf('Selasih Park')).toHaveTextContent('Calls 20261 late');
  });

  it('shows how the emergency calls were answered, and what is recommended', async () => {
    const arrived = '2026-03-05T12:00:00+08:00';
    const call = (id: number, reported: string | null) => ({ id, time: arrived, kind: 'emergency', reported, arrived });
    serve({
      name: 'Palm Court',
      response_hours: 3,
      emergency_calls_a_year: 2,
      calls: [call(1, '2026-03-05T10:00:00+08:00'), call(2, '2026-03-05T08:00:00+08:00'), call(3, null)],
      follow: 1,
      follow_since: '2026-01-20T02:00:00+00:00',
    });
    await open();
    const palm = await row('Palm Court');
    const cell = palm.getAllByRole('cell').find(({ textContent }) => textContent?.startsWith('Calls 2026'));
    expect(cell).toHaveTextContent('Calls 202631 late1 without times3 of 2 used in the contract year');
    expect(within(cell ?? document.body).getByRole('link', { name: '3' })).toHaveAttribute(
      'href',
      '/data-fetcher?year=2026&kind=emergency&site=Palm+Court',
    );
    expect(palm.getByText('1 recommendation open, oldest 10 months')).toBeVisible();
  });

  it('links each row to every screen of the site, to its last visit and to a new visit', async () => {
    serve({ name: 'A & B', keys_unused: 1 });
    const user = await open();
    expect(hrefs((await row('A & B')).getAllByRole('link'))).toEqual([
      ['A & B', '/maintenance?site=A+%26+B'],
      ['Add a visit', '/DataEditor?site=A+%26+B'],
      ['5 Nov 2026', '/data-fetcher?site=A+%26+B&task=17'],
      ['1 never used', '/DataEditor/keys?site=A+%26+B'],
    ]);
    await user.click((await row('A & B')).getByRole('button', { name: 'More', description: 'A & B' }));
    expect(hrefs(screen.getAllByRole('menuitem'))).toEqual([
      ['Service History', '/data-fetcher?site=A+%26+B'],
      ['Analytics', `/charts?year=${siteYear(new Date())}&site=A+%26+B`],
      ['Profile', '/profile?site=A+%26+B'],
      ['Editor', '/DataEditor/sites?site=A+%26+B'],
    ]);
    server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([])));
    await user.click(screen.getByRole('menuitem', { name: 'Editor' }));
    await waitFor(() => expect(location.pathname).toBe('/DataEditor/sites'));
  });

  it('shows the end of a contract once, in its column', async () => {
    serve({ name: 'Over', contract_until: '2026-10-31' }, { name: 'Ending', contract_until: '2026-11-30' });
    await open();
    for (const [name, words] of [
      ['Over', 'Contract end31 Oct 2026Expired 22 days ago'],
      ['Ending', 'Contract end30 Nov 20268 days left'],
    ] as const) {
      const cells = (await row(name)).getAllByRole('cell').map(({ textContent }) => textContent);
      expect(cells).toContain(words);
      expect((await row(name)).queryByText(/^Contract (expired|ends)/u)).toBeNull();
    }
  });

  it('is the first tab, one press after the login', async () => {
    serve(...some);
    server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([])));
    const { user } = renderRoute('/DataEditor', adminSession);
    const tabs = within(await screen.findByRole('navigation', { name: 'Admin workspace' })).getAllByRole('link');
    expect(tabs[0]).toHaveTextContent('Overview');
    await user.click(screen.getByRole('link', { name: 'Overview' }));
    expect((await names())[0]).toBe('Palm Court');
  });
});

describe('the filters of the list', () => {
  it('include the needs, each with its count, kept in the query string', async () => {
    serve(...some);
    const user = await open();
    await table();
    const chips = within(screen.getByRole('list', { name: 'Show' })).getAllByRole('button');
    expect(chips.map(({ textContent }) => textContent)).toEqual([
      'All sites 4',
      'Needs attention 2',
      'Overdue 1',
      'Due this month 1',
      'Contract ends 1',
      'Offline 1',
      'Unused keys 1',
      'No interval agreed 1',
    ]);
    await user.click(chip(/^Overdue/u));
    expect(await names()).toEqual(['Palm Court']);
    expect(screen.getByText('1 of 4 sites')).toBeVisible();
    expect(location.search).toBe('?show=overdue');
    expect(chip(/^Overdue/u)).toHaveAttribute('aria-pressed', 'true');
    await user.click(chip(/^Overdue/u));
    expect(await names()).toHaveLength(4);
    expect(location.search).toBe('');
  });

  it('include a search by name or title, and the needs count its results', async () => {
    serve(...some);
    const user = await open('?show=offline');
    await user.type(await screen.findByLabelText('Search by name, address or person'), 'park');
    await waitFor(() => expect(chip(/^All sites/u)).toHaveTextContent('All sites 3'));
    expect(await names()).toEqual(['Selasih Park']);
    await user.clear(screen.getByLabelText('Search by name, address or person'));
    await user.type(screen.getByLabelText('Search by name, address or person'), 'nowhere');
    expect(await screen.findByText('No site matches.')).toBeVisible();
    // a need that no site has is left out, unless it is chosen
    const chips = within(screen.getByRole('list', { name: 'Show' })).getAllByRole('button');
    expect(chips.map(({ textContent }) => textContent)).toEqual(['All sites 0', 'Offline 0']);
    expect(screen.getByRole('link', { name: 'Search all visits for “nowhere”' })).toHaveAttribute(
      'href',
      '/DataEditor/visits?q=nowhere',
    );
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await names()).toHaveLength(4);
    expect(screen.getByLabelText('Search by name, address or person')).toHaveFocus();
    expect(location.search).toBe('');
  });

  it('are read from the query string', async () => {
    serve(...some);
    await open('?q=court&sort=-site');
    expect(await names()).toEqual(['Well Court', 'Palm Court']);
    expect(screen.getByLabelText('Sort by')).toHaveDisplayValue('Name, Z to A');
  });
});

const persons: Partial<SiteOverview>[] = [
  {
    name: 'Ampang Villa',
    sitename: null,
    address: '7 Jalan Kerinchi, 59200 Kuala Lumpur',
    jmb_name: 'Pn. Noraini Ismail',
    person_in_charge: 123456789,
  },
  {
    name: 'Palm Court',
    sitename: '棕榈阁',
    address: '12 Jalan Ampang, 55000 Kuala Lumpur',
    jmb_name: '林伟杰 (penyelenggara)',
    person_in_charge: 387654321,
    // overdue, so the more urgent one
    kept_months: ['2026-09'],
  },
  { name: 'Bare Hill', sitename: 'Cafe of the hill' },
];

/** The sites found, each with the text by which it was found and, in brackets, the marked words. */
const findings = async () =>
  within(await table())
    .getAllByRole('rowheader')
    .map((rowHead) => {
      const lines = [
        ...new Set(
          within(rowHead)
            .queryAllByText(isMark)
            .map(({ parentElement }) => parentElement),
        ),
      ];
      const lineTexts = lines.map((line) =>
        Array.from(line?.childNodes ?? [], (node) =>
          isMark('', node) ? `[${node.textContent}]` : node.textContent,
        ).join(''),
      );
      return [within(rowHead).getAllByRole('link')[0]?.textContent, ...lineTexts];
    });
const isMark = (_: string, node: Node | null) => node?.nodeName === 'MARK';
const byPhone = (marked: string) => [['Ampang Villa', `Person In-charge: ${marked}`]];

describe('the search', () => {
  it.each([
    ['kerin', [['Ampang Villa', 'Address: 7 Jalan [Kerin]chi, 59200 Kuala Lumpur']]],
    ['JALAN 55000', [['Palm Court', 'Address: 12 [Jalan] Ampang, [55000] Kuala Lumpur']]],
    ['villa 59200', [['Ampang Villa', 'Address: 7 Jalan Kerinchi, [59200] Kuala Lumpur']]],
    ['nora', [['Ampang Villa', 'JMB In-charge: Pn. [Nora]ini Ismail']]],
    ['01234', byPhone('[01234]56789')],
    ['012-345 6', byPhone('[0123456]789')],
    ['+60 12 3456', byPhone('[0123456]789')],
    ['(012) 345 6789', byPhone('[0123456789]')],
    ['１２３４５', byPhone('0[12345]6789')],
    ['6789', byPhone('012345[6789]')],
    ['5678', byPhone('01234[5678]9')],
    ['345 6789', byPhone('012[3456789]')],
    ['03-8765', [['Palm Court', 'Person In-charge: [038765]4321']]],
    ['CAFÉ', [['Bare Hill']]],
    ['林伟', [['Palm Court', 'JMB In-charge: [林伟]杰 (penyelenggara)']]],
    ['棕榈', [['Palm Court']]],
    ['penyelenggaraan', [['Palm Court', 'JMB In-charge: 林伟杰 ([penyelenggara])']]],
  ])('finds %j, and shows by what if that is not the name', async (query, found) => {
    serve(...persons);
    await open(`?${new URLSearchParams({ q: query }).toString()}`);
    expect(await findings()).toEqual(found);
  });

  it.each(['rinchi', '9999', '0127', 'Noraini hill', 'null'])('finds nothing by %j', async (query) => {
    serve(...persons);
    await open(`?${new URLSearchParams({ q: query }).toString()}`);
    expect(await screen.findByText('No site matches.')).toBeVisible();
  });

  it('shows the sites with the nearest spelling if none contains the typed words, and says so', async () => {
    serve(...some);
    const user = await open('?q=quite');
    expect(await names()).toEqual(['Quiet Hill']);
    expect(screen.getByText('No site says “quite”; shown: quiet')).toBeVisible();
    expect(screen.getByLabelText('Search by name, address or person')).toHaveValue('quite');
    await user.type(screen.getByLabelText('Search by name, address or person'), '{Backspace}{Backspace}et');
    await waitFor(() => expect(screen.queryByText(/^No site says/u)).not.toBeInTheDocument());
    expect(await names()).toEqual(['Quiet Hill']);
  });

  it('mentions no spelling if a filter hides the sites that it finds', async () => {
    serve(...some);
    await open('?q=quite&show=offline');
    expect(await screen.findByText('No site matches.')).toBeVisible();
    expect(screen.queryByText(/^No site says/u)).not.toBeInTheDocument();
  });

  it('puts sites with that name before more urgent ones, unless a column sets the order', async () => {
    serve(...persons);
    const user = await open();
    const field = await screen.findByLabelText('Search by name, address or person');
    expect(await names()).toEqual(['Palm Court', 'Ampang Villa', 'Bare Hill']);
    await user.type(field, 'ampang');
    await waitFor(async () => expect(await names()).toEqual(['Ampang Villa', 'Palm Court']));
    expect(screen.getByText('2 of 3 sites, found by name first')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Name, Z to A');
    expect(await names()).toEqual(['Palm Court', 'Ampang Villa']);
    expect(screen.getByText('2 of 3 sites')).toBeVisible();
    await user.clear(field);
    await waitFor(async () => expect(await names()).toHaveLength(3));
    expect((await findings()).flat()).toHaveLength(3);
  });
});

describe('the order', () => {
  it('follows the column whose header is pressed, and is reversed when it is pressed again', async () => {
    serve(...some);
    const user = await open();
    await user.click(within(await head('^Site')).getByRole('button'));
    expect(await names()).toEqual(['Palm Court', 'Quiet Hill', 'Selasih Park', 'Well Court']);
    expect(await head('^Site')).toHaveAttribute('aria-sort', 'ascending');
    await user.click(within(await head('^Site')).getByRole('button'));
    expect((await names())[0]).toBe('Well Court');
    expect(location.search).toBe('?sort=-site');
    await user.click(within(await head('^Kept')).getByRole('button'));
    expect((await names())[0]).toBe('Palm Court');
    expect(await head('^Kept')).toHaveAttribute('aria-sort', 'descending');
  });

  it('can also be chosen from a list, if there are no column headers', async () => {
    serve(...some);
    const user = await open();
    await user.selectOptions(await screen.findByLabelText('Sort by'), 'Contract ends first');
    expect((await names())[0]).toBe('Selasih Park');
    expect(location.search).toBe('?sort=contract');
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Most urgent first');
    expect(location.search).toBe('');
  });
});

describe('the export', () => {
  it('saves the shown sites as CSV', async () => {
    serve(...some);
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved.push(blob);
      return 'blob:csv';
    });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const user = await open('?show=overdue');
    await table();
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(click.mock.contexts[0]).toHaveAttribute('download', 'Sites-2026-11-22_Overdue.csv');
    const lines = (await saved[0]?.text())?.trim().split('\r\n');
    expect(lines?.map((line) => line.split(',')[0])).toEqual(['Name', 'Palm Court']);
  });

  it('prints the filters and the time with the list', async () => {
    serve(...some);
    await open('?show=attention&q=court');
    await table();
    globalThis.dispatchEvent(new Event('beforeprint'));
    expect(
      await screen.findByText(
        'Needs attention, search “court”, Most urgent first, printed on 22 November 2026 at 13:30',
      ),
    ).toBeInTheDocument();
    globalThis.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(screen.queryByText(/printed on/u)).toBeNull());
  });
});

// more sites than the rows that are rendered at first
describe('many sites', () => {
  it('are all in the page for its search, not only those in view', async () => {
    serve(...Array.from({ length: 60 }, (_, index) => ({ name: `Site ${index + 1}` })));
    await open();
    expect(await screen.findByText('Site 60')).toBeInTheDocument();
    expect(screen.getAllByText(/^Site \d+$/u)).toHaveLength(60);
  });

  it('keep their rows while a search hides them, so that no letter renders hundreds of rows again', async () => {
    serve(...Array.from({ length: 60 }, (_, index) => ({ name: `Site ${index + 1}` })));
    const user = await open();
    await screen.findByText('Site 60');
    const rows = screen.getAllByRole('row');
    const field = screen.getByLabelText('Search by name, address or person');
    await user.type(field, '60');
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
    await user.clear(field);
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(61));
    expect(screen.getAllByRole('row').every((tableRow, index) => tableRow === rows[index])).toBe(true);
  });
});

describe('the screen without a list', () => {
  it('says that it is loading', async () => {
    server.use(http.post(url, () => new Promise<never>(() => undefined)));
    await open();
    expect(screen.getByText('Loading sites…')).toBeVisible();
  });

  it('links to the form for the first one', async () => {
    serve();
    await open();
    expect(await screen.findByText(/There are no sites yet/u)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add a site' })).toHaveAttribute('href', '/DataEditor/sites?add=true');
  });

  it('is not open to a client', async () => {
    renderRoute('/DataEditor/overview', userSession);
    expect(await screen.findByText('This page is not available with your key.')).toBeVisible();
  });
});
