import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import type { Backend } from '../../../supabase/local/backend.ts';
import { objectName } from '../../../supabase/local/demo/demo-files.ts';
import { seedDemo } from '../../../supabase/local/demo/seed.ts';
import { anonKey } from '../../../supabase/local/hosted-defaults.ts';
import { callFunction, openRawApi, type RawApi } from '../../../supabase/operations/place/raw-api.ts';
import { keys } from '../../e2e/demo-keys.ts';
import { leftOutTests } from '../../hosted/left-out.ts';
import { tryRawAttempts } from '../../hosted/raw-http.ts';
import { endSessions, openSession, putDemoFiles, whyNotTested } from '../../hosted/test-project.ts';
import { migratedBackend } from '../support/snapshot.ts';

let backend: Backend;
let ask: RawApi;
let admin: string;
beforeAll(async () => {
  backend = await migratedBackend();
  await seedDemo(backend.pg, backend.blobs, '.');
  ask = openRawApi({ url: 'http://project.test', anonKey, fetch: backend.fetch });
  admin = await openSession(ask, keys.admin);
  return () => backend.close();
});

const sql = (statement: string) => backend.exclusive(() => backend.pg.exec(statement));
/** Bypasses the triggers and the change log. */
const unlogged = (statement: string) =>
  sql(`set session_replication_role = replica; ${statement}; set session_replication_role = default;`);
const addSite = (name: string, session: string) =>
  ask('/rest/v1/maintable', { method: 'POST', session, body: { name }, headers: { prefer: 'return=minimal' } });

test('the demo may be tested, with what a demo key added to it; its files are uploaded once', async () => {
  expect((await addSite('Added by a test', admin)).status).toBe(201);
  expect(await whyNotTested(ask, admin)).toBeUndefined();
  const { body } = await ask('/storage/v1/object/list/rfidboomgatephoto', {
    method: 'POST',
    session: admin,
    body: { prefix: 'sites/3', limit: 1_000 },
  });
  expect(body).not.toHaveLength(0);
  await sql(`delete from storage.objects where name = '${objectName(3, 'SR-2024-0108.pdf')}'`);
  expect(await putDemoFiles(ask, admin, 'sites/3/')).toBe(1);
  expect(await putDemoFiles(ask, admin, 'sites/3/')).toBe(0);
});

test('the raw attempts read and change nothing, except through an opened view, which is detected', async () => {
  const open: RawApi = (path, question = {}) =>
    ask(path, path.startsWith('/rest/v1/maintables') ? { ...question, session: admin } : question);
  const { requests, attempts, wrong } = await tryRawAttempts(open, admin);
  const document = (await readFile('supabase/operations/README.md', 'utf8')).replaceAll('\n', ' ');
  expect(document).toContain(`First come ${requests} raw HTTP requests`);
  expect(document).toContain(`(${attempts} attempts)`);
  expect(wrong).toHaveLength(12);
  for (const line of wrong)
    expect(line).toMatch(/^GET \/rest\/v1\/maintables\?id=eq.3.* (?:without a|with an?|as a) [\w -]+: 200/);
});

test('a real project is refused: with a site of another key, with another name, or without the demo', async () => {
  const made = await callFunction(ask, 'issue_key', { role: 'admin', label: 'Somebody' }, admin);
  const key = JSON.stringify(made.body).match(/"key": ?"([^"]+)"/)?.[1] ?? '';
  await addSite('Real Towers', await openSession(ask, key));
  expect(await whyNotTested(ask, admin)).toMatch(/The site “Real Towers” \(\d+\) was not made by these tests/);
  await unlogged(`update public.maintable set name = 'Real Park' where id = 1`);
  expect(await whyNotTested(ask, admin)).toMatch(/The site “Real Park” \(1\)/);
  await unlogged('delete from public.maintable');
  expect(await whyNotTested(ask, admin)).toMatch(/The demo data is not there: .*seed.sql/);
  // asks for a column that does not exist, as on a project without the migrations
  const old: RawApi = (path, question) => ask(path.replace('kind=', 'sort='), question);
  expect(await whyNotTested(old, admin)).toBe('The migrations are not applied: npx supabase db push.');
});

test('a test that is left out exists, and a missing one is reported', async () => {
  expect(await leftOutTests()).not.toHaveLength(0);
  await expect(leftOutTests([{ tag: '@of-an-older-test', why: 'it was renamed' }])).rejects.toThrow(
    '@of-an-older-test',
  );
  await expect(leftOutTests([{ file: 'older.spec.ts', why: 'it was renamed' }])).rejects.toThrow('older.spec.ts');
});

test('the sessions of every other key end before the browser tests', async () => {
  const [client, other] = [await openSession(ask, keys.selasih), await openSession(ask, keys.admin)];
  await endSessions(ask, admin);
  const whoami = async (session: string) => (await callFunction(ask, 'whoami', {}, session)).status;
  expect([await whoami(client), await whoami(other), await whoami(admin)]).toEqual([401, 401, 200]);
});
