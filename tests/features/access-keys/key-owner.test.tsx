import { describe, expect, it } from 'vitest';
import { matchesKeyFilter, readKeyFilter } from '../../../src/features/access-keys/KeyListing.tsx';
import { keyOwner, sitesOfKey } from '../../../src/features/access-keys/key-request.ts';
import { keyRow } from '../../support/rows.ts';
import { adminRow } from './serve-main.ts';

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
