import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyForm, type TaskForm } from '../../../src/features/add-task/task-form.ts';
import { keepDraft } from '../../../src/lib/device/drafts.ts';
import { setSession } from '../../../src/lib/device/session.ts';
import { newTask } from '../../../src/records/task/typed-task.ts';
import { allowConsole } from '../../support/console.ts';
import { adminSession, renderRoute, technicianSession } from '../../support/render-route.tsx';
import { origin, server } from '../../support/server.ts';
import { hold, hurry } from '../../support/waiting.ts';
import { backend, comeBack, fillIn, importScreen, isSaved, openAddTask, press, serveTasks } from './open-add-task.ts';

const visit: TaskForm = {
  ...emptyForm(new Date()),
  siteId: 1,
  siteName: 'Selasih Park',
  date: '2026-03-17',
  clock: '10:05',
  year: '2026',
  month: 'mar',
  kind: 'other',
  title: 'Repair',
  text: 'Arm replaced',
  added: true,
  update: 'waiting',
  finishedAt: 1,
};

/** Stores a visit that was finished offline before the portal was closed. */
function keepVisit(values: Partial<TaskForm> = {}, files: object[] = []): string {
  const id = crypto.randomUUID();
  keepDraft(`add-task/${id}`, 'New task', { ...visit, ...values, files });
  return id;
}

const waits = (text = '1 visit waits for a connection.') => screen.findByText(text);
const titles = () => backend.tasks.map(({ title }) => title);
const heading = () => screen.findByRole('heading', { level: 1, name: 'Guidelines' });
const listed = () =>
  screen.queryAllByRole('listitem').filter((item) => item.closest('[aria-label="Visits on this device"]'));
const keptTasks = () => Object.keys(localStorage).filter((key) => key.includes('/add-task/'));
const saved = (words = 'Selasih Park, 17 March 2026 at 10:05, no photos') => screen.findByText(`${words}: saved.`);

beforeAll(async () => {
  await importScreen();
  await import('../../../src/features/guide/GuideRoute.tsx');
});
beforeEach(() => {
  serveTasks();
  setSession(adminSession);
});

describe('a visit that waits for a connection', () => {
  it.each([adminSession, technicianSession])('is shown and saved once on any screen ($role)', async (session) => {
    setSession(session);
    keepVisit();
    backend.away = true;
    renderRoute('/guide', session);
    await heading();
    expect(await waits()).toBeVisible();
    hurry();
    comeBack();
    await isSaved();
    await waitFor(() => expect(screen.queryByText(/^1 visit/u)).toBeNull());
    expect(location.pathname).toBe('/guide');
    expect(titles()).toEqual(['Repair']);
    expect(keptTasks()).toEqual([]);
  });

  it('is said to be saved until somebody closes it, after a reload too', async () => {
    keepVisit();
    const first = renderRoute('/guide', adminSession);
    expect(await saved()).toBeVisible();
    first.unmount();
    const { user } = renderRoute('/guide', adminSession);
    expect(await saved()).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Close: Selasih Park/u }));
    expect(screen.queryByText(/: saved\.$/u)).toBeNull();
  });

  it('is opened by the link in what says that it is saved', async () => {
    keepVisit();
    const { user } = renderRoute('/guide', adminSession);
    await saved();
    await user.click(screen.getByRole('link', { name: 'Open it' }));
    await waitFor(() => expect(location.search).toBe('?site=Selasih+Park&year=2026&month=mar&task=1'));
    expect(screen.queryByText(/: saved\.$/u)).toBeNull();
  });

  it('can be opened again and changed, and is saved by Update only', async () => {
    keepVisit();
    backend.away = true;
    const { user } = renderRoute('/guide', adminSession);
    await waits();
    await user.click(screen.getByRole('link', { name: 'Show it' }));
    await user.click(await screen.findByRole('link', { name: /^Open: Selasih Park/u }));
    expect(await screen.findByRole('article', { name: 'New visit, not saved yet' })).toHaveTextContent('Repair');
    expect(listed()).toEqual([]);
    hurry();
    comeBack();
    await press(user, 'Edit');
    await user.type(await screen.findByLabelText('Title'), ' again');
    await press(user, 'Add Task');
    expect(backend.revision).toBe(1);
    await press(user, 'Update');
    await isSaved();
    expect(titles()).toEqual(['Repair again']);
  });

  it('can be discarded, but only after confirmation', async () => {
    keepVisit();
    backend.away = true;
    const { user } = await openAddTaskOffline();
    const [item] = listed();
    expect(item).toHaveTextContent('Selasih Park, 17 March 2026 at 10:05, no photos');
    expect(item).toHaveTextContent('Waits for a connection.');
    await user.click(within(item ?? document.body).getByRole('button', { name: 'Discard' }));
    const dialog = screen.getByRole('dialog', { name: 'Discard this visit?' });
    await user.click(within(dialog).getByRole('button', { name: 'Keep' }));
    expect(listed()).toHaveLength(1);
    await user.click(within(item ?? document.body).getByRole('button', { name: 'Discard' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(listed()).toEqual([]));
    expect(keptTasks()).toEqual([]);
    comeBack();
    expect(titles()).toEqual([]);
  });

  it('is kept and reported when the server refuses it, and the next one is saved all the same', async () => {
    allowConsole(/The visit could not be saved/u);
    const refused = keepVisit();
    keepVisit({ title: 'Second', finishedAt: 2 });
    backend.writes = [400];
    const { user } = renderRoute('/guide', adminSession);
    expect(await screen.findByText('1 visit could not be saved automatically.')).toBeVisible();
    await isSaved();
    expect(titles()).toEqual(['Second']);
    await user.click(screen.getByRole('link', { name: 'Show it' }));
    await waitFor(() => expect(listed()[0]).toHaveTextContent('Could not be saved: open it and decide.'));
    await user.click(screen.getByRole('link', { name: /^Open: Selasih Park/u }));
    expect(location.search).toBe(`?visit=${refused}`);
    await screen.findByRole('article', { name: 'New visit, not saved yet' });
    await press(user, 'Update');
    await waitFor(() => expect(titles()).toEqual(['Second', 'Repair']));
  });

  it('waits for its key to log in again when the session has ended', async () => {
    keepVisit();
    const over = { code: 'PT401', message: 'The session is over' };
    server.use(http.all(`${origin}/rest/*`, () => HttpResponse.json(over, { status: 401 })));
    const first = renderRoute('/guide', adminSession);
    expect(await screen.findByLabelText('Secret Key')).toBeVisible();
    expect(
      screen.getByText(
        '1 visit waits on this device for a login with the same key, its replacement or, if it was revoked, an admin key.',
      ),
    ).toBeVisible();
    first.unmount();
    server.resetHandlers();
    serveTasks();
    const second = renderRoute('/guide', technicianSession);
    await heading();
    expect(screen.queryByText(/^1 visit/u)).toBeNull();
    second.unmount();
    renderRoute('/guide', { ...adminSession, token: 'e'.repeat(64) });
    await isSaved();
    expect(titles()).toEqual(['Repair']);
  });

  it('is saved by the key that replaced its own, and shown to no other', async () => {
    keepVisit();
    const others = renderRoute('/guide', { ...technicianSession, keyId: 8, predecessors: [5] });
    await heading();
    expect(screen.queryByText(/^1 visit/u)).toBeNull();
    others.unmount();
    renderRoute('/guide', {
      ...adminSession,
      token: 'e'.repeat(64),
      keyId: 99,
      predecessors: [adminSession.keyId ?? 0],
    });
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
    act(() => void dispatchEvent(new StorageEvent('storage', { key: null })));
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

  it('is listed by End Session as not saved yet', async () => {
    keepDraft('add-task/1', 'New visit that is finished, but not saved yet', { ...visit, files: [] });
    backend.away = true;
    const { user } = renderRoute('/guide', adminSession);
    await waits();
    await press(user, 'End Session');
    expect(within(screen.getByRole('dialog')).getByRole('listitem')).toHaveTextContent(
      'New visit that is finished, but not saved yet',
    );
  });
});

describe('several visits', () => {
  it('wait together, and are saved in the order of finishing, each with its own message', async () => {
    keepVisit({ title: 'Third', clock: '12:00', finishedAt: 3 });
    keepVisit({ title: 'First', clock: '08:00', finishedAt: 1 });
    keepVisit({ title: 'Second', clock: '10:00', finishedAt: 2 });
    backend.away = true;
    renderRoute('/guide', adminSession);
    expect(await waits('3 visits wait for a connection.')).toBeVisible();
    hurry();
    comeBack();
    await waitFor(() => expect(titles()).toEqual(['First', 'Second', 'Third']));
    for (const clock of ['08:00', '10:00', '12:00'])
      expect(await saved(`Selasih Park, 17 March 2026 at ${clock}, no photos`)).toBeVisible();
  });

  it('of which one was stored under its attempt before are saved once', async () => {
    const attempt = crypto.randomUUID();
    const sent = newTask(visit, { photos: [], pdf: '' }, new Date());
    keepVisit({ attempt: { id: attempt, siteId: 1, sent: sent ? [sent] : [] } });
    keepVisit({ title: 'Second', finishedAt: 2 });
    backend.tasks = sent ? [{ id: 1, ...sent }] : [];
    backend.attempts.set(attempt, { id: 1, revision: 1, added: [1] });
    renderRoute('/guide', adminSession);
    await waitFor(() => expect(titles()).toEqual(['Repair', 'Second']));
    await waitFor(() => expect(keptTasks()).toEqual([]));
  });
});

const photo = (id: string) => ({ id, name: `${id}.jpg`, kind: 'photo', sizeBefore: 1, url: null, saved: false });

describe('a visit that could not be kept whole', () => {
  it('is never saved by itself: the person is told what is missing, and decides', async () => {
    keepVisit({}, [photo('a'), photo('b')]);
    const { user } = renderRoute('/guide', adminSession);
    expect(await screen.findByText('1 visit could not be saved automatically.')).toBeVisible();
    expect(backend.revision).toBe(1);
    await user.click(screen.getByRole('link', { name: 'Show it' }));
    await waitFor(() => expect(listed()[0]).toHaveTextContent('2 files could not be kept on this device'));
    await user.click(screen.getByRole('link', { name: /^Open: Selasih Park/u }));
    expect(await screen.findByText(/^2 files of this visit could not be kept on this device\./u)).toBeVisible();
    await press(user, 'Update');
    await isSaved();
    expect(titles()).toEqual(['Repair']);
  });
});

async function openAddTaskOffline() {
  const { user } = renderRoute('/DataEditor', adminSession);
  await screen.findByRole('heading', { level: 1, name: 'Add New Task' });
  await waitFor(() => expect(listed()).not.toEqual([]));
  return { user };
}
