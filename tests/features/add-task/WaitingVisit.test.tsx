import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepDraft } from '../../../src/lib/drafts.ts';
import { setSession } from '../../../src/lib/session.ts';
import { allowConsole } from '../../support/console.ts';
import { adminSession, renderRoute, technicianSession } from '../../support/render-route.tsx';
import { origin, server } from '../../support/server.ts';
import { hold, hurry } from '../../support/waiting.ts';
import { backend, comeBack, fillIn, importScreen, isSaved, openAddTask, press, serveTasks } from './open-add-task.ts';

const visit = {
  siteId: 1,
  date: '2026-03-17',
  clock: '10:05',
  year: '2026',
  month: 'mar',
  kind: 'other',
  kindChosen: false,
  title: 'Repair',
  text: 'Arm replaced',
  added: true,
  files: [],
};

/** Stores a visit that was finished offline before the portal was closed. */
function keepVisit(session = adminSession): void {
  setSession(session);
  keepDraft('add-task', 'New task', { ...visit, update: 'waiting' });
}

const waits = () => screen.findByText('1 visit waits for a connection.');
const titles = () => backend.tasks.map(({ title }) => title);
const heading = () => screen.findByRole('heading', { level: 1, name: 'Guidelines' });

beforeAll(importScreen);
beforeEach(serveTasks);

describe('a visit that waits for a connection', () => {
  it.each([adminSession, technicianSession])('is shown and saved once on any screen ($role)', async (session) => {
    hurry();
    keepVisit(session);
    backend.away = true;
    renderRoute('/guide', session);
    await heading();
    expect(await waits()).toBeVisible();
    comeBack();
    await isSaved();
    expect(screen.queryByText(/^1 visit/u)).toBeNull();
    expect(location.pathname).toBe('/guide');
    expect(titles()).toEqual(['Repair']);
    expect(JSON.stringify(localStorage)).not.toContain('Repair');
  });

  it('can be opened from any screen', async () => {
    hurry();
    keepVisit();
    backend.away = true;
    const { user } = renderRoute('/guide', adminSession);
    await waits();
    await user.click(screen.getByRole('link', { name: 'Open it' }));
    expect(await screen.findByRole('article', { name: 'New task, not saved yet' })).toHaveTextContent('Repair');
    expect(screen.queryByText(/^1 visit/u)).toBeNull();
    expect(await screen.findByText(/^Waiting for a connection\./u)).toBeVisible();
    comeBack();
    await isSaved();
    expect(titles()).toEqual(['Repair']);
  });

  it('is kept and reported when the server refuses it, with the usual message in its form', async () => {
    allowConsole(/The task could not be saved/u);
    keepVisit();
    backend.writes = [400];
    const { user } = renderRoute('/guide', adminSession);
    expect(await screen.findByText('1 visit could not be saved automatically.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Open it' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Error updating data\. Everything is still here/u);
    await press(user, 'Update');
    await isSaved();
    expect(titles()).toEqual(['Repair']);
  });

  it('waits for its key to log in again when the session has ended', async () => {
    keepVisit();
    const over = { code: 'PT401', message: 'The session is over' };
    server.use(http.all(`${origin}/rest/*`, () => HttpResponse.json(over, { status: 401 })));
    const first = renderRoute('/guide', adminSession);
    expect(await screen.findByLabelText('Secret Key')).toBeVisible();
    first.unmount();
    serveTasks();
    const second = renderRoute('/guide', technicianSession);
    await heading();
    expect(screen.queryByText(/^1 visit/u)).toBeNull();
    second.unmount();
    renderRoute('/guide', { ...adminSession, token: 'e'.repeat(64) });
    await isSaved();
    expect(titles()).toEqual(['Repair']);
  });

  it('is left to another tab that has it open, and not saved again', async () => {
    const { held, release } = hold();
    const locks = { request: (_: string, __: object, whileOpen: () => unknown) => held.then(whileOpen) };
    const asked = vi.spyOn(locks, 'request');
    vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: locks }, onLine: { value: true } }));
    keepVisit();
    renderRoute('/guide', adminSession);
    await waits();
    await waitFor(() => expect(asked).toHaveBeenCalled());
    // the other tab has saved it
    localStorage.clear();
    release();
    await waitFor(() => expect(screen.queryByText(/^1 visit/u)).toBeNull());
    expect(backend.revision).toBe(1);
  });

  it('is left to the save that its form had already started', async () => {
    const { held, release } = hold();
    let writes = 0;
    server.use(
      http.patch(`${origin}/rest/v1/maintable`, async () => {
        writes += 1;
        await held;
        // falls through to the usual handler
      }),
    );
    const { user } = await openAddTask();
    await fillIn(user);
    await press(user, 'Add Task');
    await press(user, 'Update');
    await waitFor(() => expect(writes).toBe(1));
    await user.click(screen.getByRole('link', { name: 'Guide' }));
    expect(await screen.findByText(/^1 visit/u)).toBeVisible();
    release();
    await isSaved();
    await waitFor(() => expect(screen.queryByText(/^1 visit/u)).toBeNull());
    expect(screen.getAllByText('Data updated successfully!')).toHaveLength(1);
    expect([writes, titles()]).toEqual([1, ['Repair']]);
    expect(location.pathname).toBe('/guide');
  });

  it('disappears when another tab has finished it', async () => {
    keepVisit();
    backend.away = true;
    renderRoute('/guide', adminSession);
    await waits();
    localStorage.clear();
    act(() => void dispatchEvent(new StorageEvent('storage')));
    expect(screen.queryByText(/^1 visit/u)).toBeNull();
  });

  it('is listed by End Session as not saved yet', async () => {
    const { user } = await openAddTask();
    await fillIn(user);
    await press(user, 'Add Task');
    backend.away = true;
    await press(user, 'Update');
    await screen.findByText(/^Waiting for a connection\./u);
    await user.click(screen.getByRole('link', { name: 'Guide' }));
    await waits();
    await press(user, 'End Session');
    expect(within(screen.getByRole('dialog')).getByRole('listitem')).toHaveTextContent(
      'New task that is finished, but not saved yet',
    );
  });
});
