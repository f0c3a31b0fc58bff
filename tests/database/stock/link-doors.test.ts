import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { newTask } from '../support/write-requests.ts';
import { openManyClients, type ManyClients } from './many-clients.ts';
import { request, type SessionHeader } from './portal.ts';
import type { Client } from './server.ts';

// Calls of links at the same moment, on a PostgreSQL server (decisions §16).

let owner: Client;
let clientAt: ManyClients['clientAt'];
let admin: SessionHeader;
let site = 0;
openManyClients((many) => ({ owner, clientAt, admin } = many));
beforeEach(async () => {
  site += 1;
  await owner.query('delete from private.door_counts');
  await request(clientAt(0), admin, 'insert into public.maintable (name, tasks2024) values ($1, $2)', [
    `Site ${site}`,
    JSON.stringify([newTask(1), newTask(2)]),
  ]);
});

const from = (index: number) => ({ 'cf-connecting-ip': `198.51.100.${index}` });
const turns = new Map<Client, Promise<unknown>>();
/** The answer of a function, or the code of its refusal. A connection serves one request after the other. */
function answerOf(index: number, headers: object, sql: string, parameters: unknown[]): Promise<unknown> {
  const client = clientAt(index);
  const answer = (turns.get(client) ?? Promise.resolve())
    .then(() => request(client, headers, sql, parameters))
    .then(
      ([row]) => row?.['answer'],
      (error: unknown) => ({ code: String(Reflect.get(Object(error), 'code')) }),
    );
  turns.set(client, answer);
  return answer;
}
const codeOf = (answer: unknown) => String(Reflect.get(Object(answer), 'code') ?? 'ok');
const make = (index = 0, headers: object = {}) =>
  answerOf(index, { ...admin, ...headers }, `select public.make_link($1, '{1,2}', 'Insurer', 7) as answer`, [site]);
const secretOf = (answer: unknown) => String(Reflect.get(Object(answer), 'secret'));
const open = (index: number, secret: string, headers = from(index)) =>
  answerOf(index, headers, 'select public.open_link($1) as answer', [secret]);
const openedOf = async () =>
  (
    await owner.query(
      'select opened, last_opened_at is not null as is_known from private.share_links where site_id = $1',
      [site],
    )
  ).rows;

test('200 who open a link at once are 200, and each sees both visits', async () => {
  const secret = secretOf(await make());
  const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => open(index, secret)));
  expect(
    answers
      .map((answer): unknown => Reflect.get(Object(answer), 'visits'))
      .filter((visits) => Array.isArray(visits) && visits.length === 2),
  ).toHaveLength(200);
  // within half an hour this counts as one opening
  expect(await openedOf()).toEqual([{ opened: 1, is_known: true }]);
});

test('of 400 calls at once from one address 300 are accepted', async () => {
  const secret = secretOf(await make());
  const address = { 'cf-connecting-ip': '203.0.113.50' };
  const answers = await Promise.all(Array.from({ length: 400 }, (_, index) => open(index, secret, address)));
  expect(answers.filter((answer) => codeOf(answer) === 'PT429')).toHaveLength(100);
  expect(await openedOf()).toEqual([{ opened: 1, is_known: true }]);
});

test('of 200 wrong secrets at once from one address 120 are looked up, and a right one is accepted', async () => {
  const secret = secretOf(await make());
  const address = { 'cf-connecting-ip': '203.0.113.51' };
  const answers = await Promise.all([
    ...Array.from({ length: 200 }, (_, index) => open(index, `wrong ${index}`, address)),
    open(201, secret, address),
  ]);
  const codes = answers.map(codeOf);
  expect([codes.filter((code) => code === 'PT404').length, codes.filter((code) => code === 'PT429').length]).toEqual([
    120, 80,
  ]);
  expect(codes.at(-1)).toBe('ok');
});

test('20 repetitions of an attempt at once make one link, and show one secret', async () => {
  const headers = { 'x-portal-attempt': randomUUID() };
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => make(index, headers)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await openedOf()).toHaveLength(1);
});

test('of 20 requests at once for the last 5 links of a site 5 succeed', async () => {
  await owner.query(
    `insert into private.share_links (site_id, task_ids, label, secret, until)
     select $1, '{1}', 'x', encode(private.random_bytes(), 'hex'), now() + interval '7 days' from generate_series(1, 195)`,
    [site],
  );
  const codes = (await Promise.all(Array.from({ length: 20 }, (_, index) => make(index)))).map(codeOf);
  expect(codes.filter((code) => code === 'ok')).toHaveLength(5);
  expect(codes.filter((code) => code === 'PT422')).toHaveLength(15);
});

test('End, a hidden visit and calls at the same moment cause no deadlock, and nobody sees anything after End', async () => {
  const made = await make();
  const secret = secretOf(made);
  const hide = (index: number, showing: string, revision: number) =>
    answerOf(
      index,
      admin,
      'update public.maintable set tasks2024 = $2, revision = $3 where id = $1 returning revision::int as answer',
      [site, JSON.stringify([{ ...newTask(1), showing }, newTask(2)]), revision],
    );
  const outcomes = await Promise.all([
    ...Array.from({ length: 8 }, (_, index) => open(index, secret)),
    hide(8, 'False', 2).then(() => hide(8, 'True', 3)),
    ...Array.from({ length: 4 }, (_, index) =>
      answerOf(10 + index, admin, 'select public.end_link($1) as answer', [Reflect.get(Object(made), 'id')]),
    ),
    ...Array.from({ length: 6 }, (_, index) => open(14 + index, secret)),
  ]);
  expect(outcomes.map(codeOf).filter((code) => !['ok', 'PT404'].includes(code))).toEqual([]);
  expect(codeOf(await open(1, secret))).toBe('PT404');
  const { rows } = await owner.query(
    `select count(*)::int as ends from private.change_log where table_name = 'share_links' and site_id = $1 and operation = 'UPDATE'`,
    [site],
  );
  expect(rows).toEqual([{ ends: 1 }]);
});
