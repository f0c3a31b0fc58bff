import { describe, expect, it } from 'vitest';
import { keyOrders, sortAccessKeys, searchKeys } from '../../../src/features/access-keys/key-order.ts';
import { orderOptions, listOrderValue, readListOrder } from '../../../src/lib/screen/list-order.ts';
import { keyRow } from '../../support/rows.ts';

const now = new Date('2026-11-22T13:30:00+08:00');
const keys = [
  keyRow({ id: 1, label: 'Desk 10', site_id: 1, last_used_at: null }),
  keyRow({
    id: 2,
    label: 'desk 2',
    site_id: 2,
    revoked_at: '2026-11-20T03:00:00Z',
    last_used_at: '2026-11-01T03:00:00Z',
  }),
  keyRow({ id: 3, label: 'Ali', site_id: 1, expires_at: '2026-12-01T03:00:00Z', last_used_at: '2026-11-21T03:00:00Z' }),
  keyRow({
    id: 4,
    label: 'Guards',
    site_id: 2,
    expires_at: '2026-11-10T03:00:00Z',
    last_used_at: '2026-11-09T03:00:00Z',
  }),
];
const context = {
  ownerOf: ({ site_id }: (typeof keys)[number]) => (site_id === 1 ? 'Selasih Park' : 'Kingfisher Rise'),
  now,
};
const ids = (found: typeof keys) => found.map(({ id }) => id);

it.each([
  ['', [3, 1, 4, 2]],
  ['-issued', [1, 3, 2, 4]],
  ['key', [3, 2, 1, 4]],
  ['-key', [4, 1, 2, 3]],
  ['for', [4, 2, 3, 1]],
  ['state', [3, 1, 4, 2]],
  ['used', [3, 4, 2, 1]],
  ['-used', [1, 2, 4, 3]],
  ['ends', [4, 2, 3, 1]],
  ['-ends', [3, 2, 4, 1]],
  ['nonsense', [3, 1, 4, 2]],
])('sorts keys by "%s"', (sort, sorted) => {
  expect(ids(sortAccessKeys(keys, readListOrder(keyOrders, new URLSearchParams({ sort })), context))).toEqual(sorted);
});

it('reads each order again from the query string that it writes', () => {
  for (const { value } of orderOptions(keyOrders))
    expect(listOrderValue(keyOrders, readListOrder(keyOrders, new URLSearchParams({ sort: value })))).toBe(value);
});

describe('a key is found by', () => {
  it.each([
    ['half its label', 'des', [1, 2]],
    ['for whom it is', 'kingfisher', [2, 4]],
    ['its state', 'revoked', [2]],
    ['the day it ends', '1 december', [3]],
    ['the day as a number', '2026-11-21', [3]],
    ['words of several columns', 'selasih ali', [3]],
    ['nothing that it shows', 'lorry', []],
    ['no words', ' ', [1, 2, 3, 4]],
  ])('%s', (_, query, found) => {
    expect(ids(searchKeys(keys, query, context).found)).toEqual(found);
  });
});
