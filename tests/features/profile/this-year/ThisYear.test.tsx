import { within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openThisYear, visit, visitsIn } from './open-this-year.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T02:00:00Z') });
});
afterEach(() => vi.useRealTimers());

describe('the months of this year', () => {
  it('show their state, and link to their visits where there are any', async () => {
    const { plate, boxes } = await openThisYear({
      tasks2024: [...visitsIn(1, 2, 3, 4, 5, 6, 7, 8, 9), visit(20, '2026-03-09')],
    });
    expect(plate).toHaveTextContent('9 of 10 monthly visits kept in 2026');
    expect(boxes()).toHaveLength(12);
    const links = within(plate).getAllByRole('link', { name: /: kept, / });
    expect(links).toHaveLength(9);
    const march = within(plate).getByRole('link', { name: 'March 2026: kept, 2 visits' });
    expect(march).toHaveAttribute('href', '/maintenance?year=2026&month=mar');
    const rest = boxes().slice(9);
    expect(rest.map((one) => within(one).queryByRole('link'))).toEqual([null, null, null]);
    expect(rest.map((one) => one.textContent)).toEqual([
      'October 2026: missedOct',
      'November 2026: due nowNov',
      'December 2026: to comeDec',
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
    expect(
      within(first)
        .getAllByRole('link')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['February 2026: 1 visit']);
    expect(first).toHaveTextContent('January 2026: 0 visits');
  });

  it('show which had visits where no interval is agreed', async () => {
    const { plate, fact } = await openThisYear({ visit_every_months: null, tasks2024: visitsIn(2, 4) });
    expect(plate).toHaveTextContent('2 visits in 2026');
    expect(within(plate).getByRole('link', { name: 'February 2026: visited, 1 visit' })).toBeVisible();
    expect(plate).toHaveTextContent('March 2026: no visit');
    expect(fact('Next visit')).toHaveTextContent(/^No interval is agreed$/u);
    expect(within(fact('Last visit')).getByRole('link', { name: '8 April 2026' })).toBeVisible();
  });
});

describe('the next facts for a manager', () => {
  it('are last month, the last visit, and the next one', async () => {
    const { fact } = await openThisYear({ tasks2024: [...visitsIn(9, 10, 11), visit(30, '2026-10-20')] });
    expect(within(fact('Last month')).getByRole('link', { name: 'October 2026: 2 visits' })).toHaveAttribute(
      'href',
      '/maintenance?year=2026&month=oct',
    );
    expect(within(fact('Last visit')).getByRole('link', { name: '8 November 2026' })).toHaveAttribute(
      'href',
      '/data-fetcher?task=11',
    );
    expect(fact('Last visit')).toHaveTextContent('Visit 11');
    expect(fact('Next visit')).toHaveTextContent(/^Due by 31 December 202639 days left$/u);
  });

  it('name December as last month in January', async () => {
    vi.setSystemTime(new Date('2025-12-31T16:00:00Z'));
    const { fact } = await openThisYear({ tasks2024: [visit(1, '2025-12-31'), visit(2, '2025-11-03')] });
    expect(within(fact('Last month')).getByRole('link', { name: 'December 2025: 1 visit' })).toHaveAttribute(
      'href',
      '/maintenance?year=2025&month=dec',
    );
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
