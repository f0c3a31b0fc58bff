import { createHash } from 'node:crypto';
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buckets, type OwnedPlace, type StoredFile } from '../place/place.ts';
import {
  eachFile,
  fileListPath,
  filePath,
  manifestPath,
  tablePath,
  type FileLine,
  type Manifest,
} from './backup-folder.ts';
import {
  listMigrations,
  listSequences,
  listTables,
  readRows,
  sameText,
  transaction,
  transientTables,
  type Table,
} from './tables.ts';

type Print = (line: string) => void;

interface ListedFile extends StoredFile {
  size: number | null;
}

/** Lists the files of the portal's buckets. Takes the names of the buckets. */
const filesQuery = `
  select name, coalesce(metadata ->> 'mimetype', 'application/octet-stream') as type,
    coalesce(metadata ->> 'cacheControl', 'max-age=3600') as "cacheControl", created_at::text as "createdAt",
    (metadata ->> 'size')::float8 as size
  from storage.objects where bucket_id = any ($1) order by name collate "C"`;

/** Prepares an empty folder, or the folder of an interrupted backup. Only its owner may read it. */
async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  if (names.includes('manifest.json')) throw new Error(`${folder} holds a backup already. Name an empty folder.`);
  if (names.some((name) => !['tables', 'files', 'files.jsonl', 'manifest.json.part'].includes(name))) {
    throw new Error(`${folder} contains other files. Name an empty folder.`);
  }
  await chmod(folder, 0o700);
  await rm(path.join(folder, 'tables'), { recursive: true, force: true });
  await mkdir(path.join(folder, 'tables'));
  await mkdir(path.join(folder, 'files'), { recursive: true });
}

async function writeTable(place: OwnedPlace, folder: string, table: Table): Promise<Manifest['tables'][number]> {
  const hash = createHash('sha256');
  let rows = 0;
  const file = await open(tablePath(folder, table.name), 'w');
  try {
    for await (const line of readRows(place.query, table)) {
      hash.update(`${line}\n`);
      await file.write(`${line}\n`);
      rows += 1;
    }
  } finally {
    await file.close();
  }
  const columns = table.columns.map(({ name }) => name);
  return { name: table.name, columns, rows, sha256: hash.digest('hex') };
}

const hexHash = (kind: 'md5' | 'sha256', bytes: Uint8Array) => createHash(kind).update(bytes).digest('hex');

/** The path of a file in a backup: its name, if it has the form of the portal's names, which every file system accepts; otherwise a hash. */
const backupPath = (name: string) =>
  /^(?:(?:sites|documents)\/\d+\/|faults\/\d+\/\d+\/)[\w-][\w.-]*$/u.test(name)
    ? name
    : `other/${hexHash('sha256', Buffer.from(name))}`;

/** Downloads a file, unless an earlier attempt did. Returns undefined when its bytes are missing in the storage. */
async function backUpFile(place: OwnedPlace, folder: string, listed: ListedFile): Promise<FileLine | undefined> {
  const { size, ...rest } = listed;
  const line = { ...rest, path: backupPath(listed.name) };
  const target = filePath(folder, line);
  const existing = await stat(target).catch(() => undefined);
  let bytes: Uint8Array | undefined;
  if (existing && existing.size === size) bytes = await readFile(target);
  else {
    bytes = await place.files.get(listed.name);
    if (!bytes) return undefined;
    if (size !== null && bytes.length !== size) {
      throw new Error(`${listed.name} has ${bytes.length} bytes, and its record says ${size}. Try again.`);
    }
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(`${target}.part`, bytes);
    await rename(`${target}.part`, target);
  }
  return { ...line, size: bytes.length, md5: hexHash('md5', bytes), sha256: hexHash('sha256', bytes) };
}

async function backUpFiles(
  place: OwnedPlace,
  folder: string,
  listed: ListedFile[],
  say: Print,
): Promise<Manifest['files']> {
  let done = 0;
  const lines = await eachFile(listed, async (listedFile) => {
    const line = await backUpFile(place, folder, listedFile);
    done += 1;
    if (done % 500 === 0) say(`${done} of ${listed.length} files`);
    return line;
  });
  const backedUpLines = lines.flatMap((line) => line ?? []);
  const text = backedUpLines.map((line) => `${JSON.stringify(line)}\n`).join('');
  await writeFile(fileListPath(folder), text);
  return {
    count: backedUpLines.length,
    bytes: backedUpLines.reduce((sum, { size }) => sum + size, 0),
    sha256: hexHash('sha256', Buffer.from(text)),
    missing: listed.flatMap(({ name }, index) => (lines[index] ? [] : [name])),
  };
}

/**
 * Copies every record and file of a portal into `folder`: the records in one read-only transaction, then the files that existed at that moment.
 * An interrupted backup continues in the same folder and does not download its files again.
 * @throws Error with a message for the user; the folder then has no manifest, and is not a backup
 */
export async function makeBackup(place: OwnedPlace, folder: string, say: Print = () => undefined): Promise<Manifest> {
  await prepareFolder(folder);
  const { query } = place;
  const records = await transaction(query, 'begin isolation level repeatable read, read only', async () => {
    await query(sameText);
    const migrations = await listMigrations(query);
    const tables: Manifest['tables'] = [];
    for (const table of await listTables(query)) {
      if (!transientTables.includes(table.name)) tables.push(await writeTable(place, folder, table));
    }
    const sequences = await listSequences(query);
    return { migrations, tables, sequences, listed: await query<ListedFile>(filesQuery, [buckets]) };
  });
  const { listed, ...rest } = records;
  for (const { name, rows } of rest.tables) say(`${name}: ${rows} rows`);
  const manifest: Manifest = {
    format: 1,
    madeAt: new Date().toISOString(),
    madeFrom: place.name,
    ...rest,
    files: await backUpFiles(place, folder, listed, say),
  };
  await writeFile(`${manifestPath(folder)}.part`, `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(`${manifestPath(folder)}.part`, manifestPath(folder));
  return manifest;
}
