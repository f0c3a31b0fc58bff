import { describe, expect, it } from 'vitest';
import { orderTasks, usualOrder, type OrderKey } from '../../../src/features/service-history/history-order.ts';
import { fileUrl, task } from '../../support/rows.ts';

// newest first, as in the lists; a script is no PDF
const newest = [
  task({ id: 5, year: '2026', month: 'dec', title: 'Lane 10', pdf: fileUrl(1, 'pdf') }),
  task({ id: 4, year: '2026', month: 'apr', title: 'lane 9', urls: [fileUrl(2)] }),
  task({ id: 3, year: '2025', month: 'january', title: 'Éclair', urls: [fileUrl(3), fileUrl(4)] }),
  task({ id: 2, year: '2025', month: 'august', title: 'Drum', pdf: 'javascript:alert(1)' }),
];
const ordered = (key: OrderKey, descending: boolean) => orderTasks(newest, { key, descending }).map(({ id }) => id);

describe('orderTasks', () => {
  it.each([
    ['date', [2, 3, 4, 5], [5, 4, 3, 2]],
    ['year', [3, 2, 5, 4], [5, 4, 3, 2]],
    ['month', [3, 4, 2, 5], [5, 2, 4, 3]],
    ['title', [2, 3, 4, 5], [5, 4, 3, 2]],
    ['pdf', [4, 3, 2, 5], [5, 4, 3, 2]],
    ['photos', [5, 2, 4, 3], [3, 4, 5, 2]],
  ] as const)('by %s: ascending %j, descending %j', (key, upwards, downwards) => {
    expect(ordered(key, false)).toEqual(upwards);
    expect(ordered(key, true)).toEqual(downwards);
  });

  it('does not change its input, and starts with the newest by default', () => {
    const before = [...newest];
    orderTasks(newest, { key: 'title', descending: false });
    expect(newest).toEqual(before);
    expect(orderTasks(newest, usualOrder)).toEqual(newest);
  });
});
