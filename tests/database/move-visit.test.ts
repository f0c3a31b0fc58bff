import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/lib/database.types.ts';
import type { TestBackend } from './support/backend.ts';
import { bucket, fileUrl, keys, objectName } from './support/base-rows.ts';
import { openPortal, technicianOf, type Client } from './support/open-portal.ts';
import { everything, newTask } from './support/write-requests.ts';

let backend: TestBackend;
let admin: Client;
let session: string;
openPortal((portal) => ({ backend, admin, session } = portal));

const photosOf = (site: number) => [objectName(site, 1), objectName(site, 2)].map((name) => fileUrl(name));
const pdfOf = (site: number) => fileUrl(objectName(site, 3, 'pdf'));
const visit = {
  ...newTask(3),
  kind: 'emergency',
  title: 'Filed under the wrong site',
  urls: photosOf(1),
  pdf: pdfOf(1),
};

const tasksOf = async (site: number) => {
  const { data } = await admin.from('maintable').select('tasks2024, revision').eq('id', site).single();
  return { tasks: Array.isArray(data?.tasks2024) ? data.tasks2024 : [], revision: data?.revision ?? 0 };
};

beforeEach(async () => {
  const { tasks, revision } = await tasksOf(1);
  const added = await admin
    .from('maintable')
    .update({ tasks2024: [...tasks, visit], revision: revision + 1 })
    .eq('id', 1);
  expect(added.error).toBeNull();
});

type Move = Database['public']['Functions']['move_visit']['Args'];
const wanted = {
  site_id: 1,
  revision: 2,
  task_id: 3,
  to_site: 2,
  to_revision: 1,
  photos: photosOf(2),
  pdf: pdfOf(2),
};
const move = (values: Partial<Record<keyof typeof wanted, unknown>> = {}, client = admin) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- some of these are refused
  client.rpc('move_visit', { ...wanted, ...values } as Move);
/** A client that sends all requests under this attempt. */
const during = (attempt: string): Client => backend.clientFor(session, { 'x-portal-attempt': attempt });

test('a moved visit is unchanged at the other site, with the next id and its copied files, and hidden here; both are logged', async () => {
  const { tasks: before } = await tasksOf(2);
  expect(await move()).toMatchObject({ error: null, data: { site_id: 2, task_id: 3, change: 2 } });
  const [here, there] = [await tasksOf(1), await tasksOf(2)];
  expect([here.revision, there.revision]).toEqual([3, 2]);
  expect(here.tasks.at(-1)).toEqual({ ...visit, showing: 'False' });
  expect(there.tasks).toEqual([...before, { ...visit, urls: photosOf(2), pdf: pdfOf(2) }]);
  const { data: lines } = await admin.rpc('list_changes', { page_size: 2 });
  expect(
    lines?.map(({ access_label, site_name, before: was, after }) => [access_label, site_name, was, after]),
  ).toEqual([
    ['Admin', 'Two', { tasks2024: [] }, { tasks2024: [{ ...visit, urls: photosOf(2), pdf: pdfOf(2) }] }],
    ['Admin', 'One', { tasks2024: [visit] }, { tasks2024: [{ ...visit, showing: 'False' }] }],
  ]);
  const rows = await backend.sql(
    'select site_id::int, showing, photos::int, has_pdf from private.visits where task_id = 3 order by 1',
  );
  expect(rows).toEqual([
    { site_id: 1, showing: false, photos: 2, has_pdf: true },
    { site_id: 2, showing: true, photos: 2, has_pdf: true },
  ]);
});

test('the search in all visits shows for the hidden copy where the visit is', async () => {
  await move();
  const { data } = await admin.rpc('search_visits', { words: 'wrong site' });
  expect(data).toMatchObject([
    { site: 'Two', showing: true, moved_to: null },
    { site: 'One', showing: false, moved_to: { site_id: 2, site: 'Two', task_id: 3, showing: true } },
  ]);
});

test.each(['the line of the site that it left', 'the line of the site that it came to'])(
  'a move is taken back as a whole in the log, by %s',
  async (which) => {
    await move();
    const { data: lines } = await admin.rpc('list_changes', { page_size: 2 });
    const line = lines?.[which.endsWith('left') ? 1 : 0];
    expect(await admin.rpc('restore_change', { change_id: line?.id ?? 0 })).toMatchObject({
      error: null,
      data: { revision: which.endsWith('left') ? 4 : 3 },
    });
    expect((await tasksOf(1)).tasks.at(-1)).toEqual(visit);
    expect((await tasksOf(2)).tasks.at(-1)).toMatchObject({ id: 3, showing: 'False' });
    expect((await admin.rpc('moved_visits', { site_id: 2 })).data).toEqual([
      { id: 3, site_id: 1, site: 'One', task_id: 3, showing: true },
    ]);
  },
);

test('moved back, it is the original visit with its current values', async () => {
  await move();
  const { tasks } = await tasksOf(2);
  const corrected = { ...visit, urls: photosOf(2), pdf: pdfOf(2), title: 'Corrected at Two' };
  await admin
    .from('maintable')
    .update({ tasks2024: [...tasks.slice(0, -1), corrected], revision: 3 })
    .eq('id', 2);
  const back = { site_id: 2, to_site: 1, revision: 3, to_revision: 3, photos: photosOf(1), pdf: pdfOf(1) };
  expect(await move(back)).toMatchObject({ error: null, data: { site_id: 1, task_id: 3, change: 5 } });
  expect((await tasksOf(1)).tasks.slice(2)).toEqual([{ ...visit, title: 'Corrected at Two' }]);
  expect((await tasksOf(2)).tasks.slice(2)).toEqual([{ ...corrected, showing: 'False' }]);
});

test('files that are not in the storage are left out, and the others keep their order', async () => {
  expect((await move({ photos: [null, photosOf(2)[0]], pdf: '' })).error).toBeNull();
  expect((await tasksOf(2)).tasks.at(-1)).toMatchObject({ urls: [photosOf(2)[0]], pdf: '' });
});

test('an old visit stays filed under its month, and an import recognizes it at its new site', async () => {
  const misfiled = { ...newTask(4), id: undefined, month: 'feb', title: 'Old' };
  const old = { source: 'task 7', visit: { ...misfiled, month: 'february' } };
  expect((await admin.rpc('import_site', { site: { name: 'One', visits: [old] } })).data).toMatchObject({ added: 1 });
  expect((await move({ task_id: 4, revision: 3, photos: [], pdf: '' })).error).toBeNull();
  expect((await tasksOf(2)).tasks.at(-1)).toMatchObject({ month: 'february', title: 'Old', id: 3 });
  for (const name of ['One', 'Two'])
    expect((await admin.rpc('import_site', { site: { name, visits: [old] } })).data).toMatchObject({ added: 0 });
});

describe('is refused, and nothing is changed:', () => {
  const foreign = photosOf(1);
  test.each([
    ['an unknown visit', { task_id: 99 }, 404, 'PT404', null],
    ['an unknown site', { site_id: 99 }, 404, 'PT404', null],
    ['an unknown other site', { to_site: 99 }, 404, 'PT404', null],
    ['the same site', { to_site: 1 }, 422, 'PT422', 'same-site'],
    ['a hidden visit', { task_id: 2, photos: [], pdf: '' }, 422, 'PT422', 'hidden'],
    ['a site that was changed since', { revision: 1 }, 409, 'PT409', null],
    ['another site that was changed since', { to_revision: 2 }, 409, 'PT409', null],
    ['no revision', { revision: null }, 409, 'PT409', null],
    ['fewer photos', { photos: photosOf(2).slice(1) }, 422, 'PT422', 'files'],
    ['more photos', { photos: [...photosOf(2), photosOf(2)[0]] }, 422, 'PT422', 'files'],
    ['photos that are no list', { photos: {} }, 422, 'PT422', 'files'],
    ['no photos at all', { photos: null }, 422, 'PT422', 'files'],
    ['the photos of this site', { photos: foreign }, 400, '23514', null],
    ['one photo of this site', { photos: [photosOf(2)[0], foreign[1]] }, 400, '23514', null],
    ['the PDF of this site', { pdf: pdfOf(1) }, 400, '23514', null],
    ['a photo that is no URL', { photos: [photosOf(2)[0], 7] }, 400, '23514', null],
    ['a PDF in place of a photo', { photos: [pdfOf(2), photosOf(2)[0]] }, 400, '23514', null],
  ])('%s', async (_, values, status, code, hint) => {
    const before = await everything(backend);
    const answer = await move(values);
    expect([answer.status, answer.error?.code, answer.error?.hint ?? null]).toEqual([status, code, hint]);
    expect(await everything(backend)).toBe(before);
  });

  test('a PDF for a visit that had none', async () => {
    const answer = await move({ task_id: 1, photos: [] });
    expect([answer.status, answer.error?.hint]).toEqual([422, 'files']);
  });

  test('a file of another host, once the owner has named the hosts', async () => {
    await backend.sql(`update private.settings set file_hosts = '{localhost:5173}'`);
    const elsewhere = pdfOf(2).replace('localhost:5173', 'elsewhere.example');
    const before = await everything(backend);
    expect((await move({ pdf: elsewhere })).error?.code).toBe('23514');
    expect(await everything(backend)).toBe(before);
    expect((await move()).error).toBeNull();
  });

  test('a site that is full', async () => {
    await backend.exclusive(() =>
      backend.pg.exec(`set session_replication_role = replica;
        update public.maintable t set tasks2024 = (select jsonb_agg(t.tasks2024 -> 0 || jsonb_build_object('id', n))
          from generate_series(1, 20000) n) where id = 2;
        set session_replication_role = default;`),
    );
    const answer = await move();
    expect([answer.status, answer.error?.hint]).toEqual([422, 'full']);
    expect((await tasksOf(1)).tasks.at(-1)).toEqual(visit);
  });

  test('everybody but an admin', async () => {
    const { session: technician } = await technicianOf(backend, null);
    const before = await everything(backend);
    const answers = [
      await move({}, backend.clientFor()),
      await move({}, backend.clientFor(await backend.sessionFor(keys.siteOne))),
      await move({}, backend.clientFor(await backend.sessionFor(keys.withoutSite))),
      await move({}, backend.clientFor(technician)),
    ];
    expect(answers.map(({ status, error }) => [status, error?.code])).toEqual([
      [401, 'PT401'],
      [403, 'PT403'],
      [403, 'PT403'],
      [403, 'PT403'],
    ]);
    expect(await everything(backend)).toBe(before);
  });
});

describe('under the id of an attempt', () => {
  test('a repetition moves nothing, whatever was copied again, and gets the first answer', async () => {
    const attempt = randomUUID();
    const first = await move({}, during(attempt));
    const once = await everything(backend);
    for (const values of [{}, { revision: 3, to_revision: 2 }, { photos: [], pdf: '' }])
      expect(await move(values, during(attempt))).toMatchObject({ error: null, data: first.data });
    expect(await everything(backend)).toBe(once);
    expect((await move({ revision: 3, to_revision: 2 }, during(randomUUID()))).error?.hint).toBe('moved');
  });

  test('an attempt is over once the visit was brought back, which can then be moved again', async () => {
    const attempt = randomUUID();
    await move({}, during(attempt));
    const back = { site_id: 2, to_site: 1, revision: 2, to_revision: 3, photos: photosOf(1), pdf: pdfOf(1) };
    expect((await move(back)).error).toBeNull();
    expect((await move({}, during(attempt))).error?.hint).toBe('attempt-over');
    const again = await move({ revision: 4, to_revision: 3 }, during(randomUUID()));
    expect(again).toMatchObject({ error: null, data: { task_id: 3 } });
  });

  test('a refused move can be made again', async () => {
    const attempt = randomUUID();
    expect((await move({ to_revision: 9 }, during(attempt))).status).toBe(409);
    expect((await move({}, during(attempt))).error).toBeNull();
  });
});

test('of two moves at the same moment, one is done and the other is told that somebody was faster', async () => {
  const both = await Promise.all([move({}, during(randomUUID())), move({}, during(randomUUID()))]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect((await tasksOf(2)).tasks).toHaveLength(3);
});

test('the storage copies a file for an admin, not to a site that does not exist, and not for a client or a technician', async () => {
  const [source, target] = [objectName(1, 1), objectName(2, 1)];
  const files = admin.storage.from(bucket);
  await files.upload(source, new Uint8Array(5), { contentType: 'image/jpeg' });
  expect((await files.copy(source, target)).error).toBeNull();
  expect((await files.download(target)).data?.size).toBe(5);
  expect((await files.copy(source, target)).error).toMatchObject({ statusCode: '409' });
  expect((await files.copy(source, objectName(99))).error).not.toBeNull();
  expect((await files.copy(objectName(1, 7), objectName(2, 7))).error).not.toBeNull();
  for (const key of [keys.siteOne, keys.siteTwo]) {
    const client = backend.clientFor(await backend.sessionFor(key)).storage.from(bucket);
    expect((await client.copy(source, objectName(2, 8))).error).not.toBeNull();
  }
  const { session: technician } = await technicianOf(backend, [1]);
  const ofOne = backend.clientFor(technician).storage.from(bucket);
  expect((await ofOne.copy(source, objectName(2, 9))).error).not.toBeNull();
  expect((await backend.sql('select name from storage.objects')).length).toBe(2);
});
