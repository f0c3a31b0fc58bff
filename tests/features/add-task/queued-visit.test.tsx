import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { emptyForm, type TaskForm } from '../../../src/features/add-task/task-form.ts';
import { useQueuedVisit } from '../../../src/features/add-task/use-queued-visit.ts';
import type { Upload } from '../../../src/records/upload/upload.ts';

const waiting: TaskForm = { ...emptyForm(new Date()), added: true, update: 'waiting', finishedAt: 1 };

const upload = (id: string, turn: Upload['turn'] = 0): Upload => ({
  id,
  turn,
  name: `${id}.jpg`,
  kind: 'photo',
  state: 'done',
  progress: 1,
  sizeBefore: 1,
  sizeAfter: 1,
  reason: null,
  url: null,
  preview: null,
  takenAt: null,
  saved: false,
});

it.each<[string, Upload[], boolean]>([
  ['is done turning what was turned before', [upload('a', 0), upload('b')], false],
  ['is turned', [upload('a', 2), upload('b')], true],
  ['is turned, beside one that was turned before', [upload('a', 1), upload('b', 1)], true],
  ['is moved', [upload('b'), upload('a', 1)], true],
  ['is removed', [upload('a', 1)], true],
  ['is added', [upload('a', 1), upload('b'), upload('c')], true],
])('takes an opened waiting visit out of the queue only if its photos changed: one %s', (_, later, isTakenOut) => {
  const takeOut = vi.fn<() => void>();
  const { rerender } = renderHook(({ uploads }) => useQueuedVisit(waiting, waiting, uploads, takeOut), {
    initialProps: { uploads: [upload('a', 1), upload('b')] },
  });
  expect(takeOut).not.toHaveBeenCalled();
  rerender({ uploads: later });
  expect(takeOut).toHaveBeenCalledTimes(isTakenOut ? 1 : 0);
});
