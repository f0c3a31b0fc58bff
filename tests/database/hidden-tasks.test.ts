import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCallers, sessionOf, type Caller } from './access/callers.ts';
import { send } from './access/outcomes.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';
import { bucket, fileUrl, objectName } from './support/base-rows.ts';

const secret = 'Zirconium';
const files = [objectName(1, 4242), objectName(1, 4343, 'pdf')];
let backend: TestBackend;

beforeAll(async () => {
  backend = await bootBackend();
  await addCallers(backend);
  const hidden = {
    id: 2,
    time: '2026-04-27T09:00:00+08:00',
    urls: [fileUrl(files[0] ?? '')],
    year: '2026',
    month: 'apr',
    tasks: `${secret} text`,
    title: `${secret} title`,
    pdf: fileUrl(files[1] ?? ''),
    showing: 'False',
    kind: 'emergency',
  };
  const shown = {
    ...hidden,
    id: 1,
    time: '2026-02-02T16:05:00+08:00',
    urls: [],
    pdf: '',
    title: 'Plain',
    tasks: 'Plain',
    month: 'february',
    showing: 'True',
    kind: 'preventive',
  };
  await backend.sql('update public.maintable set tasks2024 = $1, revision = revision + 1 where id = 1', [
    JSON.stringify([shown, hidden]),
  ]);
  await backend.sql('insert into storage.objects (bucket_id, name) select $1, unnest($2::text[])', [bucket, files]);
  for (const name of files) await backend.blobs.put(bucket, name, new Uint8Array([7]));
});
afterAll(() => backend.close());

const ask = (request: string, caller: Caller = 'client of One', body?: unknown) =>
  send(backend, { request, ...(body !== undefined && { body }) }, sessionOf(caller));

test('a client gets only id, year and month of a hidden task, but also the kind of a shown one', async () => {
  const { text } = await ask('GET /rest/v1/maintables?select=tasks2024');
  expect(JSON.parse(text)).toEqual([
    {
      tasks2024: [
        expect.objectContaining({ title: 'Plain', kind: 'preventive' }),
        { id: 2, year: '2026', month: 'apr', showing: 'False' },
      ],
    },
  ]);
});

test.each([
  'GET /rest/v1/maintables',
  'GET /rest/v1/maintables?select=tasks2024->1',
  'GET /rest/v1/maintables?select=tasks2024->1->>title',
  'GET /rest/v1/maintables?select=tasks2024::text',
  'GET /rest/v1/maintable',
  'GET /rest/v1/maintable?select=tasks2024',
  'GET /rest/v1/carpost?select=*,maintable(*)',
  'GET /rest/v1/carpost',
  'GET /rest/v1/rpc/list_changes',
  'PATCH /rest/v1/maintable?select=tasks2024',
  'PATCH /rest/v1/carpost?select=*,maintable(*)',
])('a client gets no word of a hidden task from %s', async (request) => {
  const body = request.startsWith('PATCH')
    ? request.includes('carpost')
      ? { json: {}, revision: 2 }
      : { address: 'x', revision: 3 }
    : undefined;
  for (const caller of ['client of One', 'unlocked client of One', 'client of Two'] as const) {
    const { text } = await ask(request, caller, body);
    expect(text).not.toMatch(new RegExp(`${secret}|emergency\\\\?"|4242|4343|09:00|01:00`));
  }
});

test.each([
  `tasks2024=cs.[{"title":"${secret} title"}]`,
  `tasks2024=cs.[{"id":2,"pdf":"${fileUrl(files[1] ?? '')}"}]`,
  `tasks2024->1->>title=like.Z*`,
  `tasks2024->1->>tasks=gt.A`,
  `tasks2024->1->>time=not.is.null`,
])('a filter does not find a hidden task: %s', async (filter) => {
  for (const relation of ['maintables', 'maintable']) {
    const { status, text } = await ask(
      `GET /rest/v1/${relation}?select=id&${encodeURI(filter).replaceAll('+', '%2B')}`,
    );
    expect([status, text]).toEqual([200, '[]']);
  }
});

test('clients cannot list the changes, which include hidden tasks', async () => {
  expect((await ask('POST /rest/v1/rpc/list_changes', 'client of One', {})).status).toBe(403);
});

test('an admin gets a hidden task in full', async () => {
  expect((await ask('GET /rest/v1/maintables?name=eq.One', 'admin')).text).toContain(`${secret} title`);
});

test('the files of a hidden task can be read by an admin, but by no client', async () => {
  for (const name of files) {
    const statuses = [];
    for (const caller of ['admin', 'client of One', 'client of Two', 'client without a site', 'no session'] as const) {
      statuses.push((await ask(`GET /storage/v1/object/${bucket}/${name}`, caller)).status);
    }
    expect(statuses).toEqual([200, 400, 400, 400, 400]);
  }
});
