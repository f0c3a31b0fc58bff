import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { send, type Answer } from './access/outcomes.ts';
import { sessionIn } from './shapes.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';
import { technicianOf } from './support/technician.ts';
import { call } from './support/write-requests.ts';

let backend: TestBackend;
let phone: string;
let desk: string;
let other: string;
let admin: string;
beforeAll(async () => {
  backend = await bootBackend();
});
// A client of One with two devices, a client of Two, and an admin.
beforeEach(async () => {
  await backend.reset();
  phone = await login(keys.siteOne, 'Mozilla/5.0 (iPhone) Version/26.0 Safari/604.1', true);
  await backend.sql(
    `update private.sessions set created_at = now() - interval '3 days', seen_at = now() - interval '1 day'`,
  );
  desk = await login(keys.siteOne, 'Mozilla/5.0 (Windows NT 10.0) Chrome/149.0 Safari/537.36');
  other = await login(keys.siteTwo);
  admin = await login(keys.admin);
});
afterAll(() => backend.close());

async function login(secret_key: string, agent = '', keep = false): Promise<string> {
  const attempt = { ...call('login', { secret_key, keep }), headers: { 'user-agent': agent } };
  return sessionIn(JSON.parse((await send(backend, attempt)).text)).session;
}
const ask = (name: string, body: unknown, session: string): Promise<Answer> => send(backend, call(name, body), session);
const isLive = async (session: string) => (await ask('whoami', {}, session)).status === 200;

const listed = v.array(
  v.strictObject({
    id: v.pipe(v.string(), v.uuid()),
    device: v.string(),
    kept: v.boolean(),
    first_used: v.pipe(v.string(), v.isoTimestamp()),
    last_used: v.pipe(v.string(), v.isoTimestamp()),
    expires_at: v.pipe(v.string(), v.isoTimestamp()),
    current: v.boolean(),
  }),
);
async function list(session: string, key_id?: number) {
  return v.parse(listed, JSON.parse((await ask('list_sessions', { ...(key_id && { key_id }) }, session)).text));
}
const devicesOfOne = async () => (await list(admin, 2)).map(({ device }) => device);
const daysSince = (time = '') => Math.round((Date.now() - Date.parse(time)) / 86_400_000);
const idOf = async (device: string) => (await list(admin, 2)).find((each) => each.device === device)?.id ?? '';

describe('the sessions of a key', () => {
  test('are listed for its holder, last used first, with the current one marked', async () => {
    const rows = await list(desk);
    expect(rows.map(({ device, kept, current }) => [device, kept, current])).toEqual([
      ['Chrome on Windows', false, true],
      ['Safari on iPhone', true, false],
    ]);
    const [, onPhone] = rows;
    expect([daysSince(onPhone?.first_used), daysSince(onPhone?.last_used), daysSince(onPhone?.expires_at)]).toEqual([
      3, 1, -30,
    ]);
    expect(await list(desk, 2)).toEqual(rows);
  });

  test('are listed for an admin for any key, by default for the admin’s own', async () => {
    expect((await list(admin, 2)).map(({ device, current }) => [device, current])).toEqual([
      ['Chrome on Windows', false],
      ['Safari on iPhone', false],
    ]);
    expect((await list(admin)).map(({ current }) => current)).toEqual([true]);
    expect(await list(admin, 4)).toEqual([]);
  });

  test('are listed for nobody else, and without tokens or hashes', async () => {
    const technician = await technicianOf(backend, [1]);
    for (const session of [other, technician.session]) {
      const { status, text } = await ask('list_sessions', { key_id: 2 }, session);
      expect([status, text]).toEqual([403, expect.stringContaining('Not allowed with this key')]);
      expect(await list(session)).toHaveLength(1);
    }
    const [row] = await backend.sql<{ hashes: string[] }>(
      `select array_agg(encode(token_hash, 'hex')) as hashes from private.sessions`,
    );
    const { text } = await ask('list_sessions', { key_id: 2 }, admin);
    for (const secret of [phone, desk, ...(row?.hashes ?? [])]) expect(text).not.toContain(secret);
  });

  test('leave the list when they end, however they end', async () => {
    await backend.sql(`update private.sessions set seen_at = seen_at - interval '61 minutes' where main_id = 2`);
    expect(await devicesOfOne()).toEqual(['Safari on iPhone']);
    await backend.sql(`update private.sessions set seen_at = seen_at - interval '7 days' where main_id = 2`);
    expect(await devicesOfOne()).toEqual([]);
    const ended = 'expires_at = case when kept then expires_at else now() end';
    await backend.sql(`update private.sessions set seen_at = now(), ${ended} where main_id = 2`);
    expect(await devicesOfOne()).toEqual(['Safari on iPhone']);
    await backend.sql('update public.main set revoked_at = now() where id = 2');
    expect(await devicesOfOne()).toEqual([]);
  });

  test('move up when they are used', async () => {
    await ask('whoami', {}, phone);
    const [first] = await list(desk);
    expect(first?.device).toBe('Safari on iPhone');
  });
});

describe('ending one session', () => {
  test('works at once, only once, by its key or by an admin', async () => {
    const [onPhone, onDesk] = [await idOf('Safari on iPhone'), await idOf('Chrome on Windows')];
    expect((await ask('end_session', { session_id: onPhone }, desk)).text).toBe('true');
    expect([await isLive(phone), await isLive(desk)]).toEqual([false, true]);
    expect((await ask('end_session', { session_id: onPhone }, desk)).text).toBe('false');
    expect((await ask('end_session', { session_id: onDesk }, admin)).text).toBe('true');
    expect(await isLive(desk)).toBe(false);
    expect(await list(admin, 2)).toEqual([]);
  });

  test('of another key does nothing, and is answered as if there were no such session', async () => {
    const technician = await technicianOf(backend, null);
    const id = await idOf('Safari on iPhone');
    for (const session of [other, technician.session])
      expect((await ask('end_session', { session_id: id }, session)).text).toBe('false');
    expect(await isLive(phone)).toBe(true);
    expect((await ask('end_session', { session_id: 'x' }, admin)).status).toBe(400);
  });

  test('may end that of the caller', async () => {
    expect((await ask('end_session', { session_id: await idOf('Chrome on Windows') }, desk)).text).toBe('true');
    expect(await isLive(desk)).toBe(false);
  });
});

describe('ending all sessions', () => {
  test('of the caller’s own key spares the current one', async () => {
    expect((await ask('end_sessions', {}, desk)).text).toBe('1');
    expect(await Promise.all([desk, phone, other, admin].map(isLive))).toEqual([true, false, true, true]);
    expect((await ask('end_sessions', {}, desk)).text).toBe('0');
  });

  test('of another key is for admins, and spares none', async () => {
    for (const key_id of [1, 2]) expect((await ask('end_sessions', { key_id }, other)).status).toBe(403);
    expect((await ask('end_sessions', { key_id: 2 }, admin)).text).toBe('2');
    expect(await Promise.all([desk, phone, other, admin].map(isLive))).toEqual([false, false, true, true]);
  });

  test('counts only those that were still valid, and deletes the others, too', async () => {
    await backend.sql(`update private.sessions set seen_at = now() - interval '8 days' where kept`);
    expect((await ask('end_sessions', { key_id: 2 }, admin)).text).toBe('1');
    expect(await backend.sql('select 1 from private.sessions where main_id = 2')).toEqual([]);
  });

  test('does not end the key: its holder can log in again', async () => {
    await ask('end_sessions', { key_id: 2 }, admin);
    expect(await isLive(await login(keys.siteOne))).toBe(true);
  });
});
