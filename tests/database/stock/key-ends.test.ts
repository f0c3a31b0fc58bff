import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { keyIn } from '../shapes.ts';
import { login, request, startPortal, type SessionHeader, type StockPortal } from './portal.ts';
import type { Client } from './server.ts';

let portal: StockPortal;
let owner: Client;
let first: Client;
let second: Client;
let admin: SessionHeader;

async function open(before?: string): Promise<void> {
  portal = await startPortal(before);
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
const rotate = (id: number, keep = '7 days') => made('public.rotate_key($1, $2::interval)', [id, keep]);
const importedKey = v.object({ key: v.object({ id: v.number() }) });
const importSite = (by: Client, session: SessionHeader, name: string, label: string, old: string, until: string) =>
  request(by, session, 'select public.import_site($1) as made', [
    JSON.stringify({ name, visits: [], key: { label, old, until } }),
  ]);
const importOld = async (label: string, until: string) => {
  const [row] = await importSite(first, admin, 'One', label, `OLD-PORTAL-${randomUUID()}`, until);
  return v.parse(importedKey, row?.['made']).key.id;
};
const time = (value: unknown) => (value instanceof Date ? value.getTime() : null);
const ends = async (id: number) => {
  const { rows } = await owner.query('select expires_at, end_reason, granted_until from public.main where id = $1', [
    id,
  ]);
  const [row] = rows;
  return { end: time(row?.['expires_at']), reason: row?.['end_reason'], granted: time(row?.['granted_until']) };
};

describe.each([
  ['the release before', '20261128000200'],
  ['a release that did not say which key replaced which', '20261126000000'],
])('keys of %s', (_, before) => {
  beforeAll(async () => {
    await open(before);
    return () => portal.stop();
  });

  test('are told apart by what the change log says, and those with an inherited end can be mended', async () => {
    const [until, far, soon] = [inDays(90), inDays(120), inDays(3)];
    const plain = [await issue('Plain'), await issue('Set', far), await importOld('Old', until)];

    const old = await importOld('Old desk', until);
    const ofOld = await rotate(old);
    const ofThat = await rotate(ofOld, '0');
    const dying = await importOld('Old gate', soon);
    const ofDying = await rotate(dying);
    const lasting = await issue('Guard');
    const ofLasting = await rotate(lasting);
    const ofGrace = await rotate(lasting);
    const contractor = await issue('Contractor', far);
    const ofContractor = await rotate(contractor);
    const ofContractorInGrace = await rotate(contractor);
    // the owner gave it another end
    const changed = await rotate(await importOld('Old tower', until));
    await owner.query('update public.main set expires_at = $1 where id = $2', [far, changed]);
    // the same label and building, and no rotation
    await issue('Guard', inDays(40));

    const rows = () => owner.query('select * from public.main order by id');
    const stored = (await rows()).rows;
    const log = await owner.query('select count(*) from private.change_log');
    await portal.update();
    expect((await rows()).rows).toMatchObject(stored);
    expect(await owner.query('select count(*) from private.change_log')).toMatchObject({ rows: log.rows });

    const reason = async (id: number) => {
      const { reason: why, granted } = await ends(id);
      return [why, granted];
    };
    for (const id of [...plain, ofLasting, ofContractor, changed]) expect(await reason(id)).toEqual([null, null]);
    for (const id of [old, ofOld, dying, lasting]) expect(await reason(id)).toEqual(['rotated', null]);
    expect(await reason(contractor)).toEqual(['rotated', Date.parse(far)]);
    for (const id of [ofThat, ofDying, ofGrace]) expect(await reason(id)).toEqual(['inherited', null]);
    expect(await reason(ofContractorInGrace)).toEqual(['inherited', Date.parse(far)]);
    const { rows: others } = await owner.query(
      `select label from public.main where end_reason = 'inherited' order by id`,
    );
    expect(others.map(({ label }) => label)).toEqual(['Old desk', 'Old gate', 'Guard', 'Contractor']);

    // rotated once more, a key with an inherited end gives one that ends as was granted
    expect(await ends(await rotate(ofDying))).toEqual({ end: null, reason: null, granted: null });
    const [answer] = await request(first, admin, 'select public.mend_key_ends($1) as answer', [
      [ofThat, ofDying, ofGrace, ofContractorInGrace, old, contractor],
    ]);
    expect(answer).toEqual({ answer: { mended: [ofThat, ofGrace, ofContractorInGrace] } });
    for (const id of [ofThat, ofGrace]) expect(await ends(id)).toEqual({ end: null, reason: null, granted: null });
    expect(await ends(ofContractorInGrace)).toEqual({ end: Date.parse(far), reason: null, granted: null });
  });
});

test('two keys that were issued alike are no rotation, so that both can be given another end', async () => {
  await open('20261128000200');
  try {
    const until = inDays(200);
    const alike = [await issue('Guard house', until), await issue('Guard house', until)];
    await portal.update();
    for (const id of alike) expect(await ends(id)).toEqual({ end: Date.parse(until), reason: null, granted: null });
    const [guard] = alike;
    await request(first, admin, 'select public.set_key_end($1)', [guard]);
    expect((await ends(guard ?? 0)).end).toBeNull();
  } finally {
    await portal.stop();
  }
});

test('a successor that was issued with an end of its own has that, in whatever release', async () => {
  await open('20261128000200');
  try {
    const gone = await importOld('Old desk', inDays(90));
    await request(first, admin, 'select public.revoke_key($1)', [gone]);
    const until = inDays(30);
    const id = await issue('Old desk', until, gone);
    await portal.update();
    expect(await ends(id)).toEqual({ end: Date.parse(until), reason: null, granted: null });
    expect((await ends(gone)).reason).toBeNull();
  } finally {
    await portal.stop();
  }
});

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

  test('two admins with one attempt: one makes the key, the other is refused in words', async () => {
    const other = await login(second, await adminKey('Depot'));
    const id = await issue('Desk');
    for (const sql of [`public.issue_key('user', 'New', 1)`, `public.rotate_key(${id})`])
      for (let round = 1; round <= 10; round += 1) {
        const attempt = { 'x-portal-attempt': randomUUID() };
        const both = await Promise.allSettled([
          request(first, { ...admin, ...attempt }, `select ${sql}`),
          request(second, { ...other, ...attempt }, `select ${sql}`),
        ]);
        expect(refusals(both)).toEqual([['PT422', 'attempt-of-another', undefined]]);
      }
  });

  test('two imports of one old key: one has it, the other is told', async () => {
    for (let round = 1; round <= 10; round += 1) {
      const old = `OLD-PORTAL-${randomUUID()}`;
      const both = await Promise.allSettled([
        importSite(first, admin, 'One', 'Old', old, inDays(9)),
        importSite(second, admin, 'Two', 'Old', old, inDays(9)),
      ]);
      expect(refusals(both)).toEqual([['PT409', undefined, undefined]]);
    }
  });

  test('an end that is set and a rotation: the new key ends as one of the two orders gives, and nothing else', async () => {
    const far = inDays(120);
    for (let round = 1; round <= 10; round += 1) {
      const id = await issue('Desk');
      const [rotated, set] = await Promise.allSettled([
        request(first, admin, 'select public.rotate_key($1) as made', [id]),
        request(second, admin, 'select public.set_key_end($1, $2)', [id, far]),
      ]);
      const next = await ends(keyIn(rotated.status === 'fulfilled' ? rotated.value[0]?.['made'] : null).id);
      expect((await ends(id)).reason).toBe('rotated');
      // after the rotation the old key cannot get so late an end
      expect([next.end, set.status]).toEqual(
        set.status === 'fulfilled' ? [Date.parse(far), set.status] : [null, set.status],
      );
    }
  });
});
