import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { migrationFiles } from '../../../supabase/local/migrations.ts';
import { sessionIn } from '../shapes.ts';
import { hostedRoles, hostedSchemas } from './hosted-project.ts';
import { startPostgres, type Client } from './server.ts';

/** A request header that names a session. */
export interface SessionHeader {
  'x-portal-session': string;
}

export interface StockPortal {
  connect(role: string, database?: string): Promise<Client>;
  /** Connection string of the database, as its owner. */
  url: string;
  /** Applies the migrations that are not applied yet. @param pause milliseconds that each waits before its commit */
  update(pause?: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A stock PostgreSQL with the roles of a hosted project and our migrations, applied by a role that is not a superuser.
 * @param before the version of the first migration that is left for `update`.
 */
export async function startPortal(before = '9'): Promise<StockPortal> {
  const server = await startPostgres();
  const clients: Client[] = [];
  const connect = async (role: string, database = 'portal') => {
    const client = await server.connect(role, database);
    clients.push(client);
    return client;
  };
  const cluster = await connect('supabase_admin', 'postgres');
  await cluster.query(hostedRoles);
  await cluster.query('create database portal owner postgres');
  await (await connect('supabase_admin')).query(hostedSchemas);
  const owner = await connect('postgres');
  const files = await migrationFiles('.');
  const apply = async (names: readonly string[], pause = 0) => {
    for (const name of names) {
      const text = await readFile(path.join('supabase/migrations', name), 'utf8');
      await owner.query(`begin; ${text}; select pg_sleep(${pause / 1_000}); commit;`);
    }
  };
  await apply(files.filter((name) => name < before));
  return {
    connect,
    url: server.url('postgres', 'portal'),
    update: (pause) =>
      apply(
        files.filter((name) => name >= before),
        pause,
      ),
    async stop() {
      for (const client of clients) await client.end();
      await server.stop();
    },
  };
}

/** As PostgREST impersonates a role: with the settings of the role, including the three seconds of `anon`. */
const becomeAnon = `
  select set_config(split_part(setting, '=', 1), split_part(setting, '=', 2), true)
    from pg_roles, unnest(rolconfig) setting where rolname = 'anon'
  union all select set_config('request.headers', $1, true)
  union all select set_config('role', 'anon', true)`;

/** One request as PostgREST makes it: a transaction of the role anon, with its time limit and the headers of the request. */
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
