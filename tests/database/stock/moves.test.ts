import { beforeAll, expect, test } from 'vitest';
import { keyIn } from '../shapes.ts';
import { newTask } from '../support/write-requests.ts';
import { login, request, startPortal, type SessionHeader, type StockPortal } from './portal.ts';
import type { Client } from './server.ts';

let portal: StockPortal;
beforeAll(async () => {
  portal = await startPortal();
  return () => portal.stop();
});

const rounds = 10;

test('of two moves in opposite directions at the same moment one is done and the other refused (409), without a deadlock', async () => {
  const owner = await portal.connect('postgres');
  const { rows } = await owner.query(`select private.first_admin_key('Head office') as key`);
  const clients = [await portal.connect('authenticator'), await portal.connect('authenticator')];
  const [first] = clients;
  if (!first) throw new Error('No connection');
  const admin = await login(first, String(rows[0]?.['key']));
  const visits = JSON.stringify(Array.from({ length: rounds }, (_, at) => newTask(at + 1)));
  await request(first, admin, `insert into public.maintable (name, tasks2024) values ('One', $1), ('Two', $1)`, [
    visits,
  ]);

  const codes: unknown[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    // both sites are written once in each round
    const moves = [
      [1, 2],
      [2, 1],
    ].map(([from, to], at) =>
      request(clients[at] ?? first, admin, `select public.move_visit($1, $2, $3, $4, $2, '[]')`, [
        from,
        round,
        round,
        to,
      ]).then(
        () => 'done',
        (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
      ),
    );
    // each round continues from the one before
    codes.push(new Set(await Promise.all(moves)));
  }
  expect(codes).toEqual(Array.from({ length: rounds }, () => new Set(['done', 'PT409'])));
  const { rows: totals } = await owner.query(
    'select count(*) filter (where showing)::int as shown, count(*)::int as all from private.visits',
  );
  // each round shows a copy at one site and leaves the hidden visit at the other
  expect(totals).toEqual([{ shown: 2 * rounds, all: 3 * rounds }]);
});

/** Writes a visit of a site with other members, based on what is saved when its turn comes. */
const write = (
  site: number,
  members: object,
  id = 1,
) => `update public.maintable t set revision = t.revision + 1, tasks2024 = (
  select jsonb_agg(case when e ->> 'id' = '${id}' then e || '${JSON.stringify(members)}' else e end order by n)
  from jsonb_array_elements(t.tasks2024) with ordinality as a(e, n)) where t.id = ${site}`;
const move = (
  from: number,
  to: number,
  id = 1,
) => `select public.move_visit(${from}, (select revision from public.maintable where id = ${from}), ${id},
  ${to}, (select revision from public.maintable where id = ${to}), '[]')`;

test('whatever two admins and a technician do at the same moment, the visit is shown at no more than one site', async () => {
  const owner = await portal.connect('postgres');
  const { rows } = await owner.query(`select private.first_admin_key('Second office') as key`);
  const clients = [await portal.connect('authenticator'), await portal.connect('authenticator')];
  const [first, second] = clients;
  if (!first || !second) throw new Error('No connection');
  const admin = await login(first, String(rows[0]?.['key']));
  const sites: number[] = [];
  for (const name of ['Three', 'Four']) {
    await request(first, admin, 'insert into public.maintable (name) values ($1)', [name]);
    const { rows: made } = await owner.query('select id::int from public.maintable where name = $1', [name]);
    sites.push(Number(made[0]?.['id']));
  }
  const [here = 0, there = 0] = sites;
  const [key] = await request(first, admin, `select public.issue_key('technician', 'Field', site_ids => $1) as made`, [
    sites,
  ]);
  const technician = await login(first, keyIn(key?.['made']).key);
  await request(
    first,
    technician,
    `update public.maintable set revision = revision + 1, tasks2024 = $2 where id = $1`,
    [here, JSON.stringify([newTask(1)])],
  );

  const restoreLastLine = 'select public.restore_change($1)';
  const actions: { by: SessionHeader; sql: string }[] = [
    { by: admin, sql: move(here, there) },
    { by: admin, sql: move(there, here) },
    ...sites.flatMap((site) => [
      { by: admin, sql: write(site, { showing: 'True', title: 'Corrected' }) },
      { by: admin, sql: write(site, { showing: 'False' }) },
      { by: technician, sql: write(site, { showing: 'True', title: 'Field' }) },
    ]),
    { by: admin, sql: restoreLastLine },
  ];
  const outcome = async (client: Client, { by, sql }: (typeof actions)[number], line: unknown) =>
    request(client, by, sql, sql === restoreLastLine ? [line] : []).then(
      () => 'done',
      (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
    );
  const codes = new Set<unknown>();
  const states = new Set<unknown>();
  for (const firstAction of actions)
    for (const secondAction of actions) {
      const { rows: lines } = await owner.query('select max(id) as last from private.change_log');
      const last = lines[0]?.['last'];
      const both = [outcome(first, firstAction, last), outcome(second, secondAction, last)];
      for (const code of await Promise.all(both)) codes.add(code);
      const { rows: copies } = await owner.query(
        `select string_agg(case when showing then '+' when moved_to_site is null then '-' else 'o' end, '' order by site_id) as state
          from private.visits where site_id = any ($1) and task_id = 1`,
        [sites],
      );
      states.add(copies[0]?.['state']);
    }
  // + shown, - deleted, o moved to the other site
  expect([...states].filter((state) => !['+', '-', '+o', '-o', 'o+', 'o-'].includes(String(state)))).toEqual([]);
  expect(states.size).toBeGreaterThan(2);
  expect([...codes].filter((code) => !['done', 'PT403', 'PT404', 'PT409', 'PT422'].includes(String(code)))).toEqual([]);
});

test('a move records the log lines of its two site records only, even if others save counts of the same site at the same moment', async () => {
  const owner = await portal.connect('postgres');
  const { rows } = await owner.query(`select private.first_admin_key('Third office') as key`);
  const [mover, counter] = [await portal.connect('authenticator'), await portal.connect('authenticator')];
  const admin = await login(mover, String(rows[0]?.['key']));
  const sites: number[] = [];
  for (const name of ['Five', 'Six']) {
    const [row] = await request(
      mover,
      admin,
      'insert into public.maintable (name, tasks2024) values ($1, $2) returning id::int',
      [name, JSON.stringify(name === 'Five' ? [newTask(1)] : [])],
    );
    sites.push(Number(row?.['id']));
  }
  const [from = 0, to = 0] = sites;
  await request(mover, admin, `insert into public.carpost (site_id, json) values ($1, '{}')`, [from]);
  const moved = new AbortController();
  const counting = (async () => {
    for (let count = 1; !moved.signal.aborted; count += 1)
      await request(counter, admin, 'update public.carpost set revision = revision + 1, json = $2 where site_id = $1', [
        from,
        JSON.stringify({ Exit: [{ type: 'Arm', entrance: count, exit: 0, year: 2026 }] }),
      ]);
  })();
  for (let round = 0; round < 40; round += 1) {
    await request(mover, admin, move(from, to));
    await request(mover, admin, move(to, from));
  }
  moved.abort();
  await counting;
  const { rows: wrong } = await owner.query(
    `select distinct c.table_name from private.visit_moves m join private.change_log c on c.id in (m.hidden_in, m.shown_in)`,
  );
  expect(wrong).toEqual([{ table_name: 'maintable' }]);
});
