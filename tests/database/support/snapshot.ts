import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Backend, createBackend } from '../../../supabase/local/backend.ts';
import { type DataFolder, openDataFolder } from '../../../supabase/local/data-folder.ts';
import { hostedRoles, hostedStorageRights } from '../../../supabase/local/hosted-defaults.ts';
import { migrationFiles } from '../../../supabase/local/migrations.ts';

const folder = path.resolve('node_modules/.cache/portal-tests');

type Extensions = NonNullable<Parameters<typeof createBackend>[0]>['extensions'];

/** Changes with everything that a migrated database is made of. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(hostedRoles).update(hostedStorageRights);
  for (const name of await migrationFiles('.')) {
    hash.update(name).update(await readFile(path.join('supabase/migrations', name)));
  }
  hash.update(await readFile('node_modules/@supabase/lite/package.json'));
  return hash.digest('hex').slice(0, 16);
}

/**
 * The dump of a migrated database without rows. The first one after a change of the migrations is built (3 s) and kept
 * as a file for the next.
 */
export async function migratedDump(): Promise<Blob> {
  const print = await fingerprint();
  const file = path.join(folder, `${print}.tar`);
  const kept = await readFile(file).catch(() => undefined);
  if (kept) return new Blob([kept]);

  const backend = await createBackend({ seed: false });
  const dump = await backend.pg.dumpDataDir('none');
  await backend.close();
  await mkdir(folder, { recursive: true });
  // several test files may get here at once: what one of them has made meanwhile is not old
  const old = (await readdir(folder)).filter((name) => !name.startsWith(print));
  await writeFile(`${file}.${process.pid}`, new Uint8Array(await dump.arrayBuffer()));
  await rename(`${file}.${process.pid}`, file);
  for (const name of old.filter((each) => /\.(?:tar|database)$/u.test(each)))
    await rm(path.join(folder, name), { recursive: true, force: true });
  return dump;
}

/** The folder of a migrated database without rows, closed. The first one is unpacked from the dump, and kept. */
async function migratedDatabase(): Promise<string> {
  const kept = path.join(folder, `${await fingerprint()}.database`);
  if (await stat(kept).catch(() => null)) return kept;

  const dump = await migratedDump();
  const made = await mkdtemp(path.join(folder, 'unpacked-'));
  const data = await openDataFolder(made);
  const backend = await createBackend({ folder: data, seed: false, loadDataDir: dump });
  await backend.close();
  // one of another test file, which got here at the same time, is as good
  await rename(data.database, kept).catch(async (error: unknown) => {
    if (!(await stat(kept).catch(() => null))) throw error;
  });
  await rm(made, { recursive: true });
  return kept;
}

/**
 * Opens the data folder `at` for a first start that finds its database migrated, without rows, which takes less than
 * to unpack the dump there.
 */
export async function openMigratedFolder(at: string): Promise<DataFolder> {
  const data = await openDataFolder(at);
  // why sync: for a thousand small files it takes a third of the time
  cpSync(await migratedDatabase(), data.database, { recursive: true });
  return data;
}

/** A migrated database in memory, without rows, in under a second. */
export async function migratedBackend(extensions?: Extensions): Promise<Backend> {
  return createBackend({ seed: false, loadDataDir: await migratedDump(), ...(extensions && { extensions }) });
}
