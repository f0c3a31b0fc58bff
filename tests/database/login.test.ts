import * as v from 'valibot';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { send, type Answer } from './access/outcomes.ts';
import { sessionIn } from './shapes.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await bootBackend();
  return () => backend.close();
});
beforeEach(() => backend.reset());

const logIn = (
  secret_key: unknown,
  from: Record<string, string> = { 'cf-connecting-ip': '203.0.113.7' },
): Promise<Answer> => send(backend, { request: 'POST /rest/v1/rpc/login', body: { secret_key }, headers: from });
const ip = (value: string) => ({ 'cf-connecting-ip': value });

async function failToLogIn(times: number, from?: Record<string, string>): Promise<void> {
  for (let i = 0; i < times; i++) expect((await logIn(`wrong ${i}`, from)).status).toBe(401);
}

async function strongKey(): Promise<string> {
  const [row] = await backend.sql<{ key: string }>(`select private.first_admin_key('Head office') as key`);
  return row?.key ?? '';
}

describe('a valid key', () => {
  test('is answered with a session, the id of the key, the role, the site and the expiry', async () => {
    const { text, headers } = await logIn(keys.siteOne);
    expect(JSON.parse(text)).toMatchObject({ key_id: 2, role: 'user', site: 'One' });
    const response = sessionIn(JSON.parse(text));
    expect(response.session).toMatch(/^[0-9a-f]{64}$/);
    expect(Date.parse(response.expires_at) - Date.now()).toBeLessThanOrEqual(12 * 3_600_000);
    expect(Date.parse(response.expires_at) - Date.now()).toBeGreaterThan(12 * 3_600_000 - 60_000);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['an admin', keys.admin, 'admin'],
    ['a key without a site', keys.withoutSite, 'user'],
  ])('is answered without a site for %s', async (_, key, role) => {
    expect(JSON.parse((await logIn(key)).text)).toMatchObject({ role, site: null });
  });

  test('may be typed in any case, with blanks, other dashes, and O, I, L for 0, 1, 1', async () => {
    const key = await strongKey();
    const spellings = [
      key.toLowerCase(),
      key.replaceAll('-', ''),
      key.replaceAll('-', '  '),
      `\t${key}\n`,
      key.replaceAll('0', 'o').replaceAll('1', 'l'),
      key.replaceAll('0', 'O').replaceAll('1', 'i'),
      key.split('').join('-'),
    ];
    for (const spelling of spellings) expect((await logIn(spelling)).status, spelling).toBe(200);
  });

  test('gets a session of its own each time, whatever session was sent with it', async () => {
    const [first, second] = [await backend.loginAs(keys.siteOne), await backend.loginAs(keys.siteOne)];
    const body = { secret_key: keys.siteOne };
    const third = await send(backend, { request: 'POST /rest/v1/rpc/login', body }, first);
    expect(new Set([first, second, sessionIn(JSON.parse(third.text)).session]).size).toBe(3);
  });

  test('opens no session that outlives it', async () => {
    await backend.sql(`update public.main set expires_at = now() + interval '5 minutes' where site_id = 1`);
    const { expires_at } = sessionIn(JSON.parse((await logIn(keys.siteOne)).text));
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(300_000);
  });

  test('has at most 50 sessions: the session that was unused for longest ends', async () => {
    const sessions = await Promise.all(Array.from({ length: 50 }, () => backend.sessionFor(keys.siteOne)));
    await backend.sql(
      `update private.sessions s set seen_at = now() - interval '1 second' * (51 - place)
        from unnest($1::text[]) with ordinality as t (session, place) where token_hash = sha256(convert_to(session, 'UTF8'))`,
      [sessions],
    );
    sessions.push(await backend.loginAs(keys.siteOne));
    const live = await Promise.all(
      sessions.map(async (session) => (await backend.clientFor(session).rpc('whoami')).error === null),
    );
    expect(live).toEqual([false, ...Array.from({ length: 50 }, () => true)]);
  });
});

describe('a wrong key', () => {
  test.each(['', ' ', 'wrong', null, 'x'.repeat(300), 'x'.repeat(100_000), `' or '1'='1`, '\u0001', '🙂'])(
    'is refused with the same message: %j',
    async (key) => {
      const { status, text } = await logIn(key);
      expect([status, JSON.parse(text)]).toEqual([
        401,
        { code: 'PT401', message: 'Invalid token', details: null, hint: null },
      ]);
    },
  );

  test('is also one that was revoked, has expired, or is of the demo where there is none', async () => {
    await backend.sql(`update public.main set revoked_at = now() where site_id = 1`);
    await backend.sql(`update public.main set expires_at = now() where site_id = 2`);
    expect([(await logIn(keys.siteOne)).status, (await logIn(keys.siteTwo)).status]).toEqual([401, 401]);
    await backend.sql('update private.settings set demo = false');
    expect((await logIn(keys.admin)).status).toBe(401);
  });

  test.each(['revoked_at = now()', 'expires_at = now()'])('ends open sessions too: %s', async (change) => {
    const session = await backend.loginAs(keys.siteOne);
    await backend.sql(`update public.main set ${change} where site_id = 1`);
    expect((await backend.clientFor(session).rpc('whoami')).status).toBe(401);
  });
});

describe('guessing', () => {
  beforeEach(async () => {
    // the quarter of an hour in which wrong keys are counted must not end between two of them
    const left = 900_000 - (Date.now() % 900_000);
    if (left < 5_000) await new Promise((resolve) => setTimeout(resolve, left));
  });

  test('is stopped after ten failures of an IP address, with the seconds to wait', async () => {
    await failToLogIn(10);
    const { status, text, headers } = await logIn(keys.siteOne);
    const hint = headers.get('retry-after');
    expect([status, JSON.parse(text)]).toEqual([
      429,
      { code: 'PT429', message: 'Too many attempts', details: null, hint },
    ]);
    expect(Number(hint)).toBeGreaterThan(0);
    expect(Number(hint)).toBeLessThanOrEqual(900);
  });

  test('does not lock out another IP, nor a key of full strength', async () => {
    const key = await strongKey();
    await failToLogIn(10);
    expect((await logIn(keys.siteOne, ip('203.0.113.8'))).status).toBe(200);
    expect((await logIn(key)).status).toBe(200);
    expect((await logIn(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)).status).toBe(429);
  });

  test('is counted per network for IPv6', async () => {
    await failToLogIn(5, ip('2001:db8:1:2::1'));
    await failToLogIn(5, ip('2001:db8:1:2:ffff::9'));
    expect((await logIn('wrong', ip('2001:db8:1:2::7'))).status).toBe(429);
    expect((await logIn('wrong', ip('2001:db8:1:3::7'))).status).toBe(401);
  });

  test('is not helped by an IP that the caller makes up', async () => {
    for (let i = 0; i < 10; i++) await logIn('wrong', { 'x-forwarded-for': `10.0.0.${i}, 198.51.100.4` });
    expect((await logIn('wrong', { 'x-forwarded-for': '192.0.2.1,198.51.100.4' })).status).toBe(429);
    expect((await logIn('wrong', { 'x-forwarded-for': '198.51.100.4, 192.0.2.1' })).status).toBe(401);
  });

  test.each([{}, ip(''), ip('nonsense'), ip('1.2.3.4; drop table'), { 'x-forwarded-for': ' , ' }])(
    'without a usable IP is counted together: %j',
    async (from) => {
      await failToLogIn(10, from);
      expect((await logIn('wrong', ip('not an IP'))).status).toBe(429);
    },
  );

  test('is possible again in the next window, and old counters are deleted', async () => {
    await failToLogIn(10);
    await backend.sql(`update private.login_attempts set window_start = window_start - interval '15 minutes'`);
    await failToLogIn(1);
    await backend.sql(`update private.login_attempts set window_start = window_start - interval '2 days'`);
    await failToLogIn(1);
    expect(await backend.sql('select wrong_keys from private.login_attempts')).toEqual([{ wrong_keys: 1 }]);
  });

  test('uses one counter for each IP address, however many failures there are', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, i) => logIn(`wrong ${i}`)));
    expect(await backend.sql('select ip, wrong_keys from private.login_attempts')).toEqual([
      { ip: '203.0.113.7', wrong_keys: 10 },
    ]);
  });
});

describe('a new key', () => {
  test('has 26 random symbols and 2 that reveal a typing error', async () => {
    const [row] = await backend.sql<{ made: number; right: boolean; slips: number }>(`
      with k as materialized (select private.new_key() as key from generate_series(1, 300))
      select count(distinct key)::int as made, bool_and(private.key_is_strong(key) and key ~ '^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$') as right,
        count(*) filter (where private.key_is_strong(overlay(key placing case when substr(key, 7, 1) = 'A' then 'B' else 'A' end from 7 for 1)))::int as slips
      from k`);
    expect(row).toMatchObject({ made: 300, right: true });
    // the two symbols let one of 1,024 mistyped keys pass
    expect(row?.slips).toBeLessThan(5);
  });
});

test('whoami returns what the login returned, without the session', async () => {
  const { session, ...rest } = v.parse(
    v.looseObject({ session: v.string() }),
    JSON.parse((await logIn(keys.siteTwo)).text),
  );
  expect((await backend.clientFor(session).rpc('whoami')).data).toEqual(rest);
});

test('a session lasts for 60 idle minutes, and only whoami extends it', async () => {
  const client = backend.clientFor(await backend.loginAs(keys.siteOne));
  const pass = (minutes: number) =>
    backend.sql(`update private.sessions set seen_at = seen_at - interval '1 minute' * $1`, [minutes]);
  await pass(59);
  expect((await client.rpc('whoami')).error).toBeNull();
  await pass(59);
  expect((await client.from('maintables').select('id')).error).toBeNull();
  await pass(1.1);
  expect((await client.rpc('whoami')).status).toBe(401);
});

test('logout ends this session and no other', async () => {
  const [mine, other] = [await backend.loginAs(keys.siteOne), await backend.loginAs(keys.siteOne)];
  expect((await backend.clientFor(mine).rpc('logout')).status).toBe(204);
  expect((await backend.clientFor(mine).rpc('whoami')).status).toBe(401);
  expect((await backend.clientFor(other).rpc('whoami')).status).toBe(200);
});
