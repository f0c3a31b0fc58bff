import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { anonKey } from '../../../supabase/local/hosted-defaults.ts';
import { logRefused } from '../../../supabase/local/refusal-log.ts';
import { bootBackend, origin, type TestBackend } from '../support/backend.ts';
import { keys } from '../support/base-rows.ts';

let backend: TestBackend;
let serve: typeof fetch;
let printed: string[];
beforeAll(async () => {
  backend = await bootBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  await backend.reset();
  printed = [];
  serve = logRefused(backend.fetch, (line) => printed.push(line), 'refused');
});

const ask = (path: string, init: RequestInit = {}) =>
  serve(`${origin}${path}`, {
    ...init,
    headers: { apikey: anonKey, 'content-type': 'application/json', ...Object.fromEntries(new Headers(init.headers)) },
  });
const call = (name: string, body: object, headers: HeadersInit = {}) =>
  ask(`/rest/v1/rpc/${name}`, { method: 'POST', body: JSON.stringify(body), headers });
const uuid = '0123abcd-0123-4123-8123-0123456789ab';

test('prints a refusal of each interface with its reason, and still sends it to the caller', async () => {
  const session = await backend.loginAs(keys.admin);
  const answer = await call('whoami', {});
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'PT401', message: 'Session expired' }]);
  await call('login', { secret_key: 'nobody' });
  await ask('/rest/v1/maintable?id=eq.1', {
    method: 'PATCH',
    body: '{"name": "New"}',
    headers: { 'x-portal-session': session },
  });
  await ask('/rest/v1/sessions');
  await ask(`/storage/v1/object/rfidboomgatephoto/sites/1/1700000000000-${uuid}.jpg?download=x`);
  await ask('/auth/v1/settings');
  expect(printed).toEqual([
    'POST /rest/v1/rpc/whoami 401 PT401 Session expired',
    'POST /rest/v1/rpc/login 401 PT401 Invalid token',
    'PATCH /rest/v1/maintable 409 PT409 revision must be 2, one more than the stored one: somebody else was faster, or it was left out',
    expect.stringMatching(/^GET \/rest\/v1\/sessions 404 PGRST205 /u),
    expect.stringMatching(
      /^GET \/storage\/v1\/object\/rfidboomgatephoto\/sites\/1\/1700000000000-[\w-]+\.jpg 400 404 \w+ Object not found$/u,
    ),
    'GET /auth/v1/settings 404 no Route matched with those values',
  ]);
});

test('prints nothing about successful requests, and nothing at all unless it is switched on', async () => {
  const session = await backend.loginAs(keys.admin);
  expect((await call('whoami', {}, { 'x-portal-session': session })).status).toBe(200);
  for (const setting of ['', 'served']) {
    serve = logRefused(backend.fetch, (line) => printed.push(line), setting);
    expect((await call('whoami', {})).status).toBe(401);
  }
  expect(printed).toEqual([]);
});

test('prints no key, session, token or address of a link, whatever the refusal quotes', async () => {
  const issued = await backend.sql<{ key: string }>(`select private.first_admin_key('Head office') as key`);
  const key = issued[0]?.key ?? '';
  const session = await backend.loginAs(key);
  const plain = key.replaceAll('-', '');
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.c2lnbmF0dXJlMTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM';
  const secrets = [key, plain, session, keys.siteOne];
  for (const secret of secrets) {
    await call('revoke_key', { key_id: secret }, { 'x-portal-session': session });
    await ask(`/rest/v1/main?id=eq.${secret}`, { headers: { 'x-portal-session': session } });
    await ask('/rest/v1/rpc/login', { method: 'POST', body: `{"secret_key": ${secret}}` });
    await ask(`/storage/v1/object/sign/rfidboomgatephoto/sites/1/1700000000000-${uuid}.jpg?token=${secret}`);
  }
  await call('whoami', {}, { authorization: `Bearer ${token}` });
  expect(printed).toHaveLength(4 * secrets.length + 1);
  for (const secret of [...secrets, ...token.split('.'), anonKey]) expect(printed.join('\n')).not.toContain(secret);
});
