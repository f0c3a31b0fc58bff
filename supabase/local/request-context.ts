import { AsyncLocalStorage } from 'node:async_hooks';
import type { PgliteConnection } from '@supabase/lite/pglite';
import { withoutParameters } from './database-errors.ts';

/** What the database is told about the HTTP request it works for. */
export interface RequestContext {
  method: string;
  /** Without the `/rest/v1` or `/storage/v1` in front, as PostgREST gives it. */
  path: string;
  /** Lower-case names, as PostgREST and the storage server give them. */
  headers: Record<string, string>;
  /** The database refuses writes: PostgREST runs every GET and HEAD so. */
  readOnly: boolean;
}

/** The request that the current call chain serves. */
export const currentRequest = new AsyncLocalStorage<RequestContext>();

export type CallerQuery = <T>(request: RequestContext, sql: string, parameters: unknown[]) => Promise<T[]>;

/** Runs one query with the rights of the caller: as role anon, with the headers of the request. */
export function callerQuery(database: PgliteConnection['driver']): CallerQuery {
  return async <T>(request: RequestContext, sql: string, parameters: unknown[]) => {
    try {
      return await database.transaction(async (tx) => {
        await tx.query(`select set_config('role', 'anon', true), set_config('request.headers', $1, true)`, [
          JSON.stringify(request.headers),
        ]);
        return (await tx.query<T>(sql, parameters)).rows;
      });
    } catch (error) {
      throw withoutParameters(error);
    }
  };
}

/** Whether the headers of a request name a session that opens something, asked as the owner of the database. */
export function sessionQuery(database: PgliteConnection['driver']): (headers: Headers) => Promise<boolean> {
  return (headers) =>
    database.transaction(async (tx) => {
      await tx.query(`select set_config('request.headers', $1, true)`, [JSON.stringify(Object.fromEntries(headers))]);
      const { rows } = await tx.query('select from private.live_session()');
      return rows.length > 0;
    });
}
