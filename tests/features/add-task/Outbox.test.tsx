import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeDraft } from '../../../src/lib/device/drafts.ts';
import { setSession } from '../../../src/lib/device/session.ts';
import { storedMessage } from '../../../src/lib/language/stored-message.ts';
import { newTask, readTask } from '../../../src/records/task/typed-task.ts';
import { allowConsole } from '../../support/console.ts';
import { adminSession, renderRoute, technicianSession } from '../../support/render-route.tsx';
import { listedSite } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { hold, hurry } from '../../support/waiting.ts';
import {
  backend,
  comeBack,
  fillIn,
  importScreen,
  expectSavedToast,
  openAddTask,
  press,
  serveTasks,
} from './open-add-task.ts';
import {
  visit,
  storeVisit,
  waitingLine,
  unfinished,
  titles,
  heading,
  listed,
  storedTaskNames,
  savedMessage,
} from './waiting-visits.ts';

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
    storeVisit();
    backend.away = true;
    renderRoute('/guide', session);
    await heading();
    expect(await waitingLine()).toBeVisible();
    hurry();
    comeBack();
    await expectSavedToast();
    await waitFor(() => expect(screen.queryByText(/^1 visit/u)).toBeNull());
    expect(location.pathname).toBe('/guide');
    expect(titles()).toEqual(['Repair']);
    expect(storedTaskNames()).toEqual([]);
  });

  it('is reported as saved until somebody closes the message, also after a reload', async () => {
    storeVisit();
    const first = renderRoute('/guide', adminSession);
    expect(await savedMessage()).toBeVisible();
    first.unmount();
    const { user } = renderRoute('/guide', adminSession);
    expect(await savedMessage()).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Dismiss this message' })[0] ?? document.body);
    expect(screen.queryByText(/: saved\.$/u)).toBeNull();
  });

  it('is reported as saved in the current language', async () => {
    storeVisit();
    const { user } = renderRoute('/guide', adminSession);
    await savedMessage();
    await user.click(screen.getByRole('button', { name: 'Bahasa Melayu' }));
    expect(await screen.findByText('Selasih Park, 17 Mac 2026, 10:05, Repair, tiada foto: disimpan.')).toBeVisible();
    expect(screen.queryByText(/: saved\.$/u)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'English' }));
    expect(await savedMessage()).toBeVisible();
    expect(screen.queryByText(/: disimpan\.$/u)).toBeNull();
  });

  it('is reported as saved in the words that an earlier release has stored', async () => {
    storeDraft('saved-visit/7', null, { text: 'Selasih Park, Repair: saved.', to: '/maintenance?task=7' });
    renderRoute('/guide', adminSession);
    expect(await screen.findByText('Selasih Park, Repair: saved.')).toBeVisible();
  });

  it('is opened by the link in the message that it is saved', async () => {
    storeVisit();
    const { user } = renderRoute('/guide', adminSession);
    await savedMessage();
    await user.click(screen.getByRole('link', { name: 'See it' }));
    await waitFor(() => expect(location.search).toBe('?site=Selasih+Park&year=2026&month=mar&task=1'));
    expect(screen.queryByText(/: saved\.$/u)).toBeNull();
  });

  it('can be discarded, but only after confirmation', async () => {
    storeVisit();
    backend.away = true;
    const { user } = await openAddTaskOffline();
    const [item] = listed();
    expect(item).toHaveTextContent('Selasih Park, 17 March 2026 at 10:05, Repair, no photos');
    expect(item).toHaveTextContent('Waits for a connection.');
    await user.click(within(item ?? document.body).getByRole('button', { name: 'Discard' }));
    const dialog = screen.getByRole('dialog', { name: 'Discard this visit?' });
    await user.click(within(dialog).getByRole('button', { name: 'Keep' }));
    expect(listed()).toHaveLength(1);
    await user.click(within(item ?? document.body).getByRole('button', { name: 'Discard' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(listed()).toEqual([]));
    expect(storedTaskNames()).toEqual([]);
    comeBack();
    expect(titles()).toEqual([]);
  });

  it('stays and is reported if the server refuses it, and the next one is saved anyway', async () => {
    allowConsole(/The visit could not be saved/u);
    const refused = storeVisit();
    storeVisit({ title: 'Second', finishedAt: 2 });
    backend.writes = [400];
    const { user } = renderRoute('/guide', adminSession);
    await expectSavedToast();
    expect(titles()).toEqual(['Second']);
    await user.click(await unfinished('Selasih Park, 17 Mar 2026, 10:05'));
    expect(location.search).toBe(`?visit=${refused}`);
    await screen.findByRole('article', { name: 'New visit, not saved yet' });
    await press(user, 'Update');
    await waitFor(() => expect(titles()).toEqual(['Second', 'Repair']));
  });

  it('lets the next one go first while the service fails only on it, and is saved later', async () => {
    storeVisit();
    storeVisit({ title: 'Second', finishedAt: 2 });
    storeVisit({ title: 'Third', finishedAt: 3 });
    let isSpoilt = true;
    server.use(
      http.patch(`${origin}/rest/v1/maintable`, async ({ request }) =>
        isSpoilt && (await request.clone().text()).includes('"title":"Repair"')
          ? HttpResponse.json({ code: 'XX000', message: 'Broken' }, { status: 500 })
          : undefined,
      ),
    );
    hurry();
    renderRoute('/guide', adminSession);
    await waitFor(() => expect(titles()).toEqual(['Second', 'Third']));
    expect(await waitingLine()).toBeVisible();
    isSpoilt = false;
    await waitFor(() => expect(titles()).toEqual(['Second', 'Third', 'Repair']));
    expect(storedTaskNames()).toEqual([]);
  });

  it('is saved to its site under the name that the site was given meanwhile', async () => {
    storeVisit();
    let isRenamed = false;
    server.use(
      http.get(`${origin}/rest/v1/maintable`, ({ request }) => {
        const name = new URL(request.url).searchParams.get('name');
        // it is renamed right after the list was read
        if (name === null)
          return HttpResponse.json([listedSite({ name: isRenamed ? 'Selasih Gardens' : 'Selasih Park' })]);
        isRenamed = true;
        return name === 'eq.Selasih Park' ? HttpResponse.json([]) : undefined;
      }),
    );
    renderRoute('/guide', adminSession);
    await expectSavedToast();
    expect(titles()).toEqual(['Repair']);
    expect(await savedMessage('Selasih Gardens, 17 March 2026 at 10:05, Repair, no photos')).toBeVisible();
  });

  it('waits for its key to log in again when the session has ended', async () => {
    storeVisit();
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
    await expectSavedToast();
    expect(titles()).toEqual(['Repair']);
  });

  it('is saved by the key that replaced its own, and shown to no other', async () => {
    storeVisit();
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
    await expectSavedToast();
    expect(titles()).toEqual(['Repair']);
  });

  it('is left to another tab in which it is open, and not saved again', async () => {
    const { held, release } = hold();
    const locks = { request: (_: string, __: object, whileOpen: () => unknown) => held.then(whileOpen) };
    const asked = vi.spyOn(locks, 'request');
    // jsdom reads `onLine` and `userAgent` only from its own navigator, so the copy has both of its own
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, { locks: { value: locks }, onLine: { value: true }, userAgent: { value: '' } }),
    );
    storeVisit();
    renderRoute('/guide', adminSession);
    await waitingLine();
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
    await expectSavedToast();
    await waitFor(() => expect(screen.queryByText(/^1 visit/u)).toBeNull());
    expect(screen.getAllByText('Data updated successfully!')).toHaveLength(1);
    expect([writes, titles()]).toEqual([1, ['Repair']]);
    expect(location.pathname).toBe('/guide');
  });

  it('is listed by End Session as not saved yet', async () => {
    storeDraft('add-task/1', storedMessage('New visit that is finished, but not saved yet'), { ...visit, files: [] });
    backend.away = true;
    const { user } = renderRoute('/guide', adminSession);
    await waitingLine();
    await press(user, 'End Session');
    expect(within(screen.getByRole('dialog')).getByRole('listitem')).toHaveTextContent(
      'New visit that is finished, but not saved yet',
    );
  });
});

describe('several visits', () => {
  it('wait together, and are saved in the order of finishing, each with its own message', async () => {
    storeVisit({ title: 'Third', clock: '12:00', finishedAt: 3 });
    storeVisit({ title: 'First', clock: '08:00', finishedAt: 1 });
    storeVisit({ title: 'Second', clock: '10:00', finishedAt: 2 });
    backend.away = true;
    const { user } = renderRoute('/guide', adminSession);
    expect(await waitingLine('3 visits wait for a connection.')).toBeVisible();
    hurry();
    comeBack();
    await waitFor(() => expect(titles()).toEqual(['First', 'Second', 'Third']));
    expect(await screen.findByText('3 visits saved')).toBeVisible();
    expect(
      await screen.findByText('Newest: Selasih Park, 17 March 2026 at 12:00, Third, no photos: saved.'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all 3' }));
    const list = within(await screen.findByRole('dialog', { name: '3 visits saved' }));
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringContaining('12:00, Third'),
      expect.stringContaining('10:00, Second'),
      expect.stringContaining('08:00, First'),
    ]);
  });

  it('are saved once each, also if one was saved under its attempt before', async () => {
    const attempt = crypto.randomUUID();
    const { values } = readTask(visit, new Date());
    const sent = values && newTask(values, { photos: [], pdf: '' });
    storeVisit({ attempt: { id: attempt, siteId: 1, sent: sent ? [sent] : [] } });
    storeVisit({ title: 'Second', finishedAt: 2 });
    backend.tasks = sent ? [{ id: 1, ...sent }] : [];
    backend.attempts.set(attempt, { id: 1, revision: 1, added: [1] });
    renderRoute('/guide', adminSession);
    await waitFor(() => expect(titles()).toEqual(['Repair', 'Second']));
    await waitFor(() => expect(storedTaskNames()).toEqual([]));
  });
});

describe('visits that are not finished', () => {
  it('are named together, with a link to their list', async () => {
    storeVisit({ update: 'refused' });
    storeVisit({ update: 'none', added: false, title: '', clock: '11:00', siteName: null, siteId: null });
    storeVisit({ update: 'stopped', siteName: 'Kingfisher Tower', siteId: 4, finishedAt: 2 });
    const { user } = renderRoute('/guide', adminSession);
    const link = await unfinished('Selasih Park, 17 Mar 2026, 10:05; Kingfisher Tower, 17 Mar 2026, 10:05 and 1 more');
    expect(link.closest('[role="status"]')).toHaveTextContent(/^3 visits not finished: /u);
    await user.click(link);
    await waitFor(() => expect(listed()).not.toEqual([]));
    expect(location.pathname).toBe('/DataEditor');
  });

  it('differ in the list by their titles or photos, also from waiting visits of the same minute', async () => {
    storeVisit({ title: '', added: false, update: 'none', finishedAt: null }, [photo('a')]);
    storeVisit({ title: 'Second' });
    storeVisit({ title: 'Third' });
    backend.away = true;
    await openAddTaskOffline();
    const words = listed().map((item) => item.querySelector('p')?.textContent);
    expect(new Set(words)).toHaveLength(words.length);
  });
});

const photo = (id: string) => ({ id, name: `${id}.jpg`, kind: 'photo', sizeBefore: 1, url: null, saved: false });

describe('a visit that could not be stored completely', () => {
  it('is never saved automatically: the person is told what is missing, and decides', async () => {
    storeVisit({}, [photo('a'), photo('b')]);
    const { user } = renderRoute('/guide', adminSession);
    const link = await unfinished('Selasih Park, 17 Mar 2026, 10:05');
    expect(backend.revision).toBe(1);
    await user.click(link);
    expect(await screen.findByText(/^2 files of this visit could not be kept on this device\./u)).toBeVisible();
    await press(user, 'Update');
    await expectSavedToast();
    expect(titles()).toEqual(['Repair']);
  });
});

async function openAddTaskOffline() {
  const { user } = renderRoute('/DataEditor', adminSession);
  await screen.findByRole('heading', { level: 1, name: 'Add New Task' });
  await waitFor(() => expect(listed()).not.toEqual([]));
  return { user };
}
