import { createClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonKey } from '../../supabase/local/hosted-defaults.ts';
import type { Backend } from '../../supabase/local/backend.ts';
import { readDemoData } from '../../supabase/local/demo/demo-data.ts';
import { objectName } from '../../supabase/local/demo/demo-files.ts';
import { demoKeys } from '../../supabase/local/demo-keys.ts';
import { seedDemo } from '../../supabase/local/demo/seed.ts';
import { bucket } from '../../src/lib/file-names.ts';
import { migratedBackend } from './support/snapshot.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await migratedBackend();
  await seedDemo(backend.pg, backend.blobs, '.');
});
afterAll(() => backend.close());

const client = (session = '') =>
  createClient('http://portal.test', anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: backend.fetch, headers: { 'x-portal-session': session } },
  });

const loginSchema = v.object({ session: v.string(), role: v.string(), site: v.nullable(v.string()) });

async function login(key: string) {
  const response = await client().rpc('login', { secret_key: key });
  return v.parse(loginSchema, response.data);
}

async function count(table: string): Promise<number> {
  const { rows } = await backend.pg.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? 0;
}

const tables = ['public.main', 'public.maintable', 'public.carpost', 'storage.objects', 'private.change_log'];
const counts = () => Promise.all(tables.map(count));

test('each demo key has the role and the site of its entry', async () => {
  const names = readDemoData('.').maintable.map(({ name }) => name);
  for (const { key, role, siteId } of demoKeys) {
    const site = siteId === null ? null : names[siteId - 1];
    expect(await login(key)).toMatchObject({ role, site });
  }
});

test('a user sees the tasks of the own site with files that can be downloaded', async () => {
  const { session } = await login('SELASIH-7Q4M-2KD9');
  const { data } = await client(session).from('maintables').select('name, tasks2024');
  expect(data).toMatchObject([{ name: 'Selasih Park', tasks2024: { length: 119 } }]);
  const photo = await client(session).storage.from(bucket).download(objectName(1, 'arm-4.jpg'));
  expect(photo.data?.type).toBe('image/jpeg');
  const report = await client(session).storage.from(bucket).download(objectName(1, 'service-report.pdf'));
  expect((await report.data?.text())?.slice(0, 5)).toBe('%PDF-');
});

test('a user does not get the files of another site', async () => {
  const { session } = await login('KINGFISHER-R5TX-83HN');
  const { data, error } = await client(session).storage.from(bucket).download(objectName(1, 'arm-4.jpg'));
  expect(data).toBeNull();
  expect(error).not.toBeNull();
});

test('the next site that is added gets an unused id', async () => {
  const { session } = await login('GATEKEEPER-9HXC-4WTE');
  const { error } = await client(session).from('maintable').insert({ name: 'New Site' });
  expect(error).toBeNull();
  const { data } = await client(session).from('maintable').select('id').eq('name', 'New Site');
  expect(data).toEqual([{ id: 4 }]);
});

test('seeding again changes nothing and keeps what was edited', async () => {
  const { session } = await login('GATEKEEPER-9HXC-4WTE');
  await client(session).from('maintable').update({ capacity: '20 vehicles', revision: 2 }).eq('id', 3);
  const before = await counts();
  await seedDemo(backend.pg, backend.blobs, '.');
  expect(await counts()).toEqual(before);
  const { data } = await client(session).from('maintable').select('capacity, revision').eq('id', 3);
  expect(data).toEqual([{ capacity: '20 vehicles', revision: 2 }]);
});
