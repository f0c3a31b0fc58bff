import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Backend, createBackend } from '../../../supabase/local/backend.ts';
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
  const file = path.join(folder, `${await fingerprint()}.tar`);
  const kept = await readFile(file).catch(() => undefined);
  if (kept) return new Blob([kept]);

  const backend = await createBackend({ seed: false });
  const dump = await backend.pg.dumpDataDir('none');
  await backend.close();
  await mkdir(folder, { recursive: true });
  const old = await readdir(folder);
  // several test files may get here at once
  await writeFile(`${file}.${process.pid}`, new Uint8Array(await dump.arrayBuffer()));
  await rename(`${file}.${process.pid}`, file);
  for (const name of old.filter((each) => each.endsWith('.tar'))) await rm(path.join(folder, name), { force: true });
  return dump;
}

/** A migrated database in memory, without rows, in under a second. */
export async function migratedBackend(extensions?: Extensions): Promise<Backend> {
  return createBackend({ seed: false, loadDataDir: await migratedDump(), ...(extensions && { extensions }) });
}
