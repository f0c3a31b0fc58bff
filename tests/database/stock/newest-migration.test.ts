import { readFile } from 'node:fs/promises';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrationFiles } from '../../../supabase/local/migrations.ts';
import { newTask } from '../support/write-requests.ts';
import { login, request, startPortal, type StockPortal } from './portal.ts';

const versions = (await migrationFiles('.')).map((name) => name.slice(0, 14));
// the migrations of one day are applied together
const newest = versions.at(-1)?.slice(0, 8) ?? '';
/** The first release creates the portal, so nobody works during its migrations. */
const isFirstRelease = versions[0]?.startsWith(newest) ?? false;

let portal: StockPortal;
beforeEach(async () => {
  portal = await startPortal(isFirstRelease ? undefined : versions.find((version) => version.startsWith(newest)));
});
afterEach(() => portal.stop());

/** The additional time for which a migration holds its locks: on a large portal it takes that long. */
const heldMs = 250;

const reads = [
  'select public.whoami()',
  'select name, tasks2024 from public.maintables',
  'select json from public.carpost',
  'select public.list_sessions()',
];
const save =
  'update public.maintable set tasks2024 = tasks2024 || $1, revision = $2 where id = 1 returning revision::int';

/** Applies a change while people work, who are served before and after it. Returns the refusals that they got. */
async function duringWork(change: () => Promise<unknown>): Promise<string[]> {
  const owner = await portal.connect('postgres');
  const newKey = async () => {
    const { rows } = await owner.query(`select private.first_admin_key('Head office') as key`);
    return String(rows[0]?.['key']);
  };
  // a key has 50 sessions, so the other key's sessions end for the newer ones
  const [key, visitorsKey] = [await newKey(), await newKey()];
  const [writer, visitor] = [await portal.connect('authenticator'), await portal.connect('authenticator')];
  const admin = await login(visitor, key);
  await request(writer, admin, `insert into public.maintable (name) values ('One')`);
  await request(writer, admin, 'insert into public.carpost (site_id) values (1)');
  const refused: string[] = [];
  let served = 0;
  const endOfWork = new AbortController();
  const repeatUntilEnd = async (once: (round: number) => Promise<unknown>) => {
    for (let round = 1; !endOfWork.signal.aborted; round += 1) {
      try {
        await once(round);
        served += 1;
      } catch (error) {
        refused.push(String(error));
      }
      // an error that comes at once would leave no time for anything else
      await setImmediate();
    }
  };
  const people = reads.map(async (sql) => {
    const reader = await portal.connect('authenticator');
    return repeatUntilEnd(() => request(reader, admin, sql));
  });
  people.push(
    repeatUntilEnd((round) => request(writer, admin, save, [JSON.stringify([newTask(round)]), round + 1])),
    repeatUntilEnd(() => login(visitor, visitorsKey)),
  );
  const untilServed = async (more: number) => {
    for (const enough = served + more; served + refused.length < enough;) await setTimeout(5);
  };
  await untilServed(30);
  await change();
  await untilServed(30);
  endOfWork.abort();
  await Promise.all(people);
  return refused;
}

// the first release has nothing to which it could be applied
if (!isFirstRelease)
  test('the newest migrations are applied while people work: nobody is logged out, and no save fails', async () => {
    expect(await duringWork(() => portal.update(heldMs))).toEqual([]);
  });

test('a column is added to the sites as CONTRIBUTING shows, while people work', async () => {
  const [, example = ''] = /```sql\n([^]*?)```/u.exec(await readFile('CONTRIBUTING.md', 'utf8')) ?? [];
  const owner = await portal.connect('postgres');
  expect(await duringWork(() => owner.query(`begin; ${example} select pg_sleep(${heldMs / 1_000}); commit;`))).toEqual(
    [],
  );
  const view = `select from pg_attribute where attrelid = 'public.maintables'::regclass and attname = 'lifts'`;
  expect((await owner.query(view)).rows).toHaveLength(1);
});

test('a migration that rewrites the sessions is noticed', async () => {
  const owner = await portal.connect('postgres');
  const rewrite = 'alter table private.sessions add column mark uuid default gen_random_uuid()';
  const refused = await duringWork(() => owner.query(`begin; ${rewrite}; select pg_sleep(${heldMs / 1_000}); commit;`));
  expect(refused).toContain('error: Session expired');
});
