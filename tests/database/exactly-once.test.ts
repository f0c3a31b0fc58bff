import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { keyIn } from './shapes.ts';
import type { TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';
import { openPortal, type Client } from './support/open-portal.ts';
import { added, addVisit } from './support/write-requests.ts';

let backend: TestBackend;
let admin: Client;
let session: string;
openPortal((portal) => ({ backend, admin } = portal));
beforeEach(async () => {
  session = await backend.sessionFor(keys.admin);
});

/** A client that sends all requests under this attempt. */
const during = (attempt: string, token = session): Client => backend.clientFor(token, { 'x-portal-attempt': attempt });
const changeSite = async (client: Client, values: { address: string }) => {
  const { data } = await client.from('maintable').select('revision').eq('id', 1).single();
  const revision = data?.revision ?? 0;
  return client
    .from('maintable')
    .update({ ...values, revision: revision + 1 })
    .eq('id', 1)
    .eq('revision', revision)
    .select('revision');
};
const saveCounts = async (client: Client) => {
  const { data } = await client.from('carpost').select('json, revision').eq('site_id', 1).single();
  const revision = data?.revision ?? 0;
  const json = { Gate: [{ type: 'Loop', entrance: revision, exit: 0, year: 2025 }] };
  return client
    .from('carpost')
    .update({ json, revision: revision + 1 })
    .eq('site_id', 1)
    .eq('revision', revision)
    .select('revision');
};
const lastChange = async () => {
  const [row] = await backend.sql<{ id: number }>('select max(id)::int as id from private.change_log');
  return row?.id ?? 0;
};
const visit = (source: string) => ({ source, visit: { ...added, id: undefined } });

/** Every write of the portal that matters if it is done twice. */
const writes: [string, (client: Client) => PromiseLike<unknown>][] = [
  ['a new visit', (client) => addVisit(client)],
  ['a change of a site', (client) => changeSite(client, { address: '9 New Road' })],
  ['a new site', (client) => client.from('maintable').insert({ name: 'Three' }).select('id')],
  ['counts', (client) => saveCounts(client)],
  [
    'the first counts of a site',
    (client) => client.from('carpost').insert({ site_id: 3, json: {} }).select('revision'),
  ],
  [
    'a move to another site',
    (client) =>
      client.rpc('move_visit', { site_id: 1, revision: 1, task_id: 1, to_site: 2, to_revision: 1, photos: [] }),
  ],
  [
    'a new contact',
    (client) => client.from('site_contacts').insert({ site_id: 1, name: 'Mr Lim', phone: 123_456_789 }),
  ],
  ['a new note', (client) => client.from('site_notes').insert({ site_id: 1, text: 'Pays late' })],
  ['a new key', (client) => client.rpc('issue_key', { role: 'user', label: 'New', site_id: 1 })],
  ['a rotation without overlap', (client) => client.rpc('rotate_key', { key_id: 2, keep_old: '0' })],
  ['a revocation', (client) => client.rpc('revoke_key', { key_id: 2 })],
  ['a rotation of many keys', (client) => client.rpc('rotate_keys', { key_ids: [2, 3], keep_old: '0' })],
  ['a revocation of many keys', (client) => client.rpc('revoke_keys', { key_ids: [2, 3] })],
  [
    'the end of many keys',
    (client) => client.rpc('set_key_ends', { key_ids: [2, 3], expires_at: '2098-12-31T15:59:59Z' }),
  ],
  ['the label of a key', (client) => client.rpc('set_key_label', { key_id: 2, label: 'Night shift' })],
  ['the sites of a technician', (client) => client.rpc('set_key_sites', { key_id: 5, site_ids: [1] })],
  [
    'an import',
    (client) => client.rpc('import_site', { site: { name: 'One', visits: [visit('a')], key: { label: 'K' } } }),
  ],
];

/** All records and the log, without the attempts themselves. */
const records = () =>
  backend.sql(`select (select json_agg(m order by id) from public.main m) as keys,
    (select json_agg(a order by id) from public.site_contacts a) as contacts,
    (select json_agg(n order by id) from public.site_notes n) as notes,
    (select json_agg(t order by id) from public.maintable t) as sites,
    (select json_agg(c order by site_id) from public.carpost c) as counts,
    (select json_agg(l order by id) from private.change_log l) as log`);

const refusedAnswer = v.object({
  status: v.number(),
  error: v.object({
    code: v.string(),
    message: v.string(),
    hint: v.nullable(v.string()),
    details: v.nullable(v.string()),
  }),
});

describe('repetitions', () => {
  beforeEach(async () => {
    await admin.from('maintable').insert({ name: 'Third' });
    await admin.rpc('issue_key', { role: 'technician', label: 'Field' });
  });

  test.each(writes)('a repetition of %s does nothing', async (_, write) => {
    const attempt = randomUUID();
    const before = await records();
    await write(during(attempt));
    const once = await records();
    expect(once).not.toEqual(before);
    for (let time = 1; time <= 2; time++) await write(during(attempt));
    expect(await records()).toEqual(once);
  });

  test('a repetition of an undone change does nothing', async () => {
    await changeSite(admin, { address: '9 New Road' });
    const id = await lastChange();
    const restore = (client: Client) => client.rpc('restore_change', { change_id: id });
    const attempt = randomUUID();
    const first = await restore(during(attempt));
    expect(first.status).toBe(200);
    const once = await records();
    expect(await restore(during(attempt))).toMatchObject({ status: 200, data: first.data });
    expect(await records()).toEqual(once);
    // nor does another attempt to undo what was already undone
    expect(await restore(during(randomUUID()))).toMatchObject({ status: 200, data: first.data });
    expect(await records()).toEqual(once);
  });
});

describe('the answer to a repetition', () => {
  test('names the visit that was added, also after it was edited', async () => {
    const attempt = randomUUID();
    expect((await addVisit(during(attempt))).data).toEqual([{ revision: 2 }]);
    await changeSite(admin, { address: 'Meanwhile' });
    const { status, error } = await addVisit(during(attempt), 'Typed again');
    const did: unknown = JSON.parse(error?.details ?? '');
    expect([status, error?.code, error?.hint, did]).toEqual([
      409,
      'PT409',
      'done-before',
      { id: 1, revision: 2, added: [3] },
    ]);
  });

  test('names the id of the site that was added', async () => {
    const attempt = randomUUID();
    const add = () => during(attempt).from('maintable').insert({ name: 'Three' }).select('id');
    const [made] = (await add()).data ?? [];
    const did: unknown = JSON.parse((await add()).error?.details ?? '');
    expect(did).toEqual({ id: made?.id, revision: 1, added: [] });
  });

  test.each([
    ['issued', (client: Client) => client.rpc('issue_key', { role: 'user', label: 'New', site_id: 1 })],
    ['rotated', (client: Client) => client.rpc('rotate_key', { key_id: 2, keep_old: '0' })],
  ])('has the same key that was %s, although it is stored nowhere', async (_, make) => {
    const attempt = randomUUID();
    const [first, again] = [await make(during(attempt)), await make(during(attempt))];
    const { key } = keyIn(first.data);
    expect(again.data).toEqual(first.data);
    expect(await backend.loginAs(key)).toMatch(/^[0-9a-f]{64}$/u);
    const everything = await backend.sql(
      'select a::text from private.attempts a union all select m::text from public.main m',
    );
    expect(JSON.stringify(everything)).not.toContain(attempt);
    expect(JSON.stringify(everything)).not.toContain(key);
    expect(keyIn((await make(during(randomUUID()))).data ?? { id: 0, key: '' }).key).not.toBe(key);
  });

  test('has the key of an import', async () => {
    const attempt = randomUUID();
    const client = await backend.clientFor(session).rpc('issue_key', { role: 'user', label: 'Gone', site_id: 1 });
    expect(client.status).toBe(200);
    await admin.rpc('reserve_site', { site: 'Four' });
    const call = () => during(attempt).rpc('import_site', { site: { name: 'Four', visits: [], key: { label: 'K' } } });
    const [first, again] = [await call(), await call()];
    expect(JSON.stringify(first.data)).toMatch(/"key":\{"id":\d+,"key":"[0-9A-Z]{4}-/u);
    expect(again.data).toEqual(first.data);
  });
});

describe('an attempt', () => {
  describe('of another key', () => {
    let other: { id: number; session: string };
    beforeEach(async () => {
      await admin.from('maintable').insert({ name: 'Third' });
      await admin.rpc('issue_key', { role: 'technician', label: 'Field' });
      const made = keyIn((await admin.rpc('issue_key', { role: 'admin', label: 'Other' })).data);
      other = { id: made.id, session: await backend.sessionFor(made.key) };
    });
    // the other three ignore attempts: done twice, they change nothing more
    const refusesOthers = ([name]: (typeof writes)[number]) =>
      !['a revocation', 'the label of a key', 'the sites of a technician'].includes(name);

    test.each(writes.filter(refusesOthers))(
      'is refused in words, and nothing is done or told: %s',
      async (_, write) => {
        const attempt = randomUUID();
        await addVisit(during(attempt, other.session));
        const before = await records();
        const answer = v.parse(refusedAnswer, await write(during(attempt)));
        expect([answer.status, answer.error.code, answer.error.hint]).toEqual([422, 'PT422', 'attempt-of-another']);
        expect(answer.error).toMatchObject({ message: "This attempt is another key's", details: null });
        expect(await records()).toEqual(before);
      },
    );

    const sample = ['a new site', 'a move to another site', 'a new key', 'a rotation without overlap', 'an import'];
    test.each(writes.filter(([name]) => sample.includes(name)))(
      'is also refused at the same moment: %s',
      async (_, write) => {
        const attempt = randomUUID();
        const both = await Promise.all([write(during(attempt, other.session)), write(during(attempt))]);
        const answers = both.map((answer) => v.parse(v.object({ status: v.number() }), answer).status);
        expect(answers.filter((status) => status === 422)).toHaveLength(1);
        expect(JSON.stringify(both)).not.toMatch(/23505|[0-9a-f]{64}/u);
      },
    );
  });

  test('that made a key and was forgotten is over: the same key cannot be made twice', async () => {
    const attempt = randomUUID();
    const make = () => during(attempt).rpc('issue_key', { role: 'user', label: 'New', site_id: 1 });
    await make();
    await backend.sql(`update private.attempts set at = now() - interval '31 days'`);
    const { status, error } = await make();
    expect([status, error?.hint, error?.details]).toEqual([409, 'attempt-over', null]);
  });

  test('of a rotated key is known to its successor, and to no other technician', async () => {
    const attempt = randomUUID();
    const field = keyIn((await admin.rpc('issue_key', { role: 'technician', label: 'Field' })).data);
    await addVisit(during(attempt, await backend.sessionFor(field.key)));
    const next = keyIn((await admin.rpc('rotate_key', { key_id: field.id, keep_old: '0' })).data);
    const last = keyIn((await admin.rpc('rotate_key', { key_id: next.id, keep_old: '0' })).data);
    const { error } = await addVisit(during(attempt, await backend.sessionFor(last.key)));
    expect(error).toMatchObject({ hint: 'done-before' });
    const other = keyIn((await admin.rpc('issue_key', { role: 'technician', label: 'Other' })).data);
    expect((await addVisit(during(attempt, await backend.sessionFor(other.key)))).error?.hint).toBe(
      'attempt-of-another',
    );
  });

  test('belongs to a single function', async () => {
    const attempt = randomUUID();
    await addVisit(during(attempt));
    expect((await saveCounts(during(attempt))).status).toBe(422);
    expect((await during(attempt).rpc('rotate_key', { key_id: 2 })).status).toBe(422);
  });

  test('that was refused can be made again', async () => {
    const attempt = randomUUID();
    const refused = await during(attempt).from('maintable').update({ name: '', revision: 2 }).eq('id', 1);
    expect(refused.status).toBe(400);
    expect((await changeSite(during(attempt), { address: 'Right' })).data).toEqual([{ revision: 2 }]);
  });

  test('is a random UUID', async () => {
    for (const id of ['1', 'x'.repeat(36), '00000000-0000-1000-8000-000000000000'])
      expect((await changeSite(during(id), { address: 'Guessed' })).status).toBe(422);
  });

  test.each([
    ['issued', (client: Client) => client.rpc('issue_key', { role: 'user', label: 'New', site_id: 1 })],
    ['rotated', (client: Client) => client.rpc('rotate_key', { key_id: 2, keep_old: '0' })],
  ])('is over when the key that it %s was revoked since', async (_, make) => {
    const attempt = randomUUID();
    await admin.rpc('revoke_key', { key_id: keyIn((await make(during(attempt))).data).id });
    const { status, error } = await make(during(attempt));
    expect([status, error?.hint]).toEqual([409, 'attempt-over']);
  });

  test('is over when the record that it restored was changed since', async () => {
    await changeSite(admin, { address: '9 New Road' });
    const id = await lastChange();
    const attempt = randomUUID();
    const restore = () => during(attempt).rpc('restore_change', { change_id: id });
    await restore();
    await changeSite(admin, { address: '9 New Road' });
    expect(await restore()).toMatchObject({ status: 409, error: { hint: 'attempt-over' } });
    expect((await during(randomUUID()).rpc('restore_change', { change_id: id })).status).toBe(200);
  });

  test('is forgotten after 30 days', async () => {
    const attempt = randomUUID();
    await addVisit(during(attempt));
    await backend.sql(`update private.attempts set at = now() - interval '31 days'`);
    expect((await addVisit(during(attempt))).error).toBeNull();
    await backend.sql(`update private.attempts set at = now() - interval '29 days'`);
    expect((await addVisit(during(attempt))).error).toMatchObject({ hint: 'done-before' });
  });

  test('of two tabs at the same moment is made once', async () => {
    const attempt = randomUUID();
    const both = await Promise.all([during(attempt), during(attempt)].map((client) => addVisit(client)));
    expect(both.filter(({ data }) => data?.length === 1)).toHaveLength(1);
  });
});

test('a key is told which keys it replaced, and nobody else is', async () => {
  const first = keyIn((await admin.rpc('issue_key', { role: 'technician', label: 'Field' })).data);
  const second = keyIn((await admin.rpc('rotate_key', { key_id: first.id, keep_old: '7 days' })).data);
  const third = keyIn((await admin.rpc('rotate_key', { key_id: second.id, keep_old: '7 days' })).data);
  const told = async (key: string) => (await backend.clientFor().rpc('login', { secret_key: key })).data;
  expect(await told(third.key)).toMatchObject({ predecessors: [second.id, first.id] });
  expect(await told(second.key)).toMatchObject({ predecessors: [first.id] });
  expect(await told(first.key)).toMatchObject({ predecessors: [] });
  expect(await told(keys.admin)).toMatchObject({ predecessors: [] });
  const { data } = await backend.clientFor(await backend.sessionFor(second.key)).rpc('whoami');
  expect(data).toMatchObject({ predecessors: [first.id] });
  const asked = await admin.from('main').select('successor_of');
  expect([asked.status, asked.error?.code]).toEqual([401, '42501']);
});
