import { screen, waitFor } from '@testing-library/react';
import * as v from 'valibot';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TaskForm } from '../../../src/features/add-task/task-form.ts';
import { databaseState } from '../../../src/lib/device/database.ts';
import { storeDraft, storeDraftFile, readDraftFile } from '../../../src/lib/device/drafts.ts';
import { setSession } from '../../../src/lib/device/session.ts';
import { storedMessage } from '../../../src/lib/language/stored-message.ts';
import { fakeQueues } from '../../records/upload/fake-queue.ts';
import { fakeStorage } from '../../support/fake-storage.ts';
import { hangAtOpen, hangLocks, hangTransactions } from '../../support/hanging-stores.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { eventually, hurry } from '../../support/waiting.ts';
import {
  alert,
  backend,
  fillIn,
  importScreen,
  expectSavedToast,
  onQueue,
  openAddTask,
  photo,
  press,
  queue,
  serveTasks,
} from './open-add-task.ts';
import { visit } from './waiting-visits.ts';

beforeAll(async () => {
  await importScreen();
  await import('../../../src/features/guide/GuideRoute.tsx');
});
beforeEach(async () => {
  await fakeStorage();
  fakeQueues();
  serveTasks();
  setSession(adminSession);
});

const titles = () => backend.tasks.map(({ title }) => title);
const notStoredText = 'This device does not keep 1 file. Keep this page open until the visit is saved.';

const listedPhoto = { id: 'p', name: 'a.jpg', kind: 'photo', sizeBefore: 5, url: null as string | null };

/** Stores a finished visit with a photo on this device. */
async function storeVisit(file: Partial<typeof listedPhoto> = {}, values: Partial<TaskForm> = {}): Promise<string> {
  const id = crypto.randomUUID();
  const listed = { ...listedPhoto, ...file };
  storeDraft(`add-task/${id}`, storedMessage('New task'), { ...visit, ...values, files: [listed] });
  await storeDraftFile(`add-task/${id}`, 'p', { ...listed, prepared: null, original: null, objectName: null });
  return id;
}

const expectStoredPhoto = (id: string) =>
  eventually(async () =>
    expect(await readDraftFile(`add-task/${id}`, 'p', v.object({ name: v.string() }))).toEqual({ name: 'a.jpg' }),
  );

describe.each([
  { how: 'whose database never opens', hang: hangAtOpen },
  { how: 'whose transactions never end', hang: hangTransactions },
  { how: 'whose locks never answer', hang: hangLocks },
])('a device $how', ({ hang }) => {
  it('does not stop a visit with a photo from being saved once', async () => {
    hurry({ deviceHangs: true });
    await hang();
    const { user } = await openAddTask();
    await fillIn(user);
    await user.upload(screen.getByLabelText('Add photos'), photo('a.jpg'));
    onQueue((files) => files.finish('a.jpg'));
    await press(user, 'Add Task');
    await press(user, 'Update');
    await expectSavedToast();
    expect(backend.tasks).toMatchObject([{ title: 'Repair', urls: ['https://files.test/a.jpg'] }]);
  });

  it('still saves a visit whose page was left right after Update', async () => {
    hurry({ deviceHangs: true });
    await hang();
    const { user } = await openAddTask();
    await fillIn(user);
    await press(user, 'Add Task');
    await press(user, 'Update');
    await user.click(screen.getByRole('link', { name: 'Guide' }));
    await waitFor(() => expect(titles()).toEqual(['Repair']));
    await waitFor(() => expect(screen.queryByText(/^1 visit/u)).toBeNull());
  });

  it('still saves a finished visit whose photos are uploaded, on any screen', async () => {
    await storeVisit({ url: 'https://files.test/a.jpg' });
    hurry({ deviceHangs: true });
    await hang();
    renderRoute('/guide', adminSession);
    await expectSavedToast();
    expect(titles()).toEqual(['Repair']);
  });
});

describe('a device that does not answer', () => {
  it('stores no files, and says so until they are uploaded, or the device answers and stores them', async () => {
    hurry({ deviceHangs: true });
    const release = hangTransactions();
    const { user } = await openAddTask();
    await fillIn(user);
    await user.upload(screen.getByLabelText('Add photos'), photo('a.jpg'));
    expect(await screen.findByText(notStoredText)).toBeVisible();
    expect(screen.queryByText('A draft is kept on this device as you type.')).toBeNull();
    onQueue((files) => files.finish('a.jpg'));
    await waitFor(() => expect(screen.queryByText(notStoredText)).toBeNull());
    await user.upload(screen.getByLabelText('Add photos'), photo('b.jpg'));
    expect(await screen.findByText(notStoredText)).toBeVisible();
    release();
    await waitFor(() => expect(screen.queryByText(notStoredText)).toBeNull());
    expect(screen.getByText('A draft is kept on this device as you type.')).toBeVisible();
  });

  it('keeps a visit open without a connection, until it is stored completely', async () => {
    hurry({ deviceHangs: true });
    const release = hangTransactions();
    const { user } = await openAddTask();
    await fillIn(user);
    await user.upload(screen.getByLabelText('Add photos'), photo('a.jpg'));
    onQueue((files) => files.becomes('a.jpg', { state: 'waiting' }));
    await press(user, 'Add Task');
    onQueue((files) => files.becomes('a.jpg', { state: 'paused' }));
    await press(user, 'Update');
    expect(
      await screen.findByText(
        'Waiting for a connection. This device does not keep all of this visit: keep this page open until it is saved.',
      ),
    ).toBeVisible();
    release();
    // the visit is set aside, and an empty form is open
    await waitFor(() => expect(screen.getByRole('region', { name: 'Visits on this device' })).toBeVisible());
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue(''));
  });

  it('leaves a finished visit with a photo that cannot be read in the queue, and saves it when it answers', async () => {
    const id = await storeVisit();
    hurry({ deviceHangs: true });
    const release = hangTransactions();
    renderRoute('/guide', adminSession);
    await screen.findByText('1 visit waits for the storage of this device.');
    await waitFor(() => expect(databaseState.get()).toBe(false));
    expect(screen.queryByText(/could not be saved automatically/u)).toBeNull();
    expect(titles()).toEqual([]);
    release();
    await waitFor(() => expect(queue().uploads.get()).toHaveLength(1));
    await expectStoredPhoto(id);
    onQueue((files) => files.finish('a.jpg'));
    await expectSavedToast();
    expect(backend.tasks).toMatchObject([{ title: 'Repair', urls: ['https://files.test/a.jpg'] }]);
  });

  it('opens a new visit instead of one whose files cannot be read, and loses nothing of that', async () => {
    const id = await storeVisit({}, { update: 'none', title: 'Begun' });
    hurry({ deviceHangs: true });
    const release = hangTransactions();
    const { user } = await openAddTask(`?visit=${id}`);
    expect(
      await alert(
        'A draft of this visit is on this device, but its files cannot be read now. It stays there: open it again later.',
      ),
    ).toBeVisible();
    await press(user, 'OK');
    await fillIn(user);
    expect(screen.getByRole('link', { name: /^Open: Selasih Park/u })).toBeVisible();
    release();
    await expectStoredPhoto(id);
    await user.click(screen.getByRole('link', { name: /^Open: Selasih Park/u }));
    expect(await screen.findByRole('article', { name: 'New visit, not saved yet' })).toHaveTextContent('Begun');
    expect(screen.getByText('a.jpg')).toBeVisible();
  });
});
