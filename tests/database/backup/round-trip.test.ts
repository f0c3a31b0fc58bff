import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkBackup, eachFile } from '../../../supabase/operations/backup/backup-folder.ts';
import { makeBackup } from '../../../supabase/operations/backup/make-backup.ts';
import { restoreBackup } from '../../../supabase/operations/backup/restore-backup.ts';
import type { OwnedPlace } from '../../../supabase/operations/place/place.ts';
import { isGiven, visitsOf } from '../links/link-door.ts';
import type { TestBackend } from '../support/backend.ts';
import { bucket, keys, objectName } from '../support/base-rows.ts';
import { documentBytes, documentName } from '../support/made-documents.ts';
import { openPortal } from '../support/open-portal.ts';
import { everyFile, everyRow, foreignName, livePortal, newFolder, photo, placeOf } from './made-portal.ts';

let backend: TestBackend;

let place: OwnedPlace;

/** Removes all records and files and resets the counters, as after a fire. */
async function destroy(): Promise<void> {
  const names = (await everyFile(place)).map(({ name }) => String(name));
  await backend.reset();
  await place.query(`set session_replication_role = replica`);
  for (const table of ['carpost', 'main', 'maintable']) await place.query(`delete from public.${table}`);
  await place.query('delete from private.visits');
  await place.query('set session_replication_role = default');
  await place.files.remove(names);
}

describe('a backup and its restoration', () => {
  openPortal((portal) => {
    ({ backend } = portal);
    place = placeOf(backend);
  });

  test('every row and byte is restored, and the portal works as before', async () => {
    const { key, session, link } = await livePortal(backend);
    const before = { ...(await everyRow(place.query)), files: await everyFile(place) };
    expect(before.files.map(({ name }) => name)).toContain(foreignName);
    expect(before.rows['private.change_log']?.length).toBeGreaterThan(5);
    const folder = await newFolder();
    const lines: string[] = [];
    const manifest = await makeBackup(place, folder, (line) => lines.push(line));
    expect(lines).toContain('public.maintable: 3 rows');
    expect(manifest.tables.map(({ name }) => name)).not.toContain('private.sessions');
    expect(manifest.files).toMatchObject({ count: 7, missing: [] });
    // the photos can be found in the folder without the portal
    expect(await readFile(path.join(folder, 'files', photo))).toHaveLength(70_000);

    await destroy();
    expect(await everyFile(place)).toEqual([]);
    expect(await restoreBackup(place, await checkBackup(folder), { replace: false })).toBe(0);
    expect({ ...(await everyRow(place.query)), files: await everyFile(place) }).toEqual(before);

    // everybody is logged out, and the key works as before
    expect((await backend.clientFor(session).rpc('whoami')).error).toMatchObject({ code: 'PT401' });
    const technician = backend.clientFor(await backend.loginAs(key));
    expect((await technician.from('maintables').select('id')).data).toEqual([{ id: 1 }]);
    const { data: bytes } = await technician.storage.from(bucket).download(photo);
    expect(bytes?.size).toBe(70_000);
    const { data: added } = await technician.from('maintable').select('revision, tasks2024').eq('id', 1).single();
    expect(added).toMatchObject({ revision: 2, tasks2024: [{ id: 1 }, { id: 2 }, { id: 3 }] });
    expect(await visitsOf(backend, link)).toEqual([3, 1]);
    expect(await isGiven(backend, photo, link)).toBe(true);
    const client = backend.clientFor(await backend.loginAs(keys.siteOne));
    expect((await client.rpc('list_documents', { site_id: 1 })).data).toMatchObject([
      { file: documentName(1), shown: true },
    ]);
    expect((await client.storage.from(bucket).download(documentName(1))).data?.size).toBe(documentBytes.length);
    // ids continue, and the rules still apply
    expect(await backend.sql(`insert into public.maintable (name) values ('Next') returning id::int`)).toEqual([
      { id: 4 },
    ]);
    await expect(backend.sql('delete from public.maintable')).rejects.toThrow('Rows of maintable are kept');
    await expect(backend.sql('truncate private.change_log')).rejects.toThrow('Rows of change_log are kept');
    const log = await backend.sql<{ row_id: number }>(
      'select row_id::int from private.change_log order by id desc limit 1',
    );
    expect(log).toEqual([{ row_id: 4 }]);
  });

  test('existing records are replaced only on request, with all their files', async () => {
    await livePortal(backend);
    const before = await everyRow(place.query);
    const folder = await newFolder();
    await makeBackup(place, folder);
    await backend.sql(`update public.maintable set name = 'Changed', revision = revision + 1 where id = 1`);
    const later = { name: objectName(2, 9), type: 'image/jpeg', cacheControl: 'no-cache', createdAt: '2026-01-01' };
    await place.files.put(later, new Uint8Array([4]));
    await place.files.put({ ...later, name: photo }, new Uint8Array([4]));
    const changed = await everyRow(place.query);

    const backup = await checkBackup(folder);
    await expect(restoreBackup(place, backup, { replace: false })).rejects.toThrow(
      'The database of the portal of this test holds 3 sites. Nothing was restored.',
    );
    expect(await everyRow(place.query)).toEqual(changed);
    expect((await place.files.get(photo))?.length).toBe(1);

    expect(await restoreBackup(place, backup, { replace: true })).toBe(1);
    expect(await everyRow(place.query)).toEqual(before);
    expect((await place.files.get(photo))?.length).toBe(70_000);
    expect(await place.files.get(later.name)).toBeUndefined();
  });

  test('a restore that fails midway changes no record', async () => {
    await livePortal(backend);
    const folder = await newFolder();
    await makeBackup(place, folder);
    const before = await everyRow(place.query);
    const backup = await checkBackup(folder);
    for (const failingStatement of ['insert into "private"."visits"', 'alter table "public"."main" enable', 'commit']) {
      const broken: OwnedPlace = {
        ...place,
        query: (sql, parameters) =>
          sql.includes(failingStatement) ? Promise.reject(new Error('The line is cut')) : place.query(sql, parameters),
      };
      await expect(restoreBackup(broken, backup, { replace: true })).rejects.toThrow('The line is cut');
      expect(await everyRow(place.query), failingStatement).toEqual(before);
    }
    await restoreBackup(place, backup, { replace: true });
    expect(await everyRow(place.query)).toEqual(before);
  });

  test('a row that is restored differently from its backup is noticed before anything is committed', async () => {
    await livePortal(backend);
    const folder = await newFolder();
    await makeBackup(place, folder);
    const before = await everyRow(place.query);
    const forgetful: OwnedPlace = {
      ...place,
      query: (sql, parameters) =>
        place.query(
          sql.includes('insert into "public"."maintable"') ? sql.replace('order by place', 'limit 2') : sql,
          parameters,
        ),
    };
    await expect(restoreBackup(forgetful, await checkBackup(folder), { replace: true })).rejects.toThrow();
    expect(await everyRow(place.query)).toEqual(before);
  });
});

const files = Array.from({ length: 20 }, (_, index) => index);

const turn = () => new Promise(setImmediate);

/** Work that ends when the test ends it. */
function heldWork() {
  const ends = new Map<number, { succeed: (result: string | undefined) => void; fail: (error: unknown) => void }>();
  const work = (file: number) =>
    new Promise<string | undefined>((succeed, fail) => void ends.set(file, { succeed, fail }));
  return { ends, work };
}

test('results are in the order of the files, including those that are undefined', async () => {
  const results = await eachFile(files, async (file) => (file % 2 ? undefined : file));
  expect(results).toEqual(files.map((file) => (file % 2 ? undefined : file)));
  expect(await eachFile([], () => Promise.reject(new Error('never asked')))).toEqual([]);
});

test.each([new Error('No connection'), undefined])(
  'after a failure (%s) nothing else starts, and work under way ends first',
  async (cause) => {
    const { ends, work } = heldWork();
    let settled = false;
    const ended = eachFile(files, work)
      .then(
        () => 'well',
        (error: unknown) => ({ cause: error }),
      )
      .finally(() => (settled = true));
    await turn();
    ends.get(3)?.fail(cause);
    await turn();
    // six files at a time (`backup-folder.ts`)
    expect([...ends.keys()]).toEqual([0, 1, 2, 3, 4, 5]);
    for (const file of [0, 1, 2, 4]) ends.get(file)?.succeed(undefined);
    await turn();
    expect([settled, ends.size]).toEqual([false, 6]);
    ends.get(5)?.fail(new Error('A later one'));
    expect(await ended).toStrictEqual({ cause });
    expect(ends.size).toBe(6);
  },
);
