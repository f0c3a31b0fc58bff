import { AsyncLocalStorage } from 'node:async_hooks';
import type { PgliteConnection } from '@supabase/lite/pglite';
import type { BlobStore } from './blob-store.ts';
import { withoutParameters } from './database-errors.ts';

/** The details of an HTTP request that the database gets to know. */
export interface RequestContext {
  method: string;
  /** Without `/rest/v1` or `/storage/v1`, as PostgREST passes it. */
  path: string;
  /** Lower-case names, as from PostgREST and the storage server. */
  headers: Record<string, string>;
  /** The database refuses writes, as for PostgREST's GET and HEAD. */
  readOnly: boolean;
}

/** The request that the current call chain serves. */
export const currentRequest = new AsyncLocalStorage<RequestContext>();

interface CallerOptions {
  /** The name of the storage's operation, which policies can read; see `storage.operation` of supabase/storage. */
  operation: string;
  /** Whether to roll the statement back after a success: the policies refuse it as usual, but nothing is stored. */
  isTrial?: boolean;
}

export type CallerQuery = <T>(
  request: RequestContext,
  sql: string,
  parameters: unknown[],
  options: CallerOptions,
) => Promise<T[]>;

/** Makes a function that queries with the caller's rights: as the role `anon`, with the headers of the request. */
export function callerQuery(database: PgliteConnection['driver']): CallerQuery {
  return async <T>(
    request: RequestContext,
    sql: string,
    parameters: unknown[],
    { operation, isTrial }: CallerOptions,
  ) => {
    try {
      return await database.transaction(async (tx) => {
        await tx.query(
          `select set_config('role', 'anon', true), set_config('request.headers', $1, true),
            set_config('storage.operation', $2, true)`,
          [JSON.stringify(request.headers), operation],
        );
        const { rows } = await tx.query<T>(sql, parameters);
        if (isTrial) await tx.rollback();
        return rows;
      });
    } catch (error) {
      throw withoutParameters(error);
    }
  };
}

/** Makes a function that tells whether a request's headers name a valid session. It queries as the owner of the database. */
export function sessionQuery(database: PgliteConnection['driver']): (headers: Headers) => Promise<boolean> {
  return (headers) =>
    database.transaction(async (tx) => {
      await tx.query(`select set_config('request.headers', $1, true)`, [JSON.stringify(Object.fromEntries(headers))]);
      const { rows } = await tx.query('select from private.live_session()');
      return rows.length > 0;
    });
}

/** A request to the storage, with its body read. */
export interface StorageRequest extends RequestContext {
  url: URL;
  body: Uint8Array<ArrayBuffer> | undefined;
}

/** The parts of the backend that are needed to answer storage requests. */
export interface StorageTools {
  query: CallerQuery;
  blobs: BlobStore;
  /** Signs the links to files. */
  secret: string;
}
