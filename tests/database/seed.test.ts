import { createClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { describe, afterAll, beforeAll, expect, test } from 'vitest';
import { anonKey } from '../../supabase/local/hosted-defaults.ts';
import type { Backend } from '../../supabase/local/backend.ts';
import { readDemoData, kindOfVisit, visitEveryMonths } from '../../supabase/local/demo/demo-data.ts';
import { objectName, listDemoFiles, reportFile } from '../../supabase/local/demo/demo-files.ts';
import { demoKeys } from '../../supabase/local/demo-keys.ts';
import { seedDemo } from '../../supabase/local/demo/seed.ts';
import { bucket } from '../../src/lib/file-names.ts';
import { migratedBackend } from './support/snapshot.ts';
import { readFileSync, statSync } from 'node:fs';
import { photosOfTask, listPhotos } from '../../supabase/local/demo/photos.ts';
import { makeServiceReport } from '../../supabase/local/demo/demo-documents.ts';
import { visits } from '../../supabase/local/demo/visits.ts';
import { seedSql } from '../../supabase/local/demo/seed-sql.ts';
import { jpegSize } from './import/node-photo.test.ts';

let backend: Backend;

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

describe('the seed', () => {
  beforeAll(async () => {
    backend = await migratedBackend();
    await seedDemo(backend.pg, backend.blobs, '.');
  });

  afterAll(() => backend.close());

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
});

const data = readDemoData('.');

const files = await listDemoFiles('.');

const jpegs = files.filter(({ type }) => type === 'image/jpeg');

const large = jpegs.filter(({ name }) => !name.endsWith('.small.jpg'));

const small = jpegs.filter(({ name }) => name.endsWith('.small.jpg'));

const sizeOf = ({ path }: { path: string }) => jpegSize(readFileSync(path));

test('seed.sql is up to date with its source', () => {
  expect(readFileSync('supabase/seed.sql', 'utf8') === seedSql(data), 'run `npm run demo:seed`').toBe(true);
});

test('there are three sites, 178 tasks, three sets of failure counts and six keys', () => {
  expect(data.maintable.map(({ name }) => name)).toEqual(['Selasih Park', 'Kingfisher Rise', 'Menara Kayangan']);
  expect(data.maintable.flatMap(({ tasks2024 }) => tasks2024)).toHaveLength(178);
  expect(data.carpost).toHaveLength(3);
  expect(demoKeys.filter(({ role }) => role === 'user').map(({ key }) => key)).toEqual(
    data.main.map(({ token }) => token),
  );
  expect(demoKeys.filter(({ role }) => role === 'admin').map(({ key }) => key)).toEqual(['GATEKEEPER-9HXC-4WTE']);
  expect(demoKeys.filter(({ role }) => role === 'technician').map(({ siteIds }) => siteIds)).toEqual([[1, 2]]);
});

test('each task of the demo has a kind, except one entered by mistake, and each site has an interval', () => {
  const kinds = data.maintable.map(({ tasks2024 }) => {
    const counted = { preventive: 0, emergency: 0, other: 0, nothing: 0 };
    for (const task of tasks2024) counted[kindOfVisit(task) ?? 'nothing'] += 1;
    return counted;
  });
  expect(kinds).toEqual([
    { preventive: 103, emergency: 11, other: 4, nothing: 1 },
    { preventive: 33, emergency: 4, other: 2, nothing: 0 },
    { preventive: 16, emergency: 4, other: 0, nothing: 0 },
  ]);
  expect(data.maintable.map((site) => visitEveryMonths(site.preventive_maintenance))).toEqual([1, 1, 2]);
});

test('the photos on disk are those that the script draws', () => {
  const photos = listPhotos(data);
  const names = photos.flatMap(({ site, name, hasSmall }) => [
    objectName(site.id, `${name}.jpg`),
    ...(hasSmall ? [objectName(site.id, `${name}.small.jpg`)] : []),
  ]);
  expect(jpegs.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  expect(photos.filter(({ site }) => site.id === 1)).toHaveLength(48);
  expect(photos.filter(({ hasSmall }) => !hasSmall)).toHaveLength(2);
});

test('one photo has 12 megapixels, some are upright, and together they are small', () => {
  const sizes = large.map(sizeOf);
  expect(sizes.filter(({ width, height }) => width === 4000 && height === 3000)).toHaveLength(1);
  expect(sizes.filter(({ width, height }) => width === 1200 && height === 1600).length).toBeGreaterThanOrEqual(8);
  expect(jpegs.reduce((sum, { path }) => sum + statSync(path).size, 0)).toBeLessThan(9_000_000);
});

test('every small rendition fits into 709 x 532 and fills it in one direction', () => {
  for (const { width, height } of small.map(sizeOf)) {
    expect(width).toBeLessThanOrEqual(709);
    expect(height).toBeLessThanOrEqual(532);
    expect(width === 709 || height === 532).toBe(true);
  }
});

test('tasks show only existing files, except one that is missing on purpose, and none twice', () => {
  const stored = new Set(files.map(({ name }) => name));
  const missing = data.maintable.flatMap((site) =>
    site.tasks2024.flatMap((task) => {
      const photos = photosOfTask(task, site.id === 1);
      expect(new Set(photos).size, `task ${task.id}`).toBe(task.urls.length);
      return photos.filter((name) => !stored.has(objectName(site.id, `${name}.jpg`)));
    }),
  );
  expect(missing).toEqual(['missing-file']);
});

test.each(visits)('the report $number is up to date with its source, and has two pages', async (visit) => {
  const bytes = readFileSync(reportFile('.', visit.siteId));
  expect(bytes.equals(await makeServiceReport('.', visit)), 'run `npm run demo:draw`').toBe(true);
  expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2);
});
