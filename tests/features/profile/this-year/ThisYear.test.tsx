import { within, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { renderRoute } from '../../../support/render-route.tsx';
import { serveSites, siteRow } from '../../../support/rows.ts';
import { origin, server } from '../../../support/server.ts';
import { openThisYear, readInNovember, visit, visitsIn, entry } from './open-this-year.tsx';

readInNovember();

const expectLink = (fact: HTMLElement, name: string | RegExp, href: string) =>
  expect(within(fact).getByRole('link', { name })).toHaveAttribute('href', href);

describe('the months of this year', () => {
  it('show their state, and link to their visits where there are any or were to be some', async () => {
    const { plate, boxes } = await openThisYear({
      tasks2024: [...visitsIn(1, 2, 3, 4, 5, 6, 7, 8, 9), visit(20, '2026-03-09')],
    });
    expect(plate).toHaveTextContent('9 of 10 monthly visits kept in 2026');
    expect(boxes()).toHaveLength(12);
    const links = within(plate).getAllByRole('link', { name: /, kept\)$/ });
    expect(links).toHaveLength(9);
    const march = within(plate).getByRole('link', { name: 'Mar 2 visits (March 2026, kept)' });
    expect(march).toHaveAttribute('href', '/maintenance?year=2026&month=mar');
    const rest = boxes().slice(9);
    // the screen of a missed month offers to ask about it
    expect(rest.map((one) => within(one).queryByRole('link')?.getAttribute('href'))).toEqual([
      '/maintenance?year=2026&month=oct',
      undefined,
      undefined,
    ]);
    expect(rest.map((one) => one.textContent)).toEqual([
      'Oct  (October 2026, missed)',
      'Nov  (November 2026, due now)',
      'Dec  (December 2026, to come)',
    ]);
  });

  it('have a legend of the signs in use', async () => {
    const { plate } = await openThisYear({ tasks2024: visitsIn(8, 10, 11) });
    const signs = within(within(plate).getByRole('list', { name: 'Signs' })).getAllByRole('listitem');
    expect(signs.map((one) => one.textContent)).toEqual(['Before the first visit', 'Kept', 'Missed', 'To come']);
  });

  it('are joined where one visit covers several', async () => {
    const { plate, boxes } = await openThisYear({ visit_every_months: 3, tasks2024: visitsIn(2, 4, 5) });
    expect(plate).toHaveTextContent('2 of 3 quarterly visits kept in 2026');
    const [first] = boxes();
    expect(boxes()).toHaveLength(4);
    expect(first).toHaveTextContent(/^January to March 2026: Kept/u);
    expect(first).toHaveStyle({ '--months': '3' });
    if (!first) throw new Error('No box');
    expect(within(first).getAllByRole('link')).toEqual([
      within(first).getByRole('link', { name: 'Feb 1 visit (February 2026)' }),
    ]);
    expect(first).toHaveTextContent('Jan (January 2026, no visits)');
  });

  it('show which had visits where no interval is agreed', async () => {
    const { plate, fact } = await openThisYear({ visit_every_months: null, tasks2024: visitsIn(2, 4) });
    expect(plate).toHaveTextContent('2 visits in 2026');
    expect(within(plate).getByRole('link', { name: 'Feb 1 visit (February 2026, visited)' })).toBeVisible();
    expect(plate).toHaveTextContent('Mar (March 2026, no visit)');
    expect(fact('Next visit')).toHaveTextContent(/^No interval is agreed$/u);
    expect(within(fact('Last visit')).getByRole('link', { name: '8 April 2026' })).toBeVisible();
  });
});

describe('the next facts for a manager', () => {
  it('are last month, the last visit, and the next one', async () => {
    const { fact } = await openThisYear({ tasks2024: [...visitsIn(9, 10, 11), visit(30, '2026-10-20')] });
    expectLink(fact('Last month'), 'October 2026: 2 visits', '/maintenance?year=2026&month=oct');
    expectLink(fact('Last visit'), '8 November 2026', '/data-fetcher?task=11');
    expect(fact('Last visit')).toHaveTextContent('Visit 11');
    expect(fact('Next visit')).toHaveTextContent(/^Due by 31 December 202639 days left$/u);
  });

  it('name December as last month in January', async () => {
    vi.setSystemTime(new Date('2025-12-31T16:00:00Z'));
    const { fact } = await openThisYear({ tasks2024: [visit(1, '2025-12-31'), visit(2, '2025-11-03')] });
    expectLink(fact('Last month'), 'December 2025: 1 visit', '/maintenance?year=2025&month=dec');
  });

  it('include since when a visit is overdue, and a last month without visits', async () => {
    const { fact } = await openThisYear({ tasks2024: visitsIn(7, 8) });
    expect(fact('Next visit')).toHaveTextContent(
      /^Overdue since 30 September 2026The next one is due by 30 November 2026$/u,
    );
    expect(fact('Last month')).toHaveTextContent(/^October 2026: no visits$/u);
    expect(within(fact('Last month')).queryByRole('link')).toBeNull();
  });

  it.each([
    ['of visits', [visit(1, '2026-01-08', { kind: 'emergency' }), ...visitsIn(2, 3)], '1of 3 visits'],
    ['none', visitsIn(1, 2), 'Noneof 2 visits'],
    [
      'some without a kind',
      [visit(1, '2026-01-08', { kind: 'emergency' }), visit(2, '2026-02-08')],
      '11 visit of 2 without a kind',
    ],
    ['all without a kind', [visit(1, '2026-01-08'), visit(2, '2026-02-08')], 'Not known2 visits of 2 without a kind'],
    ['of last year', [visit(1, '2025-12-08', { kind: 'emergency' })], 'Noneof 0 visits'],
  ])('include the number of emergency calls: %s', async (_, tasks2024, words) => {
    const { fact } = await openThisYear({ tasks2024 });
    expect(fact('Emergency calls in 2026').textContent).toBe(words);
    const link = within(fact('Emergency calls in 2026')).queryByRole('link');
    expect(link?.getAttribute('href')).toBe(
      words.startsWith('1') ? '/data-fetcher?year=2026&kind=emergency' : undefined,
    );
  });

  it('include the report of a year', async () => {
    const { plate } = await openThisYear({ tasks2024: visitsIn(1) });
    expect(within(plate).getByRole('button', { name: 'Year report' })).toBeVisible();
  });
});

describe('the failures of this year', () => {
  it('are counted so far, with the whole previous year and the worst post', async () => {
    const posts = { P2: [entry(2026, 3)], P10: [entry(2026, 8), entry(2025, 20)] };
    const { fact } = await openThisYear({}, { posts });
    await waitFor(() => expect(fact('Failures in 2026')).toHaveTextContent(/^13/u));
    expect(fact('Failures in 2026').textContent).toBe(
      '13so far; at the posts counted in both years: 9, 12 fewer than in all of 2025 (21); P2 has no counts for 2025Worst post: P10, 9 failures',
    );
    expectLink(fact('Failures in 2026'), 'P10', '/charts?year=2026#post-1');
    expectLink(fact('Failures in 2026'), '13', '/charts?year=2026');
  });

  it('name the posts that are tied', async () => {
    const { fact } = await openThisYear(
      {},
      { posts: { A: [entry(2026, 1)], B: [entry(2026, 1)], C: [entry(2026, 1)] } },
    );
    await waitFor(() =>
      expect(fact('Failures in 2026')).toHaveTextContent('Worst posts: A, B and 1 more, 2 failures each'),
    );
    expect(fact('Failures in 2026')).toHaveTextContent('so far; nothing entered for 2025');
  });

  it('are not shown as zero where nothing is entered', async () => {
    const { fact } = await openThisYear({}, { posts: { A: [entry(2024, 1)] } });
    await waitFor(() => expect(fact('Failures in 2026')).toHaveTextContent('None entered for 2026'));
    expectLink(fact('Failures in 2026'), 'Newest counts: 2024', '/charts?year=2024');
  });

  it('leave the rest of the profile intact when they cannot be loaded, and can be loaded again', async () => {
    serveSites(siteRow());
    server.use(
      http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 })),
    );
    const { user } = renderRoute('/profile');
    expect(await screen.findByText('Error fetching data.')).toBeVisible();
    expect(screen.getByText('System Online')).toBeVisible();
    server.use(
      http.get(`${origin}/rest/v1/carpost`, () =>
        HttpResponse.json([{ site_id: 1, json: { A: [entry(2026, 4)] }, revision: 1 }]),
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await screen.findByText(/Worst post/u)).parentElement).toHaveTextContent('Worst post: A, 5 failures');
  });
});

describe('the contract', () => {
  it.each([
    ['2026-12-31', 'Until 31 December 202639 days left: ask for the renewal', 'ends on 31 December 2026'],
    ['2026-11-22', 'Until 22 November 2026Ends today: ask for the renewal', 'ends on 22 November 2026'],
    ['31/8/2026', 'Ended 31 August 2026Expired 83 days ago: ask for the renewal', 'ended on 31 August 2026'],
    ['2027-02-21', 'Until 21 February 2027Nothing to do yet', null],
    ['to be agreed', 'to be agreed', null],
    [null, 'No end date', null],
  ])('until %s shows what a client can do', async (contract_until, words, asked) => {
    const { fact } = await openThisYear({ contract_until });
    expect(fact('Contract').textContent).toBe(words);
    const link = within(fact('Contract')).queryByRole('link');
    expect(link?.getAttribute('target')).toBe(asked === null ? undefined : '_blank');
    const message = link ? new URL(link.getAttribute('href') ?? '').searchParams.get('text') : null;
    expect(message).toBe(
      asked && `Residensi Selasih Park: our service contract ${asked}. Please send us an offer for its renewal.`,
    );
  });
});

describe('this year for an admin', () => {
  it('asks for the end of a contract that is no date', async () => {
    const { fact } = await openThisYear({ contract_until: 'after 2 years' }, { admin: true });
    expect(fact('Contract')).toHaveTextContent('after 2 yearsNot a date: enter when it ends');
    expect(within(fact('Contract')).getByRole('link')).toHaveAttribute('href', '/DataEditor/sites?site=Selasih+Park');
  });

  it('keeps the site in its links, and links to the editor where the company has to act', async () => {
    const { plate, fact } = await openThisYear(
      {
        tasks2024: [visit(1, '2026-10-08', { kind: 'emergency' })],
        visit_every_months: null,
        contract_until: '2026-12-31',
      },
      { admin: true, posts: { P1: [entry(2026, 3)] } },
    );
    await within(plate).findByRole('link', { name: 'P1' });
    const links = within(plate)
      .getAllByRole('link')
      .map((one) => [one.textContent, one.getAttribute('href')]);
    expect(Object.fromEntries(links)).toMatchObject({
      'October 2026: 1 visit': '/maintenance?year=2026&month=oct&site=Selasih+Park',
      '8 October 2026': '/data-fetcher?site=Selasih+Park&task=1',
      'Set how often it is visited': '/DataEditor/sites?site=Selasih+Park',
      1: '/data-fetcher?year=2026&kind=emergency&site=Selasih+Park',
      P1: '/charts?year=2026&site=Selasih+Park#post-0',
      '39 days left: offer the renewal': '/DataEditor/sites?site=Selasih+Park',
    });
    expect(links.every(([, href]) => href?.includes('site=Selasih+Park'))).toBe(true);
    expect(fact('Next visit')).toHaveTextContent('No interval is agreed');
  });

  it('asks for the end date of a contract that has none', async () => {
    const { fact } = await openThisYear({ contract_until: ' ' }, { admin: true });
    expectLink(fact('Contract'), 'Enter when it ends', '/DataEditor/sites?site=Selasih+Park');
  });
});
