import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StoredTask } from '../../../src/records/task/task.ts';
import { allowConsole } from '../../support/console.ts';
import {
  backend,
  buttonOf,
  byAnother,
  changedByAnother,
  importScreen,
  march,
  openMarch,
  press,
  row,
  serveTasks,
  stored,
  titles,
  type User,
} from './open-deleter.ts';

beforeAll(importScreen);
beforeEach(() => {
  serveTasks(
    stored({ id: 1, title: 'First' }),
    stored({ id: 2, title: 'Second' }),
    stored({ id: 3, title: 'Hidden one', showing: 'False' }),
  );
});

const question = () => screen.queryByRole('dialog', { name: 'Are you sure you want to delete this task?' });
const showingOf = (id: number) => backend.tasks.find((task) => task.id === id)?.showing;

async function remove(user: User, title: string): Promise<void> {
  await user.click(buttonOf(title, 'Delete'));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to delete this task?' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
}

/** Holds writes back until the returned function is called. */
function holdWrites(): () => Promise<void> {
  const openers: (() => void)[] = [];
  backend.gate = new Promise((resolve) => openers.push(resolve));
  return async () => act(async () => openers.forEach((open) => open()));
}

describe('Delete', () => {
  it('asks first, naming the task and its date, with the focus on Cancel', async () => {
    const { user } = await openMarch();
    await user.click(buttonOf('Second', 'Delete'));
    expect(question()).toHaveTextContent('Second');
    expect(question()).toHaveTextContent('26 March 2026');
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await press(user, 'Cancel');
    expect(question()).toBeNull();
    expect(backend.revision).toBe(1);
    expect(buttonOf('Second', 'Delete')).toHaveFocus();
  });

  it('removes the row at once, hides the task in the record, and can be undone', async () => {
    const { user } = await openMarch();
    const releaseWrites = holdWrites();
    const before = backend.tasks;
    await remove(user, 'Second');
    await waitFor(() => expect(titles()).toEqual(['First']));
    expect(row('First')).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Deleted (2)' })).toBeVisible();
    expect(showingOf(2)).toBe('True');
    await releaseWrites();
    expect(await screen.findByText('Visit removed.')).toBeVisible();
    expect(backend.tasks).toEqual(before.map((task) => (task.id === 2 ? { ...task, showing: 'False' } : task)));
    await press(user, 'Undo');
    expect(await screen.findByText('Visit restored.')).toBeVisible();
    expect(backend.tasks).toEqual(before);
    expect(titles()).toEqual(['Second', 'First']);
  });

  it('offers a separate Undo for each task', async () => {
    const { user } = await openMarch();
    await remove(user, 'Second');
    await remove(user, 'First');
    expect(await screen.findByText('No tasks found for the selected year and month.')).toBeVisible();
    await waitFor(() => expect(screen.getAllByText('Visit removed.')).toHaveLength(2));
    for (const undo of screen.getAllByRole('button', { name: 'Undo' })) await user.click(undo);
    await waitFor(() => expect(titles()).toEqual(['Second', 'First']));
    await waitFor(() => expect(backend.revision).toBe(5));
    expect([showingOf(1), showingOf(2)]).toEqual(['True', 'True']);
  });

  it('offers no Undo any more once the task is restored under Deleted', async () => {
    const { user } = await openMarch();
    await remove(user, 'First');
    await remove(user, 'Second');
    await waitFor(() => expect(screen.getAllByText('Visit removed.')).toHaveLength(2));
    await user.click(screen.getByRole('link', { name: 'Deleted (3)' }));
    await user.click(buttonOf('Second', 'Restore'));
    expect(await screen.findByText('Visit restored.')).toBeVisible();
    // the message of the other task stays
    expect(screen.getAllByText('Visit removed.')).toHaveLength(1);
    await press(user, 'Undo');
    await waitFor(() => expect([showingOf(1), showingOf(2)]).toEqual(['True', 'True']));
  });

  it('restores the row after a failure, reports it, and can be tried again', async () => {
    allowConsole(/^The visit could not be hidden or shown/u);
    const { user } = await openMarch();
    backend.writes = [403];
    await remove(user, 'Second');
    expect(await screen.findByText('Failed to delete the task.')).toBeVisible();
    await waitFor(() => expect(titles()).toEqual(['Second', 'First']));
    expect(screen.queryByText('Visit removed.')).toBeNull();
    await remove(user, 'Second');
    expect(await screen.findByText('Visit removed.')).toBeVisible();
    expect(showingOf(2)).toBe('False');
  });

  it('leaves what somebody else saves at the same time', async () => {
    const { user } = await openMarch();
    backend.meanwhile = [() => byAnother((tasks) => [...tasks, stored({ id: 4, title: 'By another' })])];
    await remove(user, 'Second');
    expect(await screen.findByText('By another')).toBeVisible();
    expect(backend.tasks.map(({ id, showing }) => [id, showing])).toEqual([
      [1, 'True'],
      [2, 'False'],
      [3, 'False'],
      [4, 'True'],
    ]);
  });

  it('reports a task that is already deleted, and updates the list', async () => {
    const { user } = await openMarch();
    changedByAnother(2, { showing: 'False' });
    await remove(user, 'Second');
    expect(await screen.findByText('This visit was deleted in the meantime. It is under Deleted.')).toBeVisible();
    await waitFor(() => expect(titles()).toEqual(['First']));
    expect(await screen.findByRole('link', { name: 'Deleted (2)' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('reports a task that no longer exists', async () => {
    const { user } = await openMarch();
    byAnother((tasks: StoredTask[]) => tasks.filter(({ id }) => id !== 2));
    await remove(user, 'Second');
    expect(await screen.findByText('This visit no longer exists.')).toBeVisible();
    await waitFor(() => expect(titles()).toEqual(['First']));
    expect(await screen.findByRole('link', { name: 'Deleted (1)' })).toBeVisible();
  });
});

describe('Deleted', () => {
  it('lists the deleted tasks, and restores one', async () => {
    const { user } = await openMarch();
    await user.click(screen.getByRole('link', { name: 'Deleted (1)' }));
    expect(location.search).toContain('show=deleted');
    expect(titles()).toEqual(['Hidden one']);
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    await press(user, 'Restore');
    expect(await screen.findByText('Visit restored.')).toBeVisible();
    expect(screen.getByText('No deleted visits for the selected year and month.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 2 })).toHaveFocus();
    expect(showingOf(3)).toBe('True');
    await user.click(screen.getByRole('link', { name: 'Shown' }));
    expect(titles()).toEqual(['Hidden one', 'Second', 'First']);
  });

  it('reports that a task cannot be restored, and allows another try', async () => {
    allowConsole(/^The visit could not be hidden or shown/u);
    const { user } = await openMarch(`${march}&show=deleted`);
    backend.writes = [403];
    await press(user, 'Restore');
    expect(await screen.findByText('Error updating data.')).toBeVisible();
    await waitFor(() => expect(titles()).toEqual(['Hidden one']));
    await press(user, 'Restore');
    expect(await screen.findByText('Visit restored.')).toBeVisible();
  });

  it('reports that somebody else restored the task first', async () => {
    const { user } = await openMarch(`${march}&show=deleted`);
    changedByAnother(3, { showing: 'True' });
    await press(user, 'Restore');
    expect(await screen.findByText('This visit was restored in the meantime. It is under Shown.')).toBeVisible();
    await waitFor(() => expect(titles()).toEqual([]));
  });
});
