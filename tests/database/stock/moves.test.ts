import { afterAll, beforeAll, expect, test } from 'vitest';
import { newTask } from '../support/write-requests.ts';
import { login, request, startPortal, type StockPortal } from './portal.ts';

let portal: StockPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const rounds = 10;

test('moves in opposite directions at the same moment never wait for each other: one is done, the other is told', async () => {
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
    // each round stands on the one before
    codes.push(new Set(await Promise.all(moves)));
  }
  expect(codes).toEqual(Array.from({ length: rounds }, () => new Set(['done', 'PT409'])));
  const { rows: totals } = await owner.query(
    'select count(*) filter (where showing)::int as shown, count(*)::int as all from private.visits',
  );
  expect(totals).toEqual([{ shown: 2 * rounds, all: 3 * rounds }]);
});
