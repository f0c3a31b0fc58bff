import { beforeAll, expect, test } from 'vitest';
import { newTask } from '../support/write-requests.ts';
import { login, request, startPortal, type SessionHeader, type StockPortal } from './portal.ts';
import type { Client } from './server.ts';

// Searches over several connections, which the embedded backend does not have.

let portal: StockPortal;
let owner: Client;
let sessions: SessionHeader[];

beforeAll(async () => {
  portal = await startPortal();
  owner = await portal.connect('postgres');
  await owner.query(`insert into public.maintable (name) values ('One'), ('Two')`);
  const api = await portal.connect('authenticator');
  const keyOf = async (label: string) =>
    String((await owner.query('select private.first_admin_key($1) as key', [label])).rows[0]?.['key']);
  sessions = [
    await login(api, await keyOf('Office')),
    await login(api, await keyOf('Store')),
    await login(api, await keyOf('Yard')),
  ];
  return () => portal.stop();
});

/** A request that is not finished: a transaction of its own connection. Returns a function that ends it. */
async function begin(
  session: SessionHeader | undefined,
  sql: string,
  parameters: unknown[] = [],
): Promise<() => Promise<unknown>> {
  const client = await portal.connect('authenticator');
  await client.query('begin');
  await client.query(
    `select set_config('request.headers', $1, true), set_config('role', 'anon', true), set_config('lock_timeout', '1s', true)`,
    [JSON.stringify(session)],
  );
  await client.query(sql, parameters);
  return () => client.query('commit');
}

const visits = (...titles: string[]) =>
  JSON.stringify(titles.map((title, index) => ({ ...newTask(index + 1), title })));

const search = `select public.search_visits('arm')`;

test('a fourth simultaneous search of a session is refused, one of another session is not', async () => {
  const running = [
    await begin(sessions[0], search),
    await begin(sessions[0], search),
    await begin(sessions[0], search),
  ];
  await expect(begin(sessions[0], search)).rejects.toMatchObject({
    code: 'PT429',
    message: 'Too many searches at a time',
  });
  await (
    await begin(sessions[1], search)
  )();
  for (const end of running) await end();
  await (
    await begin(sessions[0], search)
  )();
});

test('a fifth search of all sessions waits for another, and is refused after a while', async () => {
  const [first, second, third] = sessions;
  const running = [await begin(first, search), await begin(first, search)];
  running.push(await begin(second, search), await begin(second, search));
  const { rows } = await owner.query('select clock_timestamp() as start');
  await expect(begin(third, search)).rejects.toMatchObject({ code: 'PT429', message: 'Too many searches at a time' });
  const waited = await owner.query(`select clock_timestamp() - $1::timestamptz > '1 second' as long`, [
    rows[0]?.['start'],
  ]);
  expect(waited.rows).toEqual([{ long: true }]);

  const ended = { fifth: false };
  const fifth = begin(third, search).then((end) => {
    ended.fifth = true;
    return end;
  });
  await expect
    .poll(
      async () => (await owner.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rows.length,
    )
    .toBe(1);
  expect(ended.fifth).toBe(false);
  for (const end of running) await end();
  await (
    await fifth
  )();
});

test('two saves with the same new words do not wait for each other, in whatever order they have them', async () => {
  const save = 'update public.maintable set tasks2024 = tasks2024 || $1::jsonb, revision = revision + 1 where id = $2';
  const first = await begin(sessions[0], save, [visits('quartz opal', 'amber'), 1]);
  const second = await begin(sessions[1], save, [visits('amber', 'opal quartz'), 2]);
  await first();
  await second();
  const api = await portal.connect('authenticator');
  // finished words, for which the existing words are compared
  const [row] = await request(
    api,
    sessions[0] ?? {},
    `select jsonb_array_length(public.search_visits('ambe one')) as one,
    jsonb_array_length(public.search_visits('quar two')) as two`,
  );
  expect(row).toEqual({ one: 1, two: 1 });
});
