import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerWith, someNoServiceAnswers } from '../../support/answers.ts';
import { allowConsole } from '../../support/console.ts';
import { storedDrafts, storedTaskDraft, taskDraftNames } from '../../support/fake-drafts.ts';
import { pickSite } from '../../support/pick-site.ts';
import { adminSession, renderRoute, technicianSession } from '../../support/render-route.tsx';
import { origin, server } from '../../support/server.ts';
import { hurry } from '../../support/waiting.ts';
import {
  alert,
  backend,
  comeBack,
  fillIn,
  importScreen,
  expectSavedToast,
  loseResponse,
  onQueue,
  openAddTask,
  photo,
  press,
  preview,
  queue,
  serveFakeFiles,
  type User,
} from './open-add-task.ts';

beforeAll(importScreen);

beforeEach(serveFakeFiles);

describe('Update', () => {
  it('asks for a missing site, and focuses its field', async () => {
    const { user } = await openAddTask();
    await fillIn(user, null);
    await press(user, 'Add Task');
    await press(user, 'Update');
    expect(await alert('Please select a name.')).toBeVisible();
    await press(user, 'OK');
    expect(screen.getByLabelText('Site')).toHaveFocus();
    expect(screen.getByLabelText('Site')).toHaveAccessibleDescription('Choose the site that the visit is for.');
    expect(preview()).toBeVisible();
    expect(backend.revision).toBe(1);
  });

  it('adds the task to the tasks that were saved meanwhile, and opens it', async () => {
    const { user } = await openAddTask();
    await fillIn(user);
    await user.upload(screen.getByLabelText('Add photos'), [photo('a.jpg')]);
    onQueue((files) => files.finish('a.jpg'));
    await press(user, 'Add Task');
    const other = { id: 41, time: '2026-03-01T10:00:00+08:00', urls: [], year: '2026', month: 'mar' as const };
    backend.tasks = [{ ...other, tasks: 'Theirs', title: 'Theirs', pdf: '', showing: 'False' }];
    await press(user, 'Update');
    await expectSavedToast();
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
    expect(storedDrafts.size).toBe(0);
    expect(queue().disposed).toBe(true);
    expect(queue().removed).toEqual([]);
  });

  it('reports a refusal, keeps everything, and can be tried again', async () => {
    allowConsole(/The visit could not be saved/u);
    backend.writes = [400];
    const { user } = await openAddTask();
    await fillIn(user);
    await press(user, 'Add Task');
    await press(user, 'Update');
    expect(await screen.findByText('Error updating data.')).toBeVisible();
    expect(within(screen.getByRole('alert')).getByText(/Everything is still here/u)).toBeVisible();
    expect(preview()).toHaveTextContent('Arm replaced');
    expect(location.pathname).toBe('/DataEditor');
    await press(user, 'Update');
    await expectSavedToast();
    expect(backend.tasks.map(({ title }) => title)).toEqual(['Repair']);
  });

  it.each(someNoServiceAnswers)(
    'waits under %s without being set aside for a person, and is saved once',
    async (_, answer) => {
      let answered = 0;
      server.use(
        http.patch(`${origin}/rest/v1/maintable`, (info) => {
          answered += 1;
          // the service answers the fourth request
          return answered > 3 ? undefined : answerWith(answer)(info);
        }),
      );
      const { user } = await openAddTask();
      await fillIn(user);
      await press(user, 'Add Task');
      hurry();
      await press(user, 'Update');
      expect(await screen.findByText('1 visit waits for a connection.')).toBeVisible();
      await expectSavedToast();
      expect(backend.tasks.map(({ title }) => title)).toEqual(['Repair']);
      expect(screen.queryByText(/could not be saved|Error updating data/u)).toBeNull();
    },
  );

  it('does not add the task twice when only the response to the first attempt was lost', async () => {
    const { user } = await openAddTask();
    await fillIn(user);
    await press(user, 'Add Task');
    loseResponse();
    await press(user, 'Update');
    expect(await screen.findByText('1 visit waits for a connection.')).toBeVisible();
    comeBack();
    await expectSavedToast();
    expect(backend.tasks.map(({ id }) => id)).toEqual([1]);
    expect(screen.getByRole('link', { name: 'See it' })).toHaveAttribute('href', expect.stringContaining('task=1'));
  });

  it('waits for the files, and is refused after one has failed', async () => {
    const { user } = await openAddTask();
    await fillIn(user);
    await user.upload(screen.getByLabelText('Add photos'), [photo('a.jpg'), photo('b.jpg')]);
    await press(user, 'Add Task');
    await press(user, 'Update');
    expect(screen.getByText('0 of 2 uploaded. The visit is saved right after.')).toBeVisible();
    onQueue((files) => {
      files.finish('a.jpg');
      files.becomes('b.jpg', { state: 'failed', reason: () => 'File upload failed. Please try again.' });
    });
    expect(await alert('One file is not uploaded. Retry or remove first.')).toBeVisible();
    await press(user, 'OK');
    expect(backend.revision).toBe(1);

    await press(user, 'Retry: b.jpg');
    await press(user, 'Update');
    expect(screen.getByText('1 of 2 uploaded. The visit is saved right after.')).toBeVisible();
    onQueue((files) => files.finish('b.jpg'));
    await expectSavedToast();
    expect(backend.tasks[0]?.urls).toEqual(['https://files.test/a.jpg', 'https://files.test/b.jpg']);
  });
});

const waits = () => screen.findByText('1 visit waits for a connection.');

const titles = () => backend.tasks.map(({ title }) => title);

const list = () => screen.findByRole('region', { name: 'Visits on this device' });

/** Finishes a visit offline. */
async function finish(session = adminSession) {
  hurry();
  const { user, unmount } = await openAddTask('', session);
  await fillIn(user);
  await press(user, 'Add Task');
  backend.away = true;
  await press(user, 'Update');
  await waits();
  return { user, unmount };
}

describe('Update without a connection', () => {
  it.each([adminSession, technicianSession])(
    'moves the visit into a list, and leaves an empty form for the next ($role)',
    async (session) => {
      const { user } = await finish(session);
      expect(await list()).toHaveTextContent(/Selasih Park, 17 March 2026 at 10:05, Repair, no photos/u);
      expect(await list()).toHaveTextContent('Waits for a connection.');
      expect(await screen.findByLabelText('Title')).toHaveValue('');
      expect(preview()).toBeNull();
      // another visit at the same site
      await fillIn(user);
      await press(user, 'Add Task');
      await press(user, 'Update');
      expect(await screen.findByText('2 visits wait for a connection.')).toBeVisible();
      comeBack();
      await waitFor(() => expect(titles()).toEqual(['Repair', 'Repair']));
      await waitFor(() => expect(taskDraftNames()).toEqual([]));
      expect(location.pathname).toBe('/DataEditor');
    },
  );

  it('continues when the portal is opened again', async () => {
    const { unmount } = await finish();
    unmount();
    expect(storedTaskDraft()).toMatchObject({ value: { update: 'waiting' } });
    backend.away = false;
    renderRoute('/DataEditor', adminSession);
    await expectSavedToast();
    expect(titles()).toEqual(['Repair']);
    await waitFor(() => expect(taskDraftNames()).toEqual([]));
  });

  it('lets the page be left without confirmation', async () => {
    const { user } = await finish();
    await user.click(screen.getByRole('link', { name: 'Guide' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await waits()).toBeVisible();
  });

  it('does not add a task twice that was saved after all and then changed', async () => {
    hurry();
    const { user } = await openAddTask();
    await fillIn(user);
    await press(user, 'Add Task');
    loseResponse();
    await press(user, 'Update');
    await waits();
    await user.click(within(await list()).getByRole('link', { name: /^Open: / }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit' })).toBeEnabled());
    await press(user, 'Edit');
    await user.type(await screen.findByLabelText('Title'), ' of the arm');
    await press(user, 'Add Task');
    comeBack();
    await press(user, 'Update');
    await expectSavedToast();
    expect(titles()).toEqual(['Repair of the arm']);
  });

  it.each([
    [
      'adding a photo',
      async (user: User) => {
        await user.upload(screen.getByLabelText('Add photos'), [photo('b.jpg')]);
        onQueue((files) => files.finish('b.jpg'));
      },
    ],
    [
      'turning a photo',
      async () => {
        onQueue((files) => {
          files.turn(files.uploads.get()[0]?.id ?? '');
          files.finish('a.jpg');
        });
      },
    ],
    ['removing a photo', (user: User) => press(user, 'Remove: a.jpg')],
  ])('is no longer sent after %s in the opened visit', async (_, change) => {
    hurry();
    const { user } = await openAddTask();
    await fillIn(user);
    await user.upload(screen.getByLabelText('Add photos'), [photo('a.jpg')]);
    onQueue((files) => files.finish('a.jpg'));
    await press(user, 'Add Task');
    backend.away = true;
    await press(user, 'Update');
    await waits();
    await user.click(within(await list()).getByRole('link', { name: /^Open: / }));
    await screen.findByRole('article', { name: 'New visit, not saved yet' });
    expect(storedTaskDraft()).toMatchObject({ value: { update: 'waiting' } });
    // not while it is being sent
    await waitFor(() => expect(screen.getByLabelText('Add photos')).toBeEnabled());
    await change(user);
    await waitFor(() => expect(storedTaskDraft()).toMatchObject({ value: { update: 'none' } }));
    await user.click(screen.getByRole('link', { name: 'Guide' }));
    expect(await screen.findByText(/^1 visit not finished:/u)).toBeVisible();
    comeBack();
    expect(titles()).toEqual([]);
  });

  it.each([
    [400, 'press Update to try again.'],
    [403, 'Your key may not add visits to this site.'],
    [413, 'The visit is larger than the service takes.'],
  ])('keeps a task that the server then refuses (%i), and says what can be done', async (status, words) => {
    allowConsole(/The visit could not be saved/u);
    backend.writes = [status];
    await finish();
    comeBack();
    await waitFor(async () => expect(await list()).toHaveTextContent('Could not be saved: open it and decide.'));
    expect(await list()).toHaveTextContent(words);
    await waitFor(() => expect(storedTaskDraft()).toMatchObject({ value: { update: 'refused' } }));
  });

  it('stays in its form if this device has no room, and is saved from there', async () => {
    const { user } = await openAddTask();
    await fillIn(user);
    await press(user, 'Add Task');
    storedDrafts.set('full', true);
    backend.away = true;
    await press(user, 'Update');
    expect(
      await screen.findByText(
        'Waiting for a connection. This device does not keep all of this visit: keep this page open until it is saved.',
      ),
    ).toBeVisible();
    expect(preview()).toHaveTextContent('Repair');
    expect(screen.getByRole('group', { name: 'New task' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
    comeBack();
    await expectSavedToast();
    expect(titles()).toEqual(['Repair']);
    await waitFor(() => expect(location.pathname).toBe('/maintenance'));
  });

  it('waits for interrupted uploads, and reports the files that fail', async () => {
    const { user } = await openAddTask();
    await fillIn(user);
    await user.upload(screen.getByLabelText('Add photos'), [photo('a.jpg')]);
    await press(user, 'Add Task');
    onQueue((files) => files.becomes('a.jpg', { state: 'paused' }));
    expect(screen.getByText('Waiting for the network: 0 of 1 uploaded. You can keep working.')).toBeVisible();
    await press(user, 'Update');
    expect(await list()).toHaveTextContent('Selasih Park, 17 March 2026 at 10:05, Repair, 1 photo');
    // the queue of the component that finishes visits
    await waitFor(() => expect(screen.getByText('1 visit is being saved.')).toBeVisible());
    onQueue((files) =>
      files.becomes('a.jpg', { state: 'failed', reason: () => 'File upload failed. Please try again.' }),
    );
    await waitFor(async () =>
      expect(await list()).toHaveTextContent('A file could not be uploaded: open it and decide.'),
    );
    expect(backend.revision).toBe(1);
  });

  it('does not save automatically without a file that was refused meanwhile', async () => {
    const { user } = await openAddTask();
    await fillIn(user);
    await user.upload(screen.getByLabelText('Add photos'), [photo('a.heic'), photo('b.heic')]);
    onQueue((files) => files.becomes('a.heic', { state: 'refused', reason: () => 'a.heic cannot be read.' }));
    await press(user, 'Add Task');
    await press(user, 'Update');
    onQueue((files) => files.becomes('b.heic', { state: 'refused', reason: () => 'b.heic cannot be read.' }));
    expect(await alert('b.heic cannot be read.')).toBeVisible();
    await press(user, 'OK');
    expect(backend.revision).toBe(1);
    // the visit may be saved without it
    await press(user, 'Update');
    await expectSavedToast();
  });

  it('accepts the site later if the list of sites cannot be loaded', async () => {
    hurry();
    backend.away = true;
    const { user } = renderRoute('/DataEditor', adminSession);
    expect(await screen.findByText('Failed to load names.')).toBeVisible();
    await fillIn(user, null);
    await press(user, 'Add Task');
    await press(user, 'Update');
    await screen.findByText(/^Waiting for a connection\. This visit is saved by itself/u);
    comeBack();
    expect(await screen.findByText('Choose the site: this visit is then saved.')).toBeVisible();
    await pickSite(user, 'Selasih Park');
    await expectSavedToast();
    expect(titles()).toEqual(['Repair']);
  });
});
