import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeDraft, listDrafts } from '../../../src/lib/device/drafts.ts';
import { setSession } from '../../../src/lib/device/session.ts';
import { storedMessage } from '../../../src/lib/language/stored-message.ts';
import { queryClient } from '../../../src/lib/query-client.ts';
import { typedTask } from '../../../src/records/task/typed-task.ts';
import { savedUploads } from '../../../src/records/upload/upload.ts';
import {
  backend,
  changedByAnother,
  openMarch,
  stored,
  tableUrl,
  titles,
} from '../../features/data-deleter/open-deleter.ts';
import { fakeQueues, queues } from '../../records/upload/fake-queue.ts';
import { allowConsole } from '../../support/console.ts';
import { adminSession, renderRoute, technicianSession } from '../../support/render-route.tsx';
import { fileUrl } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { hurry } from '../../support/waiting.ts';
import {
  dialog,
  monthUrl,
  movedByAnother,
  moves,
  noteSaves,
  searchUrl,
  sentSaves,
  serveVisits,
  visibleTasks,
  movedVisits,
  visitButton,
} from './serve-visits.ts';

beforeEach(() => {
  serveVisits();
  noteSaves();
});
afterEach(() => server.events.removeAllListeners());

const refuseWrite = () => HttpResponse.json({ code: '23514', message: 'no' }, { status: 400 });
/** Waits until no save is running, so that all saves are counted. */
const waitForSaves = () => waitFor(() => expect(queryClient.isMutating()).toBe(0));
/** The names of the drafts of corrections on this device. */
const corrections = () => listDrafts('edit-task/', v.unknown()).map(({ name }) => name);

const movedMessage = 'This visit was moved to Kingfisher Tower in the meantime.';

const retitle = (title: string) => fireEvent.change(screen.getByLabelText('Title'), { target: { value: title } });
const save = async (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save' }));
const moveBack = async (user: UserEvent) => {
  const question = await dialog('Move this visit back to Selasih Park?');
  expect(
    question.getByText(/^It was moved to Kingfisher Tower\. It is shown at Selasih Park again as it is now/u),
  ).toBeVisible();
  expect(question.queryByRole('combobox')).toBeNull();
  await user.click(question.getByRole('button', { name: 'Move back' }));
};

const openForm = async () => {
  const { user } = renderRoute(monthUrl, adminSession);
  await user.click(await visitButton('Third', 'Edit'));
  return { user, form: await dialog('Need Correction?') };
};

describe('a visit that somebody else moves while its form is open', () => {
  it('is corrected at its new site with one press, based on what is saved there, and never restored at the old site', async () => {
    const { user, form } = await openForm();
    retitle('Corrected');
    movedByAnother({ tasks: 'Corrected there by somebody else' });
    await save(user);
    expect(await form.findByRole('alert')).toHaveTextContent(
      `${movedMessage} Your changes are not saved yet: they can be saved there.`,
    );
    expect(screen.queryByRole('button', { name: 'Restore and save' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save there' }));
    expect(await screen.findByText(/“Third” is now at Kingfisher Tower\./u)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Show it there' })).toHaveAttribute(
      'href',
      '/data-fetcher?site=Kingfisher+Tower&task=41',
    );
    expect(movedVisits.tasks).toMatchObject([
      { id: 41, title: 'Corrected', tasks: 'Corrected there by somebody else', urls: [fileUrl(11), fileUrl(12)] },
    ]);
    expect(backend.tasks[2]).toMatchObject({ title: 'Third', showing: 'False' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(corrections()).toEqual([]);
  });

  it('loses the recommendations that it carried out, which belong to the old site', async () => {
    changedByAnother(1, { follow: [{ line: 1, text: 'Replace the spring' }] });
    const { user, form } = await openForm();
    retitle('Corrected');
    await user.click(await form.findByRole('checkbox', { name: /^Replace the spring/u }));
    movedByAnother();
    await save(user);
    await user.click(await screen.findByRole('button', { name: 'Save there' }));
    expect(await screen.findByText(/is now at Kingfisher Tower/u)).toBeVisible();
    expect(movedVisits.tasks).toMatchObject([{ id: 41, title: 'Corrected' }]);
    expect(movedVisits.tasks[0]).not.toHaveProperty('closes');
  });

  it('asks if both changed the same value', async () => {
    const { user } = await openForm();
    retitle('Mine');
    movedByAnother({ title: 'Theirs' });
    await save(user);
    await user.click(await screen.findByRole('button', { name: 'Save there' }));
    const conflict = await dialog('Somebody else changed this visit first');
    await user.click(conflict.getByRole('radio', { name: /^Yours/u }));
    await user.click(conflict.getByRole('button', { name: 'Save choice' }));
    expect(await screen.findByText(/is now at Kingfisher Tower/u)).toBeVisible();
    expect(movedVisits.tasks).toMatchObject([{ id: 41, title: 'Mine' }]);
    await waitForSaves();
    expect(sentSaves).toEqual(['maintable']);
  });

  it('goes back from that question to the form, and saves nothing until the next press', async () => {
    const { user } = await openForm();
    retitle('Mine');
    movedByAnother({ title: 'Theirs' });
    await save(user);
    await user.click(await screen.findByRole('button', { name: 'Save there' }));
    await dialog('Somebody else changed this visit first');
    await user.click(screen.getByRole('button', { name: 'Back to the form' }));
    await waitForSaves();
    expect((await dialog('Need Correction?')).getByLabelText('Title')).toHaveValue('Mine');
    retitle('Mine, again');
    await save(user);
    const conflict = await dialog('Somebody else changed this visit first');
    expect(conflict.getByRole('radio', { name: 'Yours Mine, again' })).not.toBeChecked();
    expect(sentSaves).toEqual([]);
  });

  it.each([
    ['it was deleted there', 'Restore and save', { showing: 'False' }, /^Somebody else has deleted this visit/u],
    ['its save was refused', 'Save', {}, 'Error updating data.'],
  ] as const)('saves nothing when Cancel is taken back while %s', async (_, next, values, words) => {
    allowConsole(/could not be corrected/u);
    const { user } = await openForm();
    retitle('Corrected');
    movedByAnother(values);
    if (next === 'Save') server.use(http.patch(tableUrl, refuseWrite, { once: true }));
    await save(user);
    await user.click(await screen.findByRole('button', { name: 'Save there' }));
    expect(await screen.findByText(words)).toBeVisible();
    const before = [...sentSaves];
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    await waitForSaves();
    expect(sentSaves).toEqual(before);
    expect(movedVisits.tasks).toMatchObject([{ title: 'Third', ...values }]);
    await user.click(screen.getByRole('button', { name: next }));
    expect(await screen.findByText(/is now at Kingfisher Tower/u)).toBeVisible();
    await waitForSaves();
    expect(sentSaves).toEqual([...before, 'maintable']);
    expect(movedVisits.tasks).toMatchObject([{ title: 'Corrected', showing: 'True' }]);
  });

  it('is restored at its new site if it was deleted there and that is chosen', async () => {
    const { user, form } = await openForm();
    retitle('Corrected');
    movedByAnother({ showing: 'False' });
    await save(user);
    expect(await form.findByText(/moved to Kingfisher Tower in the meantime, and deleted there\./u)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save there' }));
    expect(await screen.findByText(/^Somebody else has deleted this visit in the meantime\./u)).toBeVisible();
    expect(screen.getByText(/It is at Kingfisher Tower now\./u)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Restore and save' }));
    expect(await screen.findByText(/is now at Kingfisher Tower/u)).toBeVisible();
    expect(movedVisits.tasks).toMatchObject([{ title: 'Corrected', showing: 'True' }]);
    expect(visibleTasks()).toHaveLength(2);
  });

  it('gets added photos too, which are uploaded for that site', async () => {
    fakeQueues();
    const { user } = await openForm();
    const addQueue = queues.at(-1);
    await act(async () => addQueue?.add([new File(['photo'], 'new.jpg', { type: 'image/jpeg' })], 'photo'));
    await act(async () => addQueue?.finish('new.jpg'));
    movedByAnother();
    await save(user);
    await user.click(await screen.findByRole('button', { name: 'Save there' }));
    const sendQueue = queues.at(-1);
    expect(sendQueue).not.toBe(addQueue);
    await waitFor(() =>
      expect(sendQueue?.uploads.get().map(({ name, url }) => [name, url])).toEqual([
        ['Photo 1', fileUrl(11)],
        ['Photo 2', fileUrl(12)],
        ['PDF report', fileUrl(13, 'pdf')],
        ['new.jpg', null],
      ]),
    );
    await act(async () => sendQueue?.becomes('new.jpg', { state: 'done', progress: 1, url: fileUrl(21) }));
    expect(await screen.findByText(/is now at Kingfisher Tower/u)).toBeVisible();
    expect(movedVisits.tasks).toMatchObject([
      { urls: [fileUrl(11), fileUrl(12), fileUrl(21)], pdf: fileUrl(13, 'pdf') },
    ]);
  });

  it('loses no photo there automatically, because its photos may have been sorted there: they are shown for a check', async () => {
    fakeQueues();
    const { user, form } = await openForm();
    await user.click(form.getByRole('button', { name: 'Remove: Photo 1' }));
    movedByAnother({ urls: [fileUrl(12), fileUrl(11)] });
    await save(user);
    await user.click(await screen.findByRole('button', { name: 'Save there' }));
    const formDialog = await dialog('Need Correction?');
    expect(await formDialog.findByText(/Not all of its files were kept: check the photos/u)).toBeVisible();
    expect(formDialog.getAllByRole('button', { name: /^Remove: Photo/u })).toHaveLength(2);
    expect(movedVisits.tasks).toMatchObject([{ urls: [fileUrl(12), fileUrl(11)] }]);
  });

  it('cannot be saved by a technician without a right to that site, who is told whom to inform', async () => {
    server.use(http.post(`${origin}/rest/v1/rpc/my_visits`, () => HttpResponse.json([3])));
    const { user } = renderRoute(monthUrl, technicianSession);
    await user.click(await visitButton('Third', 'Edit'));
    const form = await dialog('Need Correction?');
    retitle('Corrected');
    movedByAnother();
    const unknown = { id: 3, site_id: null, site: null, task_id: null, showing: null };
    server.use(http.post(`${origin}/rest/v1/rpc/moved_visits`, () => HttpResponse.json([unknown])));
    await save(user);
    expect(await form.findByRole('alert')).toHaveTextContent(
      'The office has moved this visit to another site in the meantime. Your changes cannot be saved: tell the office.',
    );
    expect(form.queryByRole('button', { name: /^Save/u })).toBeNull();
    expect(form.getByLabelText('Title')).toHaveValue('Corrected');
  });

  it('is reported by the database too, if it is moved between the read and the write', async () => {
    const { user, form } = await openForm();
    retitle('Corrected');
    const destination = { site_id: 1, site: 'Kingfisher Tower', task_id: 41, showing: true };
    server.use(
      http.patch(tableUrl, () =>
        HttpResponse.json(
          { code: 'PT422', hint: 'moved', message: 'no', details: JSON.stringify(destination) },
          { status: 422 },
        ),
      ),
    );
    await save(user);
    expect(await form.findByText(new RegExp(movedMessage, 'u'))).toBeVisible();
  });
});

it('an unfinished correction is found at the link of its visit, and is saved where the visit is now', async () => {
  setSession(adminSession);
  const base = stored({ id: 3, title: 'Third', urls: [fileUrl(1), fileUrl(2)], pdf: fileUrl(3, 'pdf') });
  storeDraft('edit-task/Selasih Park/3', storedMessage('Correction'), {
    base,
    typed: { ...typedTask(base), title: 'Left for later' },
    files: savedUploads({ photos: base.urls, pdf: base.pdf }),
  });
  movedByAnother();
  const { user } = renderRoute('/data-fetcher?site=Selasih+Park&task=3', adminSession);
  expect(await screen.findByText('The visit of this link was moved to Kingfisher Tower.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Show it there' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Go on with it' }));
  expect((await dialog('Need Correction?')).getByLabelText('Title')).toHaveValue('Left for later');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Save there' }));
  expect(await screen.findByText(/“Third” is now at Kingfisher Tower\./u)).toBeVisible();
  expect(movedVisits.tasks).toMatchObject([{ id: 41, title: 'Left for later' }]);
  expect(corrections()).toEqual([]);
});

it('a visit that was moved meanwhile is not deleted, and the message says where it is', async () => {
  const { user } = renderRoute(monthUrl, adminSession);
  await user.click(await visitButton('Third', 'Delete'));
  movedByAnother();
  await user.click((await dialog('Delete this visit?')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(movedMessage)).toBeVisible();
  expect(screen.queryByText('This visit was deleted in the meantime.')).toBeNull();
  expect(movedVisits.tasks[0]?.showing).toBe('True');
});

describe('a visit that was moved away', () => {
  it('is marked in the list of all visits, links to its new site, and is moved back after a question', async () => {
    movedByAnother();
    const { user } = renderRoute(searchUrl, adminSession);
    expect(await screen.findByText('Moved to Kingfisher Tower')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Third' })).toHaveAttribute(
      'href',
      '/data-fetcher?site=Kingfisher+Tower&task=41',
    );
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
    await user.click(await visitButton('Third', 'Move back'));
    await moveBack(user);
    expect(await screen.findByText(/“Third” is now at Selasih Park\./u)).toBeVisible();
    expect(moves.asked.map(({ body }) => body)).toMatchObject([
      { site_id: 9, revision: 7, task_id: 41, to_site: 2, photos: [expect.anything(), expect.anything()] },
    ]);
    // two photos in two sizes, and the PDF
    expect(moves.copies).toHaveLength(5);
  });

  it('and deleted there is restored there, after a question', async () => {
    movedByAnother({ showing: 'False' });
    const { user } = renderRoute(searchUrl, adminSession);
    expect(await screen.findByText('Moved to Kingfisher Tower and deleted there')).toBeVisible();
    await user.click(await visitButton('Third', 'Restore there'));
    const question = await dialog('Restore this visit at Kingfisher Tower?');
    expect(
      question.getByText(/^It was moved from Selasih Park to Kingfisher Tower, and deleted there\./u),
    ).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Restore there' }));
    expect(await screen.findByText('Visit restored.')).toBeVisible();
    expect(movedVisits.tasks[0]?.showing).toBe('True');
    expect(visibleTasks()).toHaveLength(2);
    expect(await screen.findByText('Moved to Kingfisher Tower')).toBeVisible();
  });

  it('is listed separately from the deleted visits, and is not counted with them', async () => {
    movedByAnother();
    changedByAnother(1, { showing: 'False' });
    const { user } = await openMarch();
    expect(screen.getByRole('link', { name: 'Deleted (1)' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Deleted (1)' }));
    expect(titles()).toEqual(['First']);
    expect(await visitButton('First', 'Restore')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Moved (1)' }));
    expect(titles()).toEqual(['Third']);
    expect(screen.getByText('1 visit moved to another site')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Kingfisher Tower' })).toHaveAttribute(
      'href',
      '/data-fetcher?site=Kingfisher+Tower&task=41',
    );
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
    await user.click(await visitButton('Third', 'Move back'));
    await moveBack(user);
    expect(await screen.findByText('Visit moved to Selasih Park.')).toBeVisible();
  });

  it('cannot be read at its new site: a message says so, and it is tried again', async () => {
    movedByAnother();
    const { user } = await openMarch('/datadeleter?site=Selasih+Park&year=2026&month=mar&show=moved');
    // more than the request and its retries
    let answers = [500, 500, 500, 500];
    server.use(
      http.get(tableUrl, ({ request }) =>
        new URL(request.url).searchParams.get('name') === 'eq.Kingfisher Tower' && answers.length > 0
          ? HttpResponse.json({ code: 'XX000', message: 'no' }, { status: answers.pop() ?? 500 })
          : undefined,
      ),
    );
    hurry();
    await user.click(await visitButton('Third', 'Move back'));
    const waitingDialog = await dialog('Moved to Kingfisher Tower');
    expect(await waitingDialog.findByText('Failed to fetch tasks.')).toBeVisible();
    answers = [];
    await user.click(waitingDialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog('Move this visit back to Selasih Park?')).toBeDefined();
  }, 20_000);
});
