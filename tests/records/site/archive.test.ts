import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  archivedAtSchema,
  archivedText,
  isArchived,
  sitesInUse,
  undoneStep,
} from '../../../src/records/site/archive.ts';

describe('whether a site is archived', () => {
  it.each([
    ['2027-05-03T02:00:00+00:00', true],
    // the time of the database counts, not the clock of the device
    ['2099-01-01T00:00:00+00:00', true],
    [null, false],
  ])('%s: %s', (at, expected) => {
    expect(isArchived({ archived_at: at })).toBe(expected);
  });

  it('is false if an answer or a copy of an older release does not say', () => {
    const site = v.parse(v.object({ archived_at: archivedAtSchema }), {});
    expect(isArchived(site)).toBe(false);
  });
});

describe('sites in use', () => {
  const [siteInUse, archivedSite] = [
    { id: 1, archived_at: null },
    { id: 2, archived_at: '2027-05-03T02:00:00+00:00' },
  ];

  it('are those that are not archived', () => {
    expect(sitesInUse([siteInUse, archivedSite])).toEqual([siteInUse]);
    expect(sitesInUse([archivedSite])).toEqual([]);
  });

  it('are the same list object if none is archived, because a search prepares each list once', () => {
    const all = [siteInUse];
    expect(sitesInUse(all)).toBe(all);
  });
});

it('the day of archiving is the day in Singapore', () => {
  expect(archivedText({ archived_at: '2027-05-02T17:00:00+00:00' })).toBe('Archived on 3 May 2027');
  expect(archivedText({ archived_at: null })).toBe('');
});

it('archiving is undone without ending anything', () => {
  expect(undoneStep({ do: 'archive', endAccess: true })).toEqual({ do: 'bring back' });
  expect(undoneStep({ do: 'bring back' })).toEqual({ do: 'archive', endAccess: false });
});
