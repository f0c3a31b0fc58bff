import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Database } from '../../../src/lib/database.types.ts';
import { anonKey } from '../../../supabase/local/hosted-defaults.ts';
import type { Backend } from '../../../supabase/local/backend.ts';
import { baseRows } from './base-rows.ts';
import { takeBackend } from './kept-backend.ts';
import { migratedBackend } from './snapshot.ts';

/** No host behind it: every request goes to the backend in this process. */
export const origin = 'http://portal.test';

export interface TestBackend extends Backend {
  /** A client without a session, or with the given one; `headers` go with every request of it. */
  clientFor(session?: string, headers?: Record<string, string>): SupabaseClient<Database>;
  /** Logs in through the API and gives the session. Throws when refused. */
  loginAs(key: string): Promise<string>;
  /** Back to the rows of support/base-rows.ts: no sessions, no files, nothing in the change log. Some 20 ms. */
  reset(): Promise<void>;
  /** SQL as the owner of the database, for what the API does not show. Takes its turn between the requests. */
  sql<T>(statement: string, parameters?: unknown[]): Promise<T[]>;
}

interface BootOptions {
  /**
   * A backend that no other file had: for tables and functions that a file adds and then asks for by a request, because
   * the API reads the schema but once.
   */
  own?: boolean;
  /** Loaded into a backend of its own. */
  extensions?: Parameters<typeof migratedBackend>[0];
}

/**
 * One portal backend in memory, migrated, with the rows of support/base-rows.ts. Boot one a file (`beforeAll`), `reset` it
 * before each test, `close` it after all: the next file may get the same one, as it was before.
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
  const reset = async () => {
    await backend.exclusive(() => backend.pg.exec(baseRows));
  };
  await reset();
  return {
    ...backend,
    clientFor,
    reset,
    sql: <T>(statement: string, parameters: unknown[] = []) =>
      backend.exclusive(async () => (await backend.pg.query<T>(statement, parameters)).rows),
    async loginAs(key) {
      const { data, error } = await clientFor().rpc('login', { secret_key: key });
      if (error) throw new Error(`Login refused: ${error.message}`);
      return v.parse(v.object({ session: v.string() }), data).session;
    },
  };
}
