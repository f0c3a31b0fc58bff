import { beforeEach, describe, expect, it } from 'vitest';
import { placeAt, placeId, placeOf, type RecentPlace } from '../../../src/app/go-to/place.ts';
import { queryClient } from '../../../src/lib/query-client.ts';
import { sitesQuery } from '../../../src/records/site/site-queries.ts';
import { listedSite } from '../../support/rows.ts';

const places: readonly RecentPlace[] = [
  { kind: 'screen', path: '/maintenance', query: '?view=inspection' },
  { kind: 'screen', path: '/guide', query: '' },
  { kind: 'site', site: 4, path: '/profile' },
  { kind: 'visit', site: 4, task: 17 },
  { kind: 'visit', site: null, task: 17 },
  { kind: 'key', key: 3 },
  { kind: 'document', document: 12 },
  { kind: 'guide', file: 'a b/c.pdf', page: 2 },
];

describe('a recently opened item, stored as a text', () => {
  it.each(places)('is read back: %o', (place) => {
    expect(placeOf(placeId(place))).toEqual(place);
  });

  it.each([
    '',
    'x',
    'site',
    'site/x/%2Fprofile',
    'site/-1/a',
    'visit/1',
    'visit/x/1',
    'key/',
    'document/x',
    'guide/a.pdf',
    '%/%',
    'screen/',
  ])('is null if no release has written it: %j', (id) => expect(placeOf(id)).toBeNull());
});

describe('what a URL shows', () => {
  beforeEach(() =>
    queryClient.setQueryData(sitesQuery.queryKey, [
      { ...listedSite({ id: 4, name: 'A & B' }), revision: 1, site_contacts: [] },
    ]),
  );

  it.each([
    ['admin', '/profile?site=A+%26+B', { kind: 'site', site: 4, path: '/profile' }],
    ['admin', '/DataEditor/sites?site=A+%26+B', { kind: 'site', site: 4, path: '/DataEditor/sites' }],
    ['technician', '/data-fetcher?site=A+%26+B&task=9&photo=2', { kind: 'visit', site: 4, task: 9 }],
    ['user', '/data-fetcher?site=A+%26+B&task=9', { kind: 'visit', site: null, task: 9 }],
    ['user', '/guide?q=x&file=a.pdf&page=3', { kind: 'guide', file: 'a.pdf', page: 3 }],
    ['user', '/guide?file=a.pdf', { kind: 'guide', file: 'a.pdf', page: 1 }],
    ['user', '/profile?site=A+%26+B&document=12', { kind: 'document', document: 12 }],
    ['admin', '/DataEditor/sites?site=A+%26+B&part=documents&document=12', { kind: 'document', document: 12 }],
    ['technician', '/DataEditor/my-sites?site=A+%26+B&document=12', { kind: 'document', document: 12 }],
    ['technician', '/DataEditor/my-sites?document=x', null],
    ['user', '/guide?document=12', null],
    ['user', '/profile?site=A+%26+B', null],
    ['admin', '/profile?site=Gone', null],
    ['admin', '/profile', null],
    ['admin', '/DataEditor/overview', null],
    ['admin', '/guide', null],
  ] as const)('%s %s', (role, url, expected) => {
    const { pathname, search } = new URL(url, 'http://a.test');
    expect(placeAt(role, pathname, search)).toEqual(expected);
  });
});
