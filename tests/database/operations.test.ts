import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { send } from './access/outcomes.ts';
import { makeLink, open } from './links/link-door.ts';
import { keyIn } from './shapes.ts';
import type { TestBackend } from './support/backend.ts';
import { bucket, keys, objectName, pointAt } from './support/base-rows.ts';
import { openPortal, technicianOf } from './support/open-portal.ts';

const page = readFileSync(join(import.meta.dirname, '../../supabase/operations/README.md'), 'utf8');

/** The statements of a section of the page, as they are written there. */
function statementsOf(heading: string): string[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  return Array.from(own.matchAll(/```sql\n([\s\S]*?)```/gu), ([, statement = '']) => statement.trim());
}

let backend: TestBackend;
let admin: string;
openPortal(({ backend: opened, session }) => {
  backend = opened;
  admin = session;
});

const whoamiStatus = async (session: string) =>
  (await send(backend, { request: 'POST /rest/v1/rpc/whoami', body: {} }, session)).status;

test('first admin key, or a lost one: the owner makes a key that opens everything', async () => {
  const [statement = ''] = statementsOf('First admin key');
  await backend.sql(`update public.main set revoked_at = now()`);
  const [row] = await backend.sql<{ first_admin_key: string }>(statement);
  const session = await backend.loginAs(row?.first_admin_key ?? '');
  const { data } = await backend.clientFor(session).from('maintable').select('name');
  expect(data).toHaveLength(2);
});

test('a leaked key: the owner ends it by its label, with its sessions, and no other', async () => {
  const [statement = ''] = statementsOf('A key has leaked');
  const leaked = await technicianOf(backend, [1]);
  const ofSiteOne = await backend.sessionFor(keys.siteOne);
  expect(statement).toContain(`'Front desk'`);
  await backend.sql(statement.replace('Front desk', 'In the field'));
  expect([await whoamiStatus(leaked.session), await whoamiStatus(ofSiteOne), await whoamiStatus(admin)]).toEqual([
    401, 200, 200,
  ]);
  await expect(backend.loginAs(leaked.key)).rejects.toThrow('Invalid token');
  expect(await backend.sql('select 1 from private.sessions where main_id = $1', [leaked.id])).toEqual([]);
  // and the log shows that it was the owner
  const { data } = await backend.clientFor(admin).rpc('list_changes', { of_kind: 'keys' });
  expect(data?.[0]).toMatchObject({ row_id: leaked.id, access_id: null });
});

test('a leaked key: its rotation does not end the links that were made with it, but the owner does, and no others', async () => {
  const [, statement = ''] = statementsOf('A key has leaked');
  const leaked = keyIn(
    (await backend.clientFor(admin).rpc('issue_key', { role: 'user', label: 'Front desk', site_id: 1 })).data,
  );
  const made = [
    await makeLink({ backend, session: await backend.sessionFor(leaked.key) }),
    await makeLink({ backend, session: admin }),
  ];
  const rotated = await backend.clientFor(admin).rpc('rotate_key', { key_id: leaked.id, keep_old: '0' });
  expect(rotated.error).toBeNull();
  const statuses = () => Promise.all(made.map(async ({ secret }) => (await open(backend, secret)).status));
  expect(await statuses()).toEqual([200, 200]);
  await backend.sql(statement);
  expect(await statuses()).toEqual([404, 200]);
});

test('a photo that must not be seen: after it is hidden, no client gets a URL; after it is deleted, its URLs fail', async () => {
  const [statement = ''] = statementsOf('A photo must not be seen');
  const name = objectName(1);
  const file = new File([new Uint8Array([255, 216, 255])], 'a.jpg', { type: 'image/jpeg' });
  const storage = (session: string) => backend.clientFor(session).storage.from(bucket);
  expect((await storage(admin).upload(name, file)).error).toBeNull();
  await backend.exclusive(() => backend.pg.exec(pointAt([name])));
  const client = await backend.sessionFor(keys.siteOne);
  const { data } = await storage(client).createSignedUrl(name, 900);
  const link = data?.signedUrl ?? '';
  expect((await backend.fetch(link)).status).toBe(200);

  const [site] = await backend.sql<{ id: number }>(statement.replace('Selasih Park', 'One'));
  expect(name).toMatch(`sites/${site?.id}/`);
  await backend.sql(`update public.maintable set revision = revision + 1,
    tasks2024 = jsonb_set(tasks2024, '{0,showing}', '"False"') where id = ${site?.id}`);
  expect((await storage(client).createSignedUrl(name, 900)).error).not.toBeNull();
  // an earlier URL works until it expires
  expect((await backend.fetch(link)).status).toBe(200);

  // as the dashboard does, with the right of the owner
  await backend.sql('delete from storage.objects where name = $1', [name]);
  await backend.blobs.remove(bucket, name);
  expect((await backend.fetch(link)).status).toBeGreaterThanOrEqual(400);
});

/** The statuses of eleven wrong keys, each with the IP address that a gateway passes on. */
const statusesOfWrongKeys = async (ipOf: (attempt: number) => string) => {
  const all = [];
  for (let attempt = 1; attempt <= 11; attempt++) {
    const headers = { 'cf-connecting-ip': ipOf(attempt), 'x-forwarded-for': '203.0.113.9' };
    const request = 'POST /rest/v1/rpc/login';
    all.push((await send(backend, { request, body: { secret_key: 'wrong' }, headers })).status);
  }
  return all;
};

test('another gateway: callers who can choose their own IP address are never refused, others are', async () => {
  expect(new Set(await statusesOfWrongKeys((attempt) => `198.51.100.${attempt}`))).toEqual(new Set([401]));
  expect((await statusesOfWrongKeys(() => '203.0.113.9')).slice(-2)).toEqual([401, 429]);
});

test('monitoring: space, sessions, failures and errors are counted, and the worst IP addresses are listed', async () => {
  const [counts = '', ips = ''] = statementsOf('What to watch');
  for (const ip of ['203.0.113.7', '203.0.113.7', '203.0.113.8'])
    await send(backend, {
      request: 'POST /rest/v1/rpc/login',
      body: { secret_key: 'wrong' },
      headers: { 'cf-connecting-ip': ip },
    });
  await send(backend, { request: 'POST /rest/v1/rpc/report_client_error', body: { message: 'x' } });
  const [row] = await backend.sql<Record<string, unknown>>(counts);
  expect(row).toMatchObject({ files: '0 bytes', sessions: 1, failed_logins: 3, errors: 1 });
  expect(row?.['database']).toMatch(/^\d+ (?:kB|MB)$/u);
  expect(await backend.sql(ips)).toEqual([
    { ip: '203.0.113.7', wrong_keys: 2 },
    { ip: '203.0.113.8', wrong_keys: 1 },
  ]);
});

test('every statement of the page is tested here', () => {
  const tried = ['First admin key', 'A key has leaked', 'A photo must not be seen', 'What to watch'];
  // the statement for the old records is for the old portal's database
  const all = page.replace(/\n## Old records[^]*?\n## /u, '\n## ').match(/```sql/gu) ?? [];
  expect(tried.flatMap(statementsOf)).toHaveLength(all.length);
});
