import type { Backend } from '../../../supabase/local/backend.ts';
import { migratedBackend } from './snapshot.ts';

interface ReusedBackend {
  backend: Backend;
  /** The result of `traces` when the backend was new. */
  asNew: string;
  /** The bucket and name of each stored file. */
  stored: [string, string][];
}

declare global {
  // global, because a test that loads its modules again would boot a second backend
  var keptTestBackend: ReusedBackend | undefined;
}

/** Catalogs with a row for each part of a schema, each with the column that names the schema. */
const inSchemas = {
  pg_class: 'relnamespace',
  pg_proc: 'pronamespace',
  pg_type: 'typnamespace',
  pg_constraint: 'connamespace',
  pg_default_acl: 'defaclnamespace',
};
/** Catalogs with a row for each part of a table, each with the column that names the table. */
const ofTables = {
  pg_attribute: 'attrelid',
  pg_attrdef: 'adrelid',
  pg_sequence: 'seqrelid',
  pg_policy: 'polrelid',
  pg_trigger: 'tgrelid',
  pg_rewrite: 'ev_class',
};
/** Tables that are compared as a whole. */
const wholeTables = ['pg_extension', 'pg_db_role_setting', 'pg_authid', 'pg_auth_members', 'storage.buckets'];

// the columns that emptying, filling and reading a table change
const passing = ['relfilenode', 'relpages', 'reltuples', 'relallvisible', 'relfrozenxid', 'relminmxid'];

/** Everything that a test file could leave behind except rows: schemas, rights and settings, as one text. */
const traces = `
  with schema as (select * from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
    line (text) as (
      select 'schema ' || to_jsonb(s)::text from schema s
      union all select 'user ' || current_user
      union all select 'setting ' || name || setting from pg_settings where source = 'session' and name not like '%.%'
      ${Object.entries(inSchemas)
        .map(
          ([table, column]) => `union all select '${table} ' || (to_jsonb(t) - '{${passing.join()}}'::text[])::text
            from ${table} t where ${column} in (select oid from schema)`,
        )
        .join('\n')}
      ${Object.entries(ofTables)
        .map(
          ([table, column]) => `union all select '${table} ' || to_jsonb(t)::text from ${table} t
            where ${column} in (select c.oid from pg_class c join schema s on c.relnamespace = s.oid)`,
        )
        .join('\n')}
      ${wholeTables.map((table) => `union all select '${table} ' || to_jsonb(t)::text from ${table} t`).join('\n')})
  select string_agg(text, e'\\n' order by text) as text from line`;

async function tracesIn({ exclusive, pg }: Backend): Promise<string> {
  const { rows } = await exclusive(() => pg.query<{ text: string }>(traces));
  return rows[0]?.text ?? '';
}

function recordingFiles({ blobs }: Backend): ReusedBackend['stored'] {
  const stored: ReusedBackend['stored'] = [];
  const put = blobs.put.bind(blobs);
  blobs.put = async (bucket, name, bytes) => {
    stored.push([bucket, name]);
    await put(bucket, name, bytes);
  };
  return stored;
}

async function boot(): Promise<ReusedBackend> {
  const backend = await migratedBackend();
  return { backend, stored: recordingFiles(backend), asNew: await tracesIn(backend) };
}

/** Whether its use left nothing behind except rows that `reset` empties. */
async function isAsNew({ backend, asNew }: ReusedBackend): Promise<boolean> {
  try {
    // a failed test may have left its transaction open
    await backend.exclusive(() => backend.pg.exec('rollback'));
    return (await tracesIn(backend)) === asNew;
  } catch {
    return false;
  }
}

/**
 * The migrated backend of this process, for one test file after the other, because a boot takes longer than most files. `close`
 * passes it on, unless something is left in it that emptying the tables does not remove, such as the trace of a dropped column.
 * Then the next file boots another one.
 */
export async function takeBackend(): Promise<Backend> {
  const reused = globalThis.keptTestBackend ?? (await boot());
  // nobody else has it until it is returned
  globalThis.keptTestBackend = undefined;
  const close = async () => {
    if (!(await isAsNew(reused))) return reused.backend.close();
    for (const [bucket, name] of reused.stored.splice(0)) await reused.backend.blobs.remove(bucket, name);
    globalThis.keptTestBackend = reused;
  };
  return { ...reused.backend, close };
}
