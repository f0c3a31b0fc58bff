import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { newTask } from '../support/write-requests.ts';
import { openManyClients, type ManyClients } from './many-clients.ts';
import { request, type SessionHeader, type StockPortal } from './portal.ts';
import type { Client } from './server.ts';

// Reports and ends of faults at the same moment, on a PostgreSQL server (decisions §15).

let portal: StockPortal;
let owner: Client;
let clientAt: ManyClients['clientAt'];
let admin: SessionHeader;
let site = 0;
openManyClients((many) => ({ portal, owner, clientAt, admin } = many));
beforeEach(async () => {
  site += 1;
  await request(clientAt(0), admin, 'insert into public.maintable (name) values ($1)', [`Site ${site}`]);
  await owner.query(
    `insert into private.stickers (site_id, secret) values ($1, encode(private.random_bytes(), 'hex'))`,
    [site],
  );
});

const send = (index: number, values: object = {}) =>
  request(clientAt(index), admin, 'select public.report_fault($1, null, $2) as answer', [
    site,
    JSON.stringify({ attempt: randomUUID(), what: 'No power', photos: 2, age: 0, ...values }),
  ]).then(([row]) => row?.['answer']);

/** Reports with a sticker, whose public call is a separate function. */
const sendBySticker = async (index: number) => {
  const connection = await portal.connect('postgres');
  const { rows } = await connection.query(
    `select private.add_report($1, null, 'sticker', null, s.id, $2) as answer
     from private.stickers s, set_config('request.headers', $3, false) where s.site_id = $1`,
    [
      site,
      JSON.stringify({ attempt: randomUUID(), what: `Own words ${index}`, photos: 0, age: 0 }),
      JSON.stringify({ 'cf-connecting-ip': `198.51.100.${index}` }),
    ],
  );
  const code: unknown = Reflect.get(Object(rows[0]?.['answer']), 'code');
  return code ?? 'saved';
};

const count = async (from: string) => {
  const { rows } = await owner.query(`select count(*)::int as count from ${from}`, [site]);
  return rows[0]?.['count'];
};
const voices = 'private.fault_voices v join private.faults f on f.id = v.fault_id where f.site_id = $1';
const faults = 'private.faults where site_id = $1';

test('a report that arrives 40 times at once is saved once, and each request gets the same answer', async () => {
  const attempt = randomUUID();
  const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => send(index, { attempt })));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await count(voices)).toBe(1);
});

test('of 20 reports with the same words at once one makes a fault, and the others join it', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => send(index)));
  expect(answers.filter((answer) => Reflect.get(Object(answer), 'joined') === false)).toHaveLength(1);
  expect([await count(faults), await count(voices)]).toEqual([1, 20]);
});

test('60 reports by one sticker at once from 60 addresses: 6 are saved, in 5 faults, and the site counts 6', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => sendBySticker(index)));
  expect(answers.filter((answer) => answer === 'saved')).toHaveLength(6);
  expect(answers.filter((answer) => answer === 'PT429')).toHaveLength(54);
  expect([await count(faults), await count(voices)]).toEqual([5, 6]);
  const { rows } = await owner.query('select times from private.door_counts where who = $1', [`site ${site}`]);
  expect(rows[0]?.['times']).toBe(6);
});

test('of two who close a fault at once one is told, and so is one who closes it while a visit answers it', async () => {
  const fault = Number(Reflect.get(Object(await send(0)), 'fault'));
  const close = (index: number) =>
    request(clientAt(index), admin, `select public.close_fault($1, 'settled', 'By phone')`, [fault]).then(
      () => 'closed',
      (error: unknown) => String(Reflect.get(Object(error), 'code')),
    );
  expect((await Promise.all([1, 2, 3].map(close))).toSorted()).toEqual(['PT409', 'PT409', 'closed']);
  await request(clientAt(0), admin, 'select public.reopen_fault($1)', [fault]);

  // the visit is saved, but not yet committed
  const saver = clientAt(4);
  await saver.query('begin');
  await saver.query(`select set_config('request.headers', $1, true), set_config('role', 'anon', true)`, [
    JSON.stringify({ ...admin, 'x-portal-members': '3' }),
  ]);
  await saver.query('update public.maintable set tasks2024 = $1, revision = revision + 1 where id = $2', [
    JSON.stringify([{ ...newTask(1), answers: [fault] }]),
    site,
  ]);
  const closing = close(5);
  await saver.query('commit');
  expect(await closing).toBe('PT409');
  const { rows } = await owner.query('select closed_at from private.faults where id = $1', [fault]);
  expect(rows[0]?.['closed_at']).toBeNull();
});
