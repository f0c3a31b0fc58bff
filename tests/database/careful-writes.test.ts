import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { send } from './access/outcomes.ts';
import { messageOf } from './shapes.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';
import { change, everything, newTask } from './support/write-requests.ts';

let backend: TestBackend;
let admin: string;
let state = '';
beforeAll(async () => {
  backend = await bootBackend();
  return () => backend.close();
});
// reset only after a write that was stored, so that a test does not fail because of the one before
beforeEach(async () => {
  if (state !== '') return;
  await backend.reset();
  admin = await backend.sessionFor(keys.admin);
  await replaceTasks([newTask(1), newTask(2)]);
  state = await everything(backend);
});

/** Writes without any rule, as data that is older than the rules. */
async function replaceTasks(tasks: object[]): Promise<void> {
  await backend.sql('set session_replication_role = replica');
  await backend.sql('update public.maintable set tasks2024 = $1 where id = 1', [JSON.stringify(tasks)]);
  await backend.sql('set session_replication_role = default');
}

/** A write of an admin over HTTP, and the same write by the owner of the database in SQL. */
const ways = [
  [
    'by an admin over HTTP',
    async (table: string, filter: string, body: object) => {
      const response = await send(backend, change(`${table}?select=revision${filter && `&${filter}`}`, body), admin);
      return [response.status, response.status < 300 ? '' : messageOf(response.text)] as const;
    },
  ],
  [
    'by the owner in SQL',
    async (table: string, filter: string, body: object) => {
      const columns = Object.keys(body).join();
      const [column, operator, id] = filter.split(/=|\./u);
      const rows = `where t.${column} ${operator === 'gt' ? '>' : '='} ${id}`;
      const statement = `update public.${table} t set (${columns}) = (select ${columns} from jsonb_populate_record(null::public.${table}, $1)) ${rows}`;
      return backend.sql(statement, [JSON.stringify(body)]).then(
        () => [200, ''] as const,
        (error: unknown) => [statusFor(error), String(error).replace(/^\w+: /u, '')] as const,
      );
    },
  ],
] as const;

/** The HTTP status for the SQLSTATE of an error. */
function statusFor(error: unknown): number {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return code === 'PT409' ? 409 : 400;
}

const siteOne = 'id=eq.1';
const tasks = (...all: unknown[]) => ({ tasks2024: all, revision: 2 });
const [first, second] = [newTask(1), newTask(2)];
/** The time in Singapore some days from now, as if it were in UTC. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 28_800_000);
const monthNames = ['january', 'february', 'mar', 'apr', 'may', 'june', 'july', 'august', 'sep', 'oct', 'nov', 'dec'];
const visitOn = (date: Date) => ({
  time: `${date.toISOString().slice(0, 19)}+08:00`,
  year: String(date.getUTCFullYear()),
  month: monthNames[date.getUTCMonth()],
});

const stale = /^revision must be 2, one more than the stored one: somebody else was faster, or it was left out$/u;
const misfiled = /^Task at position 3: year and month must be those of time: filed under/u;
const refusals: [string, string, string, object, RegExp, number?][] = [
  ['a task left out', 'maintable', siteOne, tasks(second), /^Task 1: missing\. Tasks are hidden, never removed$/u],
  ['all tasks left out', 'maintable', siteOne, tasks(), /^Task 1: missing/u],
  ['a task under another id', 'maintable', siteOne, tasks(first, { ...second, id: 3 }), /^Task 2: missing/u],
  ['a task twice', 'maintable', siteOne, tasks(first, second, second), /^Task 2: the same id twice$/u],
  [
    'an id twice',
    'maintable',
    siteOne,
    tasks(first, second, { ...second, title: 'X' }),
    /^Task 2: the same id twice$/u,
  ],
  [
    'a new id twice',
    'maintable',
    siteOne,
    tasks(first, second, newTask(9), newTask(9)),
    /^Task 9: the same id twice$/u,
  ],
  ['no revision', 'maintable', siteOne, { tasks2024: [first, second, newTask(3)] }, stale, 409],
  ['no revision with a field', 'maintable', siteOne, { capacity: '9' }, stale, 409],
  ['the stored revision', 'maintable', siteOne, { capacity: '9', revision: 1 }, stale, 409],
  ['a revision too high', 'maintable', siteOne, { capacity: '9', revision: 3 }, stale, 409],
  ['revision null', 'maintable', siteOne, { capacity: '9', revision: null }, stale, 409],
  ['car posts without a revision', 'carpost', 'site_id=eq.1', { json: {} }, stale, 409],
  ['car posts over an old revision', 'carpost', 'site_id=eq.1', { json: {}, revision: 1 }, stale, 409],
  [
    'all sites',
    'maintable',
    'id=gt.0',
    { address: 'X', revision: 2 },
    /^maintable: one row at a time, not 2 rows at once$/u,
  ],
  [
    'the tasks of all sites',
    'maintable',
    'id=gt.0',
    tasks(first, second),
    /^maintable: one row at a time, not 2 rows/u,
  ],
  ['all sites without a revision', 'maintable', 'id=gt.0', { address: 'X' }, stale, 409],
  [
    'all car posts',
    'carpost',
    'site_id=gt.0',
    { json: {}, revision: 2 },
    /^carpost: one row at a time, not 2 rows at once$/u,
  ],
  [
    'an unknown kind',
    'maintable',
    siteOne,
    tasks(first, { ...second, kind: 'x' }),
    /^Task at position 2: kind must be/u,
  ],
  [
    'a kind as null',
    'maintable',
    siteOne,
    tasks(first, { ...second, kind: null }),
    /^Task at position 2: kind must be/u,
  ],
  [
    'a visit in 2099',
    'maintable',
    siteOne,
    tasks(first, second, { ...newTask(3), time: '2099-04-02T09:30:00+08:00' }),
    /^Task at position 3: time must not be more than a day ahead$/u,
  ],
  [
    'a visit in two days',
    'maintable',
    siteOne,
    tasks(first, { ...second, ...visitOn(inDays(2)) }),
    /^Task at position 2: time must not be more than a day ahead$/u,
  ],
  [
    'another year than that of time',
    'maintable',
    siteOne,
    tasks(first, second, { ...newTask(3), year: '2025' }),
    misfiled,
  ],
  [
    'another month than that of time',
    'maintable',
    siteOne,
    tasks(first, second, { ...newTask(3), month: 'mar' }),
    misfiled,
  ],
  [
    'the month that the visit had in UTC',
    'maintable',
    siteOne,
    tasks(first, second, { ...newTask(3), time: '2026-05-01T07:59:00+08:00' }),
    misfiled,
  ],
  [
    'a stored visit moved to another month than its time',
    'maintable',
    siteOne,
    tasks(first, { ...second, month: 'mar' }),
    /^Task at position 2: year and month must be those of time: filed under mar 2026, dated 2026-04-02$/u,
  ],
];

describe.each(ways)('refused with its reason, without any change, %s', (_, write) => {
  test.each(refusals)('%s', async (__, table, filter, body, message, status = 400) => {
    const before = state;
    const response = await write(table, filter, body);
    const after = await everything(backend);
    if (after !== before) state = '';
    expect(response).toEqual([status, expect.stringMatching(message)]);
    expect(after).toBe(before);
  });
});

const visits: [string, object][] = [
  ['a visit of today', visitOn(inDays(0))],
  ['a visit of tomorrow, from a place where it is already tomorrow', visitOn(inDays(0.9))],
  ['the first minute of a year', { time: '2026-01-01T00:00:00+08:00', year: '2026', month: 'january' }],
  ['the last minute of a February', { time: '2024-02-29T23:59:59.999+08:00', year: '2024', month: 'february' }],
  ['preventive maintenance', { kind: 'preventive' }],
  ['an emergency', { kind: 'emergency' }],
  ['other work', { kind: 'other' }],
];

describe.each(ways)('accepted, %s', (_, write) => {
  beforeEach(() => {
    state = '';
  });

  test.each(visits)('%s', async (__, values) => {
    expect(
      await write('maintable', siteOne, tasks(first, { ...second, ...values }, { ...newTask(3), ...values })),
    ).toEqual([200, '']);
  });

  test('accepts the same tasks in another order, with a new task between them', async () => {
    expect(await write('maintable', siteOne, tasks(second, newTask(3), first))).toEqual([200, '']);
  });
});

const save = (revision: number, ...all: object[]) =>
  send(backend, change(`maintable?${siteOne}&select=revision`, { tasks2024: all, revision }), admin);

/** Undoes the newest change. Returns null if that succeeded. */
async function restoreNewest() {
  const client = backend.clientFor(admin);
  const { data } = await client.rpc('list_changes', { page_size: 1 });
  return (await client.rpc('restore_change', { change_id: data?.[0]?.id ?? 0 })).error;
}

async function firstTask(): Promise<unknown> {
  const rows = await backend.sql<{ task: unknown }>('select tasks2024 -> 0 as task from public.maintable where id = 1');
  return rows[0]?.task;
}

describe('a task that was filed under another month than its date, before this was refused', () => {
  const old = { ...first, year: '2023', month: 'mar' };
  beforeEach(async () => {
    state = '';
    await replaceTasks([old, second]);
  });

  test('is not checked when others are saved, and can be edited in other fields and hidden', async () => {
    expect((await save(2, old, second, newTask(3))).status).toBe(200);
    expect((await save(3, { ...old, title: 'Better', kind: 'other' }, second, newTask(3))).status).toBe(200);
    expect((await save(4, { ...old, showing: 'False' }, second, newTask(3))).status).toBe(200);
    expect(await firstTask()).toEqual({ ...old, showing: 'False' });
  });

  test('can be corrected, and restored from the change log, but not made worse', async () => {
    expect((await save(2, { ...old, month: 'may' }, second)).status).toBe(400);
    expect((await save(2, first, second)).status).toBe(200);
    expect(await restoreNewest()).toBeNull();
    expect(await firstTask()).toEqual(old);
    expect(await restoreNewest()).toBeNull();
    expect(await firstTask()).toEqual(first);
    expect((await save(5, { ...old, year: '2024' }, second)).status).toBe(400);
  });
});

test('a new record starts at revision 1, whatever the write says', async () => {
  state = '';
  await backend.sql(`insert into public.maintable (name, revision) values ('Three', 9), ('Four', 1)`);
  const rows = await backend.sql(`select revision::int from public.maintable where name in ('Three', 'Four')`);
  expect(rows).toEqual([{ revision: 1 }, { revision: 1 }]);
});

test('a client with the right to edit counts must send the revision too', async () => {
  state = '';
  const session = await backend.sessionFor(keys.siteOne);
  await backend.clientFor(session).rpc('unlock_analytics', { secret_key: keys.admin });
  const savePosts = async (body: object) => (await send(backend, change('carpost?site_id=gt.0', body), session)).status;
  expect([await savePosts({ json: {} }), await savePosts({ json: {}, revision: 2 })]).toEqual([409, 200]);
});
