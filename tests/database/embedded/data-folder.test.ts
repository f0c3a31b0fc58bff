import { existsSync } from 'node:fs';
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBackend } from '../../../supabase/local/backend.ts';
import { dataFolderOf, openDataFolder, removeDataFolder, lockFile } from '../../../supabase/local/data-folder.ts';
import { runningPortal } from '../../../supabase/local/running-portal.ts';
import { openMigratedFolder } from '../support/snapshot.ts';
import { otherProcess } from './other-process.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-data-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const open = async () => createBackend({ folder: await openDataFolder(folder), seed: false });

test('a portal may be killed at any moment: its first start has nothing to lose, later nothing is lost', async () => {
  const first = otherProcess(folder);
  // the database is half written, and the portal is not ready for another second
  while (!existsSync(path.join(folder, 'database/base'))) await pause(5);
  await first.kill();
  expect(await readFile(path.join(folder, 'portal.json'), 'utf8')).toBe('{"ready":false}');

  const second = otherProcess(folder);
  await second.printed('row written');
  await expect(lockFile(path.join(folder, 'portal.lock'), 0)).rejects.toThrow('in use by another running portal');
  await expect(removeDataFolder(folder)).rejects.toThrow('Stop that one first');
  await second.kill();

  const backend = await open();
  expect((await backend.pg.query('select name from public.maintable')).rows).toEqual([{ name: 'Kept' }]);
  await backend.close();

  await removeDataFolder(folder);
  await expect(access(folder)).rejects.toThrow('ENOENT');
  await openDataFolder(folder).then((anew) => anew.unlock());
});

test('within one process there is one backend, however often Vite restarts its server', async () => {
  const demo = await createBackend({ folder: await openMigratedFolder(folder), seed: false });
  await demo.pg.query('update private.settings set demo = true');
  await demo.close();
  vi.stubEnv('PORTAL_DATA_DIR', folder);
  const [first, second] = [await runningPortal('.'), await runningPortal('.')];
  expect(await second.backend).toBe(await first.backend);
  expect(await first.welcome(['http://localhost:1/'])).toContain('GATEKEEPER-9HXC-4WTE');
  await (await first.backend).close();
});

test('data of another release is left as it is, and the start says what to do', async () => {
  const other = await createBackend({ folder: await openMigratedFolder(folder), seed: false });
  await other.pg.query(`insert into public.maintable (name) values ('Kept')`);
  const note = 'insert into supabase_migrations.schema_migrations (version, name) values ($1, $2)';
  await other.pg.query(note, ['20260101000000', 'foundation']);
  await other.close();
  for (const attempt of [1, 2])
    expect([attempt, await open().then(() => 'opened', String)]).toEqual([
      attempt,
      `Error: The portal's data in ${folder} is of another release: it has migration 20260101000000, which this release does not know. ` +
        'Nothing was changed. Start that release to see the data again, or delete the data and begin with the demo data: npm run reset. ' +
        'To keep it and begin elsewhere, name another folder in PORTAL_DATA_DIR.',
    ]);
  expect(await readdir(folder)).not.toContain('database-copy');
  await removeDataFolder(folder);
  await expect(access(folder)).rejects.toThrow('ENOENT');
  await openDataFolder(folder).then((anew) => anew.unlock());
});

test('a folder with other files in it is left alone', async () => {
  await writeFile(path.join(folder, 'files'), 'mine');
  await expect(openDataFolder(folder)).rejects.toThrow('contains other files');
  await expect(removeDataFolder(folder)).rejects.toThrow('contains other files');
  expect(await readdir(folder)).toEqual(['files']);
});

test('the lock of a process that has ended, or whose id another process has now, is ignored', async () => {
  const file = path.join(folder, 'portal.lock');
  for (const holder of ['', '999999999', '999999999 12', `${process.pid} 12`]) {
    await writeFile(file, holder);
    const unlock = await lockFile(file, 0);
    await unlock();
  }
  expect(await readdir(folder)).toEqual([]);
});

test('the data is in .portal-data of the project, or in PORTAL_DATA_DIR', () => {
  expect(dataFolderOf('/project')).toBe('/project/.portal-data');
  vi.stubEnv('PORTAL_DATA_DIR', '/elsewhere');
  expect(dataFolderOf('/project')).toBe('/elsewhere');
});
