import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { saveNewTask, saveTasks } from '../../../src/records/task/task-queries.ts';
import { nextTaskId, type StoredTask } from '../../../src/records/task/task.ts';
import { revisionRefusal, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

/** A site as the database stores it: a write of an old revision changes nothing. */
const site = { revision: 1, tasks2024: [] as StoredTask[], writes: 0 };
/** What happens between the reads and the writes, each once. */
let meanwhile: (() => void)[] = [];

const addTask = (title: string) => (tasks: StoredTask[]) => [
  ...tasks,
  { ...task({ title, id: nextTaskId(tasks) }), showing: 'True' as const },
];

function refuse(): never {
  throw new Error('The task is gone');
}

beforeEach(() => {
  Object.assign(site, { revision: 1, tasks2024: [], writes: 0 });
  meanwhile = [];
  server.use(
    http.get(`${origin}/rest/v1/maintable`, ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.get('name') === 'eq.Selasih Park'
          ? [{ id: 1, revision: site.revision, tasks2024: site.tasks2024 }]
          : [],
      ),
    ),
    http.patch<never, { tasks2024: StoredTask[]; revision?: number }>(
      `${origin}/rest/v1/maintable`,
      async ({ request }) => {
        const body = await request.json();
        meanwhile.shift()?.();
        const { searchParams } = new URL(request.url);
        if (searchParams.get('id') !== 'eq.1' || searchParams.get('revision') !== `eq.${site.revision}`)
          return HttpResponse.json([]);
        const refused = revisionRefusal(site.revision, body);
        if (refused) return refused;
        site.tasks2024 = body.tasks2024;
        site.revision += 1;
        site.writes += 1;
        return HttpResponse.json([{ revision: site.revision }]);
      },
    ),
  );
});

describe('saving the tasks of a site', () => {
  it('writes the whole array with the revision that was read', async () => {
    const saved = await saveTasks('Selasih Park', { id: 1 }, addTask('New'));
    expect(saved).toEqual(site.tasks2024);
    expect(site.tasks2024.map(({ id, title }) => [id, title])).toEqual([[1, 'New']]);
  });

  it('makes the change again if somebody else saved first, and uses no id twice', async () => {
    const byAnother = (title: string) => () => {
      site.tasks2024 = addTask(title)(site.tasks2024);
      site.revision += 1;
    };
    meanwhile = [byAnother('First'), byAnother('Second')];
    await saveTasks('Selasih Park', { id: 1 }, addTask('Mine'));
    expect(site.tasks2024.map(({ id, title }) => [id, title])).toEqual([
      [1, 'First'],
      [2, 'Second'],
      [3, 'Mine'],
    ]);
    expect(site.writes).toBe(1);
  });

  it('includes the changes of many people who save at once', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => saveTasks('Selasih Park', { id: index }, addTask(`Task ${index}`))),
    );
    expect(site.tasks2024.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(new Set(site.tasks2024.map(({ title }) => title)).size).toBe(8);
  });

  it('treats a revision conflict of the database as a save by somebody else', async () => {
    server.use(
      http.patch(`${origin}/rest/v1/maintable`, () => revisionRefusal(2, { revision: 2 }) ?? HttpResponse.error(), {
        once: true,
      }),
    );
    await saveTasks('Selasih Park', { id: 1 }, addTask('Mine'));
    expect(site.tasks2024.map(({ title }) => title)).toEqual(['Mine']);
  });

  it('reports that a site does not exist', async () => {
    await expect(saveTasks('Elsewhere', { id: 1 }, addTask('New'))).rejects.toThrow('There is no site named Elsewhere');
  });

  it.each([
    ['the read fails', 'get', 500],
    ['the write is refused', 'patch', 400],
    ['the write is refused for another conflict', 'patch', 409],
  ] as const)('fails when %s, and changes nothing', async (_, verb, status) => {
    server.use(
      http[verb](`${origin}/rest/v1/maintable`, () => HttpResponse.json({ code: 'XX000', message: 'no' }, { status })),
    );
    await expect(saveTasks('Selasih Park', { id: 1 }, addTask('New'))).rejects.toMatchObject({ status });
    expect(site.writes).toBe(0);
  });

  it('fails when the change itself cannot be made', async () => {
    await expect(saveTasks('Selasih Park', { id: 1 }, refuse)).rejects.toThrow('The task is gone');
    expect(site.writes).toBe(0);
  });
});

describe('adding a task', () => {
  it('returns the id of the task, even if somebody else saved first', async () => {
    const { id: _, ...newTask } = { ...task({ title: 'Mine' }), showing: 'True' as const };
    meanwhile = [
      () => {
        site.tasks2024 = addTask('Theirs')(site.tasks2024);
        site.revision += 1;
      },
    ];
    expect(await saveNewTask('Selasih Park', newTask, crypto.randomUUID(), [])).toBe(2);
    expect(site.tasks2024.map(({ id, title }) => [id, title])).toEqual([
      [1, 'Theirs'],
      [2, 'Mine'],
    ]);
  });

  it('corrects what an earlier request of the attempt stored, if it was edited since, and leaves what others corrected', async () => {
    const { id: _, ...sentTask } = { ...task({ title: 'As sent' }), showing: 'True' as const };
    const attempt = crypto.randomUUID();
    const did = { id: 1, revision: 2, added: [1] };
    site.tasks2024 = [{ id: 1, ...sentTask, tasks: 'Corrected by another' }];
    server.use(
      http.patch(`${origin}/rest/v1/maintable`, ({ request }) =>
        request.headers.get('x-portal-attempt') === attempt
          ? HttpResponse.json(
              { code: 'PT409', message: 'no', hint: 'done-before', details: JSON.stringify(did) },
              { status: 409 },
            )
          : undefined,
      ),
    );
    expect(await saveNewTask('Selasih Park', sentTask, attempt, [sentTask])).toBe(1);
    expect(site.writes).toBe(0);
    expect(await saveNewTask('Selasih Park', { ...sentTask, title: 'As edited' }, attempt, [sentTask])).toBe(1);
    expect(site.tasks2024).toMatchObject([{ id: 1, title: 'As edited', tasks: 'Corrected by another' }]);
  });
});
