import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeQueues, queues, type FakeQueue } from '../../records/upload/fake-queue.ts';
import { allowConsole } from '../../support/console.ts';
import { storedDrafts, fakeDrafts } from '../../support/fake-drafts.ts';
import { origin, server } from '../../support/server.ts';
import { hurry } from '../../support/waiting.ts';
import {
  backend,
  buttonOf,
  changedByAnother,
  importScreen,
  openMarch,
  press,
  serveTasks,
  stored,
} from './open-deleter.ts';

const fileUrl = (name: string) => `https://files.test/${name}`;
const [a, b, c] = [fileUrl('a.jpg'), fileUrl('b.jpg'), fileUrl('c.jpg')];

beforeAll(importScreen);
beforeEach(() => {
  fakeDrafts();
  fakeQueues();
  serveTasks(stored({ id: 1, title: 'First', urls: [a, b, c], pdf: fileUrl('old.pdf') }));
  server.use(http.post(`${origin}/storage/v1/object/sign/*`, () => HttpResponse.json([])));
});

const form = () => screen.findByRole('dialog', { name: 'Need Correction?' });
const done = () => screen.findByText('Data updated successfully!');
const photoNames = () =>
  within(screen.getByRole('region', { name: /^Photos/u }))
    .queryAllByRole('button', { name: /^Remove: / })
    .map((button) => button.getAttribute('aria-label')?.slice('Remove: '.length));
const queue = (): FakeQueue => {
  const latest = queues.at(-1);
  if (!latest) throw new Error('The form made no queue');
  return latest;
};
const onQueue = (change: (fake: FakeQueue) => void) => act(() => change(queue()));
const photo = (name: string) => new File(['photo'], name, { type: 'image/jpeg' });

/** The stored files of the draft. The name of the form itself has no fourth part. */
const fileKeys = () => [...storedDrafts.keys()].filter((key) => key.split('/').length > 3);
/** Longer than it takes until a draft is stored. */
const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 700)));

async function openForm() {
  const view = await openMarch();
  await view.user.click(buttonOf('First', 'Edit'));
  await form();
  return view;
}

describe('the files of a saved task', () => {
  it('are shown and not uploaded again', async () => {
    await openForm();
    expect(photoNames()).toEqual(['Photo 1', 'Photo 2', 'Photo 3']);
    expect(screen.getByRole('button', { name: 'Remove: PDF report' })).toBeVisible();
    expect(screen.getAllByText('Saved with the visit')).toHaveLength(4);
    expect(queue().site).toBe(2);
  });

  it('can be added, removed, reordered and replaced, and nothing else is written', async () => {
    const { user } = await openForm();
    await press(user, 'Remove: Photo 2');
    await user.upload(screen.getByLabelText('Add photos'), photo('new.jpg'));
    onQueue((files) => files.finish('new.jpg'));
    await press(user, 'Move later: Photo 1');
    await user.upload(screen.getByLabelText('Replace'), new File(['%PDF-'], 'new.pdf', { type: 'application/pdf' }));
    onQueue((files) => files.finish('new.pdf'));
    await press(user, 'Save');
    await done();
    expect(backend.tasks).toEqual([
      stored({ id: 1, title: 'First', urls: [c, a, fileUrl('new.jpg')], pdf: fileUrl('new.pdf') }),
    ]);
    expect(queue().filesKept).toBe(true);
    expect(storedDrafts.size).toBe(0);
  });

  it('can be turned: Save waits for the turned photo, which replaces the previous one', async () => {
    const { user } = await openForm();
    await press(user, 'Turn clockwise: Photo 2');
    expect(screen.getByText('Preparing…')).toBeVisible();
    await press(user, 'Save');
    expect(backend.revision).toBe(1);
    const turned = { state: 'done', url: fileUrl('turned.jpg'), saved: false, turn: 0 } as const;
    onQueue((files) => files.becomes('Photo 2', turned));
    await done();
    expect(backend.tasks[0]?.urls).toEqual([a, fileUrl('turned.jpg'), c]);
    expect(queue().removed).toEqual([]);
  });

  it('keep their PDF until a replacement is uploaded, which can be abandoned', async () => {
    const { user } = await openForm();
    await user.upload(screen.getByLabelText('Replace'), new File(['%PDF-'], 'new.pdf', { type: 'application/pdf' }));
    onQueue((files) =>
      files.becomes('new.pdf', { state: 'failed', reason: () => 'File upload failed. Please try again.' }),
    );
    await press(user, 'Remove: new.pdf');
    expect(screen.getByRole('button', { name: 'Remove: PDF report' })).toBeVisible();
    await user.type(screen.getByLabelText('Title'), '!');
    await press(user, 'Save');
    await done();
    expect(backend.tasks[0]?.pdf).toBe(fileUrl('old.pdf'));
  });

  it('can all be removed', async () => {
    const { user } = await openForm();
    for (const name of ['Photo 1', 'Photo 2', 'Photo 3', 'PDF report']) await press(user, `Remove: ${name}`);
    await press(user, 'Save');
    await done();
    expect(backend.tasks[0]).toMatchObject({ urls: [], pdf: '' });
  });

  it('delay the save while they are being uploaded; a failed one is not silently left out', async () => {
    const { user } = await openForm();
    await user.upload(screen.getByLabelText('Add photos'), photo('new.jpg'));
    await press(user, 'Save');
    expect(screen.getByText('0 of 1 uploaded. The visit is saved right after.')).toBeVisible();
    onQueue((files) =>
      files.becomes('new.jpg', { state: 'failed', reason: () => 'File upload failed. Please try again.' }),
    );
    expect(await screen.findByRole('alertdialog', { name: /One file is not uploaded/u })).toBeVisible();
    await press(user, 'OK');
    expect(backend.revision).toBe(1);
    await press(user, 'Retry');
    await press(user, 'Save');
    onQueue((files) => files.finish('new.jpg'));
    await done();
    expect(backend.tasks[0]?.urls).toEqual([a, b, c, fileUrl('new.jpg')]);
  });
});

describe('a concurrent change to the files', () => {
  it('is merged with mine without asking', async () => {
    const { user } = await openForm();
    await press(user, 'Remove: Photo 1');
    await user.upload(screen.getByLabelText('Add photos'), photo('mine.jpg'));
    onQueue((files) => files.finish('mine.jpg'));
    changedByAnother(1, { urls: [a, c, fileUrl('theirs.jpg')] });
    await press(user, 'Save');
    await done();
    expect(backend.tasks[0]?.urls).toEqual([c, fileUrl('mine.jpg'), fileUrl('theirs.jpg')]);
  });

  it('causes a question if both changed the PDF or reordered the photos', async () => {
    const { user } = await openForm();
    await press(user, 'Remove: PDF report');
    await press(user, 'Move later: Photo 1');
    changedByAnother(1, { urls: [a, c, b], pdf: fileUrl('theirs.pdf') });
    await press(user, 'Save');
    const asked = within(await screen.findByRole('dialog', { name: 'Somebody else changed this visit first' }));
    await user.click(asked.getByRole('radio', { name: 'Theirs Their PDF' }));
    await user.click(asked.getByRole('radio', { name: 'Yours Your order (3 photos)' }));
    await press(user, 'Save choice');
    await done();
    expect(backend.tasks[0]).toMatchObject({ urls: [b, a, c], pdf: fileUrl('theirs.pdf') });
  });
});

describe('a draft of a correction', () => {
  it('restores text and files after the page was left, and saves them together with newer changes', async () => {
    const { user, unmount } = await openForm();
    await press(user, 'Remove: Photo 3');
    await user.upload(screen.getByLabelText('Add photos'), photo('new.jpg'));
    onQueue((files) => files.finish('new.jpg'));
    await user.type(screen.getByLabelText('Title'), ', again');
    unmount();
    await waitFor(() => expect(queue().disposed).toBe(true));
    expect(queue().removed).toEqual(['Photo 3']);
    changedByAnother(1, { tasks: 'Theirs' });

    const again = await openForm();
    expect(screen.getByText(/^Visit of .* Draft from \d\d:\d\d restored\.$/u)).toBeVisible();
    expect(screen.getByLabelText('Title')).toHaveValue('First, again');
    expect(photoNames()).toEqual(['Photo 1', 'Photo 2', 'new.jpg']);
    await press(again.user, 'Save');
    await done();
    expect(backend.tasks[0]).toMatchObject({
      title: 'First, again',
      tasks: 'Theirs',
      urls: [a, b, fileUrl('new.jpg')],
    });
    expect(storedDrafts.size).toBe(0);
  });

  it('keeps the files of the task although the form was unchanged at first', async () => {
    hurry();
    const { user, unmount } = await openForm();
    await pause();
    await user.type(screen.getByLabelText('Title'), '!');
    await pause();
    expect(fileKeys()).toHaveLength(4);
    unmount();
    // the browser evicts them without notice
    for (const key of fileKeys().slice(1)) storedDrafts.delete(key);

    const again = await openForm();
    expect(photoNames()).toEqual(['Photo 1', 'Photo 2', 'Photo 3']);
    expect(queue().restored.map(({ isKept }) => isKept)).toEqual([true, true, true, true]);
    expect(screen.queryByText(/Not all of its files were kept/u)).toBeNull();
    await press(again.user, 'Save');
    await done();
    expect(backend.tasks[0]).toMatchObject({ title: 'First!', urls: [a, b, c], pdf: fileUrl('old.pdf') });
  });

  it('removes no files from the task if it lost its own, and reports the loss', async () => {
    const { user, unmount } = await openForm();
    await user.type(screen.getByLabelText('Title'), '!');
    unmount();
    for (const key of fileKeys()) storedDrafts.delete(key);
    // nothing is left of a file that was not uploaded yet
    const lost = { id: 'lost', name: 'new.jpg', kind: 'photo', sizeBefore: 1, url: null, saved: false };
    for (const draft of storedDrafts.values())
      if (typeof draft === 'object' && draft && 'value' in draft) Object.assign(draft.value ?? {}, { files: [lost] });

    const again = await openForm();
    expect(screen.getByText(/restored\. Not all of its files were kept/u)).toBeVisible();
    await press(again.user, 'Save');
    await done();
    expect(backend.tasks[0]).toMatchObject({ title: 'First!', urls: [a, b, c], pdf: fileUrl('old.pdf') });
  });

  it('is discarded with its own uploads, but not the files of the task', async () => {
    const { user } = await openForm();
    await user.upload(screen.getByLabelText('Add photos'), photo('new.jpg'));
    await press(user, 'Cancel');
    await press(user, 'Discard');
    expect(screen.queryByRole('dialog')).toBeNull();
    // saved files only leave the list, because the queue keeps them in the bucket
    expect(queue().removed).toContain('new.jpg');
    expect(storedDrafts.size).toBe(0);
    expect(backend.revision).toBe(1);
  });
});

it('a failed save keeps the files for the next one', async () => {
  allowConsole(/The visit could not be corrected/u);
  backend.writes = [400];
  const { user } = await openForm();
  await press(user, 'Remove: Photo 1');
  await press(user, 'Save');
  expect(await screen.findByText('Error updating data.')).toBeVisible();
  expect(photoNames()).toEqual(['Photo 2', 'Photo 3']);
  await press(user, 'Save');
  await done();
  expect(backend.tasks[0]?.urls).toEqual([b, c]);
});
