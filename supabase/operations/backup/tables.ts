import type { Query } from '../place/place.ts';

/** A table of the portal. `columns` does not include generated columns. */
export interface Table {
  /** The name with the schema. */
  name: string;
  columns: { name: string; type: string }[];
  /** The columns of the primary key, by which the rows are sorted. */
  key: string[];
  /** The names of the tables to which its foreign keys refer. */
  needs: string[];
}

export interface Sequence {
  name: string;
  last: string;
  called: boolean;
}

/** The tables that are not backed up: sessions, so that a backup opens no session, and counts of failed logins, IPs and requests. */
export const transientTables = [
  'private.sessions',
  'private.login_attempts',
  'private.client_error_counts',
  'private.door_counts',
];

/**
 * SQL that fixes, for a transaction, the settings on which the text of a value depends, so that the same value always gives the same text.
 */
export const sameText = `select set_config(setting, value, true) from (values ('datestyle', 'ISO, YMD'), ('timezone', 'UTC'),
  ('intervalstyle', 'postgres'), ('extra_float_digits', '3'), ('bytea_output', 'hex'), ('statement_timeout', '0'),
  ('idle_in_transaction_session_timeout', '0'), ('search_path', '')) as settings (setting, value)`;

/** The versions of the applied migrations. @throws Error when it is not the database of a portal */
export async function listMigrations(query: Query): Promise<string[]> {
  const existing = await query<{ known: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null and to_regclass('private.change_log') is not null as known`,
  );
  if (existing[0]?.known !== true) throw new Error('The database has no migrations of the portal: apply them first.');
  const rows = await query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version collate "C"',
  );
  return rows.map(({ version }) => version);
}

const catalog = `
  select n.nspname || '.' || c.relname as name,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    coalesce((select json_agg(a.attname order by k.place) from pg_index i
      cross join unnest(i.indkey::int2[]) with ordinality as k(attnum, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary), '[]') as key,
    coalesce((select json_agg(distinct fn.nspname || '.' || f.relname) from pg_constraint r
      join pg_class f on f.oid = r.confrelid join pg_namespace fn on fn.oid = f.relnamespace
      where r.conrelid = c.oid and r.contype = 'f' and r.confrelid <> c.oid), '[]') as needs
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'private') and c.relkind = 'r'
  order by 1`;

/** The portal's tables. Each comes after the tables to which it refers. */
export async function listTables(query: Query): Promise<Table[]> {
  const remainingTables = await query<Table>(catalog);
  const sorted: Table[] = [];
  while (remainingTables.length > 0) {
    const next = remainingTables.findIndex(({ needs }) => !remainingTables.some(({ name }) => needs.includes(name)));
    if (next === -1)
      throw new Error(`These tables point at each other: ${remainingTables.map(({ name }) => name).join(', ')}`);
    sorted.push(...remainingTables.splice(next, 1));
  }
  return sorted;
}

export async function listSequences(query: Query): Promise<Sequence[]> {
  const named = await query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences
      where schemaname in ('public', 'private') order by 1`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of named) {
    const rows = await query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${name}`,
    );
    sequences.push(...rows.map((row) => ({ name, ...row })));
  }
  return sequences;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const quotedTable = ({ name }: Pick<Table, 'name'>) => name.split('.').map(quoted).join('.');

/** The most characters of rows that are read or written at a time. A single site with all its visits may have 16 million. */
const batchCharacters = 4_000_000;

/**
 * A line for each row, sorted by the primary key: a JSON array with the text of each column, or null. It must be called inside a transaction.
 */
export async function* readRows(query: Query, table: Table): AsyncGenerator<string> {
  const values = table.columns.map(({ name }) => `t.${quoted(name)}::text`);
  const order = table.key.length > 0 ? `order by ${table.key.map((name) => `t.${quoted(name)}`).join()}` : '';
  await query(`declare backup_rows no scroll cursor for
    select json_build_array(${values.join()})::text as line from ${quotedTable(table)} t ${order}`);
  try {
    let count = 1;
    for (;;) {
      const rows = await query<{ line: string }>(`fetch ${count} from backup_rows`);
      if (rows.length === 0) return;
      yield* rows.map(({ line }) => line);
      const size = rows.reduce((sum, { line }) => sum + line.length, 0);
      // as many as fit, judging by the last rows, but at most four times as many as before
      count = Math.max(1, Math.min(count * 4, Math.floor((batchCharacters * rows.length) / size)));
    }
  } finally {
    // ignored, because a failed transaction has no cursor any more, and its first error is reported
    await query('close backup_rows').catch(() => undefined);
  }
}

/** Inserts rows from the lines of `readRows`, with their original ids. Returns the number of rows. */
export async function writeRows(query: Query, table: Table, lines: AsyncIterable<string>): Promise<number> {
  const names = table.columns.map(({ name }) => quoted(name)).join();
  const values = table.columns.map(({ type }, index) => `(e ->> ${index})::${type}`).join();
  const insert = `insert into ${quotedTable(table)} (${names}) overriding system value
    select ${values} from jsonb_array_elements($1::text::jsonb) with ordinality as r(e, place) order by place`;
  let [batch, size, count]: [string[], number, number] = [[], 0, 0];
  const flush = async () => {
    if (batch.length > 0) await query(insert, [`[${batch.join()}]`]);
    count += batch.length;
    [batch, size] = [[], 0];
  };
  for await (const line of lines) {
    if (size + line.length > batchCharacters) await flush();
    batch.push(line);
    size += line.length;
  }
  await flush();
  return count;
}

/** Runs `work` in a transaction that starts with the statement `begin`. On an error, it rolls back and throws the error. */
export async function transaction<T>(query: Query, begin: string, work: () => Promise<T>): Promise<T> {
  await query(begin);
  try {
    const result = await work();
    await query('commit');
    return result;
  } catch (error) {
    // ignored, because a lost connection has rolled back already
    await query('rollback').catch(() => undefined);
    throw error;
  }
}
