import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeLink } from './links/link-door.ts';
import { keyIn } from './shapes.ts';
import { keys } from './support/base-rows.ts';
import { openPortal, technicianOf, type Client, type OpenPortal } from './support/open-portal.ts';

// Many keys in one call, with the rules of the call for a single key: all of them are done, or none.

let portal: OpenPortal;
let admin: Client;
openPortal((opened) => {
  portal = opened;
  ({ admin } = opened);
});

const inDays = (days: number) => new Date(Math.round(Date.now() / 1_000 + days * 86_400) * 1_000).toISOString();
/** A client that sends all requests under this attempt. */
const during = (attempt = randomUUID(), session = portal.session): Client =>
  portal.backend.clientFor(session, { 'x-portal-attempt': attempt });

const issue = async (values: object = {}) =>
  keyIn((await admin.rpc('issue_key', { role: 'user', label: 'Desk', site_id: 1, ...values })).data);
const issueIds = async (count: number, values: object = {}) => {
  const ids: number[] = [];
  for (let number = 1; number <= count; number += 1) ids.push((await issue(values)).id);
  return ids;
};
/** Keys of an old portal, which end in 90 days. */
const oldKeys = async (count: number) => {
  const ids = await issueIds(count, { label: 'Old desk' });
  await portal.backend.sql(`update public.main set kind = 'old', expires_at = $2 where id = any ($1)`, [
    ids,
    inDays(90),
  ]);
  return ids;
};

const rotatedShape = v.array(
  v.strictObject({ id: v.number(), key: v.string(), replaces: v.number(), until: v.nullable(v.string()) }),
);
const rotate = async (key_ids: number[], values: object = {}, client = admin) => {
  const { data, error } = await client.rpc('rotate_keys', { key_ids, ...values });
  if (error) throw error;
  return v.parse(rotatedShape, data);
};
const endsOf = (made: v.InferOutput<typeof rotatedShape>) =>
  made.map(({ until }) => (until === null ? null : Date.parse(until)));
const opens = async (key: string) =>
  (await portal.backend.clientFor().rpc('login', { secret_key: key })).status === 200;

const refusalShape = v.object({
  status: v.number(),
  error: v.object({ hint: v.nullable(v.string()), details: v.nullable(v.string()) }),
});
const refusedShape = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.strictObject({ id: v.number(), code: v.string(), hint: v.nullable(v.string()) })),
);
/** The keys that cannot be done, and the reasons. */
const refusedBy = (answer: unknown) => {
  const { status, error } = v.parse(refusalShape, answer);
  expect([status, error.hint]).toEqual([409, 'keys-refused']);
  return v.parse(refusedShape, error.details).map(({ id, code, hint }) => [id, hint ?? code]);
};
const allKeys = () => portal.backend.sql('select to_jsonb(m) as key from public.main m order by id');

interface KeyRow {
  id: number;
  label: string;
  expires_at: Date | null;
  end_reason: string | null;
  revoked_at: Date | null;
  successor_of: number | null;
}
const rowsOf = (ids: readonly number[]) =>
  portal.backend.sql<KeyRow>(
    `select id::int, label, expires_at, end_reason, revoked_at, successor_of::int from public.main where id = any ($1) order by id`,
    [ids],
  );

type Call = (client: Client, key_ids: number[]) => PromiseLike<unknown>;
const calls: [string, Call][] = [
  ['a rotation', (client, key_ids) => client.rpc('rotate_keys', { key_ids })],
  ['a revocation', (client, key_ids) => client.rpc('revoke_keys', { key_ids })],
  ['an end', (client, key_ids) => client.rpc('set_key_ends', { key_ids, expires_at: inDays(100) })],
];

describe('rotating many keys', () => {
  test('makes a new key for each, which replaces it, and ends the old keys after their time', async () => {
    const ids = await oldKeys(57);
    const made = await rotate(ids, { keep_old: '7 days' });
    expect(made.map(({ replaces }) => replaces)).toEqual(ids);
    expect(new Set(made.map(({ key }) => key)).size).toBe(57);
    expect(made.every(({ until }) => until === null)).toBe(true);
    const rows = await rowsOf(made.map(({ id }) => id));
    expect(rows.map(({ successor_of }) => successor_of)).toEqual(ids);
    expect(rows.map(({ label }) => label)).toEqual(ids.map(() => 'Old desk'));
    expect((await rowsOf(ids)).every(({ end_reason }) => end_reason === 'rotated')).toBe(true);
    for (const { key } of [made[0], made[56]].filter((each) => each !== undefined)) expect(await opens(key)).toBe(true);
  });

  test('gives each the end that an admin had granted, or all the given end', async () => {
    const granted = inDays(120);
    const three = async () => [(await issue()).id, (await issue({ expires_at: granted })).id, ...(await oldKeys(1))];
    expect(endsOf(await rotate(await three()))).toEqual([null, Date.parse(granted), null]);
    const chosen = Date.parse(inDays(30));
    expect(endsOf(await rotate(await three(), { expires_at: new Date(chosen).toISOString() }))).toEqual([
      chosen,
      chosen,
      chosen,
    ]);
    expect(endsOf(await rotate(await three(), { expires_at: 'infinity' }))).toEqual([null, null, null]);
  });

  test('without overlap does the own key last, because the session ends with it', async () => {
    const own = await issue({ role: 'admin', site_id: undefined, label: 'Depot' });
    const other = await issue();
    const session = await portal.backend.sessionFor(own.key);
    const made = await rotate([own.id, other.id], { keep_old: '0' }, portal.backend.clientFor(session));
    expect(made.map(({ replaces }) => replaces)).toEqual([own.id, other.id]);
    expect((await portal.backend.clientFor(session).rpc('whoami')).status).toBe(401);
    for (const { key } of made) expect(await opens(key)).toBe(true);
  });

  test('does not disturb the attempt of the next request on the connection', async () => {
    const attempt = randomUUID();
    await rotate(await issueIds(2), {}, during());
    const [first, again] = [
      await during(attempt).rpc('issue_key', { role: 'user', label: 'A', site_id: 1 }),
      await during(attempt).rpc('issue_key', { role: 'user', label: 'A', site_id: 1 }),
    ];
    expect(keyIn(again.data)).toEqual(keyIn(first.data));
  });

  test('counts a key that is named twice once', async () => {
    const { id } = await issue();
    expect(await rotate([id, id])).toHaveLength(1);
  });
});

describe('a key that was rotated before', () => {
  test('gets no second successor, and the others are done', async () => {
    const ids = await issueIds(3);
    await rotate(ids.slice(0, 2), { keep_old: '7 days' }, during());
    const before = await allKeys();
    const again = await during().rpc('rotate_keys', { key_ids: ids, keep_old: '1 hour' });
    expect(refusedBy(again)).toEqual(ids.slice(0, 2).map((id) => [id, 'replaced-before']));
    expect(await allKeys()).toEqual(before);
    expect(await rotate(ids.slice(2), { keep_old: '1 hour' }, during())).toHaveLength(1);
  });

  test('is replaced by the last of its line', async () => {
    const [id = 0] = await issueIds(1);
    const [next] = await rotate([id], { keep_old: '30 days' });
    const [last] = await rotate([next?.id ?? 0], { keep_old: '0' });
    expect(refusedBy(await admin.rpc('rotate_keys', { key_ids: [id] }))).toEqual([[id, 'replaced-before']]);
    await admin.rpc('revoke_key', { key_id: last?.id ?? 0 }).throwOnError();
    expect(await rotate([id])).toHaveLength(1);
  });

  test('gets another successor if the key that replaced it has expired', async () => {
    const [id = 0] = await issueIds(1);
    const [next] = await rotate([id], { keep_old: '30 days' });
    await portal.backend.sql(`update public.main set expires_at = now() where id = $1`, [next?.id]);
    expect(await rotate([id])).toHaveLength(1);
  });

  test('may be rotated separately', async () => {
    const [id = 0] = await issueIds(1);
    await rotate([id]);
    expect((await admin.rpc('rotate_key', { key_id: id })).status).toBe(200);
  });
});

describe('a repetition', () => {
  test('of a rotation shows the same keys, which are stored nowhere', async () => {
    const ids = await issueIds(3);
    const attempt = randomUUID();
    const first = await rotate(ids, { keep_old: '0' }, during(attempt));
    const before = await allKeys();
    expect(await rotate(ids, { keep_old: '0' }, during(attempt))).toEqual(first);
    expect(await allKeys()).toEqual(before);
    const everything = JSON.stringify([before, await portal.backend.sql('select a::text from private.attempts a')]);
    for (const { key } of first) expect(everything).not.toContain(key);
    const others = await rotate(
      first.map(({ id }) => id),
      {},
      during(),
    );
    expect(others.filter(({ key }) => first.some((made) => made.key === key))).toEqual([]);
  });

  test('of a rotation leaves out a new key that has ended since, and is over if all have ended', async () => {
    const ids = await issueIds(2);
    const attempt = randomUUID();
    const [gone, left] = await rotate(ids, {}, during(attempt));
    await admin.rpc('revoke_key', { key_id: gone?.id ?? 0 }).throwOnError();
    expect(await rotate(ids, {}, during(attempt))).toEqual([left]);
    await admin.rpc('revoke_key', { key_id: left?.id ?? 0 }).throwOnError();
    expect(await during(attempt).rpc('rotate_keys', { key_ids: ids })).toMatchObject({
      status: 409,
      error: { hint: 'attempt-over' },
    });
  });

  test.each(calls)('of %s does nothing, and is answered as the first one', async (_, call) => {
    const ids = await issueIds(2);
    const attempt = randomUUID();
    const first = await call(during(attempt), ids);
    expect(first).toMatchObject({ status: 200 });
    const before = await allKeys();
    expect(await call(during(attempt), ids)).toEqual(first);
    expect(await allKeys()).toEqual(before);
  });

  test("with the id of another admin's attempt is refused", async () => {
    const ids = await issueIds(2);
    const attempt = randomUUID();
    await rotate(ids, {}, during(attempt));
    const other = await issue({ role: 'admin', site_id: undefined });
    const session = await portal.backend.sessionFor(other.key);
    expect(await during(attempt, session).rpc('rotate_keys', { key_ids: ids })).toMatchObject({
      status: 422,
      error: { hint: 'attempt-of-another' },
    });
  });
});

describe('revoking many keys', () => {
  test('ends them and their sessions at once', async () => {
    const [first, second] = [await issue(), await issue()];
    const session = await portal.backend.sessionFor(first.key);
    const { data } = await admin.rpc('revoke_keys', { key_ids: [first.id, second.id] });
    expect(data).toEqual({ changed: 2 });
    expect((await portal.backend.clientFor(session).rpc('whoami')).status).toBe(401);
    expect(await opens(second.key)).toBe(false);
  });

  test('does the own key last', async () => {
    const own = await issue({ role: 'admin', site_id: undefined });
    const other = await issue();
    const client = portal.backend.clientFor(await portal.backend.sessionFor(own.key));
    expect((await client.rpc('revoke_keys', { key_ids: [own.id, other.id] })).data).toEqual({ changed: 2 });
    expect((await rowsOf([own.id, other.id])).every(({ revoked_at: at }) => at !== null)).toBe(true);
  });

  test('leaves an admin key without an end, and names the key that cannot be done', async () => {
    const other = await issue({ role: 'admin', site_id: undefined });
    const desk = await issue();
    const before = await allKeys();
    // the own key is done last
    expect(refusedBy(await admin.rpc('revoke_keys', { key_ids: [1, desk.id, other.id] }))).toEqual([[1, 'PT409']]);
    expect(await allKeys()).toEqual(before);
  });
});

describe('setting the end of many keys', () => {
  test('gives all of them the same, or none', async () => {
    const ids = [(await issue()).id, (await issue({ expires_at: inDays(9) })).id];
    const end = inDays(100);
    expect((await admin.rpc('set_key_ends', { key_ids: ids, expires_at: end })).data).toEqual({ changed: 2 });
    const ends = async () => (await rowsOf(ids)).map(({ expires_at: at }) => at && new Date(at).getTime());
    expect(await ends()).toEqual(ids.map(() => Date.parse(end)));
    expect((await admin.rpc('set_key_ends', { key_ids: ids, expires_at: 'infinity' })).status).toBe(200);
    expect(await ends()).toEqual([null, null]);
  });

  test('is refused by each key that may not have it, for its own reason', async () => {
    const [old = 0] = await oldKeys(1);
    const [rotated, desk] = [(await issue()).id, (await issue()).id];
    await admin.rpc('rotate_key', { key_id: rotated }).throwOnError();
    const over = await issue();
    await admin.rpc('revoke_key', { key_id: over.id }).throwOnError();
    const before = await allKeys();
    const answer = await admin.rpc('set_key_ends', {
      key_ids: [over.id, rotated, desk, old, 1],
      expires_at: inDays(500),
    });
    expect(refusedBy(answer)).toEqual([
      [old, 'end-old'],
      [rotated, 'end-rotated'],
      [over.id, 'PT404'],
      [1, 'last-admin'],
    ]);
    expect(await allKeys()).toEqual(before);
  });

  test('is refused for all keys if the day has passed', async () => {
    const ids = await issueIds(2);
    const answer = await admin.rpc('set_key_ends', { key_ids: ids, expires_at: inDays(-1) });
    expect(refusedBy(answer)).toEqual(ids.map((id) => [id, 'end-passed']));
  });
});

describe('a key that cannot be done', () => {
  test.each(calls)('leaves all as they were: %s', async (_, call) => {
    const ids = await issueIds(3);
    await admin.rpc('revoke_key', { key_id: ids[1] ?? 0 }).throwOnError();
    const before = await allKeys();
    const attempt = randomUUID();
    expect(refusedBy(await call(during(attempt), ids))).toEqual([[ids[1], 'PT404']]);
    expect(await allKeys()).toEqual(before);
    // nothing remains of the attempt, which is continued with the other keys
    expect(await call(during(attempt), ids.toSpliced(1, 1))).toMatchObject({ status: 200 });
  });

  test('of a rotation is the last admin key without an end, which gets no successor with an end', async () => {
    const desk = await issue();
    const answer = await admin.rpc('rotate_keys', { key_ids: [desk.id, 1], expires_at: inDays(9) });
    expect(refusedBy(answer)).toEqual([[1, 'last-admin']]);
  });

  test('is distinguished from an error in the request', async () => {
    const ids = await issueIds(2);
    const { status, error } = await admin.rpc('rotate_keys', { key_ids: ids, keep_old: '31 days' });
    expect([status, error?.hint, error?.message]).toEqual([
      422,
      null,
      'The old key may go on working for 0 to 30 days',
    ]);
  });
});

describe('two admins at once', () => {
  test('one revokes, and the other is told which key has ended', async () => {
    const ids = await issueIds(3);
    const other = await issue({ role: 'admin', site_id: undefined });
    const client = portal.backend.clientFor(await portal.backend.sessionFor(other.key));
    const both = await Promise.all([
      admin.rpc('revoke_keys', { key_ids: ids }),
      client.rpc('revoke_keys', { key_ids: ids.slice(1) }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [refused] = both.filter(({ status }) => status === 409);
    expect(refusedBy(refused).map(([id]) => id)).toEqual(ids.slice(1));
  });

  test('one rotates, and the other is told which keys are replaced', async () => {
    const ids = await issueIds(3);
    const other = await issue({ role: 'admin', site_id: undefined });
    const client = portal.backend.clientFor(await portal.backend.sessionFor(other.key));
    const both = await Promise.all([
      admin.rpc('rotate_keys', { key_ids: ids }),
      client.rpc('rotate_keys', { key_ids: ids }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [refused] = both.filter(({ status }) => status === 409);
    expect(refusedBy(refused)).toEqual(ids.map((id) => [id, 'replaced-before']));
  });
});

describe('at most 200 keys', () => {
  let many: number[];
  beforeEach(async () => {
    many = (
      await portal.backend.sql<{ id: number }>(`with made as materialized (
        select private.create_key('user', 1, 'Desk ' || n, null) ->> 'id' as id from generate_series(1, 201) n)
        select id::int from made order by 1`)
    ).map(({ id }) => id);
  });

  test('are changed at once, each with its own key', async () => {
    const made = await rotate(many.slice(0, 200), {}, during());
    expect(new Set(made.map(({ key }) => key)).size).toBe(200);
    expect((await admin.rpc('revoke_keys', { key_ids: many.slice(0, 200) })).data).toEqual({ changed: 200 });
  });

  const linkCount: [string, Call] = [
    'the count of links',
    (client, key_ids) => client.rpc('links_of_keys', { key_ids }),
  ];
  test.each([...calls, linkCount])('a longer list is refused: %s', async (_, call) => {
    const before = await allKeys();
    expect(await call(admin, many)).toMatchObject({ status: 422, error: { hint: 'keys-many' } });
    expect(await allKeys()).toEqual(before);
  });

  test.each(calls)('an empty list is refused: %s', async (_, call) => {
    expect(await call(admin, [])).toMatchObject({ status: 422, error: { hint: 'keys-many' } });
  });
});

const linkCountOf = async (...key_ids: number[]) => (await admin.rpc('links_of_keys', { key_ids })).data;
const makeLinkWith = async (key: string) =>
  makeLink({ backend: portal.backend, session: await portal.backend.sessionFor(key) });

describe('the links that end with keys', () => {
  test('are those that are valid, for each of the keys', async () => {
    const [first, second] = [await issue(), await issue()];
    for (const { key } of [first, first, second]) await makeLinkWith(key);
    await makeLink(portal);
    const ended = await makeLinkWith(first.key);
    await admin.rpc('end_link', { link_id: ended.id }).throwOnError();
    expect(await linkCountOf(first.id)).toBe(2);
    expect(await linkCountOf(first.id, second.id)).toBe(3);
    expect(await linkCountOf()).toBe(0);
    await admin.rpc('revoke_keys', { key_ids: [first.id] }).throwOnError();
    expect(await linkCountOf(first.id)).toBe(0);
    expect(await linkCountOf(first.id, second.id)).toBe(1);
  });

  test('are not those that another key carries on', async () => {
    const first = await issue();
    await makeLinkWith(first.key);
    const [next] = await rotate([first.id], { keep_old: '7 days' });
    expect(await linkCountOf(first.id)).toBe(0);
    expect(await linkCountOf(next?.id ?? 0)).toBe(0);
    expect(await linkCountOf(first.id, next?.id ?? 0)).toBe(1);
    await admin.rpc('revoke_key', { key_id: first.id }).throwOnError();
    expect(await linkCountOf(next?.id ?? 0)).toBe(1);
  });

  test('are shown to no client and no technician', async () => {
    const field = await technicianOf(portal.backend, [1]);
    for (const session of [field.session, await portal.backend.sessionFor(keys.siteOne)])
      expect((await portal.backend.clientFor(session).rpc('links_of_keys', { key_ids: [1] })).status).toBe(403);
  });
});
