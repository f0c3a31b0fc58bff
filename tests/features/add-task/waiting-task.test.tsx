import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { allowConsole } from '../../support/console.ts';
import { pickSite } from '../../support/pick-site.ts';
import { adminSession, renderRoute, technicianSession } from '../../support/render-route.tsx';
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
  serveTasks,
} from './open-add-task.ts';
import { hurry } from '../../support/waiting.ts';

// why: jsdom cannot decode images or clone files; queue and drafts have tests of their own
vi.mock('../../../src/records/upload/upload-queue.ts', () => import('./fake-upload-queue.ts'));
vi.mock('../../../src/lib/drafts.ts', async (original) => (await import('./fake-drafts.ts')).faked(original));

beforeAll(importScreen);
beforeEach(serveTasks);

const waits = () =>
  screen.findByText(
    'Waiting for a connection. This visit is saved by itself as soon as the portal can be reached; it stays on this device until then.',
  );
const titles = () => backend.tasks.map(({ title }) => title);

/** Finishes a visit offline. */
async function finish(session = adminSession) {
  const { user, unmount } = await openAddTask('', session);
  await fillIn(user);
  await press(user, 'Add Task');
  backend.away = true;
  await press(user, 'Update');
  await waits();
  return { user, unmount };
}

describe('Update without a connection', () => {
  it.each([adminSession, technicianSession])('waits for one, and saves once automatically ($role)', async (session) => {
    await finish(session);
    expect(screen.getByRole('group', { name: 'New task' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    comeBack();
    await isSaved();
    expect(titles()).toEqual(['Repair']);
    await waitFor(() => expect(location.pathname).toBe('/maintenance'));
    expect(kept.size).toBe(0);
  });

  it('continues when its form is opened again', async () => {
    const { unmount } = await finish();
    unmount();
    expect(kept.get('add-task')).toMatchObject({ value: { update: 'waiting' } });
    backend.away = false;
    renderRoute('/DataEditor', adminSession);
    await isSaved();
    expect(titles()).toEqual(['Repair']);
    expect(kept.size).toBe(0);
  });

  it('lets the page be left without confirmation', async () => {
    const { user } = await finish();
    await user.click(screen.getByRole('link', { name: 'Guide' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByText('1 visit waits for a connection.')).toBeVisible();
  });

  it('is cancelled by Keep editing', async () => {
    hurry();
    const { user } = await finish();
    await press(user, 'Keep editing');
    expect(screen.getByLabelText('Title')).toBeEnabled();
    await waitFor(() => expect(kept.get('add-task')).toMatchObject({ value: { update: 'none' } }));
    await user.type(screen.getByLabelText('Title'), ' again');
    comeBack();
    await press(user, 'Add Task');
    expect(preview()).toHaveTextContent('Repair again');
    expect(backend.revision).toBe(1);
    await press(user, 'Update');
    await isSaved();
    expect(titles()).toEqual(['Repair again']);
  });

  it('does not add a task twice that was stored after all and then changed', async () => {
    const { user } = await openAddTask();
    await fillIn(user);
    await press(user, 'Add Task');
    loseResponse();
    await press(user, 'Update');
    await waits();
    await press(user, 'Keep editing');
    await user.type(screen.getByLabelText('Title'), ' of the arm');
    await press(user, 'Add Task');
    comeBack();
    await press(user, 'Update');
    await isSaved();
    expect(titles()).toEqual(['Repair of the arm']);
  });

  it('keeps a task that the server then refuses, and reports it', async () => {
    allowConsole(/The task could not be saved/u);
    backend.writes = [400];
    await finish();
    comeBack();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Error updating data. Everything is still here: press Update to try again.',
    );
    expect(preview()).toHaveTextContent('Repair');
    await waitFor(() => expect(kept.get('add-task')).toMatchObject({ value: { update: 'refused' } }));
  });

  it('waits for interrupted uploads, and reports the files that fail', async () => {
    const { user } = await openAddTask();
    await fillIn(user);
    await user.upload(screen.getByLabelText('Add photos'), [photo('a.jpg')]);
    await press(user, 'Add Task');
    onQueue((files) => files.offline.set(true));
    expect(screen.getByText('Waiting for the network: 0 of 1 uploaded. You can keep working.')).toBeVisible();
    await press(user, 'Update');
    await waits();
    onQueue((files) => files.offline.set(false));
    expect(screen.getByText('0 of 1 uploaded. The task is saved right after.')).toBeVisible();
    onQueue((files) => files.becomes('a.jpg', { state: 'failed', reason: 'File upload failed. Please try again.' }));
    expect(await alert('One file is not uploaded. Retry or remove first.')).toBeVisible();
    expect(backend.revision).toBe(1);
  });

  it('does not save automatically without a file that was refused meanwhile', async () => {
    const { user } = await openAddTask();
    await fillIn(user);
    await user.upload(screen.getByLabelText('Add photos'), [photo('a.heic'), photo('b.heic')]);
    onQueue((files) => files.becomes('a.heic', { state: 'refused', reason: 'a.heic cannot be read.' }));
    await press(user, 'Add Task');
    await press(user, 'Update');
    onQueue((files) => files.becomes('b.heic', { state: 'refused', reason: 'b.heic cannot be read.' }));
    expect(await alert('b.heic cannot be read.')).toBeVisible();
    await press(user, 'OK');
    expect(backend.revision).toBe(1);
    // the visit may be saved without it
    await press(user, 'Update');
    await isSaved();
  });

  it('takes the site later where the list of sites cannot be loaded', async () => {
    hurry();
    backend.away = true;
    const { user } = renderRoute('/DataEditor', adminSession);
    expect(await screen.findByText('Failed to load names.')).toBeVisible();
    await fillIn(user, null);
    await press(user, 'Add Task');
    await press(user, 'Update');
    await waits();
    comeBack();
    expect(await screen.findByText('Choose the site: this visit is then saved.')).toBeVisible();
    await pickSite(user, 'Selasih Park');
    await isSaved();
    expect(titles()).toEqual(['Repair']);
  });
});
