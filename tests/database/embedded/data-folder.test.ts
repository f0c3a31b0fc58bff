import fs, { existsSync } from 'node:fs';
import { access, mkdtemp, readdir, readFile, rm, writeFile, cp, mkdir, symlink, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi, afterAll, beforeAll, describe } from 'vitest';
import { createBackend, type Backend } from '../../../supabase/local/backend.ts';
import { diskBlobStore } from '../../../supabase/local/blob-store.ts';
import { dataFolderOf, openDataFolder, removeDataFolder, lockFile } from '../../../supabase/local/data-folder.ts';
import { anonKey } from '../../../supabase/local/hosted-defaults.ts';
import { runningPortal } from '../../../supabase/local/running-portal.ts';
import { openMigratedFolder } from '../support/snapshot.ts';
import { otherProcess } from './other-process.ts';

let folder: string;

const open = async () => createBackend({ folder: await openDataFolder(folder), seed: false });

describe('the data folder', () => {
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'portal-data-'));
  });

  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });

  test('a portal may be killed at any moment: before its first start is complete there is nothing to lose, later nothing is lost', async () => {
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

  test('data of another release is not changed, and the start says what to do', async () => {
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

  test('a folder that contains other files is not changed', async () => {
    await writeFile(path.join(folder, 'files'), 'mine');
    await expect(openDataFolder(folder)).rejects.toThrow('contains other files');
    await expect(removeDataFolder(folder)).rejects.toThrow('contains other files');
    expect(await readdir(folder)).toEqual(['files']);
  });

  test('the lock of a process that has ended, or whose id belongs to another process now, is ignored', async () => {
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
});

const at = (...names: string[]) => path.join(folder, ...names);

const sites = async ({ pg }: Backend) => (await pg.query('select name from public.maintable')).rows;

async function refusal(): Promise<string> {
  return open().then(
    () => 'opened',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

describe('a broken folder', () => {
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'portal-broken-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  describe('a damaged data folder', () => {
    let filled: string;
    // a closed database with one site in it; each test breaks a copy
    beforeAll(async () => {
      filled = await mkdtemp(path.join(tmpdir(), 'portal-filled-'));
      const backend = await createBackend({ folder: await openMigratedFolder(filled), seed: false });
      await backend.pg.query(`insert into public.maintable (name) values ('Kept')`);
      await backend.close();
    });
    beforeEach(() => cp(filled, folder, { recursive: true }));
    afterAll(() => rm(filled, { recursive: true }));

    test('is reported with the reason and the remedy, and copied once, however often it is opened', async () => {
      // a failing disk leaves a half-written control file
      await truncate(at('database/global/pg_control'), 100);
      for (const attempt of [1, 2]) {
        const refused = await refusal();
        expect([attempt, refused]).toEqual([
          attempt,
          expect.stringContaining(`The portal's data in ${folder} cannot be opened: `),
        ]);
        expect(refused).toContain(`A copy of the database as it was found is in ${at('database-copy')}.`);
        expect(refused).toContain('Nothing was deleted. Replace it with a backup of this folder');
      }
      expect((await readFile(at('database-copy/global/pg_control'))).length).toBe(100);
      expect(existsSync(at('database/base'))).toBe(true);
      expect(await readdir(folder)).not.toContain('portal.lock');
    });

    test('whose marker was lost on a full disk still has every record', async () => {
      await writeFile(at('portal.json'), '');
      expect(await refusal()).toContain('its file portal.json is damaged; it should read {"ready":true}');
      await writeFile(at('portal.json'), '{"ready":true}');
      const backend = await open();
      expect(await sites(backend)).toEqual([{ name: 'Kept' }]);
      await backend.close();
    });

    test('without its secret gets a new one, and opens', async () => {
      await rm(at('secret'));
      const backend = await open();
      expect(await sites(backend)).toEqual([{ name: 'Kept' }]);
      await backend.close();
      expect((await readFile(at('secret'), 'utf8')).length).toBe(64);
      // the database was closed properly, so nothing had to be copied
      expect(await readdir(folder)).not.toContain('database-copy');
    });
  });

  // a Linux device that is always full
  describe.runIf(existsSync('/dev/full'))('a full disk', () => {
    test('refuses a file without leaving a part of it, and accepts it when there is space again', async () => {
      const blobs = diskBlobStore(folder);
      await mkdir(at('bucket'));
      await blobs.put('bucket', 'photo.jpg', new Uint8Array([1]));
      await symlink('/dev/full', at('bucket/photo.jpg.part'));
      await expect(blobs.put('bucket', 'photo.jpg', new Uint8Array([2]))).rejects.toThrow('ENOSPC');
      expect(await readdir(at('bucket'))).toEqual(['photo.jpg']);
      expect(await blobs.get('bucket', 'photo.jpg')).toEqual(Buffer.from([1]));
      await blobs.put('bucket', 'photo.jpg', new Uint8Array([2]));
      expect(await blobs.get('bucket', 'photo.jpg')).toEqual(Buffer.from([2]));
    });
  });
});

/** Leaves no space for another file of the database log. */
function fillDisk(): void {
  const { openSync } = fs;
  vi.spyOn(fs, 'openSync').mockImplementation((name, ...rest) => {
    if (String(name).includes('xlogtemp')) throw Object.assign(new Error('ENOSPC: no room'), { code: 'ENOSPC' });
    return openSync(name, ...rest);
  });
}

describe('a full log', () => {
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'portal-full-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  test('a database without space for its log reports that, then refuses everything, but loses nothing', async () => {
    const backend = await createBackend({ folder: await openMigratedFolder(folder), seed: false });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const ask = () =>
      backend.fetch('http://portal/rest/v1/rpc/logout', { method: 'POST', headers: { apikey: anonKey } });
    await backend.pg.query(`insert into public.maintable (name) values ('Kept')`);
    expect((await ask()).status).toBe(204);

    fillDisk();
    // each write starts another file of the log
    const fill = async () => {
      for (let count = 0; count < 9; count += 1) {
        await backend.pg.query('select pg_switch_wal()');
        await backend.pg.query(`insert into public.maintable (name) values ($1)`, [`Site ${count}`]);
      }
    };
    await expect(fill()).rejects.toThrow('No space left on device');
    expect(logged.mock.calls.flat().join(' ')).toMatch(
      /The database has stopped: [^]*No space left on device[^]*start again/u,
    );
    const response = await ask();
    expect([response.status, await response.text()]).toEqual([
      503,
      expect.stringContaining('the database has stopped'),
    ]);
    await expect(backend.pg.exec('select 1')).rejects.toThrow('the database has stopped');
    await backend.close();

    vi.restoreAllMocks();
    const again = await createBackend({ folder: await openDataFolder(folder), seed: false });
    const { rows } = await again.pg.query<{ name: string }>('select name from public.maintable order by id');
    expect(rows[0]?.name).toBe('Kept');
    await again.pg.query(`insert into public.maintable (name) values ('Later')`);
    await again.close();
  });
});
