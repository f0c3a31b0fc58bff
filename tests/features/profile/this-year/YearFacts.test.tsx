import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderRoute } from '../../../support/render-route.tsx';
import { serveSites, siteRow } from '../../../support/rows.ts';
import { origin, server } from '../../../support/server.ts';
import { entry, openThisYear, visit } from './open-this-year.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T02:00:00Z') });
});
afterEach(() => vi.useRealTimers());

describe('the failures of this year', () => {
  it('are counted so far, with the whole previous year and the worst post', async () => {
    const posts = { P2: [entry(2026, 3)], P10: [entry(2026, 8), entry(2025, 20)] };
    const { fact } = await openThisYear({}, { posts });
    await waitFor(() => expect(fact('Failures in 2026')).toHaveTextContent(/^13/u));
    expect(fact('Failures in 2026').textContent).toBe('13so far; 21 in all of 2025Worst post: P10, 9 failures');
    expect(within(fact('Failures in 2026')).getByRole('link', { name: 'P10' })).toHaveAttribute(
      'href',
      '/charts?year=2026#post-1',
    );
    expect(within(fact('Failures in 2026')).getByRole('link', { name: '13' })).toHaveAttribute(
      'href',
      '/charts?year=2026',
    );
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
    expect(within(fact('Failures in 2026')).getByRole('link', { name: 'Newest counts: 2024' })).toHaveAttribute(
      'href',
      '/charts?year=2024',
    );
  });

  it('leave the rest of the profile intact when they cannot be loaded, and can be loaded again', async () => {
    serveSites(siteRow());
    server.use(http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json({ message: 'no' }, { status: 403 })));
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
    expect(within(fact('Contract')).getByRole('link', { name: 'Enter when it ends' })).toHaveAttribute(
      'href',
      '/DataEditor/sites?site=Selasih+Park',
    );
  });
});
