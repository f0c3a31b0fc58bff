import { readFileSync } from 'node:fs';
import { createClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { describe, beforeAll, expect, test } from 'vitest';
import { bucket } from '../../src/lib/file-names.ts';
import { followUps } from '../../src/records/task/follow-ups.ts';
import { callsOfYear, clockOf } from '../../src/records/task/response.ts';
import { agreementOf, serviceSummary } from '../../src/records/task/service-periods.ts';
import { taskSchema, visibleTasks } from '../../src/records/task/task.ts';
import { siteTime } from '../../src/records/time.ts';
import type { Backend } from '../../supabase/local/backend.ts';
import { demoKeys, demoLink } from '../../supabase/local/demo-keys.ts';
import { readDemoData, kindOfVisit, visitEveryMonths } from '../../supabase/local/demo/demo-data.ts';
import { demoDocuments, documentObjectName, objectName } from '../../supabase/local/demo/demo-files.ts';
import { withOtherPosts } from '../../supabase/local/demo/other-posts.ts';
import { photosOfVisit } from '../../supabase/local/demo/photos.ts';
import { listReports } from '../../supabase/local/demo/report-facts.ts';
import { seedSql } from '../../supabase/local/demo/seed-sql.ts';
import { seedDemo } from '../../supabase/local/demo/seed.ts';
import { anonKey } from '../../supabase/local/hosted-defaults.ts';
import { migratedBackend } from './support/snapshot.ts';

let backend: Backend;

/** The first photo of the first visit of the first site. */
const aPhoto = objectName(1, '2024-01-08-p1-main-gate-1-1-reader-4.jpg');

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

const clockedSchema = v.object({
  contract_until: v.nullable(v.string()),
  response_hours: v.nullable(v.number()),
  emergency_calls_a_year: v.nullable(v.number()),
  promised_before: v.null(),
  tasks2024: v.array(taskSchema),
});

const openedSchema = v.object({
  site: v.string(),
  visits: v.array(v.object({ id: v.number(), urls: v.array(v.string()), pdf: v.string() })),
});

const titles = v.array(v.object({ title: v.string() }));

type SavedCall = Partial<Record<'by' | 'arrived' | 'left', string>> & { time: string };

async function count(table: string): Promise<number> {
  const { rows } = await backend.pg.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? 0;
}

const tables = [
  'public.main',
  'public.maintable',
  'public.carpost',
  'public.site_contacts',
  'public.site_notes',
  'private.site_documents',
  'storage.objects',
  'private.change_log',
];

const counts = () => Promise.all(tables.map(count));

describe('the seed', () => {
  beforeAll(async () => {
    backend = await migratedBackend();
    await seedDemo(backend.pg, backend.blobs, '.');
    return () => backend.close();
  });

  test('each demo key has the role and the site of its entry', async () => {
    const names = readDemoData('.').maintable.map(({ name }) => name);
    for (const { key, role, siteId } of demoKeys) {
      const site = siteId === null ? null : names[siteId - 1];
      expect(await login(key)).toMatchObject({ role, site });
    }
  });

  test('a user sees the tasks of its site with files that can be downloaded', async () => {
    const { session } = await login('SELASIH-7Q4M-2KD9');
    const { data } = await client(session).from('maintables').select('name, tasks2024');
    expect(data).toMatchObject([{ name: 'Selasih Park', tasks2024: { length: 131 } }]);
    const photo = await client(session).storage.from(bucket).download(aPhoto);
    expect(photo.data?.type).toBe('image/jpeg');
    const report = await client(session).storage.from(bucket).download(objectName(1, 'SR-2024-0108.pdf'));
    expect((await report.data?.text())?.slice(0, 5)).toBe('%PDF-');
  });

  test('the link shows two visits with photos and reports, and these files, without a key', async () => {
    const response = await client().rpc('open_link', { secret: demoLink.secret });
    const { site, visits } = v.parse(openedSchema, response.data);
    expect([site, visits.map(({ id }) => id)]).toEqual(['Residensi Selasih Park', demoLink.visits.toReversed()]);
    for (const { urls, pdf } of visits) {
      for (const file of [urls[0] ?? '', pdf]) {
        const name = file.split('/public/')[1] ?? '';
        const { status } = await backend.fetch(`http://portal.test/storage/v1/object/authenticated/${name}`, {
          headers: { apikey: anonKey, 'x-portal-link': demoLink.secret },
        });
        expect([name, status]).toEqual([name, 200]);
      }
    }
  });

  test('the client reads and downloads its agreement; the drawing and the note are only for the office', async () => {
    const seen = await Promise.all(
      ['SELASIH-7Q4M-2KD9', 'FIELDWORK-8VQD-5JRC', 'GATEKEEPER-9HXC-4WTE'].map(async (key) => {
        const portal = client((await login(key)).session);
        const documents = await portal.rpc('document_titles');
        const files = await Promise.all(
          demoDocuments.map((document) => portal.storage.from(bucket).download(documentObjectName(document))),
        );
        const contacts = await portal.from('site_contacts').select('name').eq('site_id', 1).order('id');
        const notes = await portal.from('site_notes').select('id');
        return {
          documents: v.parse(titles, documents.data).map(({ title }) => title),
          files: files.map(({ data }) => data !== null),
          contacts: contacts.data?.length,
          notes: notes.data?.length,
        };
      }),
    );
    const [agreement, drawing] = demoDocuments.map(({ title }) => title);
    expect(seen).toEqual([
      { documents: [agreement], files: [true, false], contacts: 2, notes: 0 },
      { documents: [agreement], files: [true, false], contacts: 2, notes: 0 },
      { documents: [agreement, drawing], files: [true, true], contacts: 2, notes: 1 },
    ]);
  });

  test('a user does not get the files of another site', async () => {
    const { session } = await login('KINGFISHER-R5TX-83HN');
    const { data, error } = await client(session).storage.from(bucket).download(aPhoto);
    expect(data).toBeNull();
    expect(error).not.toBeNull();
  });

  test('the calls of 2026 were answered in time, late, or without a recorded time, and recommendations are open and done', async () => {
    const { session } = await login('GATEKEEPER-9HXC-4WTE');
    const { data } = await client(session).from('maintables').select().order('id').limit(3);
    const sites = v.parse(v.array(clockedSchema), data);
    const now = new Date('2026-11-22T10:00:00+08:00');
    const years = sites.map((site) => {
      const { response, calls } = callsOfYear(clockOf(site, []), 2026, now);
      const { within, late, unrecorded, median, longest } = response;
      return { within, late, unrecorded, median, longest, agreed: calls?.agreed };
    });
    expect(years).toEqual([
      { within: 3, late: 1, unrecorded: 1, median: 117, longest: 315, agreed: null },
      { within: 0, late: 1, unrecorded: 0, median: 210, longest: 210, agreed: 6 },
      { within: 0, late: 0, unrecorded: 1, median: null, longest: null, agreed: null },
    ]);
    const ends = sites.map(({ tasks2024 }) => followUps(visibleTasks(tasks2024)).map(({ end }) => end?.by ?? 'open'));
    expect(ends).toEqual([['visit', 'open', 'open'], [], []]);
  });

  test('a visit and its service report agree on who came and when he left', async () => {
    const { rows } = await backend.pg.query<{ site: number; visits: SavedCall[] }>(
      'select id::int as site, tasks2024 as visits from public.maintable where id <= 3',
    );
    const reports = new Map(listReports(seeded).map((report) => [`${report.siteId} ${report.time}`, report]));
    const reported = rows.flatMap(({ site, visits }) =>
      visits.flatMap((visit) => {
        const report = visit.by === undefined ? undefined : reports.get(`${site} ${visit.time}`);
        return report ? [{ ...visit, report }] : [];
      }),
    );
    expect(reported.length).toBeGreaterThan(30);
    expect(reported.filter(({ left }) => left !== undefined)).toHaveLength(2);
    for (const { time, by, arrived, left, report } of reported) {
      expect(by).toBe(report.technician);
      if (left !== undefined) expect([arrived, siteTime(left).clock]).toEqual([time, report.left]);
    }
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

const seeded = withOtherPosts(data).maintable;

test('seed.sql is up to date with its source', () => {
  expect(readFileSync('supabase/seed.sql', 'utf8') === seedSql(data), 'run `npm run demo:seed`').toBe(true);
});

test('there are three sites, 178 tasks of the source and 35 to other posts, three sets of failure counts, six keys', () => {
  expect(data.maintable.map(({ name }) => name)).toEqual(['Selasih Park', 'Kingfisher Rise', 'Menara Kayangan']);
  expect(data.maintable.map(({ tasks2024 }) => tasks2024.length)).toEqual([119, 39, 20]);
  expect(seeded.map(({ tasks2024 }) => tasks2024.length)).toEqual([131, 51, 31]);
  expect(data.carpost).toHaveLength(3);
  expect(demoKeys.filter(({ role }) => role === 'user').map(({ key }) => key)).toEqual(
    data.main.map(({ token }) => token),
  );
  expect(demoKeys.filter(({ role }) => role === 'admin').map(({ key }) => key)).toEqual(['GATEKEEPER-9HXC-4WTE']);
  expect(demoKeys.filter(({ role }) => role === 'technician').map(({ siteIds }) => siteIds)).toEqual([[1, 2]]);
});

test('each task of the demo has a kind, except one entered by mistake, and each site has an interval', () => {
  const kinds = seeded.map(({ tasks2024 }) => {
    const counted = { preventive: 0, emergency: 0, other: 0, nothing: 0 };
    for (const task of tasks2024) counted[kindOfVisit(task) ?? 'nothing'] += 1;
    return counted;
  });
  expect(kinds).toEqual([
    { preventive: 115, emergency: 11, other: 4, nothing: 1 },
    { preventive: 45, emergency: 4, other: 2, nothing: 0 },
    { preventive: 27, emergency: 4, other: 0, nothing: 0 },
  ]);
  expect(data.maintable.map((site) => visitEveryMonths(site.preventive_maintenance))).toEqual([1, 1, 2]);
});

test('the values of a visit in the source are seeded unchanged, with as many photos', () => {
  for (const [index, site] of data.maintable.entries())
    for (const [at, task] of site.tasks2024.entries()) {
      expect(seeded[index]?.tasks2024[at]).toEqual(task);
      expect(photosOfVisit(site, task)).toHaveLength(task.urls.length);
    }
});

test('the visits to other posts have their own ids and keep no period that the source does not keep', () => {
  const now = new Date('2026-11-22T10:00:00+08:00');
  for (const [index, site] of data.maintable.entries()) {
    const all = seeded[index]?.tasks2024 ?? [];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ time }) => time)).size).toBe(all.length);
    expect(all.filter(({ time }) => time > now.toISOString())).toEqual([]);
    const score = (visits: typeof all, year: number) => {
      const shown = visits.filter(({ showing }) => showing === 'True');
      const dated = shown.map((visit) => ({ time: visit.time, kind: kindOfVisit(visit) ?? 'other' }));
      const visit_every_months = visitEveryMonths(site.preventive_maintenance);
      const summary = serviceSummary(dated, agreementOf({ ...site, visit_every_months }), year, now);
      return { ...summary, lastVisit: null, periods: summary.periods.map(({ state }) => state) };
    };
    for (const year of [2024, 2025, 2026]) expect(score(all, year)).toEqual(score(site.tasks2024, year));
  }
});
