import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { dismissToast, getMessages } from '../../../src/lib/notify.ts';
import type { StoredTask } from '../../../src/records/task/task.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { answerSave, listedSite, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

/** The state of the fake backend: a single site, Selasih Park. */
export const backend = {
  tasks: [] as StoredTask[],
  revision: 1,
  /** The statuses of the next reads and writes; 200 if the list is empty. */
  reads: [] as number[],
  writes: [] as number[],
  names: [] as number[],
  /** What others change between the next read for a save and its write. */
  meanwhile: [] as (() => void)[],
  /** The visits that were moved away, as the database lists them. */
  moved: [] as object[],
  /** A promise for which writes wait. */
  gate: Promise.resolve(),
};

export const tableUrl = `${origin}/rest/v1/maintable`;

/** A task as an admin reads it. */
export function stored(values: Partial<StoredTask> = {}): StoredTask {
  return { ...task(), ...values };
}

/** Saves tasks as somebody else would. */
export function byAnother(change: (tasks: StoredTask[]) => StoredTask[]): void {
  backend.tasks = change(backend.tasks);
  backend.revision += 1;
}

/** Changes a task as somebody else would. */
export function changedByAnother(id: number, values: Partial<StoredTask>): void {
  byAnother((tasks) => tasks.map((one) => (one.id === id ? { ...one, ...values } : one)));
}

/** Loads the screen in advance, so that the first test does not wait for its module. */
export async function importScreen(): Promise<void> {
  await import('../../../src/features/data-deleter/DataDeleterRoute.tsx');
}

const failed = (status: number) => HttpResponse.json({ code: 'XX000', message: 'no' }, { status });

/** Serves the names, and reads and writes of a site as the database does. */
export function serveTasks(...tasks: StoredTask[]): void {
  Object.assign(backend, { tasks, revision: 1, reads: [], writes: [], names: [], meanwhile: [], moved: [] });
  backend.gate = Promise.resolve();
  for (const { id } of getMessages().toasts) dismissToast(id);
  server.use(
    http.get(tableUrl, ({ request }) => {
      const { searchParams } = new URL(request.url);
      const list = !searchParams.has('name');
      const status = (list ? backend.names : backend.reads).shift() ?? 200;
      if (status !== 200) return failed(status);
      if (list)
        return HttpResponse.json([
          listedSite({ id: 1, name: 'Kingfisher Tower' }),
          listedSite({ id: 2, name: 'Selasih Park' }),
        ]);
      if (searchParams.get('name') !== 'eq.Selasih Park') return HttpResponse.json([]);
      const { revision } = backend;
      return HttpResponse.json([{ id: 1, name: 'Selasih Park', revision, tasks2024: backend.tasks }]);
    }),
    http.patch(tableUrl, async ({ request }) => {
      await backend.gate;
      const status = backend.writes.shift() ?? 200;
      if (status !== 200) return failed(status);
      backend.meanwhile.shift()?.();
      if (new URL(request.url).searchParams.get('revision') !== `eq.${backend.revision}`) return HttpResponse.json([]);
      return answerSave(backend, request);
    }),
    http.post(`${origin}/rest/v1/rpc/moved_visits`, () => HttpResponse.json(backend.moved)),
    http.get(`${origin}/rest/v1/maintables`, () => HttpResponse.json([])),
  );
}

export const march = '/datadeleter?site=Selasih+Park&year=2026&month=mar';

export function openDeleter(at = march) {
  return renderRoute(at, adminSession);
}

/** Opens March 2026 and waits for its list. */
export async function openMarch(at = march) {
  const view = openDeleter(at);
  await screen.findByRole('heading', { level: 2, name: 'Selasih Park, March 2026' });
  return view;
}

export type User = ReturnType<typeof openDeleter>['user'];

export const row = (title: string) => screen.queryByRole('listitem', { name: title });
/** The titles of the rows, from top to bottom. */
export const titles = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
export const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }));

/** The button of a row. */
export function buttonOf(title: string, name: string): HTMLElement {
  const found = screen
    .getAllByRole('button', { name })
    .find((button) => button.closest('li')?.querySelector('h3')?.textContent === title);
  if (!found) throw new Error(`${title} has no button ${name}`);
  return found;
}
