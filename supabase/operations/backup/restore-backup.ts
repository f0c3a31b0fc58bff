import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buckets, type OwnedPlace, type Query } from '../place/place.ts';
import { eachFile, filePath, linesOf, type CheckedBackup, type FileLine, type Manifest } from './backup-folder.ts';
import {
  listMigrations,
  listSequences,
  listTables,
  transientTables,
  quotedTable,
  readRows,
  sameText,
  transaction,
  type Table,
  writeRows,
} from './tables.ts';

interface RestoreOptions {
  /** Whether existing records and files may be replaced. */
  replace: boolean;
  say?: (line: string) => void;
}

async function countOf(query: Query, table: string): Promise<number> {
  const rows = await query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? 0;
}

async function refuseRecords(place: OwnedPlace, replace: boolean): Promise<void> {
  const sites = await countOf(place.query, 'public.maintable');
  if (sites === 0 || replace) return;
  throw new Error(
    `The database of ${place.name} holds ${sites} ${sites === 1 ? 'site' : 'sites'}. Nothing was restored. Restore into an empty portal, or use --replace to overwrite what is there.`,
  );
}

/** @throws Error when the database has other migrations than the backup */
async function refuseOtherMigrations({ query }: OwnedPlace, { migrations }: Manifest): Promise<void> {
  const databaseMigrations = await listMigrations(query);
  if (databaseMigrations.join() === migrations.join()) return;
  throw new Error(
    `The backup was made at migration ${migrations.at(-1) ?? 'none'} (${migrations.length}), the database is at ${databaseMigrations.at(-1) ?? 'none'} (${databaseMigrations.length}). Nothing was restored. Take a new database, apply the migrations up to the first, restore, then apply the rest.`,
  );
}

const shapesOf = (list: { name: string; columns: string[] }[]) =>
  list.map(({ name, columns }) => `${name}(${columns.join()})`).toSorted();

/** The tables of the portal. @throws Error when they do not have the columns of the backup */
async function matchingTables(query: Query, { tables }: Manifest): Promise<Table[]> {
  const databaseTables = (await listTables(query)).filter(({ name }) => !transientTables.includes(name));
  const databaseShapes = shapesOf(
    databaseTables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
  );
  const backupShapes = shapesOf(tables);
  const differences = [
    ...databaseShapes.filter((each) => !backupShapes.includes(each)),
    ...backupShapes.filter((each) => !databaseShapes.includes(each)),
  ];
  if (differences.length > 0) {
    throw new Error(`The tables of backup and database differ: ${differences.join('; ')}. Nothing was restored.`);
  }
  return databaseTables;
}

/** Stores the files of the backup that are missing or different in the storage. */
async function storeFiles({ query, files: store }: OwnedPlace, { folder, files }: CheckedBackup): Promise<void> {
  const rows = await query<{ name: string; size: number | null; tag: string | null }>(
    `select name, (metadata ->> 'size')::float8 as size, metadata ->> 'eTag' as tag from storage.objects where bucket_id = any ($1)`,
    [buckets],
  );
  const storedFiles = new Map(rows.map((row) => [row.name, row]));
  const isStored = ({ name, size, md5 }: FileLine) =>
    storedFiles.get(name)?.size === size && storedFiles.get(name)?.tag === `"${md5}"`;
  const missing = files.filter((file) => !isStored(file));
  await eachFile(missing, async (file) => store.put(file, await readFile(filePath(folder, file))));
}

/** Replaces all rows by those of the backup, and verifies the result by its hashes. */
async function replaceRows(query: Query, { folder, manifest }: CheckedBackup, tables: Table[]): Promise<void> {
  const allTables = await listTables(query);
  // the triggers that protect records and log changes are disabled; foreign keys are still checked
  const triggers = async (state: 'disable' | 'enable') => {
    for (const table of allTables) await query(`alter table ${quotedTable(table)} ${state} trigger user`);
  };
  await triggers('disable');
  await query(`truncate ${allTables.map(quotedTable).join()}`);
  for (const table of tables) await writeRows(query, table, linesOf(folder, table.name));
  for (const table of tables) {
    const hash = createHash('sha256');
    for await (const line of readRows(query, table)) hash.update(`${line}\n`);
    const expectedHash = manifest.tables.find(({ name }) => name === table.name)?.sha256;
    if (hash.digest('hex') !== expectedHash) {
      throw new Error(`The restored rows of ${table.name} differ from the backup. Nothing was restored.`);
    }
  }
  await triggers('enable');
  // sequences are set last, because a rollback does not reset them
  const existingSequences = new Set((await listSequences(query)).map(({ name }) => name));
  for (const { name, last, called } of manifest.sequences) {
    if (existingSequences.has(name))
      await query('select setval($1::text::regclass, $2::text::bigint, $3)', [name, last, called]);
  }
}

/**
 * Restores a portal from a backup: files first, then all records in one transaction, so that nobody sees a part of them. Everybody is logged out,
 * and the access keys are those of the backup.
 * @returns how many files were removed because they are not in the backup
 * @throws Error with a message for the user; the records are then unchanged, and the call can be repeated
 */
export async function restoreBackup(
  place: OwnedPlace,
  backup: CheckedBackup,
  options: RestoreOptions,
): Promise<number> {
  const { replace, say = () => undefined } = options;
  const { query } = place;
  const { manifest } = backup;
  await refuseOtherMigrations(place, manifest);
  await refuseRecords(place, replace);
  const keys = await countOf(query, 'public.main');
  if (keys > 0)
    say(`${keys} access ${keys === 1 ? 'key' : 'keys'} of the database will be replaced by those of the backup.`);

  await storeFiles(place, backup);
  say(`${manifest.files.count} files are stored.`);
  await transaction(query, 'begin', async () => {
    // the settings on which the text of a value depends, so that the hashes of the rows can be compared
    await query(sameText);
    await query(`select set_config('lock_timeout', '15s', true)`);
    const tables = await matchingTables(query, manifest);
    await query(`lock table ${tables.map(quotedTable).join()} in access exclusive mode`);
    // checked again, because somebody may have added sites during the upload
    await refuseRecords(place, replace);
    await replaceRows(query, backup, tables);
  });
  const backedUp = backup.files.map(({ name }) => name);
  const extraFiles = await query<{ name: string }>(
    'select name from storage.objects where bucket_id = any ($1) and name <> all ($2::text[])',
    [buckets, backedUp],
  );
  const removed = replace ? extraFiles.map(({ name }) => name) : [];
  if (removed.length > 0) await place.files.remove(removed);
  return removed.length;
}
