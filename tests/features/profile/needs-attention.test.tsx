import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../src/lib/query-client.ts';
import type { SiteRecord } from '../../../src/records/site/site-queries.ts';
import { openThisYear, readInNovember, visit, visitsIn } from './this-year/open-this-year.tsx';

readInNovember();

/** Nothing needs attention: every month has its visit. */
const well: Partial<SiteRecord> = {
  status: true,
  contract_until: '2028-12-31',
  tasks2024: visitsIn(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
};
const overdue = visitsIn(1, 2, 3, 4, 5, 6, 7, 8);
const strip = '#visits-of-the-year';

/** What needs attention below the name of the site: each text and its link. Null if nothing does. */
const shownConcerns = () => {
  const list = screen.queryByRole('list', { name: 'Needs attention' });
  return (
    list &&
    within(list)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])
  );
};

describe('what needs attention', () => {
  it.each<[string, Partial<SiteRecord>, [text: string, link: string][]]>([
    ['an overdue visit', { tasks2024: overdue }, [['Visit overdue since 30 Sep 2026', strip]]],
    [
      'a contract that ends this month',
      { contract_until: '2026-11-30' },
      [['Contract ends in 8 days: ask for the renewal', 'chat']],
    ],
    [
      'a contract that is over',
      { contract_until: '31/10/2026' },
      [['Contract expired 22 days ago: ask for the renewal', 'chat']],
    ],
    [
      'a contract whose renewal can be asked for',
      { contract_until: '2026-12-31' },
      [['Contract ends in 39 days: ask for the renewal', 'chat']],
    ],
    ['a gate whose status was never set', { status: null }, [['System Offline: ask about it', 'chat']]],
    [
      'several at once, the most urgent first',
      { status: false, contract_until: '2026-11-22', tasks2024: overdue },
      [
        ['Visit overdue since 30 Sep 2026', strip],
        ['System Offline: ask about it', 'chat'],
        ['Contract ends today: ask for the renewal', 'chat'],
      ],
    ],
  ])('is below the name: %s', async (_, values, expected) => {
    await openThisYear({ ...well, ...values });
    expect(shownConcerns()?.map(([text, link]) => [text, link?.startsWith('https://wa.me/') ? 'chat' : link])).toEqual(
      expected,
    );
    expect(screen.getByText('Needs attention')).toBeVisible();
    // links within the page have a target
    for (const [, link] of expected) if (link !== 'chat') expect(document.querySelector(link)).toBeVisible();
  });

  it('is a visit from the seventh day before its period ends', async () => {
    const values = { ...well, tasks2024: visitsIn(8, 9, 10) };
    await openThisYear(values);
    expect(shownConcerns()).toBeNull();
    cleanup();
    queryClient.clear();
    vi.setSystemTime(new Date('2026-11-22T16:00:00Z'));
    await openThisYear(values);
    expect(shownConcerns()).toEqual([['Visit due by 30 Nov 2026', strip]]);
  });

  it('asks the service team about the gate by name', async () => {
    await openThisYear({ ...well, status: false });
    const link = screen.getByRole('link', { name: 'System Offline: ask about it' });
    expect(link).toHaveAttribute('target', '_blank');
    expect(new URL(link.getAttribute('href') ?? '').searchParams.get('text')).toMatch(
      /^Residensi Selasih Park: .*offline/u,
    );
  });

  it.each([
    ['2026-12-31', 'ends on 31 December 2026'],
    ['31/8/2026', 'ended on 31 August 2026'],
  ])('asks for the renewal of a contract until %s in prepared words', async (contract_until, words) => {
    await openThisYear({ ...well, contract_until });
    const link = screen.getByRole('link', { name: /: ask for the renewal$/u });
    expect(new URL(link.getAttribute('href') ?? '').searchParams.get('text')).toBe(
      `Residensi Selasih Park: our service contract ${words}. Please send us an offer for its renewal.`,
    );
  });

  it('leads back to this year while another year is shown', async () => {
    const { user } = await openThisYear({ ...well, tasks2024: [...overdue, visit(20, '2025-12-08')] }, { year: 2025 });
    await user.click(screen.getByRole('link', { name: 'Visit overdue since 30 Sep 2026' }));
    expect(screen.getByRole('region', { name: 'This year' })).toBeVisible();
    expect(shownConcerns()).toEqual([['Visit overdue since 30 Sep 2026', strip]]);
  });

  it.each<[string, Partial<SiteRecord>]>([
    ['all is well', {}],
    ['all of it can wait', { contract_until: '2027-02-21', visit_every_months: null }],
    ['the contract ends when it ends', { contract_until: 'to be agreed' }],
    ['the customer has left', { ...well, tasks2024: overdue, status: false, archived_at: '2026-11-01T02:00:00+00:00' }],
  ])('is not shown while %s', async (_, values) => {
    await openThisYear({ ...well, ...values });
    expect(screen.queryByText('Needs attention')).toBeNull();
  });

  it('links an admin to the editor, where the status and the end of the contract are set', async () => {
    const values = { ...well, status: false, tasks2024: overdue, contract_until: '2026-12-31' };
    await openThisYear(values, { admin: true });
    expect(shownConcerns()).toEqual([
      ['Visit overdue since 30 Sep 2026', strip],
      ['System Offline: set its status', '/DataEditor/sites?site=Selasih+Park'],
      ['Contract ends in 39 days: offer the renewal', '/DataEditor/sites?site=Selasih+Park'],
    ]);
  });
});
