import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { allowConsole } from '../../support/console.ts';
import { kept } from './fake-drafts.ts';
import {
  alert,
  backend,
  comeBack,
  fillIn,
  importScreen,
  isSaved,
  loseResponse,
  onQueue,
  openAddTask,
  photo,
  press,
  preview,
  queue,
  serveTasks,
} from './open-add-task.ts';

// why: jsdom cannot decode images or clone files; queue and drafts have tests of their own
vi.mock('../../../src/records/upload/upload-queue.ts', () => import('./fake-upload-queue.ts'));
vi.mock('../../../src/lib/device/drafts.ts', async (original) => (await import('./fake-drafts.ts')).faked(original));

beforeAll(importScreen);
beforeEach(serveTasks);

describe('Update', () => {
  it('asks for a missing site, and focuses its field', async () => {
    const { user } = await openAddTask();
    await fillIn(user, null);
    await press(user, 'Add Task');
    await press(user, 'Update');
    expect(await alert('Please select a name.')).toBeVisible();
    await press(user, 'OK');
    expect(screen.getByLabelText('Site')).toHaveFocus();
    expect(screen.getByLabelText('Site')).toHaveAccessibleDescription('Choose the site that the task is for.');
    expect(preview()).toBeVisible();
    expect(backend.revision).toBe(1);
  });

  it('adds the task to the tasks stored meanwhile, and opens it', async () => {
    const { user } = await openAddTask();
    await fillIn(user);
    await user.upload(screen.getByLabelText('Add photos'), [photo('a.jpg')]);
    onQueue((files) => files.finish('a.jpg'));
    await press(user, 'Add Task');
    const other = { id: 41, time: '2026-03-01T10:00:00+08:00', urls: [], year: '2026', month: 'mar' as const };
    backend.tasks = [{ ...other, tasks: 'Theirs', title: 'Theirs', pdf: '', showing: 'False' }];
    await press(user, 'Update');
    await isSaved();
    expect(backend.tasks).toHaveLength(2);
    expect(backend.tasks[1]).toMatchObject({
      id: 42,
      title: 'Repair',
      tasks: 'Arm replaced',
      year: '2026',
      month: 'mar',
      time: '2026-03-17T10:05:00+08:00',
      kind: 'other',
      showing: 'True',
      pdf: '',
      urls: ['https://files.test/a.jpg'],
    });
    await waitFor(() => expect(location.pathname).toBe('/maintenance'));
    expect(location.search).toBe('?site=Selasih+Park&year=2026&month=mar&task=42');
    expect(kept.size).toBe(0);
    expect(queue().disposed).toBe(true);
    expect(queue().removed).toEqual([]);
  });

  it.each([400, 500])('reports a failure (%s), keeps everything, and can be tried again', async (status) => {
    allowConsole(/The task could not be saved/u);
    backend.writes = [status];
    const { user } = await openAddTask();
    await fillIn(user);
    await press(user, 'Add Task');
    await press(user, 'Update');
    expect(await screen.findByText('Error updating data.')).toBeVisible();
    expect(within(screen.getByRole('alert')).getByText(/Everything is still here/u)).toBeVisible();
    expect(preview()).toHaveTextContent('Arm replaced');
    expect(location.pathname).toBe('/DataEditor');
    await press(user, 'Update');
    await isSaved();
    expect(backend.tasks.map(({ title }) => title)).toEqual(['Repair']);
  });

  it('does not add the task twice when only the response to the first attempt was lost', async () => {
    const { user } = await openAddTask();
    await fillIn(user);
    await press(user, 'Add Task');
    loseResponse();
    await press(user, 'Update');
    expect(await screen.findByText('1 visit waits for a connection.')).toBeVisible();
    comeBack();
    await isSaved();
    expect(backend.tasks.map(({ id }) => id)).toEqual([1]);
    expect(screen.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', expect.stringContaining('task=1'));
  });

  it('waits for the files, and is refused while one has failed', async () => {
    const { user } = await openAddTask();
    await fillIn(user);
    await user.upload(screen.getByLabelText('Add photos'), [photo('a.jpg'), photo('b.jpg')]);
    await press(user, 'Add Task');
    await press(user, 'Update');
    expect(screen.getByText('0 of 2 uploaded. The task is saved right after.')).toBeVisible();
    onQueue((files) => {
      files.finish('a.jpg');
      files.becomes('b.jpg', { state: 'failed', reason: 'File upload failed. Please try again.' });
    });
    expect(await alert('One file is not uploaded. Retry or remove first.')).toBeVisible();
    await press(user, 'OK');
    expect(backend.revision).toBe(1);

    await press(user, 'Retry: b.jpg');
    await press(user, 'Update');
    expect(screen.getByText('1 of 2 uploaded. The task is saved right after.')).toBeVisible();
    onQueue((files) => files.finish('b.jpg'));
    await isSaved();
    expect(backend.tasks[0]?.urls).toEqual(['https://files.test/a.jpg', 'https://files.test/b.jpg']);
  });
});
