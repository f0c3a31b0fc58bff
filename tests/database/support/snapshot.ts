import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { createBackend, type Backend } from '../../../supabase/local/backend.ts';
import { lockFile, openDataFolder, type DataFolder } from '../../../supabase/local/data-folder.ts';
import { hostedRoles, hostedStorageRights } from '../../../supabase/local/hosted-defaults.ts';
import { migrationFiles } from '../../../supabase/local/migrations.ts';

/** The folder of migrated databases. */
export const cacheFolder = path.resolve('node_modules/.cache/portal-tests');

type Extensions = NonNullable<Parameters<typeof createBackend>[0]>['extensions'];

/** A hash that changes with everything that a migrated database depends on. */
export async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(hostedRoles).update(hostedStorageRights);
  for (const name of await migrationFiles('.')) {
    hash.update(name).update(await readFile(path.join('supabase/migrations', name)));
  }
  hash.update(await readFile('node_modules/@supabase/lite/package.json'));
  // the code that makes it
  hash.update(await readFile(import.meta.filename));
  return hash.digest('hex').slice(0, 16);
}

/** A dump that returns its bytes at once. Node reads a Blob in small chunks, which takes as long as unpacking it. */
class Dump extends Blob {
  readonly #bytes: ArrayBuffer;
  constructor(bytes: ArrayBuffer) {
    super([bytes]);
    this.#bytes = bytes;
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes);
  }
}

interface UnpackedFiles {
  readdir(folder: string): string[];
  unlink(file: string): void;
}
/** The files of the database in memory, for which the package has no types. */
const unpacked = v.custom<UnpackedFiles>(
  (value) => typeof value === 'object' && value !== null && 'readdir' in value && 'unlink' in value,
);

/** Settings for what a start from the dump, or a database as small as those of tests, does not need. */
async function makeLight(pg: Backend['pg']): Promise<void> {
  // 128 MB by default, all written once at the start
  await pg.exec("alter system set shared_buffers = '16MB'");
  const files = v.parse(unpacked, Reflect.get(pg.Module, 'FS'));
  // the two templates of new databases, which are never made, are half of all files
  for (const template of ['/pglite/data/base/1', '/pglite/data/base/4']) {
    for (const name of files.readdir(template)) if (!name.startsWith('.')) files.unlink(`${template}/${name}`);
  }
  // without this, each start would repeat from the log what the migrations did
  await pg.exec('checkpoint');
}

/** Makes what is missing in the folder in a single test file, while others wait: made twice at once, it takes twice as long. */
export async function makeAlone<Made>(make: () => Promise<Made>): Promise<Made> {
  await mkdir(cacheFolder, { recursive: true });
  // the other file may be slow on a busy machine
  const unlock = await lockFile(path.join(cacheFolder, 'making.lock'), 240_000);
  try {
    return await make();
  } finally {
    await unlock();
  }
}

let lastRead: { print: string; dump: Dump } | undefined;

/**
 * The dump of a migrated database without rows. The first after a change of the migrations is built (3 s) and stored as a file
 * for the next.
 */
export async function migratedDump(): Promise<Blob> {
  const print = await fingerprint();
  if (lastRead?.print === print) return lastRead.dump;
  const file = path.join(cacheFolder, `${print}.tar`);
  const bytes =
    (await readStoredDump(file)) ??
    (await makeAlone(async () => (await readStoredDump(file)) ?? buildDump(file, print)));
  lastRead = { print, dump: new Dump(bytes) };
  return lastRead.dump;
}

async function readStoredDump(file: string): Promise<ArrayBuffer | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes && new Uint8Array(bytes).buffer;
}

async function buildDump(file: string, print: string): Promise<ArrayBuffer> {
  const backend = await createBackend({ seed: false });
  await makeLight(backend.pg);
  const bytes = await (await backend.pg.dumpDataDir('none')).arrayBuffer();
  await backend.close();
  const old = (await readdir(cacheFolder)).filter((name) => !name.startsWith(print));
  await writeFile(`${file}.${process.pid}`, new Uint8Array(bytes));
  await rename(`${file}.${process.pid}`, file);
  for (const name of old.filter((each) => /\.(?:tar|database)$/u.test(each)))
    await rm(path.join(cacheFolder, name), { recursive: true, force: true });
  return bytes;
}

/** The folder of a migrated database without rows, closed. The first is unpacked from the dump and stored. */
async function migratedDatabase(): Promise<string> {
  const storedFolder = path.join(cacheFolder, `${await fingerprint()}.database`);
  if (await stat(storedFolder).catch(() => null)) return storedFolder;

  const dump = await migratedDump();
  await makeAlone(async () => {
    if (await stat(storedFolder).catch(() => null)) return;
    const made = await mkdtemp(path.join(cacheFolder, 'unpacked-'));
    const data = await openDataFolder(made);
    const backend = await createBackend({ folder: data, seed: false, loadDataDir: dump });
    await backend.close();
    await rename(data.database, storedFolder);
    await rm(made, { recursive: true });
  });
  return storedFolder;
}

/**
 * Prepares the data folder `at` so that a first start finds its database migrated, without rows. This takes less time than
 * unpacking the dump there.
 */
export async function openMigratedFolder(at: string): Promise<DataFolder> {
  const data = await openDataFolder(at);
  // synchronous, because for a thousand small files that takes a third of the time
  cpSync(await migratedDatabase(), data.database, { recursive: true });
  return data;
}

/** A migrated database in memory, without rows, in under a second. */
export async function migratedBackend(extensions?: Extensions): Promise<Backend> {
  return createBackend({ seed: false, loadDataDir: await migratedDump(), ...(extensions && { extensions }) });
}
