import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { appliedMigrations } from '../../../supabase/local/migrations.ts';
import { checkBackup } from '../../../supabase/operations/backup/backup-folder.ts';
import { makeBackup } from '../../../supabase/operations/backup/make-backup.ts';
import { restoreBackup } from '../../../supabase/operations/backup/restore-backup.ts';
import { hostedPlace } from '../../../supabase/operations/place/hosted-place.ts';
import type { OwnedPlace } from '../../../supabase/operations/place/place.ts';
import { everyFile, everyRow, livePortal, newFolder, placeOf } from '../backup/made-portal.ts';
import { serviceKey, startStorage, type StorageServer } from '../backup/storage-server.ts';
import { brokenServers, openBroken, operate } from '../operations/operate.ts';
import type { TestBackend } from '../support/backend.ts';
import { openPortal } from '../support/open-portal.ts';
import { login, request, startPortal, type StockPortal } from './portal.ts';
import type { Client } from './server.ts';

let backend: TestBackend;
openPortal((portal) => ({ backend } = portal));
let portal: StockPortal;
let owner: Client;
let storage: StorageServer;
let hosted: OwnedPlace;
beforeAll(async () => {
  portal = await startPortal();
  owner = await portal.connect('postgres');
  storage = await startStorage(await portal.connect('supabase_admin'));
  hosted = await hostedPlace({ dbUrl: portal.url, url: storage.url, serviceKey });
  return async () => {
    await hosted.close();
    storage.close();
    await portal.stop();
  };
});

/** Records each migration as the Supabase command line does. */
async function noteMigrations(): Promise<void> {
  await owner.query('create schema supabase_migrations');
  await owner.query('create table supabase_migrations.schema_migrations (version text primary key)');
  const versions = [...(await appliedMigrations(backend.pg)).keys()];
  await owner.query('insert into supabase_migrations.schema_migrations select unnest($1::text[])', [versions]);
}

test('a backup moves from the embedded portal to PostgreSQL 15 and back, and is the same everywhere', async () => {
  const { key } = await livePortal(backend);
  const embedded = placeOf(backend);
  const before = { ...(await everyRow(embedded.query)), files: await everyFile(embedded) };
  const [first, second] = [await newFolder(), await newFolder()];
  const made = await makeBackup(embedded, first);

  await expect(restoreBackup(hosted, await checkBackup(first), { replace: false })).rejects.toThrow(
    'The database has no migrations of the portal',
  );
  await noteMigrations();
  // a service that is busy for a moment gets the request again
  storage.refuseOnce(503);
  await restoreBackup(hosted, await checkBackup(first), { replace: false });
  expect({ ...(await everyRow(hosted.query)), files: await everyFile(hosted) }).toEqual(before);
  const { rows } = await owner.query('select rolsuper from pg_roles where rolname = current_user');
  expect(rows).toEqual([{ rolsuper: false }]);

  const again = await makeBackup(hosted, second);
  expect(again.tables).toEqual(made.tables);
  expect(again.sequences).toEqual(made.sequences);
  expect({ ...again.files, sha256: '' }).toEqual({ ...made.files, sha256: '' });
  for (const { name } of made.tables) {
    const file = path.join('tables', `${name}.jsonl`);
    expect(await readFile(path.join(second, file), 'utf8')).toBe(await readFile(path.join(first, file), 'utf8'));
  }

  await backend.sql(`update public.maintable set name = 'Changed', revision = revision + 1 where id = 1`);
  await restoreBackup(embedded, await checkBackup(second), { replace: true });
  expect({ ...(await everyRow(embedded.query)), files: await everyFile(embedded) }).toEqual(before);

  // the rules and the keys are those of the backed up portal
  const technician = await login(await portal.connect('authenticator'), key);
  const api = await portal.connect('authenticator');
  expect(await request(api, technician, 'select id::int from public.maintables')).toEqual([{ id: 1 }]);
  await expect(owner.query('delete from public.maintable')).rejects.toThrow('Rows of maintable are kept');
  await expect(restoreBackup(hosted, await checkBackup(first), { replace: false })).rejects.toThrow('holds 3 sites');
  await restoreBackup(hosted, await checkBackup(first), { replace: true });
  expect((await everyRow(hosted.query)).rows).toEqual(before.rows);
});

const project = (url = storage.url) => ['--url', url, '--service-key', serviceKey, '--db-url', portal.url];

/** A backup of the hosted portal, made by the command. */
async function commandBackup(): Promise<string> {
  const folder = path.join(await newFolder(), 'made');
  const { code, printed } = await operate(['backup/backup.ts', '--to', folder, ...project()]);
  expect([code, printed]).toEqual([0, expect.stringContaining('holds a backup of')]);
  return folder;
}

test('the commands back up and restore a hosted project on this Node, as separate programs', async () => {
  const before = { ...(await everyRow(hosted.query)), files: await everyFile(hosted) };
  const folder = await commandBackup();
  await owner.query(`update public.maintable set name = 'Changed', revision = revision + 1 where id = 1`);
  const { code, printed } = await operate(['backup/restore.ts', '--from', folder, '--replace', ...project()]);
  expect([code, printed]).toEqual([0, expect.stringContaining('Everybody is logged out.')]);
  expect({ ...(await everyRow(hosted.query)), files: await everyFile(hosted) }).toEqual(before);
});

/** Expects a command to end with a sentence when the storage is broken in this way. */
async function expectRefusal(behaviour: string, file: string, ...switches: string[]): Promise<void> {
  const { server, port } = await openBroken(brokenServers[behaviour] ?? (() => undefined));
  const { code, printed } = await operate([file, ...switches, ...project(`http://127.0.0.1:${port}`)]);
  server.close();
  expect([behaviour, code, printed]).toEqual([behaviour, 1, expect.stringMatching(/: .*(?:answer|failed|lost)/u)]);
  expect(printed).not.toMatch(/^\s+at |node:internal|undefined/mu);
}

test('both end with a sentence when the storage is broken, and leave the records as they were', async () => {
  const folder = await newFolder();
  await makeBackup(hosted, folder);
  const before = (await everyRow(hosted.query)).rows;
  // refused requests are sent again, with pauses
  const silent = ['never answers', 'stops in the middle of a body'];
  const unfinished = await newFolder();
  await Promise.all(silent.map((how) => expectRefusal(how, 'backup/backup.ts', '--to', path.join(unfinished, how))));
  for (const how of silent)
    await expect(checkBackup(path.join(unfinished, how))).rejects.toThrow('holds no finished backup');
  // files that the bucket has would not be sent again
  await hosted.files.remove((await everyFile(hosted)).map(({ name }) => String(name)));
  await Promise.all(
    [...silent, 'drops it after the request', 'answers 500'].map((how) =>
      expectRefusal(how, 'backup/restore.ts', '--from', folder, '--replace'),
    ),
  );
  expect((await everyRow(hosted.query)).rows).toEqual(before);
});

test('a wrong service key or database URL is explained in a sentence', async () => {
  const stranger = await hostedPlace({ dbUrl: portal.url, url: storage.url, serviceKey: 'sb_publishable_x' });
  try {
    await livePortal(backend);
    const folder = await newFolder();
    await makeBackup(placeOf(backend), folder);
    await hosted.files.remove((await everyFile(hosted)).map(({ name }) => String(name)));
    await expect(restoreBackup(stranger, await checkBackup(folder), { replace: true })).rejects.toThrow('Invalid key');
  } finally {
    await stranger.close();
  }
  const nowhere = { url: storage.url, serviceKey };
  await expect(hostedPlace({ ...nowhere, dbUrl: 'postgresql://me@127.0.0.1:1/postgres' })).rejects.toThrow(
    'The database cannot be reached',
  );
  await expect(hostedPlace({ ...nowhere, dbUrl: 'here' })).rejects.toThrow('--db-url is not a URL');
});
