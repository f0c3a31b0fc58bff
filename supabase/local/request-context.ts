import { AsyncLocalStorage } from 'node:async_hooks';

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
