import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fillIn, importScreen, onQueue, openAddTask, photo, press, serveTasks } from './open-add-task.ts';

// why: jsdom cannot decode images or clone files; queue and drafts have tests of their own
vi.mock('../../../src/records/upload/upload-queue.ts', () => import('./fake-upload-queue.ts'));
vi.mock('../../../src/lib/device/drafts.ts', async (original) => (await import('./fake-drafts.ts')).faked(original));

beforeAll(importScreen);
beforeEach(serveTasks);

const offer = () => screen.queryByRole('button', { name: /^Taken on/u });

describe('photos taken at another time than the form states', () => {
  it('offer their time, which one press applies', async () => {
    const { user } = await openAddTask();
    await user.upload(screen.getByLabelText('Add photos'), [photo('a.jpg'), photo('b.jpg')]);
    expect(offer()).toBeNull();
    onQueue((files) => files.becomes('a.jpg', { state: 'waiting', takenAt: '2026-03-17T11:20:00+08:00' }));
    expect(offer()).toHaveAccessibleName('Taken on 17 March 2026 at 11:20: use it');
    onQueue((files) => files.becomes('b.jpg', { state: 'waiting', takenAt: '2026-03-17T10:05:00+08:00' }));
    await press(user, 'Taken on 17 March 2026 at 10:05: use it');
    expect(screen.getByLabelText('Visit date')).toHaveValue('2026-03-17');
    expect(screen.getByLabelText('Time')).toHaveValue('10:05');
    expect(screen.getByLabelText('Month')).toHaveValue('mar');
    expect(screen.getByText('Taken on 17 March 2026 at 10:05, the same as the visit date.')).toHaveFocus();
    fireEvent.change(screen.getByLabelText('Time'), { target: { value: '10:06' } });
    expect(offer()).toBeVisible();
  });

  it('offer their time for the task in the list too', async () => {
    const { user } = await openAddTask();
    await fillIn(user);
    await user.upload(screen.getByLabelText('Add photos'), [photo('a.jpg')]);
    onQueue((files) => files.becomes('a.jpg', { state: 'waiting', takenAt: '2026-04-02T08:00:00+08:00' }));
    await press(user, 'Add Task');
    await press(user, 'Taken on 2 April 2026 at 08:00: use it');
    expect(screen.getByRole('article', { name: 'New task, not saved yet' })).toHaveTextContent(
      'Visit on 2 April 2026 at 08:00, filed under April 2026.',
    );
  });
});
