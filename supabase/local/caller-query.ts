import type { PgliteConnection } from '@supabase/lite/pglite';
import { withoutParameters } from './database-errors.ts';
import type { RequestContext } from './request-context.ts';

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
