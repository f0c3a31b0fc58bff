import { beforeEach, expect, test } from 'vitest';
import type { TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';
import { openPortal, technicianOf, type Client } from './support/open-portal.ts';
import { newTask } from './support/write-requests.ts';

let backend: TestBackend;
let admin: Client;
/** The sessions of the three people. The technician added the visit, and has no right to site 3. */
let sessions: { first: string; second: string; technician: string };

const visit = { ...newTask(3), title: 'The visit' };

openPortal((portal) => ({ backend, admin } = portal));
beforeEach(async () => {
  // each site has two visits, so that the moved visit has the same id everywhere
  await backend.exclusive(() =>
    backend.pg.exec(`set session_replication_role = replica;
      insert into public.maintable (name, tasks2024) select 'Three', tasks2024 from public.maintable where id = 2;
      set session_replication_role = default;
      select private.mirror_visits(3, array(select jsonb_array_elements(t.tasks2024))) from public.maintable t where id = 3;`),
  );
  sessions = {
    first: await backend.sessionFor(keys.admin),
    second: await backend.sessionFor(keys.admin),
    technician: (await technicianOf(backend, [1, 2])).session,
  };
  const { tasks, revision } = await siteRow(1);
  const added = await backend
    .clientFor(sessions.technician)
    .from('maintable')
    .update({ tasks2024: [...tasks, visit], revision: revision + 1 })
    .eq('id', 1);
  expect(added.error).toBeNull();
});

async function siteRow(site: number, client = admin) {
  const { data } = await client.from('maintable').select('tasks2024, revision').eq('id', site).single();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as saved by these tests
  return { tasks: (data?.tasks2024 ?? []) as (typeof visit)[], revision: data?.revision ?? 0 };
}

const moveTo = async (to: number, from = 1) =>
  admin.rpc('move_visit', {
    site_id: from,
    revision: (await siteRow(from)).revision,
    task_id: 3,
    to_site: to,
    to_revision: (await siteRow(to)).revision,
    photos: [],
  });
const clientOf = (who: keyof typeof sessions) => backend.clientFor(sessions[who]);
/** Writes the visit of a site with other members, as a screen does. */
const save = async (who: keyof typeof sessions, site: number, members: Partial<typeof visit>) => {
  const { tasks, revision } = await siteRow(site);
  return clientOf(who)
    .from('maintable')
    .update({
      tasks2024: tasks.map((task) => (task.id === 3 ? { ...task, ...members } : task)),
      revision: revision + 1,
    })
    .eq('id', site)
    .select('revision');
};

const ownVisits = async (site: number) => (await clientOf('technician').rpc('my_visits', { site_id: site })).data;
const moved = async (client: Client, site: number) => (await client.rpc('moved_visits', { site_id: site })).data;

test.each([
  ['an admin', 'second', 422, 'moved'],
  ['the technician who added it today', 'technician', 403, null],
] as const)('%s cannot show a moved visit again where it was', async (_, who, status, hint) => {
  expect((await moveTo(2)).error).toBeNull();
  for (const members of [{ showing: 'True' }, { showing: 'True', title: 'Corrected' }]) {
    const { error, status: answered } = await save(who, 1, members);
    expect([answered, error?.hint ?? null]).toEqual([status, hint]);
  }
  expect((await siteRow(1)).tasks.at(-1)).toEqual({ ...visit, showing: 'False' });
});

test('a refused caller is told where the visit is, even if it is deleted there', async () => {
  await moveTo(2);
  const there = { site_id: 2, site: 'Two', task_id: 3 };
  const details = async () =>
    JSON.parse((await save('second', 1, { showing: 'True' })).error?.details ?? '') as unknown;
  expect(await details()).toEqual({ ...there, showing: true });
  await save('first', 2, { showing: 'False' });
  expect(await details()).toEqual({ ...there, showing: false });
});

test('the day on which the technician may correct the visit goes with it', async () => {
  await moveTo(2);
  expect([await ownVisits(1), await ownVisits(2)]).toEqual([[], [3]]);
  for (const members of [{ title: 'Corrected' }, { showing: 'False' }, { showing: 'True' }])
    expect((await save('technician', 2, members)).data).toHaveLength(1);
  // at site 3, to which the technician has no right, only admins may
  await moveTo(3, 2);
  expect([await ownVisits(1), await ownVisits(2), await ownVisits(3)]).toEqual([[], [], []]);
  for (const site of [1, 2]) expect((await save('technician', site, { title: 'Mine' })).status).toBe(403);
  expect((await save('technician', 3, { title: 'Mine' })).data).toEqual([]);
  await moveTo(1, 3);
  expect([await ownVisits(1), await ownVisits(2)]).toEqual([[3], []]);
});

test('an admin is told where visits went, a technician for its sites, and nobody else', async () => {
  const toTwo = { id: 3, site_id: 2, site: 'Two', task_id: 3, showing: true };
  const unknown = { id: 3, site_id: null, site: null, task_id: null, showing: null };
  expect(await moved(admin, 1)).toEqual([]);
  await moveTo(2);
  for (const client of [admin, clientOf('technician')]) expect(await moved(client, 1)).toEqual([toTwo]);
  await moveTo(3, 2);
  for (const site of [1, 2]) {
    expect(await moved(admin, site)).toEqual([{ ...toTwo, site_id: 3, site: 'Three' }]);
    expect(await moved(clientOf('technician'), site)).toEqual([unknown]);
  }
  expect(await moved(admin, 3)).toEqual([]);
  expect(await moved(clientOf('technician'), 3)).toEqual([]);
  for (const key of [keys.siteOne, keys.withoutSite])
    expect(await moved(backend.clientFor(await backend.sessionFor(key)), 1)).toEqual([]);
  expect((await backend.clientFor().rpc('moved_visits', { site_id: 1 })).error?.code).toBe('PT401');
});

test('both lines of a move contain from where to where, and no other line does', async () => {
  await moveTo(2);
  await save('first', 2, { showing: 'False' });
  const { data: lines } = await admin.rpc('list_changes', { page_size: 9 });
  const change_ids = lines?.map(({ id }) => id) ?? [];
  const [, arrived, left] = change_ids;
  expect((await admin.rpc('logged_moves', { change_ids })).data).toEqual([
    { change_id: left, from_site: 'One', to_site: 'Two' },
    { change_id: arrived, from_site: 'One', to_site: 'Two' },
  ]);
  expect((await clientOf('technician').rpc('logged_moves', { change_ids })).error?.code).toBe('PT403');
});

test('a line of the log does not restore a visit that was moved on or changed, and says where it is', async () => {
  await moveTo(2);
  await save('second', 2, { title: 'Corrected' });
  const { data: lines } = await admin.rpc('list_changes', { page_size: 3 });
  const [, arrived, left] = lines ?? [];
  const restored = async (line: typeof arrived) =>
    (await admin.rpc('restore_change', { change_id: line?.id ?? 0 })).error;
  expect(await restored(left)).toMatchObject({ code: 'PT409', hint: 'moved' });
  expect(await restored(arrived)).toMatchObject({ code: 'PT409' });
  await moveTo(3, 2);
  for (const line of [left, arrived]) {
    const error = await restored(line);
    expect(error).toMatchObject({ code: 'PT409', hint: 'moved' });
    expect(JSON.parse(error?.details ?? '')).toEqual({ site_id: 3, site: 'Three', task_id: 3, showing: true });
  }
});

test('a visit that was deleted and restored before it was moved is not shown by its older lines', async () => {
  await save('first', 1, { showing: 'False' });
  const { data: lines } = await admin.rpc('list_changes', { page_size: 1 });
  await save('first', 1, { showing: 'True' });
  await moveTo(2);
  const { error } = await admin.rpc('restore_change', { change_id: lines?.[0]?.id ?? 0 });
  expect(error).toMatchObject({ code: 'PT422', hint: 'moved' });
});

// The actions as SQL: all orders of thousands of requests are tried in one transaction.

interface Action {
  name: string;
  by: keyof typeof sessions;
  sql: string;
  /** Whether the person wants the visit to be hidden everywhere. */
  deletes?: true;
  /** Whether it undoes a line of the change log, counted from the newest. */
  line?: number;
}

const move = (from: number, to: number): Action => ({
  name: `move ${from} to ${to}`,
  by: 'first',
  sql: `select public.move_visit(${from}, (select revision from public.maintable where id = ${from}), 3, ${to},
    (select revision from public.maintable where id = ${to}), '[]')`,
});
/** Writes the whole array, as every screen does. */
const write = (by: Action['by'], site: number, name: string, members: Partial<typeof visit>): Action => ({
  name: `${by}: ${name} at ${site}`,
  by,
  sql: `update public.maintable t set revision = t.revision + 1, tasks2024 = (
    select jsonb_agg(case when e -> 'id' = '3' then e || '${JSON.stringify(members)}' else e end order by n)
    from jsonb_array_elements(t.tasks2024) with ordinality as a(e, n)) where t.id = ${site}`,
  ...(members.showing === 'False' && { deletes: true }),
});
const takeBack = (line: number): Action => ({
  name: `take back line ${line}`,
  by: 'second',
  sql: 'select public.restore_change(:line)',
  line,
});

const actions: Action[] = [
  ...[1, 2, 3].flatMap((from) => [1, 2, 3].filter((to) => to !== from).map((to) => move(from, to))),
  ...[1, 2, 3].flatMap((site) => [
    write('second', site, 'correct and show', { title: 'Corrected', showing: 'True' }),
    write('first', site, 'hide', { showing: 'False' }),
  ]),
  ...[1, 2].flatMap((site) => [
    write('technician', site, 'correct and show', { title: 'Corrected in the field', showing: 'True' }),
    write('technician', site, 'hide', { showing: 'False' }),
  ]),
  ...[0, 1, 2].map((line) => takeBack(line)),
];

interface Copy {
  site: number;
  showing: boolean;
  /** The site where the visit is now; null if it is at this one. */
  at: number | null;
  /** The state according to the array of the site. */
  listed: string;
}

/** The copies of the visit. */
const stateSql = `select coalesce(json_agg(json_build_object('site', v.site_id, 'showing', v.showing, 'at', v.moved_to_site,
    'listed', e ->> 'showing') order by v.site_id), '[]') as copies
  from private.visits v join public.maintable t on t.id = v.site_id
  cross join jsonb_array_elements(t.tasks2024) e
  where v.task_id = 3 and e -> 'id' = '3'`;

test('whatever two admins and a technician do, in any order, a moved visit is shown at no more than one site', async () => {
  const broken: string[] = [];
  const reached = new Set<string>();
  await backend.exclusive(async () => {
    const { pg } = backend;
    const query = async <T>(sql: string, values: unknown[] = []) => (await pg.query<T>(sql, values)).rows;
    const state = async () => (await query<{ copies: Copy[] }>(stateSql))[0]?.copies ?? [];

    /** Tries every action in a state, and again in each new state that it leads to. */
    const tryAll = async (wasDeleted: boolean, path: readonly string[]): Promise<void> => {
      for (const action of actions) {
        const [line] =
          action.line === undefined
            ? []
            : await query<{ id: number; is_move: boolean }>(
                `select c.id::int, exists (select from private.visit_moves m where c.id in (m.hidden_in, m.shown_in)) as is_move
                  from private.change_log c order by c.id desc offset $1 limit 1`,
                [action.line],
              );
        await query('savepoint deed');
        await query(`select set_config('role', 'anon', true), set_config('request.headers', $1, true)`, [
          JSON.stringify({ 'x-portal-session': sessions[action.by] }),
        ]);
        const isDone = await query(action.sql.replace(':line', `${line?.id}`)).then(
          () => true,
          () => false,
        );
        if (isDone) {
          await query(`select set_config('role', 'none', true)`);
          const after = await state();
          const done = [...path, action.name];
          const isDeleted =
            !after.some(({ showing }) => showing) &&
            (wasDeleted || action.deletes === true || (line !== undefined && !line.is_move));
          const problem = problemOf(after, isDeleted);
          if (problem) broken.push(`${problem}: ${done.join(', ')}`);
          const name = stateName(after);
          if (!problem && !reached.has(name)) {
            reached.add(name);
            await tryAll(isDeleted, done);
          }
        }
        await query('rollback to savepoint deed');
        await query('release savepoint deed');
      }
    };
    await pg.exec('begin');
    try {
      await tryAll(false, []);
    } finally {
      await pg.exec('rollback');
    }
  });
  expect(broken).toEqual([]);
  // at each of the sites, shown and deleted, alone and with copies at one or both of the others
  expect([...reached].toSorted()).toEqual(allStates);
}, 120_000);

/** A state, such as `1 is at 3, 2 is at 3, 3 shown`. */
function stateName(copies: readonly Copy[]): string {
  return copies
    .map(({ site, showing, at }) => (at === null ? `${site} ${showing ? 'shown' : 'deleted'}` : `${site} is at ${at}`))
    .join(', ');
}

const allStates = [[1], [1, 2], [1, 3], [1, 2, 3]]
  .flatMap((sites) =>
    sites.flatMap((current) =>
      ['shown', 'deleted'].map((how) =>
        sites.map((site) => (site === current ? `${site} ${how}` : `${site} is at ${current}`)).join(', '),
      ),
    ),
  )
  .toSorted();

function problemOf(copies: readonly Copy[], isDeleted: boolean): string | null {
  const shown = copies.filter(({ showing }) => showing);
  const current = copies.filter(({ at }) => at === null);
  if (shown.length > 1) return 'shown twice';
  if (shown.length === 0 && !isDeleted) return 'shown nowhere, though nobody deleted it';
  if (current.length !== 1) return 'it is not at one site';
  if (copies.some((copy) => copy.at !== null && copy.at !== current[0]?.site))
    return 'a copy does not know where it is';
  return copies.some(({ showing, listed }) => showing !== (listed === 'True')) ? 'the row and the array differ' : null;
}
