import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { matchesKeyFilter, readKeyFilter } from '../../../src/features/access-keys/key-filter.ts';
import { keyOwner, sitesOfKey } from '../../../src/records/access-key/key-owner.ts';
import { phone, serveSessions } from '../../components/sessions/serve-sessions.ts';
import { adminSession, renderRoute, userSession } from '../../support/render-route.tsx';
import { keyRow } from '../../support/rows.ts';
import { server } from '../../support/server.ts';
import { adminRow, openAction, bodyRows, labels, mainUrl, openKeys, serveMain, sitesUrl } from './serve-main.ts';

const kinds = () => [
  keyRow({ id: 1 }),
  keyRow({ id: 2, label: 'Guard house', site_id: 2, expires_at: '2026-12-01T15:59:59Z', last_used_at: null }),
  keyRow({ id: 3, label: 'Contractor', site_id: 2, expires_at: '2026-11-01T15:59:59Z' }),
  keyRow({ id: 4, label: 'Lost card', revoked_at: '2026-10-02T02:00:00Z' }),
  keyRow({ id: 5, label: 'Without site', site_id: null }),
  adminRow({ id: 9 }),
];

const choice = (name: string) => screen.getByRole('combobox', { name });
/** Types a part of a choice, and takes the first option that contains it. */
const pick = async (user: UserEvent, name: string, text: string) => {
  await user.clear(choice(name));
  await user.type(choice(name), `${text}{Enter}`);
};

const refuse = () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 400 });

describe('the access keys', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T03:00:00Z') });
  });

  describe('the list', () => {
    it('is only open to admins', async () => {
      renderRoute('/DataEditor/keys', userSession);
      expect(await screen.findByText('This page is not available with your key.')).toBeVisible();
    });

    it('shows the owner, state, issue, last use and end of each key, active keys first', async () => {
      await openKeys('', ...kinds());
      const cells = bodyRows().map((one) =>
        within(one)
          .getAllByRole('cell')
          // without the box and the buttons
          .slice(1, -1)
          .map((cell) => cell.textContent),
      );
      const [issued, used] = ['Issued: 5 January 2026', 'Last used: 20 November 2026 at 16:05'];
      const change = 'Change end';
      expect(labels()).toEqual(['Head office', 'Without site', 'Guard house', 'Front desk', 'Lost card', 'Contractor']);
      expect(cells).toEqual([
        ['Admin', 'Active', issued, used, `Ends: No end${change}`],
        ['No site', 'Active', issued, used, `Ends: No end${change}`],
        [
          'Kingfisher Rise',
          'Ends 1 December 2026',
          issued,
          'Last used: Never',
          `Ends: 1 December 2026 at 23:59${change}`,
        ],
        ['Selasih Park', 'Active', issued, used, `Ends: No end${change}`],
        ['Selasih Park', 'Revoked', issued, used, 'Ended: 2 October 2026 at 10:00'],
        ['Kingfisher Rise', 'Expired', issued, used, 'Ended: 1 November 2026 at 23:59'],
      ]);
      expect(screen.getByText('6 keys')).toBeVisible();
      expect(screen.getByRole('link', { name: 'Access keys' })).toHaveAttribute('aria-current', 'page');
    });

    it('shows a technician as the owner of a key without a site', async () => {
      await openKeys('', keyRow({ role: 'technician', site_id: null }));
      expect(within(bodyRows()[0] ?? document.body).getByText('Technician (all sites)')).toBeVisible();
    });

    it('marks an active key of the old portal as due for rotation', async () => {
      const old = { kind: 'old' as const, expires_at: '2027-02-01T15:59:59Z' };
      await openKeys('', keyRow(old), keyRow({ ...old, id: 2, revoked_at: '2026-10-02T02:00:00Z' }));
      const [used, revoked] = bodyRows();
      expect(used).toHaveTextContent('Old portal’s key, ends 1 February 2027');
      expect(used).toHaveTextContent('A key from the old portal. Rotate it before it ends.');
      expect(revoked).not.toHaveTextContent('Old');
    });

    it('has a menu of the possible actions, for active keys only', async () => {
      const { user } = await openKeys('', ...kinds());
      for (const label of ['Head office', 'Without site', 'Guard house', 'Front desk'])
        expect(screen.getByRole('button', { name: 'More', description: label })).toBeVisible();
      expect(screen.getAllByRole('button', { name: 'More' })).toHaveLength(4);
      await user.click(screen.getByRole('button', { name: 'More', description: 'Guard house' }));
      expect(screen.getByRole('dialog', { name: 'Guard house' })).toBeVisible();
      const items = screen.getAllByRole('menuitem');
      expect(items.map(({ textContent }) => textContent)).toEqual([
        'SessionsWhere it is logged in',
        'RotateA new key takes its place',
        'RevokeIt stops working at once',
      ]);
    });

    it('has a button for the rotation that is due, which the menu does not repeat', async () => {
      const { user } = await openKeys('', keyRow({ kind: 'old', expires_at: '2027-02-01T15:59:59Z' }), adminRow());
      await user.click(screen.getByRole('button', { name: 'More', description: 'Front desk' }));
      expect(screen.queryByRole('menuitem', { name: 'Rotate' })).toBeNull();
      await user.keyboard('{Escape}');
      await user.click(screen.getByRole('button', { name: 'Rotate Front desk' }));
      expect(screen.getByRole('dialog', { name: 'Rotate the key “Front desk”?' })).toBeVisible();
    });

    it('opens the sessions of active keys', async () => {
      const { user } = await openKeys(
        '',
        keyRow({ id: 4 }),
        keyRow({ id: 5, label: 'Lost card', revoked_at: '2026-10-02T02:00:00Z' }),
      );
      expect(screen.queryByRole('button', { name: 'More', description: 'Lost card' })).toBeNull();
      const asked = serveSessions(phone);
      await openAction(user, 'Sessions', 'Front desk');
      expect(await screen.findByRole('dialog', { name: 'Sessions of “Front desk”' })).toHaveTextContent(
        'Safari on iPhone',
      );
      expect(asked).toEqual(['list {"key_id":4}']);
      await user.click(screen.getByRole('button', { name: 'Close' }));
      expect(screen.getByRole('button', { name: 'More', description: 'Front desk' })).toHaveFocus();
    });

    it('explains why the last admin key cannot be revoked', async () => {
      const visitor = adminRow({ id: 10, label: 'Visitor', expires_at: '2027-11-01T15:59:59Z' });
      const { user } = await openKeys('', ...kinds(), visitor);
      await openAction(user, 'Revoke', 'Head office');
      const last = screen.getByRole('menuitem', { name: 'Revoke' });
      expect(last).toHaveAttribute('aria-disabled', 'true');
      expect(last).toHaveAccessibleDescription(
        'The last admin key cannot be revoked. First issue another one without an end date.',
      );
      await user.keyboard('{Escape}');
      await openAction(user, 'Revoke', 'Visitor');
      expect(screen.getByRole('dialog', { name: 'Revoke the key “Visitor”?' })).toBeVisible();
    });

    it('says when there are no keys', async () => {
      serveMain();
      renderRoute('/DataEditor/keys', adminSession);
      expect(await screen.findByText('There are no keys yet.')).toBeVisible();
      expect(screen.queryByRole('table')).toBeNull();
      expect(screen.getByRole('button', { name: 'Issue a key' })).toBeVisible();
    });
  });

  describe('the filters', () => {
    it('filters are in the query string', async () => {
      const { user } = await openKeys('', ...kinds());
      // a site is found by its address, as everywhere
      await pick(user, 'For', 'udang');
      expect(choice('For')).toHaveValue('Kingfisher Rise');
      expect(labels()).toEqual(['Guard house', 'Contractor']);
      expect(screen.getByText('2 of 6 keys')).toBeVisible();
      await user.selectOptions(choice('State'), 'Expired');
      expect(labels()).toEqual(['Contractor']);
      expect(location.search).toBe('?site=Kingfisher+Rise&state=expired');
      await user.selectOptions(choice('State'), 'All states');
      await pick(user, 'For', 'adm');
      expect(labels()).toEqual(['Head office']);
      expect(location.search).toBe('?for=admins');
      // emptied, the filter applies to all sites again
      await user.clear(choice('For'));
      await user.tab();
      expect(choice('For')).toHaveValue('');
      expect(location.search).toBe('');
    });

    it.each([
      ['?site=Selasih+Park', ['Front desk', 'Lost card']],
      ['?site=Kingfisher+Rise&state=soon', ['Guard house']],
      ['?for=admins&state=active', ['Head office']],
      ['?state=revoked', ['Lost card']],
      [
        '?for=nobody&state=odd',
        ['Head office', 'Without site', 'Guard house', 'Front desk', 'Lost card', 'Contractor'],
      ],
    ])('reads filters from the query string %s', async (query, expected) => {
      await openKeys(query, ...kinds());
      expect(labels()).toEqual(expected);
    });

    it('says when no key matches, and clears the filters, even with a site that does not exist', async () => {
      const { user } = await openKeys('?site=Nowhere', ...kinds());
      expect(screen.getByText('No key matches these filters.')).toBeVisible();
      expect(choice('For')).toHaveValue('Nowhere');
      await user.click(screen.getByRole('button', { name: 'Clear filters' }));
      expect(bodyRows()).toHaveLength(6);
      expect(location.search).toBe('');
    });
  });

  describe('loading', () => {
    it.each([
      ['keys', mainUrl, 'Error fetching data.'],
      ['names', sitesUrl, 'Failed to load names.'],
    ])('reports that the %s could not be loaded, and loads them with Try again', async (_, url, message) => {
      serveMain(keyRow());
      server.use(http.get(url, refuse));
      const { user } = renderRoute('/DataEditor/keys', adminSession);
      expect(await screen.findByText('Loading access keys…')).toBeVisible();
      expect(await screen.findByText(message)).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Issue a key' })).toBeNull();
      serveMain(keyRow());
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      expect(await screen.findByRole('rowheader', { name: 'Front desk' })).toBeVisible();
      expect(screen.queryByText(message)).toBeNull();
    });

    it('reports a failure above a list that may be out of date', async () => {
      const { user } = await openKeys('', keyRow());
      server.use(http.get(mainUrl, refuse, { once: true }));
      await user.click(screen.getByRole('button', { name: 'Issue a key' }));
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      expect(await screen.findByText('Error fetching data.')).toBeVisible();
      expect(bodyRows()).toHaveLength(1);
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      await waitFor(() => expect(screen.queryByText('Error fetching data.')).toBeNull());
    });
  });
});

const sites = [
  { id: 2, name: 'Kingfisher Rise' },
  { id: 3, name: 'Park Royal' },
  { id: 1, name: 'Selasih Park' },
];

const technician = (ids: number[] | null) => keyRow({ role: 'technician', site_id: null, site_ids: ids });

const now = new Date('2026-11-21T04:00:00Z');

describe('the owner of a key', () => {
  it.each([
    [adminRow(), 'Admin'],
    [keyRow(), 'Selasih Park'],
    [keyRow({ site_id: 9 }), 'No site'],
    [technician(null), 'Technician (all sites)'],
    [technician([3]), 'Technician (Park Royal)'],
    [technician([1, 2]), 'Technician (Kingfisher Rise and Selasih Park)'],
    [technician([1, 2, 3]), 'Technician (3 sites)'],
    [technician([9]), 'Technician (1 site)'],
  ])('%#: %s', (one, words) => {
    expect(keyOwner(one, sites)).toBe(words);
  });
});

/** The names of the keys that match a query string. */
function foundBy(query: string): string[] {
  return Object.entries({ admin: adminRow(), client: keyRow(), one: technician([2]), all: technician(null) })
    .filter(([, one]) => matchesKeyFilter(one, sitesOfKey(one, sites), readKeyFilter(new URLSearchParams(query)), now))
    .map(([name]) => name);
}

describe('the filter of keys', () => {
  it.each([
    ['', ['admin', 'client', 'one', 'all']],
    ['for=admins', ['admin']],
    ['for=technicians', ['one', 'all']],
    ['for=constructor', ['admin', 'client', 'one', 'all']],
    ['site=Selasih Park', ['client', 'all']],
    ['site=Kingfisher Rise', ['one', 'all']],
    ['site=Nowhere', ['all']],
  ])('%s', (query, names) => {
    expect(foundBy(query)).toEqual(names);
  });
});
