import { within, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { renderRoute } from '../../../support/render-route.tsx';
import { serveSites, siteRow } from '../../../support/rows.ts';
import { origin, server } from '../../../support/server.ts';
import { openThisYear, readInNovember, visit, visitsIn, entry } from './open-this-year.tsx';

readInNovember();

const expectLink = (fact: HTMLElement, name: string | RegExp, href: string) =>
  expect(within(fact).getByRole('link', { name })).toHaveAttribute('href', href);

describe('the months of this year', () => {
  it('show their state, and link to their visits if there are any or should have been', async () => {
    const { plate, boxes } = await openThisYear({
      tasks2024: [...visitsIn(1, 2, 3, 4, 5, 6, 7, 8, 9), visit(20, '2026-03-09')],
    });
    expect(plate).toHaveTextContent('9 of 10 monthly visits kept in 2026');
    expect(boxes()).toHaveLength(12);
    const links = within(plate).getAllByRole('link', { name: /, kept\)$/ });
    expect(links).toHaveLength(9);
    const march = within(plate).getByRole('link', { name: 'Mar 2 visits (March 2026, kept)' });
    expect(march).toHaveAttribute('href', '/maintenance?year=2026&month=mar');
    const lastBoxes = boxes().slice(9);
    // the screen of a missed month offers to ask about it
    expect(lastBoxes.map((box) => within(box).queryByRole('link')?.getAttribute('href'))).toEqual([
      '/maintenance?year=2026&month=oct',
      undefined,
      undefined,
    ]);
    expect(lastBoxes.map((box) => box.textContent)).toEqual([
      'Oct  (October 2026, missed)',
      'Nov  (November 2026, due now)',
      'Dec  (December 2026, to come)',
    ]);
  });

  it('have a legend of the used signs', async () => {
    const { plate } = await openThisYear({ tasks2024: visitsIn(8, 10, 11) });
    const signs = within(within(plate).getByRole('list', { name: 'Signs' })).getAllByRole('listitem');
    expect(signs.map((sign) => sign.textContent)).toEqual(['Before the first visit', 'Kept', 'Missed', 'To come']);
  });

  it('are joined if one visit covers several', async () => {
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

  it('show which had visits if no interval is agreed', async () => {
    const { plate, fact } = await openThisYear({ visit_every_months: null, tasks2024: visitsIn(2, 4) });
    expect(plate).toHaveTextContent('2 visits in 2026');
    expect(within(plate).getByRole('link', { name: 'Feb 1 visit (February 2026, visited)' })).toBeVisible();
    expect(plate).toHaveTextContent('Mar (March 2026, no visit)');
    expect(fact('Next visit')).toHaveTextContent(/^No interval is agreed$/u);
    expect(within(fact('Last visit')).getByRole('link', { name: '8 April 2026' })).toBeVisible();
  });
});

describe('the facts of this year', () => {
  it('are the last visit and the next one', async () => {
    const { fact } = await openThisYear({ tasks2024: [...visitsIn(9, 10, 11), visit(30, '2026-10-20')] });
    expectLink(fact('Last visit'), '8 November 2026', '/data-fetcher?task=11');
    expect(fact('Last visit')).toHaveTextContent('Visit 11');
    expect(fact('Next visit')).toHaveTextContent(/^Due by 31 December 202639 days left$/u);
  });

  it('include since when a visit is overdue', async () => {
    const { fact } = await openThisYear({ tasks2024: visitsIn(7, 8) });
    expect(fact('Next visit')).toHaveTextContent(
      /^Overdue since 30 September 2026The next one is due by 30 November 2026$/u,
    );
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

  it('are not shown as zero if nothing is entered', async () => {
    const { fact } = await openThisYear({}, { posts: { A: [entry(2024, 1)] } });
    await waitFor(() => expect(fact('Failures in 2026')).toHaveTextContent('None entered for 2026'));
    expectLink(fact('Failures in 2026'), 'Newest counts: 2024', '/charts?year=2024');
  });

  it('do not affect the rest of the profile if they cannot be loaded, and can be loaded again', async () => {
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

describe('another year', () => {
  const tasks2024 = [
    ...visitsIn(10, 11),
    visit(21, '2025-02-08', { kind: 'emergency' }),
    visit(22, '2025-02-20', { kind: 'preventive' }),
    visit(23, '2024-12-08'),
  ];
  const posts = { P1: [entry(2026, 8), entry(2025, 4), entry(2024, 2)] };

  it('is chosen once for the months, the figures and the report, and stays in the address', async () => {
    const { user, plate, fact, boxes } = await openThisYear({ tasks2024 }, { posts });
    const choice = within(plate).getByRole('combobox', { name: 'Year' });
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['2026', '2025', '2024']);
    await user.selectOptions(choice, '2025');
    expect(screen.getByRole('region', { name: 'The year 2025' })).toBe(plate);
    expect(plate).toHaveTextContent('1 of 12 monthly visits kept in 2025');
    expectLink(plate, 'Feb 2 visits (February 2025, kept)', '/maintenance?year=2025&month=february');
    expect(boxes()[2]).toHaveTextContent('Mar (March 2025, missed)');
    expectLink(fact('Emergency calls in 2025'), '1', '/data-fetcher?year=2025&kind=emergency');
    await waitFor(() =>
      expect(fact('Failures in 2025')).toHaveTextContent(
        /^52 more than in 2024 \(\+67 %\)Worst post: P1, 5 failures$/u,
      ),
    );
    expect(within(plate).queryByText('2026', { selector: 'dt' })).toBeNull();
    expect(new URLSearchParams(location.search).get('year')).toBe('2025');
    // what is due now does not depend on the shown year
    expect(fact('Next visit')).toHaveTextContent(/^Due by 31 December 2026/u);
    await user.selectOptions(choice, '2026');
    expect(screen.getByRole('region', { name: 'This year' })).toBe(plate);
    expect(new URLSearchParams(location.search).has('year')).toBe(false);
  });

  it('opens a missed month of that year, where a client can ask about its visit', async () => {
    const { user, boxes } = await openThisYear({ tasks2024 }, { posts, year: 2025 });
    const march = boxes()[2];
    if (!march) throw new Error('No March');
    await user.click(within(march).getByRole('link'));
    const ask = await screen.findByRole('link', { name: 'Ask about it' });
    expect(new URL(ask.getAttribute('href') ?? '').searchParams.get('text')).toBe(
      'Residensi Selasih Park: no visit is recorded for March 2025, though one was agreed. What happened, and when will you come?',
    );
  });

  it('says what was never entered, and that nobody came', async () => {
    const { plate, fact } = await openThisYear(
      { tasks2024: [visit(23, '2024-12-08')], visit_every_months: null },
      { posts: { P1: [entry(2025, 4)] }, year: 2025 },
    );
    expect(plate).toHaveTextContent('No visit in 2025');
    await waitFor(() => expect(fact('Failures in 2025')).toHaveTextContent('5nothing entered for 2024'));
  });

  it('is the current year if the address has a year without records', async () => {
    serveSites(siteRow({ tasks2024: visitsIn(1) }));
    renderRoute('/profile?year=2023');
    expect(await screen.findByRole('combobox', { name: 'Year' })).toHaveValue('2026');
  });
});

describe('this year for an admin', () => {
  it('includes the site in its links, and links to the editor where the company has to act', async () => {
    const { plate, fact } = await openThisYear(
      {
        tasks2024: [visit(1, '2026-10-08', { kind: 'emergency' })],
        visit_every_months: null,
      },
      { admin: true, posts: { P1: [entry(2026, 3)] } },
    );
    await within(plate).findByRole('link', { name: 'P1' });
    const links = within(plate)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(Object.fromEntries(links)).toMatchObject({
      '8 October 2026': '/data-fetcher?site=Selasih+Park&task=1',
      'Set how often it is visited': '/DataEditor/sites?site=Selasih+Park',
      1: '/data-fetcher?year=2026&kind=emergency&site=Selasih+Park',
      P1: '/charts?year=2026&site=Selasih+Park#post-0',
    });
    expect(links.every(([, href]) => href?.includes('site=Selasih+Park'))).toBe(true);
    expect(fact('Next visit')).toHaveTextContent('No interval is agreed');
  });
});
