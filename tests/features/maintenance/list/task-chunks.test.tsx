import { expect, it } from 'vitest';
import { chunksOf } from '../../../../src/features/maintenance/list/TaskList.tsx';
import { task } from '../../../support/rows.ts';

/** Tasks of a month and of the month before it, newest first. */
const list = (march: number, february: number) =>
  [
    ...Array.from({ length: february }, (_, index) => task({ id: index + 1, time: '2026-02-10T09:00:00+08:00' })),
    ...Array.from({ length: march }, (_, index) => task({ id: 1_000 + index, time: '2026-03-10T09:00:00+08:00' })),
  ].toReversed();

/** The chunk of each task, by its id. */
const chunksById = (march: number) =>
  new Map(
    chunksOf(list(march, 12)).flatMap(({ month, chunks }) =>
      chunks.flatMap(({ key, tasks }) => tasks.map(({ id }) => [id, `${month} ${key}`] as const)),
    ),
  );

it('leaves no task out, and keeps their order', () => {
  const tasks = list(25, 12);
  const months = chunksOf(tasks);
  expect(months.map(({ month, count }) => [month, count])).toEqual([
    ['March 2026', 25],
    ['February 2026', 12],
  ]);
  const chunks = months.flatMap((month) => month.chunks);
  expect(chunks.flatMap((chunk) => chunk.tasks)).toEqual(tasks);
  expect(chunks.map(({ chunkIndex }) => chunkIndex)).toEqual([0, 1, 2, 3, 4]);
  expect(chunks.map(({ start }) => start)).toEqual([0, 5, 15, 25, 27]);
});

it('moves no task to another chunk when one is added at the top', () => {
  const after = chunksById(31);
  for (const [id, chunk] of chunksById(30)) expect(after.get(id)).toBe(chunk);
});

it('signs the thumbnails of about 160 tasks together', () => {
  const sizes = new Map<number, number>();
  for (const { block, tasks } of chunksOf(list(700, 0)).flatMap((month) => month.chunks))
    sizes.set(block, (sizes.get(block) ?? 0) + tasks.length);
  expect([...sizes]).toEqual([
    [0, 160],
    [1, 160],
    [2, 160],
    [3, 160],
    [4, 60],
  ]);
});
