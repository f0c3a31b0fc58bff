import { randomBytes } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import type { Database } from '../../../src/lib/database.types.ts';
import type { Backend } from '../../../supabase/local/backend.ts';
import { anonKey } from '../../../supabase/local/hosted-defaults.ts';
import { baseRows, howToDerive, howToEmpty } from './base-rows.ts';
import { takeBackend } from './kept-backend.ts';
import { migratedBackend } from './snapshot.ts';

/** A URL without a host: the backend in this process serves every request. */
export const origin = 'http://portal.test';

export interface TestBackend extends Backend {
  /** A client without a session, or with the given one. It sends `headers` with every request. */
  clientFor(session?: string, headers?: Record<string, string>): SupabaseClient<Database>;
  /** Logs in through the API and returns the session. Throws if it is refused. */
  loginAs(key: string): Promise<string>;
  /** A session of the key for an hour, written into the table, because a login takes ten times as long. Throws without such a key. */
  sessionFor(key: string): Promise<string>;
  /** Restores the rows of support/base-rows.ts: no sessions, no files, nothing in the change log. It takes about 5 ms. */
  reset(): Promise<void>;
  /** Runs SQL as the owner of the database, for what the API does not show. It waits for its turn between requests. */
  sql<T>(statement: string, parameters?: unknown[]): Promise<T[]>;
}

interface BootOptions {
  /**
   * A backend that no other file had, for tables and functions that a file adds and then requests, because the API reads the
   * schema only once.
   */
  own?: boolean;
  /** SQL for a separate backend. */
  extensions?: Parameters<typeof migratedBackend>[0];
}

/**
 * One portal backend in memory, migrated, with the rows of support/base-rows.ts. Boot one a file in `beforeAll` and return its
 * `close` from there, so that a boot that fails is the only error of its file; `reset` it before each test. The next file
 * may get the same one, as it was before.
 *
 *     const backend = await bootBackend();
 *     const client = backend.clientFor(await backend.loginAs(keys.siteOne));
 *     const { data } = await client.from('maintables').select('name');
 */
export async function bootBackend({ own = false, extensions }: BootOptions = {}): Promise<TestBackend> {
  const backend = own || extensions ? await migratedBackend(extensions) : await takeBackend();
  const clientFor: TestBackend['clientFor'] = (session, headers) =>
    createClient<Database>(origin, anonKey, {
      auth: {
        persistSession: false,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        storageKey: randomBytes(8).toString('hex'),
      },
      global: { fetch: backend.fetch, headers: { ...(session && { 'x-portal-session': session }), ...headers } },
    });
  const sql: TestBackend['sql'] = <T>(statement: string, parameters: unknown[] = []) =>
    backend.exclusive(async () => (await backend.pg.query<T>(statement, parameters)).rows);
  const [howEmptied] = await sql<{ statements: string; tables: string }>(howToEmpty);
  const emptying = howEmptied?.statements ?? '';
  await backend.exclusive(() => backend.pg.exec(baseRows(emptying)));
  // a table that grows in a test is planned as in a portal that was analysed while it was small, whichever file had the database
  // before
  await backend.exclusive(() => backend.pg.exec(`analyze ${howEmptied?.tables ?? ''}`));
  const [deriving] = await sql<{ statements: string }>(howToDerive);
  const toBaseRows = baseRows(emptying, deriving?.statements);
  const reset = async () => {
    await backend.exclusive(() => backend.pg.exec(toBaseRows));
  };
  return {
    ...backend,
    clientFor,
    reset,
    sql,
    async sessionFor(key) {
      const session = randomBytes(32).toString('hex');
      const written = await sql(
        `insert into private.sessions (token_hash, main_id, expires_at)
          select sha256(convert_to($1, 'UTF8')), id, now() + interval '1 hour'
          from public.main where token = private.key_hash($2) returning id`,
        [session, key],
      );
      if (written.length === 0) throw new Error('No such key');
      return session;
    },
    async loginAs(key) {
      const { data, error } = await clientFor().rpc('login', { secret_key: key });
      if (error) throw new Error(`Login refused: ${error.message}`);
      return v.parse(v.object({ session: v.string() }), data).session;
    },
  };
}
