import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { send, summary } from '../access/outcomes.ts';
import { bootBackend, type TestBackend } from '../support/backend.ts';
import { bucket, fileUrl, keys, objectName } from '../support/base-rows.ts';
import { technicianOf, type Technician } from '../support/open-portal.ts';
import { change, newTask } from '../support/write-requests.ts';

let backend: TestBackend;
let technician: Technician;
let initialTasks: unknown[];
let revision = 1;
beforeAll(async () => {
  backend = await bootBackend();
  return () => backend.close();
});
beforeEach(async () => {
  await backend.reset();
  technician = await technicianOf(backend, [1]);
  initialTasks = await tasksOf(1);
  revision = 1;
});

async function tasksOf(site: number): Promise<unknown[]> {
  const [row] = await backend.sql<{ tasks: unknown[] }>(
    'select tasks2024 as tasks from public.maintable where id = $1',
    [site],
  );
  return row?.tasks ?? [];
}

/** Saves as the screens do: based on the revision that was read, with the next revision. */
async function save(session: string, tasks: unknown[]): Promise<string> {
  const path = `maintable?name=eq.One&revision=eq.${revision}&select=revision`;
  const response = summary(
    await send(backend, change(path, { tasks2024: tasks, revision: revision + 1 }), session),
    'PATCH',
  );
  if (response === '200 rows 1') revision += 1;
  return response;
}

async function correctable({ session }: { session: string }, site = 1): Promise<number[] | null> {
  return (await backend.clientFor(session).rpc('my_visits', { site_id: site })).data;
}

async function newestChange() {
  const { data } = await backend.clientFor(await backend.sessionFor(keys.admin)).rpc('list_changes', { page_size: 1 });
  return data?.[0];
}

const setAddedAt = (time: string) => backend.sql(`update private.visits set added_at = ${time} where task_id = 3`);
const midnight = `date_trunc('day', now() at time zone 'Asia/Singapore') at time zone 'Asia/Singapore'`;
const done = '200 rows 1';
const denied = '403 PT403';
const mine = { ...newTask(3), kind: 'preventive' };

test('at most 50 visits a day may be added to a site, and more on the next day', async () => {
  const all = [...initialTasks, ...Array.from({ length: 50 }, (_, at) => newTask(3 + at))];
  expect(await save(technician.session, all)).toBe(done);
  expect(await save(technician.session, [...all, newTask(53)])).toBe(denied);
  expect(await save(technician.session, [...all.slice(0, -1), { ...newTask(52), title: 'Corrected' }])).toBe(done);
  await backend.sql(`update private.visits set added_at = ${midnight} - interval '1 second' where task_id > 2`);
  expect(await save(technician.session, [...(await tasksOf(1)), newTask(53)])).toBe(done);
});

test('a visit with files is added, and the change log names its key', async () => {
  const files = backend.clientFor(technician.session).storage.from(bucket);
  for (const [name, contentType] of [
    [objectName(1, 1), 'image/jpeg'],
    [objectName(1, 1, 'small.jpg'), 'image/jpeg'],
    [objectName(1, 2, 'pdf'), 'application/pdf'],
  ] as const)
    expect((await files.upload(name, new Uint8Array([1]), { contentType })).error).toBeNull();
  const visit = { ...mine, urls: [fileUrl(objectName(1, 1))], pdf: fileUrl(objectName(1, 2, 'pdf')) };
  expect(await save(technician.session, [...initialTasks, visit])).toBe(done);
  expect(await tasksOf(1)).toEqual([...initialTasks, visit]);
  expect(
    (await files.createSignedUrls([objectName(1, 1), objectName(2, 1)], 60)).data?.map(({ error }) => error === null),
  ).toEqual([true, false]);
  expect(await newestChange()).toMatchObject({
    access_id: technician.id,
    access_label: 'In the field',
    site_name: 'One',
    before: { tasks2024: [] },
    after: { tasks2024: [visit] },
  });
});

describe('its own visit of today', () => {
  beforeEach(async () => {
    expect(await save(technician.session, [...initialTasks, mine])).toBe(done);
  });

  test('can be corrected, withdrawn and shown again, each time with a line in the log', async () => {
    const states = [
      { ...mine, title: 'Better', time: '2026-04-01T08:00:00+08:00', kind: 'emergency' },
      { ...mine, showing: 'False' },
      mine,
    ];
    let before: object = mine;
    for (const after of states) {
      expect(await save(technician.session, [...initialTasks, after])).toBe(done);
      expect(await newestChange()).toMatchObject({
        access_id: technician.id,
        before: { tasks2024: [before] },
        after: { tasks2024: [after] },
      });
      before = after;
    }
    expect(await tasksOf(1)).toEqual([...initialTasks, mine]);
  });

  test('is listed for sessions that may correct it, and for no others', async () => {
    const another = await technicianOf(backend, [1]);
    const client = { session: await backend.sessionFor(keys.siteOne) };
    expect(await correctable(technician)).toEqual([3]);
    expect(await correctable(technician, 2)).toEqual([]);
    expect(await correctable({ session: await backend.loginAs(technician.key) })).toEqual([3]);
    expect(await correctable(another)).toEqual([]);
    expect(await correctable(client)).toEqual([]);
    expect(await correctable({ session: await backend.sessionFor(keys.admin) })).toEqual([1, 2, 3]);
  });

  test.each([
    ['can be corrected when added since midnight in Singapore', midnight, [3], done],
    ['cannot be corrected when added just before midnight', `${midnight} - interval '1 microsecond'`, [], denied],
    ['cannot be corrected when added the day before', `now() - interval '1 day'`, [], denied],
    ['cannot be corrected when nobody knows when it was added', 'null', [], denied],
  ])('%s', async (_, when, ids, response) => {
    await setAddedAt(when);
    expect(await correctable(technician)).toEqual(ids);
    expect(await save(technician.session, [...initialTasks, { ...mine, title: 'Better' }])).toBe(response);
  });

  test('keeps who added it and when, also if an admin corrects it', async () => {
    await setAddedAt(`${midnight} - interval '1 hour'`);
    const added = 'select added_by::int, added_at from private.visits where task_id = 3';
    const [before] = await backend.sql(added);
    expect(await save(await backend.sessionFor(keys.admin), [...initialTasks, { ...mine, title: 'Office' }])).toBe(
      done,
    );
    expect(await backend.sql(added)).toEqual([before]);
    expect(before).toMatchObject({ added_by: technician.id });
    expect(await save(technician.session, [...initialTasks, mine])).toBe(denied);
  });

  test('cannot be corrected with another key for the same sites, nor after its key has lost the site', async () => {
    const another = await technicianOf(backend, [1]);
    expect(await save(another.session, [...initialTasks, { ...mine, title: 'Mine now' }])).toBe(denied);
    await backend.sql(`update public.main set site_ids = '{2}' where id = $1`, [technician.id]);
    expect(await correctable(technician)).toEqual([]);
    expect(await save(technician.session, [...initialTasks, { ...mine, title: 'Better' }])).toBe('200 rows 0');
  });
});

test('who added a visit and when is saved: an admin, a technician, or nobody for the owner', async () => {
  const admin = await backend.sessionFor(keys.admin);
  expect(await save(technician.session, [...initialTasks, mine])).toBe(done);
  expect(await save(admin, [...initialTasks, mine, newTask(4)])).toBe(done);
  await backend.sql('insert into public.maintable (name, tasks2024) values ($1, $2)', [
    'Four',
    JSON.stringify([newTask(5)]),
  ]);
  const rows = await backend.sql(
    `select task_id, added_by::int, added_at > now() - interval '1 minute' as now from private.visits where task_id > 2 order by 1`,
  );
  expect(rows).toEqual([
    { task_id: 3, added_by: technician.id, now: true },
    { task_id: 4, added_by: 1, now: true },
    { task_id: 5, added_by: null, now: true },
  ]);
});

test('a write with a filter that matches every site changes only the sites of the key', async () => {
  const other = await tasksOf(2);
  const blind = {
    request: 'PATCH /rest/v1/maintable?id=gt.0',
    body: { tasks2024: [...initialTasks, mine], revision: 2 },
    headers: { prefer: 'return=minimal' },
  };
  expect(summary(await send(backend, blind, technician.session), 'PATCH')).toBe('204');
  expect(await tasksOf(1)).toEqual([...initialTasks, mine]);
  expect(await tasksOf(2)).toEqual(other);
});

test('listing its own visits looks up the sites of the key once, however many visits there are', async () => {
  const all = await technicianOf(backend, null);
  expect(await save(all.session, [...initialTasks, ...Array.from({ length: 20 }, (_, at) => newTask(3 + at))])).toBe(
    done,
  );
  const { own, lookups } = await backend.exclusive(() =>
    backend.pg.transaction(async (transaction) => {
      await transaction.exec(`set local track_functions = 'all'`);
      await transaction.query(`select set_config('request.headers', $1, true)`, [
        JSON.stringify({ 'x-portal-session': all.session }),
      ]);
      // after five runs PostgreSQL uses a plan for any values
      const { rows } = await transaction.query<{ own: number[] }>(
        'select public.my_visits(1) as own from generate_series(1, 10)',
      );
      const counted = await transaction.query<{ calls: number }>(
        `select calls::int from pg_stat_xact_user_functions where funcname = 'session_sites'`,
      );
      return { own: rows[0]?.own, lookups: counted.rows };
    }),
  );
  expect(own).toHaveLength(20);
  expect(lookups).toEqual([{ calls: 10 }]);
});

test('many technicians at once: one saves, the others get a conflict, and nothing is lost', async () => {
  const others = [await technicianOf(backend, [1]), await technicianOf(backend, null)];
  const path = `maintable?id=eq.1&revision=eq.1&select=revision`;
  const responses = await Promise.all(
    [technician, ...others].map(({ session }) =>
      send(backend, change(path, { tasks2024: [...initialTasks, newTask(3)], revision: 2 }), session),
    ),
  );
  expect(responses.map((response) => summary(response, 'PATCH')).toSorted()).toEqual([
    '200 rows 0',
    '200 rows 0',
    done,
  ]);
  expect(await tasksOf(1)).toHaveLength(initialTasks.length + 1);
});
