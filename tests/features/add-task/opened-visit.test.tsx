import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { setSession } from '../../../src/lib/device/session.ts';
import { pickSite } from '../../support/pick-site.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { hurry } from '../../support/waiting.ts';
import { backend, comeBack, importScreen, expectSavedToast, press, serveTasks } from './open-add-task.ts';
import { storeVisit, listed, waitingLine, unfinished, titles, heading, storedTaskNames } from './waiting-visits.ts';

beforeAll(async () => {
  await importScreen();
  await import('../../../src/features/guide/GuideRoute.tsx');
});
beforeEach(() => {
  serveTasks();
  setSession(adminSession);
});

/** A lock that another tab holds. */
const taken = () => Promise.reject(new DOMException('Taken', 'TimeoutError'));

/** Opens the first waiting visit from another screen. */
async function openWaiting() {
  hurry();
  const { user, unmount } = renderRoute('/guide', adminSession);
  await waitingLine(/^\d visits? waits? for a connection\.$/u);
  await user.click(screen.getByRole('link', { name: /^Show (?:it|them)$/u }));
  const [open] = await screen.findAllByRole('link', { name: /^Open: Selasih Park/u });
  await user.click(open ?? document.body);
  await screen.findByRole('article', { name: 'New visit, not saved yet' });
  return { user, unmount };
}

const goToGuide = async (user: Awaited<ReturnType<typeof openWaiting>>['user']) => {
  await user.click(screen.getByRole('link', { name: 'Guide' }));
  await heading();
};
const updates = () => storedTaskNames().map((name) => /"update":"(\w+)"/u.exec(localStorage.getItem(name) ?? '')?.[1]);
const aboutUnfinished = () => screen.queryByText(/not finished:/u);

describe('a waiting visit that is opened to look', () => {
  beforeEach(() => {
    storeVisit();
    backend.away = true;
  });

  it('stays in the queue while it is open, and is saved once there is a connection', async () => {
    const { user } = await openWaiting();
    expect(await screen.findByText(/^Waiting for a connection\. This visit is saved by itself/u)).toBeVisible();
    await goToGuide(user);
    expect(await waitingLine()).toBeVisible();
    expect([updates(), aboutUnfinished()]).toEqual([['waiting'], null]);
    comeBack();
    await expectSavedToast();
    expect(titles()).toEqual(['Repair']);
  });

  it('is still in the queue after Back', async () => {
    await openWaiting();
    act(() => history.go(-2));
    await heading();
    expect(await waitingLine()).toBeVisible();
    expect(updates()).toEqual(['waiting']);
  });

  it('is still in the queue after a reload, a closed tab or a crash, which the form shows again', async () => {
    const { unmount } = await openWaiting();
    // what is on the device while the visit is open is what remains after a crash
    expect(updates()).toEqual(['waiting']);
    dispatchEvent(new Event('pagehide'));
    unmount();
    expect(updates()).toEqual(['waiting']);
    renderRoute(location.pathname + location.search, adminSession);
    expect(await screen.findByRole('article', { name: 'New visit, not saved yet' })).toBeVisible();
    expect(updates()).toEqual(['waiting']);
  });

  it('is saved by its form, which shows it, when the connection is back', async () => {
    await openWaiting();
    comeBack();
    await expectSavedToast();
    expect([titles(), storedTaskNames()]).toEqual([['Repair'], []]);
    expect(location.search).toBe('?site=Selasih+Park&year=2026&month=mar&task=1');
  });

  it('is not saved while its fields are open, and waits if nothing was changed', async () => {
    const { user } = await openWaiting();
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await screen.findByLabelText('Title');
    comeBack();
    await screen.findByRole('button', { name: 'Add Task' });
    expect([backend.revision, updates()]).toEqual([1, ['waiting']]);
    await goToGuide(user);
    await expectSavedToast();
    expect(titles()).toEqual(['Repair']);
  });

  it('does not count among the waiting visits while it is open, and is saved with them after it is closed', async () => {
    storeVisit({ title: 'Second', clock: '11:00', finishedAt: 2 });
    storeVisit({ title: 'Third', clock: '12:00', finishedAt: 3 });
    const { user } = await openWaiting();
    expect(await waitingLine('2 visits wait for a connection.')).toBeVisible();
    // another visit is opened instead
    const [second] = screen.getAllByRole('link', { name: /^Open: .*Second/u });
    await user.click(second ?? document.body);
    await waitFor(() =>
      expect(screen.getByRole('article', { name: 'New visit, not saved yet' })).toHaveTextContent('Second'),
    );
    expect(updates()).toEqual(['waiting', 'waiting', 'waiting']);
    await goToGuide(user);
    expect(await waitingLine('3 visits wait for a connection.')).toBeVisible();
    comeBack();
    await waitFor(() => expect(titles()).toEqual(['Repair', 'Second', 'Third']));
    expect(storedTaskNames()).toEqual([]);
  });

  it('can be discarded from its form', async () => {
    const { user } = await openWaiting();
    await press(user, 'Discard');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(storedTaskNames()).toEqual([]));
    comeBack();
    await goToGuide(user);
    expect(screen.queryByText(/^1 visit/u)).toBeNull();
    expect(titles()).toEqual([]);
  });

  it('opens in a second tab only if the first has not locked it', async () => {
    // the locks themselves answer
    const locks = { request: (lock: string) => (lock === 'portal.probe' ? Promise.resolve() : taken()) };
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, { locks: { value: locks }, onLine: { value: true }, userAgent: { value: '' } }),
    );
    const [name = ''] = storedTaskNames();
    renderRoute(`/DataEditor?visit=${name.split('/add-task/')[1]}`, adminSession);
    expect(await screen.findByText('This visit is open in another tab, or gone.')).toBeVisible();
    expect(updates()).toEqual(['waiting']);
  });
});

const typeMore = async (user: Awaited<ReturnType<typeof openWaiting>>['user'], more: string) => {
  await press(user, 'Edit');
  await user.type(await screen.findByLabelText('Title'), more);
};
describe('a waiting visit that is changed', () => {
  beforeEach(() => {
    storeVisit();
    backend.away = true;
  });

  const changes: Record<string, (user: Awaited<ReturnType<typeof openWaiting>>['user']) => Promise<void>> = {
    'by typing': (user) => typeMore(user, ' again'),
    'by typing what is then taken back': (user) => typeMore(user, 'x{Backspace}'),
    'in its site': async (user) => {
      await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
      comeBack();
      await press(user, 'Try again');
      await pickSite(user, 'Kingfisher Tower');
    },
  };

  it.each(Object.keys(changes))('%s leaves the queue, and every screen says so', async (how) => {
    const { user } = await openWaiting();
    await changes[how]?.(user);
    // the form that shows it reports it
    expect(aboutUnfinished()).toBeNull();
    await goToGuide(user);
    const link = await unfinished(/^(?:Selasih Park|Kingfisher Tower), 17 Mar 2026, 10:05$/u);
    expect(link.closest('[role="status"]')).toHaveTextContent(/^1 visit not finished: /u);
    expect(updates()).toEqual(['none']);
    comeBack();
    await user.click(link);
    await screen.findByText(/^Draft from .* restored\.$/u);
    expect(aboutUnfinished()).toBeNull();
    expect(titles()).toEqual([]);
  });

  it('is not finished until Update hands it in again', async () => {
    const { user } = await openWaiting();
    await typeMore(user, ' again');
    await goToGuide(user);
    await user.click(await unfinished('Selasih Park, 17 Mar 2026, 10:05'));
    await user.click(await screen.findByRole('button', { name: 'Add Task' }));
    await press(user, 'Update');
    expect(await waitingLine()).toBeVisible();
    expect(aboutUnfinished()).toBeNull();
    comeBack();
    await waitFor(() => expect(titles()).toEqual(['Repair again']));
  });

  it('is not finished until it is discarded', async () => {
    const { user } = await openWaiting();
    await typeMore(user, ' again');
    await goToGuide(user);
    await user.click(await unfinished('Selasih Park, 17 Mar 2026, 10:05'));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(storedTaskNames()).toEqual([]));
    await goToGuide(user);
    expect(aboutUnfinished()).toBeNull();
  });
});

it('a waiting visit can be opened again and changed, and is saved by Update only', async () => {
  storeVisit();
  backend.away = true;
  const { user } = await openWaiting();
  expect(await screen.findByRole('article', { name: 'New visit, not saved yet' })).toHaveTextContent('Repair');
  expect(listed()).toEqual([]);
  await press(user, 'Edit');
  await user.type(await screen.findByLabelText('Title'), ' again');
  comeBack();
  await press(user, 'Add Task');
  expect(backend.revision).toBe(1);
  await press(user, 'Update');
  await expectSavedToast();
  expect(titles()).toEqual(['Repair again']);
});
