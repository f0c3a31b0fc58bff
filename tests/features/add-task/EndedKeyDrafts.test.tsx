import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import * as v from 'valibot';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noteSavedVisit } from '../../../src/features/add-task/task-drafts.ts';
import type { TaskForm } from '../../../src/features/add-task/task-form.ts';
import { storeDraft, readDraft } from '../../../src/lib/device/drafts.ts';
import { setSession } from '../../../src/lib/device/session.ts';
import { storedMessage } from '../../../src/lib/language/stored-message.ts';
import { newTask, readTask } from '../../../src/records/task/typed-task.ts';
import { adminSession, technicianSession } from '../../support/render-route.tsx';
import { origin, server } from '../../support/server.ts';
import { backend, importScreen, openAddTask, serveTasks } from './open-add-task.ts';
import { visit } from './waiting-visits.ts';

const finished = storedMessage('New visit that is finished, but not saved yet');
const unfinished = storedMessage('New visit');

/** A key as the server lists it after it has ended. */
const teamB = { id: 7, label: 'Team B', role: 'technician', ended_at: '2026-11-20T11:00:00+08:00', replaced: false };

let asked: number[][] = [];
function serveEnded(...keys: object[]): void {
  asked = [];
  server.use(
    http.post<never, { key_ids: number[] }>(`${origin}/rest/v1/rpc/ended_keys`, async ({ request }) => {
      asked.push((await request.json()).key_ids);
      return HttpResponse.json(keys);
    }),
  );
}

/** Leaves drafts on the device with the key of a technician, whose session has ended. */
function leave(keyId: number, ...forms: Partial<TaskForm>[]): string[] {
  setSession({ ...technicianSession, keyId });
  return forms.map((values) => {
    const name = `add-task/${crypto.randomUUID()}`;
    const form = { ...visit, ...values };
    storeDraft(name, form.update === 'none' ? unfinished : finished, { ...form, files: [] });
    return name;
  });
}

const left = () => screen.findByRole('region', { name: 'Left by keys that have ended' });
const queryLeft = () => screen.queryByRole('region', { name: 'Left by keys that have ended' });
const onDevice = (keyId: number) =>
  Object.keys(localStorage).filter((key) => key.startsWith(`portal.draft/key-${keyId}/`));
const titles = () => backend.tasks.map(({ title }) => title);
const takeOverButton = () => screen.findByRole('button', { name: 'Take over what “Team B” left' });

beforeAll(importScreen);
beforeEach(() => {
  serveTasks();
});

describe('the drafts of an ended key on this device', () => {
  it('are listed for an admin, finished visits by site, date and photos, only of keys that the server names', async () => {
    serveEnded({ ...teamB, revoked: true });
    // the name of the site is that of the server, whatever the device has stored
    leave(7, { siteName: 'Elsewhere' }, { finishedAt: 2 }, { update: 'none', added: false });
    leave(8, {});
    await openAddTask();
    const region = await left();
    expect(asked).toEqual([[8, 7]]);
    expect(
      within(region).getByText('The key “Team B”, revoked on 20 November 2026, left on this device:'),
    ).toBeVisible();
    await waitFor(() =>
      expect(
        within(region)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual(['Selasih Park, 17 March 2026 at 10:05, Repair, no photos (2)', 'New visit']),
    );
    expect(titles()).toEqual([]);
  });

  it('are listed as those of an expired key if the key was not revoked', async () => {
    serveEnded({ ...teamB, revoked: false });
    leave(7, {});
    await openAddTask();
    expect(
      within(await left()).getByText('The key “Team B”, which expired on 20 November 2026, left on this device:'),
    ).toBeVisible();
  });

  it('are saved once in the admin’s session when he takes them over, and unfinished ones wait in the list', async () => {
    serveEnded({ ...teamB, revoked: true });
    leave(
      7,
      {},
      { title: 'Second', finishedAt: 2 },
      { update: 'none', added: false, title: 'Begun', finishedAt: null },
    );
    const { user } = await openAddTask();
    await user.click(await takeOverButton());
    // the message may be covered by the one about the save, so it need not be visible
    await screen.findByText('What “Team B” left here is yours now.');
    expect(queryLeft()).toBeNull();
    expect(document.querySelector('#content')).toHaveFocus();
    await waitFor(() => expect(titles()).toEqual(['Repair', 'Second']));
    expect(onDevice(7)).toEqual([]);
    const list = screen.getByRole('region', { name: 'Visits on this device' });
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
    expect(within(list).getByText(/^Not finished, kept at/u)).toBeVisible();
  });

  it('are not saved a second time if the ended key had sent them', async () => {
    serveEnded({ ...teamB, revoked: true });
    const attempt = { id: crypto.randomUUID(), siteId: 1 };
    const { values } = readTask(visit, new Date());
    const sent = values && newTask(values, { photos: [], pdf: '' });
    if (!sent) throw new Error('The visit is not whole');
    backend.tasks.push({ id: 1, ...sent });
    backend.revision = 2;
    backend.attempts.set(attempt.id, { id: 1, revision: 2, added: [1] });
    leave(7, { attempt: { ...attempt, sent: [sent] } });
    const { user } = await openAddTask();
    await user.click(await takeOverButton());
    expect(await screen.findByText('Selasih Park, 17 March 2026 at 10:05, Repair, no photos: saved.')).toBeVisible();
    expect(titles()).toEqual(['Repair']);
  });

  it('stay if the key got a successor meanwhile, which the server is asked for again', async () => {
    serveEnded({ ...teamB, revoked: true });
    leave(7, {});
    const { user } = await openAddTask();
    const button = await takeOverButton();
    serveEnded();
    await user.click(button);
    await waitFor(() => expect(queryLeft()).toBeNull());
    expect([asked, onDevice(7).length, titles()]).toEqual([[[7]], 1, []]);
  });

  it('stay while the server cannot say whether the key got a successor', async () => {
    serveEnded({ ...teamB, revoked: true });
    leave(7, {});
    const { user } = await openAddTask();
    const button = await takeOverButton();
    server.use(
      http.post(`${origin}/rest/v1/rpc/ended_keys`, () =>
        HttpResponse.json({ code: 'PT403', message: 'no' }, { status: 403 }),
      ),
    );
    await user.click(button);
    expect(await screen.findByText('Error fetching data.')).toBeVisible();
    expect([onDevice(7).length, titles()]).toEqual([1, []]);
  });

  it('are discarded only after a question', async () => {
    serveEnded({ ...teamB, revoked: true });
    leave(7, {});
    leave(8, {});
    const { user } = await openAddTask();
    await user.click(within(await left()).getByRole('button', { name: 'Discard' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Discard what “Team B” left?' }));
    expect(dialog.getByText(/^Selasih Park, 17 March 2026 at 10:05, Repair/u)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Keep' }));
    expect(onDevice(7)).toHaveLength(1);
    await user.click(within(await left()).getByRole('button', { name: 'Discard' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(queryLeft()).toBeNull());
    expect([onDevice(7), onDevice(8).length, titles()]).toEqual([[], 1, []]);
  });

  it('stay if the admin has a draft of the same name, and a message says so', async () => {
    serveEnded({ ...teamB, revoked: true });
    const [name = ''] = leave(7, {});
    setSession(adminSession);
    storeDraft(name, storedMessage('Mine'), { text: 'of the admin' });
    const { user } = await openAddTask();
    await user.click(await takeOverButton());
    expect(await screen.findByText(/^1 draft stays as before: you have a draft of your own/u)).toBeVisible();
    expect(onDevice(7)).toHaveLength(1);
    expect(await left()).toBeVisible();
    expect(readDraft(name, v.object({ text: v.string() }))?.value.text).toBe('of the admin');
  });

  it('are not requested by a technician, and not shown to one', async () => {
    // no answer is served, so a request would fail the test
    leave(7, {});
    await openAddTask('', { ...technicianSession, keyId: 5 });
    expect(screen.queryByText(/Team B|that is finished/u)).toBeNull();
    expect(onDevice(7)).toHaveLength(1);
  });

  it('are reported as not known if the server could not be asked, and can be requested again', async () => {
    serveEnded({ ...teamB, revoked: true });
    leave(7, {});
    let failing = true;
    server.use(
      http.post(`${origin}/rest/v1/rpc/ended_keys`, () =>
        failing ? HttpResponse.json({ code: 'PT403', message: 'no' }, { status: 403 }) : undefined,
      ),
    );
    const { user } = await openAddTask();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Error fetching data.')).toBeVisible();
    failing = false;
    await user.click(alert.getByRole('button', { name: 'Try again' }));
    expect(await left()).toBeVisible();
  });
});

describe('the message that a visit was saved', () => {
  it('is shown only with a link to a screen of the portal', async () => {
    setSession(adminSession);
    for (const [index, to] of [
      '/TaskEditor',
      '//elsewhere.example',
      '/\\elsewhere.example',
      'https://elsewhere.example',
    ].entries())
      noteSavedVisit(String(index), {
        site: 'Selasih Park',
        visit: { date: '2026-03-17', clock: '10:05', title: `Repair ${index}`, answers: [] },
        photos: 0,
        to,
      });
    await openAddTask();
    expect(await screen.findByText(/Repair 0, no photos: saved\.$/u)).toBeVisible();
    expect(screen.queryByText(/Repair [123]/u)).toBeNull();
  });
});
