import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { sameText } from '../../../supabase/operations/backup/tables.ts';
import { backendPlace } from '../../../supabase/operations/place/embedded-place.ts';
import type { OwnedPlace, Query } from '../../../supabase/operations/place/place.ts';
import { makeLink, open } from '../links/link-door.ts';
import { answerIn, makeSticker, reportBy, gateReport, upload } from '../stickers/sticker-door.ts';
import type { TestBackend } from '../support/backend.ts';
import { bucket, fileUrl, keys, objectName } from '../support/base-rows.ts';
import { documentBytes, documentName } from '../support/made-documents.ts';
import { technicianOf } from '../support/open-portal.ts';
import { newTask } from '../support/write-requests.ts';

/** Makes a folder that exists until the test ends. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The backend of a test as a place to back up. It stays open. */
export const placeOf = (backend: TestBackend): OwnedPlace => ({
  ...backendPlace('the portal of this test', backend),
  close: () => Promise.resolve(),
});

/** Texts that break parsers of lines, quotes or columns. */
const odd = 'A line\nof "two", \\ and \u2028 more; =1+1, 新加坡 தமிழ் 🚧 <script>';
export const photo = objectName(1);
/** A name that no file system should have to store. */
export const foreignName = 'old photo (gate)? & more.jpg';

async function must(call: PromiseLike<{ error: unknown }>): Promise<void> {
  const { error } = await call;
  if (error) throw error;
}

/**
 * Does what happens in a portal in a year: photos, visits, counts, issued and revoked keys, changed settings. @returns a valid
 * key of full strength, a session, and the secret of a link
 */
export async function livePortal(backend: TestBackend): Promise<{ key: string; session: string; link: string }> {
  const adminSession = await backend.sessionFor(keys.admin);
  const admin = backend.clientFor(adminSession);
  const store = (name: string, type: string, bytes: Uint8Array) =>
    must(admin.storage.from(bucket).upload(name, bytes, { contentType: type, cacheControl: '7200' }));
  // more than one chunk of a stream; a silent server gets 1.4 s more for them, 20 ms for each thousand bytes (`silence.ts`)
  await store(
    photo,
    'image/jpeg',
    new Uint8Array(70_000).map((_, index) => index % 251),
  );
  await store(objectName(1, 1, 'small.jpg'), 'image/jpeg', new Uint8Array([1, 2, 3]));
  await store(objectName(1, 2, 'pdf'), 'application/pdf', new Uint8Array([37, 80, 68, 70, 10, 13, 10]));
  await store(objectName(2, 3, 'png'), 'image/png', new Uint8Array([137]));
  await placeOf(backend).files.put(
    { name: foreignName, type: 'image/jpeg', cacheControl: 'max-age=60', createdAt: '2024-02-29 12:00:00+00' },
    new Uint8Array([9]),
  );

  const visit = { ...newTask(3), tasks: odd, urls: [fileUrl(photo)], pdf: fileUrl(objectName(1, 2, 'pdf')) };
  const { data: sites } = await admin.from('maintable').select('tasks2024').eq('id', 1).single();
  const tasks = Array.isArray(sites?.tasks2024) ? sites.tasks2024 : [];
  const change = { tasks2024: [...tasks, visit], sitename: odd.slice(7, 30), revision: 2 };
  await must(admin.from('maintable').update(change).eq('id', 1));
  await must(admin.from('maintable').insert({ name: 'Three', equipment: { barrierGate: 'A "long" one' } }));
  const json = { 'Post "1"': [{ type: 'Loop', entrance: 3, exit: 0, year: 2026 }] };
  await must(admin.from('carpost').update({ json, revision: 2 }).eq('site_id', 1));
  const { key, session, id } = await technicianOf(backend, [1, 2]);
  const { id: other } = await technicianOf(backend, null);
  await must(admin.rpc('revoke_key', { key_id: other }));
  await must(admin.rpc('set_key_sites', { key_id: id, site_ids: [1] }));
  await must(
    admin.from('site_contacts').insert({ site_id: 1, name: 'Mr "Lim"', role: '管理代理', phone: 6_581_234_567 }),
  );
  await must(admin.from('site_contacts').update({ hidden: true, revision: 2 }).eq('id', 1));
  await must(admin.from('site_notes').insert({ site_id: 1, text: odd }));
  const sticker = await makeSticker({ backend, session: adminSession }, 'Post "1"');
  const [arrived = ''] = answerIn(await reportBy(backend, sticker.secret, gateReport({ photos: 2, text: odd }))).photos;
  await upload(backend, arrived);
  const link = await makeLink({ backend, session: adminSession }, { task_ids: [1, 3], label: odd.slice(7, 20) });
  await open(backend, link.secret);
  await store(documentName(1), 'application/pdf', documentBytes);
  await must(
    admin.rpc('file_document', { site_id: 1, file: documentName(1), title: odd.slice(7, 20), audience: 'client' }),
  );
  await backend.sql(`update private.settings set session_idle = interval '1 mon 2 days 00:00:01.5'`);
  return { key, session, link: link.secret };
}

interface PortalContent {
  rows: Record<string, string[]>;
  triggers: string[];
}

/**
 * Every row of every table except the sessions, with every column, even computed columns, and all triggers. It reads them in
 * another way than a backup does.
 */
export async function everyRow(query: Query): Promise<PortalContent> {
  await query('begin');
  await query(sameText);
  const tables = await query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private')
      and tablename not in ('sessions', 'login_attempts', 'door_counts') order by 1`,
  );
  const rows: PortalContent['rows'] = {};
  for (const { name } of tables) {
    const found = await query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t order by 1`);
    rows[name] = found.map(({ row }) => row);
  }
  const sequences = await query<{ row: string }>(
    `select format('%s.%s %s', schemaname, sequencename, last_value) as row from pg_sequences
      where schemaname in ('public', 'private') order by 1`,
  );
  rows['sequences'] = sequences.map(({ row }) => row);
  const triggers = await query<{ row: string }>(
    `select format('%s %s %s', tgrelid::regclass, tgname, tgenabled) as row from pg_trigger where not tgisinternal
      and tgrelid::regclass::text ~ '^(public|private)' order by 1`,
  );
  await query('rollback');
  return { rows, triggers: triggers.map(({ row }) => row) };
}

/** The files of a portal: their records, and a hash of their bytes. */
export async function everyFile({ query, files }: OwnedPlace): Promise<Record<string, unknown>[]> {
  const listed = await query<{ name: string }>(
    `select name, metadata ->> 'mimetype' as type, metadata ->> 'cacheControl' as cache from storage.objects
      order by name collate "C"`,
  );
  return Promise.all(
    listed.map(async (file) => ({
      ...file,
      sha256: createHash('sha256')
        .update((await files.get(file.name)) ?? '')
        .digest('hex'),
    })),
  );
}
