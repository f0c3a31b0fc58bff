import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect } from 'vitest';
import { dismissToast, getMessages } from '../../../src/lib/notify.ts';
import type { StoredTask } from '../../../src/records/task/task.ts';
import { queues, fakeQueues, type FakeQueue } from '../../records/upload/fake-queue.ts';
import { fakeDrafts } from '../../support/fake-drafts.ts';
import { pasteInto, pickSite, siteField } from '../../support/pick-site.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { answerSave, listedSite } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

/** The state of the fake backend. */
export const backend = {
  tasks: [] as StoredTask[],
  revision: 1,
  attempts: new Map<string, object>(),
  /** The statuses of the next writes; 200 if the list is empty. */
  writes: [] as number[],
  /** Whether the backend is unreachable. */
  away: false,
};

/** Saves the next write but loses its response. From then on the backend is unreachable. */
export function loseResponse(): void {
  server.use(
    http.patch(
      `${origin}/rest/v1/maintable`,
      async ({ request }) => {
        await answerSave(backend, request);
        backend.away = true;
        return HttpResponse.error();
      },
      { once: true },
    ),
  );
}

/** Restores the network, and the browser reports it. */
export function comeBack(): void {
  backend.away = false;
  act(() => void globalThis.dispatchEvent(new Event('online')));
}

/** Loads the screen in advance, so that the first test does not wait for its module. */
export async function importScreen(): Promise<void> {
  await import('../../../src/features/add-task/AddTaskRoute.tsx');
}

/** Serves the list of sites, and reads and writes of one site as the database does. */
export function serveTasks(): void {
  Object.assign(backend, { tasks: [], revision: 1, attempts: new Map(), writes: [], away: false });
  for (const { id } of getMessages().toasts) dismissToast(id);
  server.use(
    // added last, so that it precedes all others
    http.all(`${origin}/*`, () => (backend.away ? HttpResponse.error() : undefined)),
    http.get(`${origin}/rest/v1/maintable`, ({ request }) => {
      const { searchParams } = new URL(request.url);
      if (!searchParams.has('name'))
        return HttpResponse.json([
          listedSite({ id: 4, name: 'Kingfisher Tower' }),
          listedSite({ id: 1, name: 'Selasih Park' }),
        ]);
      return HttpResponse.json([{ id: 1, revision: backend.revision, tasks2024: backend.tasks }]);
    }),
    http.patch(`${origin}/rest/v1/maintable`, ({ request }) => {
      const status = backend.writes.shift() ?? 200;
      return status === 200
        ? answerSave(backend, request)
        : HttpResponse.json({ code: 'XX000', message: 'no' }, { status });
    }),
    // the dashboard, which opens after a save
    http.get(`${origin}/rest/v1/maintables`, () => HttpResponse.json([])),
  );
}

/** Serves the tasks, with fake drafts and upload queues, because jsdom can neither decode images nor clone files. */
export function serveFakeFiles(): void {
  fakeDrafts();
  fakeQueues();
  serveTasks();
}

export async function openAddTask(search = '', session = adminSession) {
  const { user, unmount } = renderRoute(`/DataEditor${search}`, session);
  await screen.findByRole('heading', { level: 1, name: 'Add New Task' });
  await siteField();
  return { user, unmount };
}

/** The queue of the open screen. */
export function queue(): FakeQueue {
  const latest = queues.at(-1);
  if (!latest) throw new Error('The screen made no queue');
  return latest;
}

export const onQueue = (change: (fake: FakeQueue) => void) => act(() => change(queue()));

export type User = Awaited<ReturnType<typeof openAddTask>>['user'];

/** Fills in everything that *Add Task* needs; the site is left out if it is null. */
export async function fillIn(user: User, site: string | null = 'Selasih Park'): Promise<void> {
  if (site) await pickSite(user, site);
  fireEvent.change(screen.getByLabelText('Visit date'), { target: { value: '2026-03-17' } });
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '10:05' } });
  await pasteInto(user, screen.getByLabelText('Title'), 'Repair');
  await pasteInto(user, screen.getByLabelText('Task text'), 'Arm replaced');
}

export const alert = (text: string) => screen.findByRole('alertdialog', { name: text });
/** Expects the message as soon as it appears: it closes automatically, and soon after `hurry`. */
export const expectSavedToast = () =>
  waitFor(() => expect(screen.getByText('Data updated successfully!')).toBeVisible());
export const preview = () => screen.queryByRole('article', { name: 'New visit, not saved yet' });

export const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }));

export const photo = (name: string) => new File(['photo'], name, { type: 'image/jpeg' });
export const pdf = (name: string) => new File(['%PDF-'], name, { type: 'application/pdf' });
