import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { grantedEnd } from '../../src/records/access-key/access-key.ts';
import { keyIn } from './shapes.ts';
import type { TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';
import { openPortal, technicianOf, type Client } from './support/open-portal.ts';

let backend: TestBackend;
let admin: Client;
openPortal((portal) => ({ backend, admin } = portal));

const hour = 3_600_000;
const day = 24 * hour;
const inDays = (days: number) => new Date(Math.round((Date.now() + days * day) / 1_000) * 1_000).toISOString();

interface Row {
  expires_at: string | null;
  end_reason: 'rotated' | 'inherited' | null;
  granted_until: string | null;
}
const columns = 'expires_at, end_reason, granted_until';
/** The key as an admin reads it. */
const readKey = async (id: number): Promise<Row & { kind: 'issued' | 'demo' | 'old' }> => {
  const { data, error } = await admin.from('main').select(`${columns}, kind`).eq('id', id).single();
  if (error) throw error;
  return v.parse(
    v.object({
      expires_at: v.nullable(v.string()),
      end_reason: v.nullable(v.picklist(['rotated', 'inherited'])),
      granted_until: v.nullable(v.string()),
      kind: v.picklist(['issued', 'demo', 'old']),
    }),
    data,
  );
};
const timeOf = (text: string | null) => (text === null ? null : Date.parse(text));
const endOf = async (id: number) => timeOf((await readKey(id)).expires_at);

const issue = async (values: object = {}) =>
  keyIn((await admin.rpc('issue_key', { role: 'user', label: 'Desk', site_id: 1, ...values })).data).id;
const rotate = (key_id: number, values: object = {}) => admin.rpc('rotate_key', { key_id, ...values });
const successor = async (key_id: number, values: object = {}) => keyIn((await rotate(key_id, values)).data).id;
const setEnd = (key_id: number, expires_at: string | null) =>
  admin.rpc('set_key_end', { key_id, ...(expires_at !== null && { expires_at }) });
const mend = (...key_ids: number[]) => admin.rpc('mend_key_ends', { key_ids });
const refusal = ({ status, error }: { status: number; error: { hint?: string | null } | null }) => [
  status,
  error?.hint ?? null,
];

/** A key of the old portal that is valid for this number of days. */
const importOld = async (days: number, old = `OLD-PORTAL-${randomUUID()}`) => {
  const key = { label: 'Old desk', old, until: inDays(days) };
  const { data, error } = await admin.rpc('import_site', { site: { name: 'One', visits: [], key } });
  if (error) throw error;
  return v.parse(v.object({ key: v.object({ id: v.number() }) }), data).key.id;
};
/** A key whose end an earlier release copied from the key that it replaced. */
const issueInherited = async (days: number, granted: string | null = null) => {
  const id = await issue();
  await backend.sql(
    `update public.main set expires_at = $2, end_reason = 'inherited', granted_until = $3 where id = $1`,
    [id, inDays(days), granted],
  );
  return id;
};

const until = inDays(120);
const kinds: Record<string, [make: () => Promise<number>, granted: string | null]> = {
  'a key without an end': [() => issue(), null],
  'a key whose end an admin set': [() => issue({ expires_at: until }), until],
  'an old portal’s key': [() => importOld(90), null],
  'a key in its time of grace': [
    async () => {
      const id = await issue();
      await successor(id);
      return id;
    },
    null,
  ],
  'an old portal’s key in its time of grace': [
    async () => {
      const id = await importOld(90);
      await successor(id);
      return id;
    },
    null,
  ],
  'a key whose end an admin set, in its time of grace': [
    async () => {
      const id = await issue({ expires_at: until });
      await successor(id);
      return id;
    },
    until,
  ],
  'a key whose end an admin changed': [
    async () => {
      const id = await issue({ expires_at: inDays(20) });
      expect((await setEnd(id, until)).status).toBe(204);
      return id;
    },
    until,
  ],
  'a key that an admin gave no end any more': [
    async () => {
      const id = await issue({ expires_at: inDays(20) });
      expect((await setEnd(id, null)).status).toBe(204);
      return id;
    },
    null,
  ],
  'a key with an inherited end': [() => issueInherited(60), null],
  'a key with an inherited end that is before the one set for whoever has it': [() => issueInherited(60, until), until],
  'the key of a rotated key with a set end': [async () => successor(await issue({ expires_at: until })), until],
  'a successor of an ended key, with an end of its own': [
    async () => {
      const gone = await issue();
      await admin.rpc('revoke_key', { key_id: gone });
      return issue({ successor_of: gone, expires_at: until });
    },
    until,
  ],
};

describe.each(Object.entries(kinds))('rotating %s', (_, [make, granted]) => {
  test.each([
    ['with overlap, as a page of an earlier release asks', { keep_old: '7 days' }, 7 * day],
    ['without overlap', { keep_old: '0' }, 0],
    ['without a time for the old key', {}, 7 * day],
  ])('makes a key with the granted end, %s', async (__, values, grace) => {
    const old = await make();
    const before = await endOf(old);
    const id = await successor(old, values);
    expect(await readKey(id)).toMatchObject({ end_reason: null, granted_until: null, kind: 'issued' });
    expect(await endOf(id)).toBe(timeOf(granted));
    const after = await readKey(old);
    expect(after.end_reason).toBe('rotated');
    // the old key is never valid for longer than before
    const end = Math.min(before ?? Infinity, Date.now() + grace);
    expect(Math.abs((timeOf(after.expires_at) ?? Infinity) - end)).toBeLessThan(10_000);
    // rotated once more, the new key still has the granted end
    expect(grantedEnd(after) && timeOf(grantedEnd(after))).toBe(timeOf(granted));
  });

  test('uses the given end, or none', async () => {
    const [first, second] = [await make(), await make()];
    const chosen = inDays(200);
    expect(await endOf(await successor(first, { expires_at: chosen }))).toBe(timeOf(chosen));
    expect(await endOf(await successor(second, { expires_at: 'infinity' }))).toBeNull();
  });

  test('the browser computes the same end', async () => {
    expect(timeOf(grantedEnd(await readKey(await make())))).toBe(timeOf(granted));
  });
});

describe('rotating', () => {
  test('ends the old key with the new one, if that ends before its time of grace', async () => {
    const old = await issue();
    const soon = inDays(2);
    const id = await successor(old, { keep_old: '30 days', expires_at: soon });
    expect([await endOf(old), await endOf(id)]).toEqual([timeOf(soon), timeOf(soon)]);
  });

  test('once more gives a key in its time of grace no more time', async () => {
    const old = await issue();
    await successor(old, { keep_old: '1 day' });
    const grace = await endOf(old);
    await successor(old, { keep_old: '30 days' });
    expect(await endOf(old)).toBe(grace);
  });

  test('twice at the same moment makes two keys with the same end', async () => {
    const old = await issue({ expires_at: until });
    const both = await Promise.all([rotate(old), rotate(old)]);
    const ids = both.map(({ data }) => keyIn(data).id);
    expect(await Promise.all(ids.map((id) => endOf(id)))).toEqual([timeOf(until), timeOf(until)]);
  });

  test.each([
    ['a day that has passed', '2020-01-01T00:00:00+08:00', 'end-passed'],
    ['the beginning of time', '-infinity', 'end-passed'],
    ['the year 2100', '2100-01-01T00:00:00+08:00', 'end-far'],
    ['the year 20260', '20260-12-31T00:00:00+08:00', 'end-far'],
  ])('is refused with an end of %s, as is issuing and setting', async (_, expires_at, hint) => {
    const id = await issue();
    expect(refusal(await rotate(id, { expires_at }))).toEqual([422, hint]);
    expect(refusal(await setEnd(id, expires_at))).toEqual([422, hint]);
    const asked = { role: 'user', label: 'Desk', site_id: 1, expires_at };
    expect(refusal(await admin.rpc('issue_key', asked))).toEqual([422, hint]);
    expect(await endOf(id)).toBeNull();
  });

  test('passes on an end that is stored and would be refused today', async () => {
    const id = await issue();
    await backend.sql(`update public.main set expires_at = '2150-01-01T00:00:00Z' where id = $1`, [id]);
    const far = Date.parse('2150-01-01T00:00:00Z');
    expect(await endOf(await successor(id))).toBe(far);
    expect((await setEnd(id, (await readKey(id)).expires_at)).status).toBe(204);
    expect(await endOf(await successor(id, { expires_at: '2150-01-01T00:00:00Z' }))).toBe(far);
  });

  test('saves no end as null, however it is sent', async () => {
    expect(await endOf(await issue({ expires_at: 'infinity' }))).toBeNull();
    const id = await issue({ expires_at: until });
    expect((await setEnd(id, 'infinity')).status).toBe(204);
    expect(await endOf(id)).toBeNull();
  });

  test('gives a technician’s session the end of its key', async () => {
    const field = await technicianOf(backend, [1]);
    const made = keyIn((await rotate(field.id, { keep_old: '0', expires_at: inDays(1 / 24) })).data);
    const { data } = await backend.clientFor().rpc('login', { secret_key: made.key });
    const { expires_at: end } = v.parse(v.object({ expires_at: v.string() }), data);
    expect(timeOf(end)).toBe(await endOf(made.id));
    expect((await backend.clientFor(field.session).rpc('whoami')).status).toBe(401);
  });
});

const logLines = () => backend.sql('select count(*) from private.change_log');

describe('the end of a key in use', () => {
  test('is changed by an admin, with a line in the change log, and counts at once', async () => {
    const made = keyIn((await admin.rpc('issue_key', { role: 'user', label: 'Desk', site_id: 1 })).data);
    const client = backend.clientFor(await backend.sessionFor(made.key));
    const soon = inDays(10);
    expect((await setEnd(made.id, soon)).status).toBe(204);
    expect(await endOf(made.id)).toBe(timeOf(soon));
    const { data } = await admin.rpc('list_changes', { of_kind: 'keys', page_size: 1 });
    expect(data).toMatchObject([{ row_id: made.id, before: { expires_at: null, end_set_at: null } }]);
    expect(JSON.stringify(data)).toMatch(/"after":\{[^}]*"end_set_at":"\d{4}-/u);
    await setEnd(made.id, new Date(Date.now() + 1_500).toISOString());
    await expect.poll(async () => (await client.rpc('whoami')).status, { timeout: 5_000 }).toBe(401);
    expect((await setEnd(made.id, null)).status).toBe(404);
  });

  test('that was inherited counts as set by an admin once it is set, even to the same moment', async () => {
    const id = await issueInherited(60);
    const { expires_at: end } = await readKey(id);
    expect((await setEnd(id, end)).status).toBe(204);
    expect(await readKey(id)).toMatchObject({ expires_at: end, end_reason: null, granted_until: null });
    expect(await endOf(await successor(id))).toBe(timeOf(end));
  });

  test.each([
    ['an old portal’s key', () => importOld(30), 'end-old', [null, inDays(367)], [inDays(1), inDays(300)]],
    [
      'a rotated key',
      async () => {
        const id = await issue();
        await successor(id);
        return id;
      },
      'end-rotated',
      [null, inDays(31)],
      [inDays(1), inDays(29)],
    ],
    [
      'a rotated key whose end was set',
      async () => {
        const id = await issue({ expires_at: inDays(20) });
        await successor(id);
        return id;
      },
      'end-rotated',
      [null, inDays(21)],
      [inDays(19)],
    ],
  ] as const)('of %s has bounds', async (_, make, hint, refused, accepted) => {
    const id = await make();
    const before = await readKey(id);
    for (const end of refused) expect([end, ...refusal(await setEnd(id, end))]).toEqual([end, 422, hint]);
    expect(await readKey(id)).toEqual(before);
    for (const end of accepted) {
      expect([end, (await setEnd(id, end)).status]).toEqual([end, 204]);
      const after = await readKey(id);
      expect([{ ...after, expires_at: null }, timeOf(after.expires_at)]).toEqual([
        { ...before, expires_at: null },
        timeOf(end),
      ]);
    }
  });

  test('is not in the change log if it is set to its present value', async () => {
    const id = await issue({ expires_at: until });
    const before = await logLines();
    expect((await setEnd(id, until)).status).toBe(204);
    expect(await logLines()).toEqual(before);
  });

  test('is refused without details for others: an ended key, and a key that does not exist, have no end to set', async () => {
    const id = await issue();
    await admin.rpc('revoke_key', { key_id: id });
    for (const key of [id, 999_999]) expect((await setEnd(key, until)).status).toBe(404);
  });
});

describe('the last admin key without an end', () => {
  test('cannot get an end, by setting or by rotating', async () => {
    await admin.rpc('issue_key', { role: 'admin', label: 'Ends', expires_at: until });
    expect(refusal(await setEnd(1, until))).toEqual([409, 'last-admin']);
    expect(refusal(await rotate(1, { expires_at: until }))).toEqual([409, 'last-admin']);
    expect(await readKey(1)).toMatchObject({ expires_at: null, end_reason: null });
    // its successor has no end, so this key may end
    expect((await rotate(1)).status).toBe(200);
  });

  test('may end if another one exists', async () => {
    await issue({ role: 'admin', site_id: null });
    expect((await setEnd(1, until)).status).toBe(204);
    expect((await setEnd(1, inDays(50))).status).toBe(204);
  });

  test('is not saved by a key that only a demo accepts', async () => {
    const own = keyIn((await admin.rpc('issue_key', { role: 'admin', label: 'Own' })).data);
    const session = await backend.sessionFor(own.key);
    await backend.sql('update private.settings set demo = false');
    const answer = await backend.clientFor(session).rpc('set_key_end', { key_id: own.id, expires_at: until });
    expect(refusal(answer)).toEqual([409, 'last-admin']);
  });
});

const ids = (data: unknown) => v.parse(v.object({ mended: v.array(v.number()) }), data).mended;

describe('keys with an inherited end', () => {
  test('are corrected together, each to the granted end, with a line each; others stay unchanged', async () => {
    const [none, set, other, old] = [
      await issueInherited(60),
      await issueInherited(60, until),
      await issue({ expires_at: until }),
      await importOld(30),
    ];
    const rotated = await issue();
    await successor(rotated);
    const gone = await issueInherited(60);
    await admin.rpc('revoke_key', { key_id: gone });
    const expired = await issueInherited(-1);
    const untouched = async () => Promise.all([other, old, rotated, gone, expired].map((id) => readKey(id)));
    const before = await untouched();
    const { data } = await mend(none, set, other, old, rotated, gone, expired, 999_999);
    expect(ids(data)).toEqual([none, set]);
    expect(await readKey(none)).toMatchObject({ expires_at: null, end_reason: null, granted_until: null });
    expect(await readKey(set)).toMatchObject({ end_reason: null, granted_until: null });
    expect(await endOf(set)).toBe(timeOf(until));
    expect(await untouched()).toEqual(before);
    const { data: log } = await admin.rpc('list_changes', { of_kind: 'keys', page_size: 2 });
    expect(log).toMatchObject([
      { row_id: set, before: { end_reason: 'inherited' }, after: { end_reason: null } },
      { row_id: none, before: { end_reason: 'inherited' }, after: { expires_at: null } },
    ]);
  });

  test('are corrected once, however often the request arrives, and a repetition gets the first answer', async () => {
    const id = await issueInherited(60);
    const session = await backend.sessionFor(keys.admin);
    const client = backend.clientFor(session, { 'x-portal-attempt': randomUUID() });
    const first = await client.rpc('mend_key_ends', { key_ids: [id] });
    await setEnd(id, until);
    const again = await client.rpc('mend_key_ends', { key_ids: [id] });
    expect([ids(first.data), again.data]).toEqual([[id], first.data]);
    expect(await endOf(id)).toBe(timeOf(until));
  });

  test('are mended once by two admins at the same moment', async () => {
    const id = await issueInherited(60);
    const both = await Promise.all([mend(id), mend(id)]);
    expect(both.flatMap(({ data }) => ids(data))).toEqual([id]);
  });

  test('are at most 1000 at a time', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => 1_000_000 + index);
    expect(ids((await mend(...many.slice(1))).data)).toEqual([]);
    expect((await mend(...many)).status).toBe(422);
  });
});

describe('nobody but an admin', () => {
  let sessions: [session: string | undefined, status: number][];
  beforeEach(async () => {
    const field = await technicianOf(backend, [1]);
    sessions = [
      [undefined, 401],
      [field.session, 403],
      [await backend.sessionFor(keys.siteOne), 403],
    ];
  });

  test.each([
    ['sets the end of a key', (client: Client) => client.rpc('set_key_end', { key_id: 2 })],
    ['mends ends', (client: Client) => client.rpc('mend_key_ends', { key_ids: [2] })],
    ['rotates with an end', (client: Client) => client.rpc('rotate_key', { key_id: 2, expires_at: 'infinity' })],
  ])('%s', async (_, call) => {
    for (const [session, status] of sessions) expect((await call(backend.clientFor(session))).status).toBe(status);
  });
});
