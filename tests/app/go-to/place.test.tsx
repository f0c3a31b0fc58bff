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
  ] as const)('to %s at %s', (role, url, expected) => {
    const { pathname, search } = new URL(url, 'http://a.test');
    expect(placeAt(role, pathname, search)).toEqual(expected);
  });

  it.each([
    ['no number of a document', 'technician', '/DataEditor/my-sites?document=x'],
    ['a screen without documents', 'user', '/guide?document=12'],
    ['a client has only one site', 'user', '/profile?site=A+%26+B'],
    ['no site has this name', 'admin', '/profile?site=Gone'],
    ['no site is chosen', 'admin', '/profile'],
    ['only the screen itself', 'admin', '/DataEditor/overview'],
    ['only the screen itself', 'admin', '/guide'],
  ] as const)('is no site, visit, document or guide (%s): %s %s', (_, role, url) => {
    const { pathname, search } = new URL(url, 'http://a.test');
    expect(placeAt(role, pathname, search)).toBeNull();
  });
});
