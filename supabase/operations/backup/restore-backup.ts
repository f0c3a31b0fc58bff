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

/** @throws when the database has other migrations than the backup. */
async function refuseOtherMigrations({ query }: OwnedPlace, { migrations }: Manifest): Promise<void> {
  const there = await listMigrations(query);
  if (there.join() === migrations.join()) return;
  throw new Error(
    `The backup was made at migration ${migrations.at(-1) ?? 'none'} (${migrations.length}), the database is at ${there.at(-1) ?? 'none'} (${there.length}). Nothing was restored. Take a new database, apply the migrations up to the first, restore, then apply the rest.`,
  );
}

const shape = (list: { name: string; columns: string[] }[]) =>
  list.map(({ name, columns }) => `${name}(${columns.join()})`).toSorted();

/** The tables of the portal, once they are known to have the columns of the backup. */
async function matchingTables(query: Query, { tables }: Manifest): Promise<Table[]> {
  const there = (await listTables(query)).filter(({ name }) => !transientTables.includes(name));
  const found = shape(there.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })));
  const wanted = shape(tables);
  const other = [...found.filter((each) => !wanted.includes(each)), ...wanted.filter((each) => !found.includes(each))];
  if (other.length > 0) {
    throw new Error(`The tables of backup and database differ: ${other.join('; ')}. Nothing was restored.`);
  }
  return there;
}

/** Stores missing files, byte for byte the same. */
async function storeFiles({ query, files: store }: OwnedPlace, { folder, files }: CheckedBackup): Promise<void> {
  const rows = await query<{ name: string; size: number | null; tag: string | null }>(
    `select name, (metadata ->> 'size')::float8 as size, metadata ->> 'eTag' as tag from storage.objects where bucket_id = any ($1)`,
    [buckets],
  );
  const there = new Map(rows.map((row) => [row.name, row]));
  const isThere = ({ name, size, md5 }: FileLine) =>
    there.get(name)?.size === size && there.get(name)?.tag === `"${md5}"`;
  const missing = files.filter((file) => !isThere(file));
  await eachFile(missing, async (file) => store.put(file, await readFile(filePath(folder, file))));
}

/** Replaces all rows, and compares the result with the backup. */
async function replaceRows(query: Query, { folder, manifest }: CheckedBackup, tables: Table[]): Promise<void> {
  const all = await listTables(query);
  // without the triggers that protect records and log changes; foreign keys stay checked
  const triggers = async (state: 'disable' | 'enable') => {
    for (const table of all) await query(`alter table ${quotedTable(table)} ${state} trigger user`);
  };
  await triggers('disable');
  await query(`truncate ${all.map(quotedTable).join()}`);
  for (const table of tables) await writeRows(query, table, linesOf(folder, table.name));
  for (const table of tables) {
    const hash = createHash('sha256');
    for await (const line of readRows(query, table)) hash.update(`${line}\n`);
    const wanted = manifest.tables.find(({ name }) => name === table.name)?.sha256;
    if (hash.digest('hex') !== wanted) {
      throw new Error(`The restored rows of ${table.name} differ from the backup. Nothing was restored.`);
    }
  }
  await triggers('enable');
  // sequences come last, because a rollback does not reset them
  const known = new Set((await listSequences(query)).map(({ name }) => name));
  for (const { name, last, called } of manifest.sequences) {
    if (known.has(name)) await query('select setval($1::text::regclass, $2::text::bigint, $3)', [name, last, called]);
  }
}

/**
 * Restores a portal to a backup: files first, then all records in one transaction, so that nobody ever sees half of
 * them. Everybody is logged out; the access keys are those of the backup.
 * @returns how many files were removed because they are not in the backup.
 * @throws with a sentence. The records are unchanged then, and the call may be repeated.
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
    await query(sameText);
    await query(`select set_config('lock_timeout', '15s', true)`);
    const tables = await matchingTables(query, manifest);
    await query(`lock table ${tables.map(quotedTable).join()} in access exclusive mode`);
    // somebody may have started using it during the upload
    await refuseRecords(place, replace);
    await replaceRows(query, backup, tables);
  });
  const backedUp = backup.files.map(({ name }) => name);
  const rest = await query<{ name: string }>(
    'select name from storage.objects where bucket_id = any ($1) and name <> all ($2::text[])',
    [buckets, backedUp],
  );
  const removed = replace ? rest.map(({ name }) => name) : [];
  if (removed.length > 0) await place.files.remove(removed);
  return removed.length;
}
