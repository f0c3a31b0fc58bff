import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { keyIn } from './shapes.ts';
import type { TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';
import { openPortal, technicianOf, type Client, type Technician } from './support/open-portal.ts';
import { addVisit } from './support/write-requests.ts';

let backend: TestBackend;
let admin: Client;
let field: Technician;
openPortal((portal) => ({ backend, admin } = portal));
beforeEach(async () => {
  field = await technicianOf(backend, [1]);
});

const revoke = async (id: number) => expect((await admin.rpc('revoke_key', { key_id: id })).status).toBe(204);
const rotate = async (id: number, keepOld = '0') =>
  keyIn((await admin.rpc('rotate_key', { key_id: id, keep_old: keepOld })).data);
const expire = (id: number) =>
  backend.sql(`update public.main set expires_at = now() - interval '1 minute' where id = $1`, [id]);
const issueSuccessor = (successor_of: number, values: object = {}) =>
  admin.rpc('issue_key', { role: 'technician', label: 'Successor', site_ids: [1], successor_of, ...values });
const ended = async (...key_ids: number[]) => (await admin.rpc('ended_keys', { key_ids })).data;

describe('a successor of a key that was revoked', () => {
  test('is told which key it replaced, opens its own sites, and is in the change log', async () => {
    await revoke(field.id);
    const made = keyIn((await issueSuccessor(field.id, { site_ids: [2] })).data);
    const { data } = await backend.clientFor().rpc('login', { secret_key: made.key });
    expect(data).toMatchObject({ key_id: made.id, role: 'technician', predecessors: [field.id] });
    const client = backend.clientFor(await backend.sessionFor(made.key));
    expect((await client.from('maintables').select('id')).data).toEqual([{ id: 2 }]);
    const { data: log } = await admin.rpc('list_changes', { of_kind: 'keys', page_size: 1 });
    expect(log).toMatchObject([{ operation: 'INSERT', row_id: made.id, after: { successor_of: field.id } }]);
    // the old key stays revoked
    expect((await backend.clientFor().rpc('login', { secret_key: field.key })).status).toBe(401);
  });

  test('may be one of a key that expired, and of any role', async () => {
    await expire(field.id);
    expect((await issueSuccessor(field.id)).status).toBe(200);
    await expire(2);
    const client = { role: 'user', label: 'Client', successor_of: 2 };
    expect((await admin.rpc('issue_key', { ...client, site_id: 1 })).status).toBe(200);
    const other = keyIn((await admin.rpc('issue_key', { role: 'admin', label: 'Gone' })).data);
    await revoke(other.id);
    expect((await admin.rpc('issue_key', { role: 'admin', label: 'New', successor_of: other.id })).status).toBe(200);
  });

  test('also has the predecessors of that key', async () => {
    const next = await rotate(field.id);
    await revoke(next.id);
    const last = keyIn((await issueSuccessor(next.id)).data);
    const { data } = await backend.clientFor().rpc('login', { secret_key: last.key });
    expect(data).toMatchObject({ predecessors: [next.id, field.id] });
  });

  test('may be issued again if the first successor has ended too', async () => {
    await revoke(field.id);
    const first = keyIn((await issueSuccessor(field.id)).data);
    await revoke(first.id);
    expect((await issueSuccessor(first.id)).status).toBe(200);
  });

  const refusals: [string, string, () => Promise<object>][] = [
    ['a key in use', 'replaced-in-use', async () => ({})],
    [
      'a key in its time of grace, which has a successor',
      'replaced-in-use',
      async () => {
        await rotate(field.id, '7 days');
        return {};
      },
    ],
    [
      'a key that was rotated',
      'replaced-before',
      async () => {
        await rotate(field.id);
        return {};
      },
    ],
    [
      'a key whose successor was rotated',
      'replaced-before',
      async () => {
        await rotate((await rotate(field.id)).id);
        return {};
      },
    ],
    [
      'a key that has one already',
      'replaced-before',
      async () => {
        await revoke(field.id);
        expect((await issueSuccessor(field.id)).status).toBe(200);
        return {};
      },
    ],
    [
      'a technician’s key for an admin',
      'replaced-other',
      async () => {
        await revoke(field.id);
        return { role: 'admin', site_ids: null };
      },
    ],
    [
      'a technician’s key for a building',
      'replaced-other',
      async () => {
        await revoke(field.id);
        return { role: 'user', site_id: 1, site_ids: null };
      },
    ],
    [
      'the key of another building',
      'replaced-other',
      async () => {
        await revoke(2);
        return { role: 'user', site_id: 2, site_ids: null, successor_of: 2 };
      },
    ],
    ['a number that no key has', 'replaced-gone', async () => ({ successor_of: 999_999 })],
    ['a number below all', 'replaced-gone', async () => ({ successor_of: -1 })],
    // its own number is only known afterwards, so nobody can make a circle
    [
      'the number that the new key would get',
      'replaced-gone',
      async () => {
        const [row] = await backend.sql<{ next: number }>('select max(id)::int + 1 as next from public.main');
        return { successor_of: row?.next ?? 0 };
      },
    ],
  ];
  test.each(refusals)('is refused for %s (%s), and leaves no key behind', async (_, hint, prepare) => {
    const values = await prepare();
    const before = await backend.sql('select count(*) from public.main');
    const { status, error } = await issueSuccessor(field.id, values);
    expect([status, error?.details, error?.hint]).toEqual([422, null, hint]);
    expect(await backend.sql('select count(*) from public.main')).toEqual(before);
  });

  test('is issued once by two admins at the same moment, and once however often an admin sends it', async () => {
    await revoke(field.id);
    const both = await Promise.all([issueSuccessor(field.id), issueSuccessor(field.id)]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(both.find(({ status }) => status !== 200)?.error?.hint).toBe('replaced-before');
    const other = await technicianOf(backend, null);
    await revoke(other.id);
    const during = backend.clientFor(await backend.sessionFor(keys.admin), { 'x-portal-attempt': randomUUID() });
    const once = () => during.rpc('issue_key', { role: 'technician', label: 'Once', successor_of: other.id });
    const [first, again] = [await once(), await once()];
    expect([first.status, again.data]).toEqual([200, first.data]);
  });

  test('needs an admin, and reveals nothing about a guessed number to others', async () => {
    const other = await technicianOf(backend, [1]);
    await revoke(field.id);
    const sessions = [other.session, await backend.sessionFor(keys.siteOne)];
    for (const session of sessions)
      for (const successor_of of [field.id, other.id, 999_999]) {
        const asked = { role: 'technician', label: 'Mine', successor_of };
        const { status, error } = await backend.clientFor(session).rpc('issue_key', asked);
        expect([status, error?.message]).toEqual([403, 'Not allowed with this key']);
      }
    expect(await backend.sql('select id from public.main where successor_of is not null')).toEqual([]);
  });

  test('cannot be made by writing the column, in any way of the API', async () => {
    await revoke(field.id);
    const written = await admin.from('main').update({ successor_of: field.id }).eq('id', 2);
    expect(written.error?.code).toBe('42501');
  });
});

describe('the keys that have ended', () => {
  test('are named to an admin: those in use, rotated, replaced or unknown are not', async () => {
    const [used, rotated, replaced, expired] = [
      await technicianOf(backend, null),
      await technicianOf(backend, null),
      await technicianOf(backend, null),
      await technicianOf(backend, null),
    ];
    const next = await rotate(rotated.id);
    await revoke(replaced.id);
    const successor = keyIn((await issueSuccessor(replaced.id)).data);
    await expire(expired.id);
    await revoke(field.id);
    const all = [field, used, rotated, replaced, expired, next, successor].map(({ id }) => id);
    expect(await ended(...all, 999_999)).toMatchObject([
      { id: field.id, label: 'In the field', role: 'technician', revoked: true, replaced: false },
      { id: expired.id, revoked: false, replaced: false },
    ]);
    expect(await ended(used.id)).toEqual([]);
    expect(await ended()).toEqual([]);
    // once its successor has ended, a replaced key is named too
    await revoke(successor.id);
    expect(await ended(...all)).toMatchObject([
      { id: field.id },
      { id: replaced.id, replaced: true },
      { id: expired.id },
      { id: successor.id, replaced: false },
    ]);
  });

  test('are also found where the owner made a circle of successors in SQL', async () => {
    const other = await technicianOf(backend, null);
    await backend.sql('update public.main set successor_of = $1 where id = $2', [field.id, other.id]);
    await backend.sql('update public.main set successor_of = $1 where id = $2', [other.id, field.id]);
    await revoke(field.id);
    expect(await ended(field.id, other.id)).toEqual([]);
    await revoke(other.id);
    expect(await ended(field.id, other.id)).toMatchObject([{ id: field.id }, { id: other.id }]);
  });

  test('are requested for at most 1000 numbers at once', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => index);
    expect(await ended(...many.slice(1))).toEqual([]);
    expect((await admin.rpc('ended_keys', { key_ids: many })).status).toBe(422);
  });

  test('are shown to admins only', async () => {
    await revoke(field.id);
    const other = await technicianOf(backend, [1]);
    for (const [session, status] of [
      [other.session, 403],
      [await backend.sessionFor(keys.siteOne), 403],
      [field.session, 401],
      [undefined, 401],
    ] as const) {
      const answer = await backend.clientFor(session).rpc('ended_keys', { key_ids: [field.id] });
      expect([answer.status, JSON.stringify(answer.data ?? '')]).toEqual([status, '""']);
    }
  });
});

/** A client that sends all requests under this attempt. */
const during = (attempt: string, session: string) => backend.clientFor(session, { 'x-portal-attempt': attempt });
const visits = async () => (await backend.sql('select * from private.visits where site_id = 1')).length;

describe('a visit that was sent under a key that has ended', () => {
  let adminSession: string;
  let attempt: string;
  beforeEach(async () => {
    adminSession = await backend.sessionFor(keys.admin);
    attempt = randomUUID();
    expect((await addVisit(during(attempt, field.session))).error).toBeNull();
  });

  const repeat = async (session = adminSession) => {
    const before = await visits();
    const { error } = await addVisit(during(attempt, session));
    return [error?.hint ?? null, (await visits()) - before];
  };

  test('is there once when an admin hands it in', async () => {
    await revoke(field.id);
    expect(await repeat()).toEqual(['done-before', 0]);
  });

  test('is there once also if the key that it was sent under was replaced by the ended key, even if in its time of grace', async () => {
    const next = await rotate(field.id, '7 days');
    await revoke(next.id);
    expect(await repeat()).toEqual(['done-before', 0]);
  });

  test.each([
    ['was rotated', async () => void (await rotate(field.id))],
    [
      'got a successor, as one may be issued while an admin has taken the visit over',
      async () => {
        await revoke(field.id);
        await issueSuccessor(field.id);
      },
    ],
  ])('is saved once also if the key %s', async (_, prepare) => {
    await prepare();
    expect(await repeat()).toEqual(['done-before', 0]);
  });

  test.each([
    ['in use', async () => {}],
    ['in its time of grace', async () => void (await rotate(field.id, '7 days'))],
  ])('is refused to others while the key is %s', async (_, prepare) => {
    await prepare();
    expect(await repeat()).toEqual(['attempt-of-another', 0]);
  });

  test('is refused to another technician', async () => {
    await revoke(field.id);
    expect(await repeat((await technicianOf(backend, [1])).session)).toEqual(['attempt-of-another', 0]);
  });

  test('a key that an ended admin made is not shown again to another admin with the attempt', async () => {
    const second = keyIn((await admin.rpc('issue_key', { role: 'admin', label: 'Second' })).data);
    const make = async (session: string) =>
      (await during(attempt, session).rpc('issue_key', { role: 'user', label: 'New', site_id: 1 })).data;
    attempt = randomUUID();
    const made = keyIn(await make(await backend.sessionFor(second.key)));
    await revoke(second.id);
    expect(JSON.stringify((await make(adminSession)) ?? '')).not.toContain(made.key);
  });
});
