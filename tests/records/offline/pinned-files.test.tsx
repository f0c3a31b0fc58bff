import { expect, it } from 'vitest';
import { pinnedFiles } from '../../../src/records/offline/pinned-files.ts';
import { visibleTasks } from '../../../src/records/task/task.ts';
import { fileUrl, objectName, task } from '../../support/rows.ts';

const now = new Date('2026-11-22T06:05:00Z');
const smallName = (number: number) => objectName(number).replace('.jpg', '.small.jpg');

it('the pinned files are the small photos and PDFs of twelve months, each once, with large photos that have no small one', () => {
  const visits = visibleTasks([
    task({
      id: 1,
      time: '2025-11-22T14:05:00+08:00',
      urls: [fileUrl(1), fileUrl(2), fileUrl(3)],
      pdf: fileUrl(4, 'pdf'),
    }),
    task({ id: 2, time: '2026-03-26T16:05:00+08:00', urls: [fileUrl(1)], pdf: fileUrl(5, 'pdf') }),
    // a visit that is one second too old, and a file outside the storage
    task({ id: 3, time: '2025-11-22T14:04:59+08:00', urls: [fileUrl(6)] }),
    task({ id: 4, time: '2026-04-26T16:05:00+08:00', urls: ['https://example.com/x.jpg'] }),
  ]);
  const sizes = new Map([
    [objectName(1), 900_000],
    [smallName(1), 40_000],
    [objectName(2), 700_000],
    [objectName(4, 'pdf'), 100_000],
    [smallName(6), 30_000],
  ]);
  expect(pinnedFiles(visits, { inBucket: sizes, documents: [] }, now)).toEqual({
    visits: 3,
    photos: 2,
    pdfs: 1,
    bytes: 840_000,
    sizes: new Map([
      [smallName(1), 40_000],
      [objectName(2), 700_000],
      [objectName(4, 'pdf'), 100_000],
    ]),
  });
});

it('the pinned files reach back from 29 February to 1 March of the year before', () => {
  const visits = ['2027-02-28T12:00:00+08:00', '2027-03-01T12:00:00+08:00'].map((time, id) => task({ id, time }));
  expect(pinnedFiles(visits, { inBucket: new Map(), documents: [] }, new Date('2028-02-29T04:00:00Z')).visits).toBe(1);
});
