import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { send, type Answer } from './access/outcomes.ts';
import { sessionIn } from './shapes.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';
import { technicianOf } from './support/open-portal.ts';
import { call } from './support/write-requests.ts';

let backend: TestBackend;

const sendLogin = (body: object, agent = '') =>
  send(backend, { ...call('login', body), headers: { 'user-agent': agent, 'cf-connecting-ip': '203.0.113.7' } });

const persistentLogin = async (key: string, isKept: unknown = true) =>
  sessionIn(JSON.parse((await sendLogin({ secret_key: key, keep: isKept })).text));

const statusOf = async (session: string) => (await send(backend, call('whoami', {}), session)).status;

/** Makes the last use of all sessions this much earlier. */
const pass = (days: number) =>
  backend.sql(`update private.sessions set seen_at = seen_at - interval '1 day' * $1`, [days]);

const hoursUntil = (expires_at: string) => (Date.parse(expires_at) - Date.now()) / 3_600_000;

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0';

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0';

describe('how long sessions last, and the names of their devices', () => {
  beforeAll(async () => {
    backend = await bootBackend();
    return () => backend.close();
  });

  beforeEach(() => backend.reset());

  describe('a persistent session', () => {
    test('lasts 30 days, and is reported as persistent', async () => {
      const { session, expires_at } = await persistentLogin(keys.siteOne);
      expect(hoursUntil(expires_at)).toBeGreaterThan(30 * 24 - 0.1);
      expect(hoursUntil(expires_at)).toBeLessThanOrEqual(30 * 24);
      expect(JSON.parse((await send(backend, call('whoami', {}), session)).text)).toMatchObject({
        role: 'user',
        kept: true,
      });
      await pass(6.9);
      expect(await statusOf(session)).toBe(200);
      await backend.sql(`update private.sessions set expires_at = expires_at - interval '30 days'`);
      expect(await statusOf(session)).toBe(401);
    });

    test('ends after 7 days without use, and each use starts them again', async () => {
      const { session } = await persistentLogin(keys.siteOne);
      for (let use = 0; use < 3; use += 1) {
        await pass(6.9);
        expect(await statusOf(session)).toBe(200);
      }
      await pass(7.01);
      expect(await statusOf(session)).toBe(401);
      expect((await backend.clientFor(session).from('maintables').select('id')).status).toBe(401);
    });

    test('ends with its key, however that ends, and with a logout', async () => {
      await backend.sql(`update public.main set expires_at = now() + interval '2 days' where site_id = 1`);
      const [first, second] = [await persistentLogin(keys.siteOne), await persistentLogin(keys.siteOne)];
      expect(hoursUntil(first.expires_at)).toBeLessThanOrEqual(48);
      await send(backend, call('logout', {}), first.session);
      expect([await statusOf(first.session), await statusOf(second.session)]).toEqual([401, 200]);
      await backend.sql('update public.main set revoked_at = now() where site_id = 1');
      expect(await statusOf(second.session)).toBe(401);
    });

    test('reports the earlier end that its key gets when it is rotated', async () => {
      const { session } = await persistentLogin(keys.siteOne);
      const admin = backend.clientFor(await backend.loginAs(keys.admin));
      await admin.rpc('rotate_key', { key_id: 2, keep_old: '1 day' });
      const { expires_at } = v.parse(
        v.object({ expires_at: v.string() }),
        (await backend.clientFor(session).rpc('whoami')).data,
      );
      expect(hoursUntil(expires_at)).toBeLessThanOrEqual(24);
    });

    test('is one of at most 50 sessions of its key', async () => {
      const { session } = await persistentLogin(keys.siteOne);
      await pass(1);
      await backend.sql(`insert into private.sessions (token_hash, main_id, expires_at)
      select sha256(n::text::bytea), 2, now() + interval '1 hour' from generate_series(1, 49) n`);
      await backend.loginAs(keys.siteOne);
      expect(await statusOf(session)).toBe(401);
    });
  });

  test.each([
    ['without a choice', {}],
    ['with the choice not to keep it', { keep: false }],
    ['with null as the choice', { keep: null }],
  ])('a session lasts 12 hours, or 60 minutes without use, %s', async (_, choice) => {
    const response = (await sendLogin({ secret_key: keys.siteOne, ...choice })).text;
    const { session, expires_at } = sessionIn(JSON.parse(response));
    expect(JSON.parse(response)).toMatchObject({ kept: false });
    expect(hoursUntil(expires_at)).toBeLessThanOrEqual(12);
    await pass(59 / 1440);
    expect(await statusOf(session)).toBe(200);
    await pass(61 / 1440);
    expect(await statusOf(session)).toBe(401);
  });

  test('wrong keys count the same, whether the session is persistent or not', async () => {
    // the quarter of an hour in which they are counted must not end between two of them
    const left = 900_000 - (Date.now() % 900_000);
    if (left < 5_000) await new Promise((resolve) => setTimeout(resolve, left));
    for (let count = 0; count < 10; count += 1)
      expect((await sendLogin({ secret_key: `wrong ${count}`, keep: count % 2 === 0 })).status).toBe(401);
    expect((await sendLogin({ secret_key: keys.siteOne, keep: true })).status).toBe(429);
  });

  test.each([
    ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`],
    ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`],
    ['Edge on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/149.0.0.0`],
    ['Edge on Android', `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36 EdgA/149.0.0.0`],
    [
      'Samsung Internet on Android',
      `Mozilla/5.0 (Linux; Android 10; K) ${chrome} SamsungBrowser/28.0 Mobile Safari/537.36`,
    ],
    ['Opera on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 OPR/120.0.0.0`],
    ['Safari on iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${safari} Mobile/15E148 Safari/604.1`],
    [
      'Chrome on iPhone',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/149.0 Mobile/15E148 Safari/604.1`,
    ],
    ['Safari on iPad', `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${safari} Mobile/15E148 Safari/604.1`],
    ['Safari on Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari} Safari/605.1.15`],
    ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:151.0) Gecko/20100101 Firefox/151.0'],
    [
      'Firefox on iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 FxiOS/151.0 Mobile/15E148 Safari/605.1.15',
    ],
    ['Chrome on Chromebook', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`],
    ['Windows', 'Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko'],
    ['Unknown device', 'curl/8.5.0'],
    ['Unknown device', ''],
    ['Unknown device', `${'x'.repeat(600)} Chrome/149 Android`],
  ])('a device is saved by a short name only: %s', async (device, agent) => {
    await sendLogin({ secret_key: keys.siteOne }, agent);
    const rows = await backend.sql<{ row: Record<string, unknown> }>(
      'select to_jsonb(s) as row from private.sessions s',
    );
    expect(rows.map(({ row }) => row['device'])).toEqual([device]);
    const text = JSON.stringify(rows);
    if (agent !== '') expect(text).not.toContain(agent.slice(0, 20));
    expect(text).not.toContain('203.0.113.7');
  });

  test('a login without a user agent is from an unknown device', async () => {
    await send(backend, call('login', { secret_key: keys.siteOne }));
    expect(await backend.sql('select device from private.sessions')).toEqual([{ device: 'Unknown device' }]);
    const [row] = await backend.sql<{ name: string }>('select private.device_name(null) as name');
    expect(row).toEqual({ name: 'Unknown device' });
  });
});

let phone: string;

let desk: string;

let other: string;

let admin: string;

async function login(secret_key: string, agent = '', keep = false, browser?: string): Promise<string> {
  const attempt = { ...call('login', { secret_key, keep, browser }), headers: { 'user-agent': agent } };
  return sessionIn(JSON.parse((await send(backend, attempt)).text)).session;
}

const ask = (name: string, body: unknown, session: string): Promise<Answer> => send(backend, call(name, body), session);

const isLive = async (session: string) => (await ask('whoami', {}, session)).status === 200;

const listed = v.array(
  v.strictObject({
    id: v.pipe(v.string(), v.uuid()),
    device: v.string(),
    kept: v.boolean(),
    tabs: v.number(),
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

/** Makes the login and the last use of a session this long ago. */
const setAge = (session: string, minutes: number) =>
  backend.sql(
    `update private.sessions set created_at = now() - $2 * interval '1 minute', seen_at = now() - $2 * interval '1 minute'
     where token_hash = sha256(convert_to($1, 'UTF8'))`,
    [session, minutes],
  );

describe('the list of sessions', () => {
  beforeAll(async () => {
    backend = await bootBackend();
    return () => backend.close();
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

  describe('the sessions of a key', () => {
    test('are listed for its holder, the current one marked and first, then the last used', async () => {
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
      expect(await devicesOfOne()).toEqual(['Safari on iPhone', 'Chrome on Windows']);
      expect((await list(desk)).map(({ device }) => device)).toEqual(['Chrome on Windows', 'Safari on iPhone']);
    });
  });

  describe('a device', () => {
    const windows = 'Mozilla/5.0 (Windows NT 10.0) Chrome/149.0 Safari/537.36';
    const browser = randomUUID();
    let tabs: string[];
    beforeEach(async () => {
      await backend.sql('delete from private.sessions where main_id = 2');
      tabs = [await login(keys.siteOne, windows, false, browser), await login(keys.siteOne, windows, true, browser)];
      await setAge(tabs[0] ?? '', 40);
      await setAge(tabs[1] ?? '', 30);
      tabs.push(await login(keys.siteOne, windows, false, browser));
      // the same kind of device, which looks the same for an old page and for a browser without storage
      for (const none of [undefined, '', 'x', browser.toUpperCase(), '1'.repeat(36)])
        await setAge(await login(keys.siteOne, windows, false, none), 20);
    });

    test("is all sessions of one browser, whatever their tabs; a login without the browser's number is a separate device", async () => {
      const rows = await list(admin, 2);
      expect(rows.map(({ device, tabs: open, kept }) => [device, open, kept])).toEqual([
        ['Chrome on Windows', 2, true],
        ...Array.from({ length: 5 }, () => ['Chrome on Windows', 1, false]),
      ]);
      const [own] = rows;
      const ages = [own?.first_used, own?.last_used, own?.expires_at].map((time = '') =>
        Math.round((Date.now() - Date.parse(time)) / 60_000),
      );
      expect(ages).toEqual([40, 0, -30 * 24 * 60]);
      expect((await list(tabs[0] ?? '')).map(({ current }) => current)).toEqual([
        true,
        false,
        false,
        false,
        false,
        false,
      ]);
      // a tab that was closed an hour ago is over, and so is the device with its last session
      await backend.sql(`update private.sessions set seen_at = seen_at - interval '1 hour' where main_id = 2`);
      expect((await list(admin, 2)).map(({ tabs: open, kept }) => [open, kept])).toEqual([[0, true]]);
    });

    test('is ended as a whole, and spared as a whole when all others are ended', async () => {
      const [own] = await list(admin, 2);
      const stranger = await login(keys.siteOne, windows, true, randomUUID());
      for (const session of [other, (await technicianOf(backend, [1])).session])
        expect((await ask('end_session', { session_id: own?.id }, session)).text).toBe('false');
      expect((await ask('end_sessions', {}, tabs[0] ?? '')).text).toBe('6');
      expect(await Promise.all([...tabs, stranger].map(isLive))).toEqual([true, true, true, false]);
      expect((await ask('end_session', { session_id: own?.id }, admin)).text).toBe('true');
      expect(await Promise.all([...tabs, other, admin].map(isLive))).toEqual([false, false, false, true, true]);
      expect((await ask('end_session', { session_id: own?.id }, admin)).text).toBe('false');
    });

    test('cannot be recognized by its number, nor as the same device under another key', async () => {
      await login(keys.siteTwo, windows, false, browser);
      const rows = await backend.sql<{ row: object; id: string; key: number }>(
        'select to_jsonb(s) as row, device_id as id, main_id::int as key from private.sessions s where device_id is not null',
      );
      expect(JSON.stringify(rows)).not.toContain(browser);
      expect(new Set(rows.map(({ id, key }) => `${key} ${id}`)).size).toBe(2);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
      const { text } = await ask('login', { secret_key: keys.siteOne, browser }, '');
      expect(Object.keys(v.parse(v.looseObject({}), JSON.parse(text)))).not.toContain('browser');
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

    test('of another key does nothing, and gets the same answer as a session that does not exist', async () => {
      const technician = await technicianOf(backend, null);
      const id = await idOf('Safari on iPhone');
      for (const session of [other, technician.session])
        expect((await ask('end_session', { session_id: id }, session)).text).toBe('false');
      expect(await isLive(phone)).toBe(true);
      expect((await ask('end_session', { session_id: 'x' }, admin)).status).toBe(400);
    });

    test('may end the session of the caller', async () => {
      expect((await ask('end_session', { session_id: await idOf('Chrome on Windows') }, desk)).text).toBe('true');
      expect(await isLive(desk)).toBe(false);
    });
  });

  describe('ending all sessions', () => {
    test('of the caller’s own key spares the current session', async () => {
      expect((await ask('end_sessions', {}, desk)).text).toBe('1');
      expect(await Promise.all([desk, phone, other, admin].map(isLive))).toEqual([true, false, true, true]);
      expect((await ask('end_sessions', {}, desk)).text).toBe('0');
    });

    test('of another key is only for admins, and spares none', async () => {
      for (const key_id of [1, 2]) expect((await ask('end_sessions', { key_id }, other)).status).toBe(403);
      expect((await ask('end_sessions', { key_id: 2 }, admin)).text).toBe('2');
      expect(await Promise.all([desk, phone, other, admin].map(isLive))).toEqual([false, false, true, true]);
    });

    test('counts only sessions that were still valid, and deletes the others too', async () => {
      await backend.sql(`update private.sessions set seen_at = now() - interval '8 days' where kept`);
      expect((await ask('end_sessions', { key_id: 2 }, admin)).text).toBe('1');
      expect(await backend.sql('select 1 from private.sessions where main_id = 2')).toEqual([]);
    });

    test('does not end the key: its holder can log in again', async () => {
      await ask('end_sessions', { key_id: 2 }, admin);
      expect(await isLive(await login(keys.siteOne))).toBe(true);
    });
  });
});
