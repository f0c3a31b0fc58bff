import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { keyIn } from '../shapes.ts';
import { newTask } from '../support/write-requests.ts';
import { login, request, startPortal, type SessionHeader, type StockPortal } from './portal.ts';
import type { Client } from './server.ts';

let portal: StockPortal;
let first: Client;
let second: Client;
let field: Client;
let owner: Client;
let admin: SessionHeader;
beforeAll(async () => {
  portal = await startPortal();
  [first, second, field] = [
    await portal.connect('authenticator'),
    await portal.connect('authenticator'),
    await portal.connect('authenticator'),
  ];
  owner = await portal.connect('postgres');
  const { rows } = await owner.query(`select private.first_admin_key('Head office') as key`);
  admin = await login(first, String(rows[0]?.['key']));
  await request(first, admin, `insert into public.maintable (name, tasks2024) values ('One', '[]')`);
  return () => portal.stop();
});

const issueKey = async (successorOf: number | null, by = first) => {
  const [row] = await request(by, admin, `select public.issue_key('technician', 'Field', successor_of => $1) as made`, [
    successorOf,
  ]);
  return keyIn(row?.['made']);
};
const revoke = (id: number) => request(first, admin, 'select public.revoke_key($1)', [id]);

test('two admins who issue a successor of a key at the same moment: one gets it, the other is told', async () => {
  for (let round = 1; round <= 10; round += 1) {
    const { id } = await issueKey(null);
    await revoke(id);
    const both = await Promise.allSettled([issueKey(id, first), issueKey(id, second)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'PT422', hint: 'replaced-before' },
    });
  }
});

test('a visit that arrives while its key is revoked, and is handed in by an admin meanwhile, is there once', async () => {
  const technician = await issueKey(null);
  const session = await login(field, technician.key);
  const attempt = { 'x-portal-attempt': randomUUID() };
  const save = `update public.maintable set tasks2024 = tasks2024 || $1, revision = $2 where id = 1 and revision = $2 - 1`;
  const visit = JSON.stringify([newTask(1)]);
  // the phone's request has written its row, and continues once the owner lets it
  await owner.query('select pg_advisory_lock(1)');
  const late = request(
    field,
    { ...session, ...attempt },
    `with saved as (${save} returning 1) select pg_advisory_xact_lock(1) from saved`,
    [visit, 2],
  );
  await expect.poll(async () => (await owner.query(`select 1 from pg_locks where not granted`)).rows).toHaveLength(1);
  await revoke(technician.id);
  const handIn = (revision: number) =>
    request(second, { ...admin, ...attempt }, `${save} returning revision::int`, [visit, revision]);
  const early = handIn(2);
  await owner.query('select pg_advisory_unlock(1)');
  await late;
  expect(await early).toEqual([]);
  await expect(handIn(3)).rejects.toMatchObject({ code: 'PT409', hint: 'done-before' });
});
