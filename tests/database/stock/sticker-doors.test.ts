import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { openManyClients, type ManyClients } from './many-clients.ts';
import { request, type SessionHeader } from './portal.ts';
import type { Client } from './server.ts';

// Calls of stickers at the same moment, on a PostgreSQL server (decisions §15).

let owner: Client;
let clientAt: ManyClients['clientAt'];
let admin: SessionHeader;
let site = 0;
openManyClients((many) => ({ owner, clientAt, admin } = many));
beforeEach(async () => {
  site += 1;
  await request(clientAt(0), admin, 'insert into public.maintable (name) values ($1)', [`Site ${site}`]);
  await request(clientAt(0), admin, 'insert into public.carpost (site_id, json) values ($1, $2)', [site, '{"P1": []}']);
});

const from = (index: number) => ({ 'cf-connecting-ip': `198.51.100.${index}` });
const make = async (index = 0) => {
  const [row] = await request(clientAt(index), admin, 'select public.make_sticker($1, $2) as made', [site, 'P1']);
  return String(Reflect.get(Object(row?.['made']), 'secret'));
};
/** The code of the refusal, or the answer as text. */
const answerOf = ([row]: Record<string, unknown>[]) => {
  const answer: unknown = row?.['answer'];
  return String(Reflect.get(Object(answer), 'code') ?? JSON.stringify(answer));
};
const scan = (index: number, secret: string, headers = from(index)) =>
  request(clientAt(index), headers, 'select public.open_sticker($1) as answer', [secret]).then(answerOf);
const report = (index: number, secret: string, what = 'No power') =>
  request(clientAt(index), from(index), 'select public.report_from_sticker($1, $2) as answer', [
    secret,
    JSON.stringify({ attempt: randomUUID(), what, photos: 0, age: 0 }),
  ]).then(answerOf);
const posts = async (table: 'faults' | 'stickers') => {
  // a sticker that stopped keeps the name of its post at that time
  const live = table === 'stickers' ? 'and ended_at is null' : '';
  const { rows } = await owner.query(`select post from private.${table} where site_id = $1 ${live} order by id`, [
    site,
  ]);
  return rows.map((row) => row['post']);
};
const rename = (index: number, revision: number, isNow: string) =>
  request(clientAt(index), admin, 'update public.carpost set json = $2, revision = $3 where site_id = $1', [
    site,
    JSON.stringify({ [isNow]: [] }),
    revision + 1,
  ]);

test('of 200 wrong codes at once from one address 120 are looked up, and a right one is accepted', async () => {
  const secret = await make();
  const address = { 'cf-connecting-ip': '203.0.113.50' };
  const answers = await Promise.all([
    ...Array.from({ length: 200 }, (_, index) => scan(index, `wrong ${index}`, address)),
    scan(201, secret, address),
  ]);
  expect(answers.filter((answer) => answer === 'PT404')).toHaveLength(120);
  expect(answers.filter((answer) => answer === 'PT429')).toHaveLength(80);
  expect(answers.at(-1)).toContain('"post":"P1"');
});

test('if 20 people scan a new sticker first at once, each sees the page, and the old sticker stops', async () => {
  const [old, renewed] = [await make(), await make()];
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => scan(index, renewed)));
  expect(answers.filter((answer) => answer.includes('"post":"P1"'))).toHaveLength(20);
  expect(await scan(1, old)).toBe('PT404');
});

test('if a sticker is renewed 10 times at once, its post has one new sticker besides it', async () => {
  const first = await make();
  const secrets = await Promise.all(Array.from({ length: 10 }, (_, index) => make(index)));
  const { rows } = await owner.query(
    `select count(*) filter (where ended_at is null)::int as live, count(*) filter (where ended_at > now())::int as renewed
     from private.stickers where site_id = $1`,
    [site],
  );
  expect(rows).toEqual([{ live: 1, renewed: 1 }]);
  const before = await Promise.all([first, ...secrets].map((secret, index) => report(index, secret)));
  expect(before.filter((answer) => answer.startsWith('{')).length).toBeGreaterThanOrEqual(1);
});

test('a post that is renamed while faults are reported keeps every report', async () => {
  const [old, renewed] = [await make(), await make()];
  for (let round = 0; round < 6; round += 1) {
    const isNow = round % 2 === 0 ? 'Main 主门' : 'P1';
    const outcomes = await Promise.all([
      report(1, renewed, `Own words ${round}`),
      report(2, old, `Other words ${round}`),
      rename(3, round + 1, isNow),
      scan(4, renewed),
      scan(5, old),
    ]);
    expect(outcomes.filter((outcome) => JSON.stringify(outcome).includes('40P01'))).toEqual([]);
    const found = [...new Set([...(await posts('faults')), ...(await posts('stickers'))])];
    expect(found).toEqual([isNow]);
    await owner.query('delete from private.door_counts');
  }
});

test('a report that waits while its sticker stops and its post is renamed gets the new name of the post', async () => {
  const [old] = [await make(), await make()];
  await owner.query('begin');
  await owner.query('select from private.stickers where site_id = $1 for update', [site]);
  const reported = report(1, old);
  await vi.waitFor(async () => {
    const { rows } = await owner.query(`select from pg_locks where not granted`);
    expect(rows).toHaveLength(1);
  });
  await owner.query('update private.stickers set ended_at = now() where site_id = $1 and replaces is null', [site]);
  await owner.query('update public.carpost set json = $2, revision = revision + 1 where site_id = $1', [
    site,
    '{"Main 主门": []}',
  ]);
  await owner.query('commit');
  expect(await reported).toContain('"fault"');
  expect(await posts('faults')).toEqual(['Main 主门']);
});
