import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { databaseState } from '../../../src/lib/device/database.ts';
import { storeDraft, storeDraftFile } from '../../../src/lib/device/drafts.ts';
import { setSession } from '../../../src/lib/device/session.ts';
import { storedMessage } from '../../../src/lib/language/stored-message.ts';
import { typedTask } from '../../../src/records/task/typed-task.ts';
import { fakeQueues, queues } from '../../records/upload/fake-queue.ts';
import { fakeStorage } from '../../support/fake-storage.ts';
import { hangAtOpen, hangLocks, hangTransactions } from '../../support/hanging-stores.ts';
import { adminSession } from '../../support/render-route.tsx';
import { origin, server } from '../../support/server.ts';
import { hurry } from '../../support/waiting.ts';
import { form, openForm, retitle, second, serveTwo } from './open-correction.ts';
import { buttonOf, importScreen, press, stored } from './open-deleter.ts';

beforeAll(importScreen);
beforeEach(async () => {
  await fakeStorage();
  fakeQueues();
  serveTwo();
  setSession(adminSession);
  server.use(http.post(`${origin}/storage/v1/object/sign/*`, () => HttpResponse.json([])));
});

const photo = new File(['photo'], 'a.jpg', { type: 'image/jpeg' });
const notStoredText = 'This device does not keep 1 file. Keep this page open until the visit is saved.';

describe.each([
  { how: 'whose database never opens', hang: hangAtOpen },
  { how: 'whose transactions never end', hang: hangTransactions },
  { how: 'whose locks never answer', hang: hangLocks },
])('a device $how', ({ hang }) => {
  it('does not stop a correction from being saved', async () => {
    hurry({ deviceHangs: true });
    await hang();
    const { user } = await openForm();
    await retitle(user, 'Corrected');
    await press(user, 'Save');
    await waitFor(() => expect(second()).toMatchObject({ title: 'Corrected' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('a device that does not answer', () => {
  it('stores no files of a correction, and says so until they are uploaded', async () => {
    hurry({ deviceHangs: true });
    hangTransactions();
    const { user } = await openForm();
    await user.upload(screen.getByLabelText('Add photos'), photo);
    expect(await screen.findByText(notStoredText)).toBeVisible();
    act(() => queues.at(-1)?.finish('a.jpg'));
    await waitFor(() => expect(screen.queryByText(notStoredText)).toBeNull());
    await press(user, 'Save');
    await waitFor(() => expect(second()).toMatchObject({ urls: ['https://files.test/a.jpg'] }));
  });

  it('leaves an earlier correction whose files cannot be read unchanged, and says so', async () => {
    const base = stored({ id: 2, title: 'Second', tasks: ' Kept as is ' });
    const name = 'edit-task/Selasih Park/2';
    const listed = { id: 'p', name: 'a.jpg', kind: 'photo', sizeBefore: 5, url: null };
    storeDraft(name, storedMessage('Correction'), {
      base,
      typed: { ...typedTask(base), title: 'Begun' },
      files: [listed],
    });
    await storeDraftFile(name, 'p', { ...listed, prepared: null, original: null, objectName: null });
    hurry({ deviceHangs: true });
    const release = hangTransactions();
    const { user } = await openForm();
    expect(await form()).toHaveTextContent(
      'A draft of this visit is on this device, but its files cannot be read now. It stays there: open it again later.',
    );
    await retitle(user, 'Another');
    await press(user, 'Cancel');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    release();
    await waitFor(() => expect(databaseState.get()).toBe(true));
    await user.click(buttonOf('Second', 'Edit'));
    await form();
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue('Begun'));
    expect(screen.getByText('a.jpg')).toBeVisible();
  });
});

describe('a browser that stores no drafts', () => {
  it('is named in the correction', async () => {
    hurry({ deviceHangs: true });
    const { user } = await openForm();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await retitle(user, 'Corrected');
    expect(
      await screen.findByText(/This browser keeps no drafts: what you type is lost when you leave the page\./u),
    ).toBeVisible();
  });
});
