import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBackend, type Backend } from '../../../supabase/local/backend.ts';
import { diskBlobStore } from '../../../supabase/local/blob-store.ts';
import { openDataFolder } from '../../../supabase/local/data-folder.ts';
import { openMigratedFolder } from '../support/snapshot.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-broken-'));
});
afterEach(() => rm(folder, { recursive: true }));

const at = (...names: string[]) => path.join(folder, ...names);
const open = async () => createBackend({ folder: await openDataFolder(folder), seed: false });
const sites = async ({ pg }: Backend) => (await pg.query('select name from public.maintable')).rows;

async function refusal(): Promise<string> {
  return open().then(
    () => 'opened',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

describe('a damaged data folder', () => {
  let filled: string;
  // with one site in it, closed; each test breaks a copy
  beforeAll(async () => {
    filled = await mkdtemp(path.join(tmpdir(), 'portal-filled-'));
    const backend = await createBackend({ folder: await openMigratedFolder(filled), seed: false });
    await backend.pg.query(`insert into public.maintable (name) values ('Kept')`);
    await backend.close();
  });
  beforeEach(() => cp(filled, folder, { recursive: true }));
  afterAll(() => rm(filled, { recursive: true }));

  test('is reported with the reason and the remedy, and a copy of it is kept, however often it is opened', async () => {
    // a half-written control file is what a failing disk leaves
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

  test('whose marker was lost on a full disk keeps every record', async () => {
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
    // it was closed properly, so nothing had to be copied
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
