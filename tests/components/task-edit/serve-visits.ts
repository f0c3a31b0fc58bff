import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import type { StoredTask } from '../../../src/records/task/task.ts';
import { backend, changedByAnother, serveTasks, stored, tableUrl } from '../../features/data-deleter/open-deleter.ts';
import { answerSave, fileUrl, serveSigning, siteRow } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

export const monthUrl = '/maintenance?site=Selasih+Park&year=2026&month=mar';
export const historyUrl = '/data-fetcher?site=Selasih+Park';
export const searchUrl = '/DataEditor/visits';

const tasks = () => [
  stored({ id: 1, title: 'First', time: '2026-03-24T10:00:00+08:00' }),
  stored({ id: 2, title: 'Second', time: '2026-03-25T10:00:00+08:00' }),
  stored({ id: 3, title: 'Third', urls: [fileUrl(1), fileUrl(2)], pdf: fileUrl(3, 'pdf') }),
];

/** The requests of moves, and how the next requests are answered. */
export const moves = {
  copies: [] as { sourceKey: string; destinationKey: string }[],
  copyStatus: [] as number[],
  asked: [] as { body: Record<string, unknown>; attempt: string | null }[],
  refusals: [] as object[],
  /** The lines of the change log that were undone, and how the next requests are answered. */
  takenBack: [] as number[],
  backStatus: [] as number[],
  removed: [] as string[],
  /** The ids of the attempts that were carried out. */
  done: new Set<string | null>(),
  /** A promise for which the copies of files wait. */
  copiesWaitFor: Promise.resolve(),
};

export const visibleTasks = () => backend.tasks.filter(({ showing }) => showing === 'True');

/** The saves that were sent, oldest first: of tasks (`maintable`), of a move, or of an undone move. */
export const sentSaves: string[] = [];

/** Records each save that is sent, until `server.events` has no more listeners. */
export function noteSaves(): void {
  sentSaves.length = 0;
  server.events.on('request:start', ({ request }) => {
    const call = new URL(request.url).pathname.split('/').at(-1) ?? '';
    if (request.method === 'PATCH' || ['move_visit', 'restore_change'].includes(call)) sentSaves.push(call);
  });
}

export const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

/** The button with this name of the visit with this title. */
export async function visitButton(title: string, name: string): Promise<HTMLElement> {
  const [button] = (await screen.findAllByRole('button', { name })).filter((candidate) => {
    const id = candidate.getAttribute('aria-describedby') ?? '';
    return document.getElementById(id)?.textContent === title;
  });
  if (!button) throw new Error(`${title} has no button ${name}`);
  return button;
}

/** A visit as a result of the search. */
function foundVisit({ tasks: text, urls, pdf, showing, ...task }: StoredTask, movedTo: object | null) {
  const { id: task_id, time, year, month: filedMonth, title } = task;
  const result = { site_id: 2, site: 'Selasih Park', task_id, time, year, month: filedMonth, title, text, kind: null };
  return {
    ...result,
    showing: showing === 'True',
    moved_to: showing === 'True' ? null : movedTo,
    photos: urls.length,
    pdf: pdf !== '',
    rank: 0,
  };
}

/** Serves three visits of Selasih Park to every screen, and lets them be moved to Kingfisher Tower. */
export function serveVisits(): void {
  Object.assign(moves, { copies: [], copyStatus: [], asked: [], refusals: [], removed: [], done: new Set() });
  Object.assign(moves, { takenBack: [], backStatus: [] });
  moves.copiesWaitFor = Promise.resolve();
  serveTasks(...tasks());
  serveSigning();
  server.use(
    // the history reads the posts of the site
    http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json([])),
    http.get(`${origin}/rest/v1/maintables`, () =>
      HttpResponse.json([
        siteRow({
          // a client gets no other member of a hidden visit
          tasks2024: backend.tasks.map((saved) =>
            saved.showing === 'True'
              ? { ...saved, showing: 'True' }
              : { id: saved.id, year: saved.year, month: saved.month, showing: 'False' },
          ),
        }),
      ]),
    ),
    http.post<never, { with_total?: boolean }>(`${origin}/rest/v1/rpc/search_visits`, async ({ request }) => {
      const visits = backend.tasks.map((task) => foundVisit(task, null));
      const total = { visits: visits.length, sites: 1, capped: false };
      return HttpResponse.json((await request.json()).with_total ? { visits, total } : visits);
    }),
    http.post<never, (typeof moves.copies)[number]>(`${origin}/storage/v1/object/copy`, async ({ request }) => {
      await moves.copiesWaitFor;
      const status = moves.copyStatus.shift() ?? 200;
      if (status !== 200)
        return HttpResponse.json({ statusCode: `${status}`, error: 'no', message: 'no' }, { status: 400 });
      moves.copies.push(await request.json());
      return HttpResponse.json({ Key: 'x' });
    }),
    http.post<never, Record<string, unknown>>(`${origin}/rest/v1/rpc/move_visit`, async ({ request }) => {
      const attempt = request.headers.get('x-portal-attempt');
      moves.asked.push({ body: await request.json(), attempt });
      if (moves.done.has(attempt)) return HttpResponse.json({ site_id: 1, task_id: 41, change: 70 });
      moves.done.add(attempt);
      const refusal = moves.refusals.shift();
      if (refusal) moves.done.delete(attempt);
      if (refusal) return HttpResponse.json(refusal, { status: 409 });
      changedByAnother(3, { showing: 'False' });
      return HttpResponse.json({ site_id: 1, task_id: 41, change: 70 });
    }),
    http.post<never, { change_id: number }>(`${origin}/rest/v1/rpc/restore_change`, async ({ request }) => {
      const status = moves.backStatus.shift() ?? 200;
      if (status !== 200) return HttpResponse.json({ code: status === 409 ? 'PT409' : 'XX000' }, { status });
      moves.takenBack.push((await request.json()).change_id);
      changedByAnother(3, { showing: 'True' });
      return HttpResponse.json({ revision: backend.revision });
    }),
    http.delete<never, { prefixes: string[] }>(`${origin}/storage/v1/object/rfidboomgatephoto`, async ({ request }) => {
      moves.removed.push(...(await request.json()).prefixes);
      return HttpResponse.json([]);
    }),
  );
}

/** The visits of Kingfisher Tower, to which the third visit of Selasih Park was moved as visit 41. */
export const movedVisits = { tasks: [] as StoredTask[], revision: 7 };

/** Moves the third visit as somebody else would. At its new site it has these values. */
export function movedByAnother(values: Partial<StoredTask> = {}): void {
  const files = { urls: [fileUrl(11), fileUrl(12)], pdf: fileUrl(13, 'pdf') };
  movedVisits.tasks = [{ ...stored({ title: 'Third' }), id: 41, ...files, ...values }];
  movedVisits.revision = 7;
  changedByAnother(3, { showing: 'False' });
  const isShown = () => movedVisits.tasks[0]?.showing === 'True';
  const destination = () => ({ site_id: 1, site: 'Kingfisher Tower', task_id: 41, showing: isShown() });
  server.use(
    http.post(`${origin}/rest/v1/rpc/moved_visits`, () =>
      HttpResponse.json(backend.tasks[2]?.showing === 'False' ? [{ id: 3, ...destination() }] : []),
    ),
    http.get(tableUrl, ({ request }) => {
      if (new URL(request.url).searchParams.get('name') !== 'eq.Kingfisher Tower') return undefined;
      return HttpResponse.json([
        { id: 9, name: 'Kingfisher Tower', revision: movedVisits.revision, tasks2024: movedVisits.tasks },
      ]);
    }),
    http.patch(tableUrl, async ({ request }) =>
      new URL(request.url).searchParams.get('id') === 'eq.9' ? answerSave(movedVisits, request) : undefined,
    ),
    http.post<never, { with_total?: boolean }>(`${origin}/rest/v1/rpc/search_visits`, async ({ request }) => {
      const visits = backend.tasks.map((task) => foundVisit(task, task.id === 3 ? destination() : null));
      const total = { visits: visits.length, sites: 1, capped: false };
      return HttpResponse.json((await request.json()).with_total ? { visits, total } : visits);
    }),
  );
}

export async function chooseSite(user: UserEvent, name = 'Kingfisher Tower') {
  const dialogQueries = within(await screen.findByRole('dialog', { name: 'Move to another site' }));
  await user.click(await dialogQueries.findByRole('option', { name }));
  return dialogQueries;
}
