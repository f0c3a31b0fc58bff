import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { keyIn } from '../shapes.ts';
import { login, request, startPortal, type SessionHeader, type StockPortal } from './portal.ts';
import type { Client } from './server.ts';

let portal: StockPortal;
let owner: Client;
let first: Client;
let second: Client;
let admin: SessionHeader;

async function open(): Promise<void> {
  portal = await startPortal();
  owner = await portal.connect('postgres');
  [first, second] = [await portal.connect('authenticator'), await portal.connect('authenticator')];
  admin = await login(first, await adminKey('Head office'));
  await request(first, admin, `insert into public.maintable (name) values ('One'), ('Two')`);
}
const adminKey = async (label: string) =>
  String((await owner.query('select private.first_admin_key($1) as key', [label])).rows[0]?.['key']);

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const made = async (sql: string, parameters: unknown[]) =>
  keyIn((await request(first, admin, `select ${sql} as made`, parameters))[0]?.['made']).id;
const issue = (label: string, until: string | null = null, replaces: number | null = null) =>
  replaces === null
    ? made(`public.issue_key('user', $1, 1, $2)`, [label, until])
    : made(`public.issue_key('user', $1, 1, $2, successor_of => $3)`, [label, until, replaces]);
const importSite = (by: Client, session: SessionHeader, name: string, label: string, old: string, until: string) =>
  request(by, session, 'select public.import_site($1) as made', [
    JSON.stringify({ name, visits: [], key: { label, old, until } }),
  ]);
const time = (value: unknown) => (value instanceof Date ? value.getTime() : null);
const ends = async (id: number) => {
  const { rows } = await owner.query('select expires_at, end_reason, granted_until from public.main where id = $1', [
    id,
  ]);
  const [row] = rows;
  return { end: time(row?.['expires_at']), reason: row?.['end_reason'], granted: time(row?.['granted_until']) };
};

const revokeAll = (ids: number[]) => `select public.revoke_keys('{${ids.join()}}')`;

const refusals = (answers: PromiseSettledResult<unknown>[]) =>
  answers.flatMap((answer) => {
    if (answer.status === 'fulfilled') return [];
    const { code, hint, detail } = v.parse(
      v.object({ code: v.string(), hint: v.optional(v.string()), detail: v.optional(v.string()) }),
      answer.reason,
    );
    return [[code, hint, detail]];
  });

describe('at the same moment', () => {
  beforeAll(async () => {
    await open();
    return () => portal.stop();
  });

  test('two admins with one attempt: one makes the key, the other gets a clear refusal', async () => {
    const other = await login(second, await adminKey('Depot'));
    const calls = [
      () => `public.issue_key('user', 'New', 1)`,
      (id: number) => `public.rotate_key(${id})`,
      (id: number) => `public.rotate_keys('{${id}}')`,
    ];
    for (const call of calls)
      for (let round = 1; round <= 10; round += 1) {
        const sql = call(await issue('Desk'));
        const attempt = { 'x-portal-attempt': randomUUID() };
        const both = await Promise.allSettled([
          request(first, { ...admin, ...attempt }, `select ${sql}`),
          request(second, { ...other, ...attempt }, `select ${sql}`),
        ]);
        expect(refusals(both)).toEqual([['PT422', 'attempt-of-another', undefined]]);
      }
  });

  test('two admins who revoke some of the same keys: one does, the other is told which key has ended', async () => {
    const other = await login(second, await adminKey('Second depot'));
    for (let round = 1; round <= 5; round += 1) {
      const ids = [await issue('A'), await issue('B'), await issue('C')];
      const both = await Promise.allSettled([
        request(first, admin, revokeAll(ids.slice(0, 2))),
        request(second, other, revokeAll(ids.slice(1).toReversed())),
      ]);
      const gone = JSON.stringify([{ id: ids[1], code: 'PT404', hint: null }]);
      const [[code, hint, detail] = []] = refusals(both);
      expect([code, hint, JSON.parse(detail ?? 'null')]).toEqual(['PT409', 'keys-refused', JSON.parse(gone)]);
      const { rows } = await owner.query('select id from public.main where id = any ($1) and revoked_at is null', [
        ids,
      ]);
      expect(rows).toHaveLength(1);
    }
  });

  test('two admins who rotate a key without overlap: one does, the other, whose request came first, is told that it has ended', async () => {
    const other = await login(second, await adminKey('Third depot'));
    const id = await issue('Desk');
    // the other's transaction has started, and continues once the owner lets it
    await owner.query('select pg_advisory_lock(1)');
    const late = request(second, other, `select pg_advisory_xact_lock(1), public.rotate_key($1, '0')`, [id]);
    const settled = Promise.allSettled([late]);
    await expect.poll(async () => (await owner.query('select 1 from pg_locks where not granted')).rows).toHaveLength(1);
    await request(first, admin, `select public.rotate_key($1, '0')`, [id]);
    await owner.query('select pg_advisory_unlock(1)');
    expect(refusals(await settled)).toEqual([['PT404', undefined, undefined]]);
    expect((await owner.query('select id from public.main where successor_of = $1', [id])).rows).toHaveLength(1);
  });

  test('two imports of one old key: one gets it, the other is told', async () => {
    for (let round = 1; round <= 10; round += 1) {
      const old = `OLD-PORTAL-${randomUUID()}`;
      const both = await Promise.allSettled([
        importSite(first, admin, 'One', 'Old', old, inDays(9)),
        importSite(second, admin, 'Two', 'Old', old, inDays(9)),
      ]);
      expect(refusals(both)).toEqual([['PT409', undefined, undefined]]);
    }
  });

  test('setting an end and rotating at once: the new key has the end of one of the two orders', async () => {
    const far = inDays(120);
    for (let round = 1; round <= 10; round += 1) {
      const id = await issue('Desk');
      const [rotated, set] = await Promise.allSettled([
        request(first, admin, 'select public.rotate_key($1) as made', [id]),
        request(second, admin, 'select public.set_key_end($1, $2)', [id, far]),
      ]);
      const next = await ends(keyIn(rotated.status === 'fulfilled' ? rotated.value[0]?.['made'] : null).id);
      expect((await ends(id)).reason).toBe('rotated');
      // after the rotation the old key cannot get such a late end
      expect([next.end, set.status]).toEqual(
        set.status === 'fulfilled' ? [Date.parse(far), set.status] : [null, set.status],
      );
    }
  });
});
