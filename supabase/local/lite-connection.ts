import type { PgliteConnection } from '@supabase/lite/pglite';
import { asHttpError, DatabaseError, withoutParameters, asDatabaseError } from './database-errors.ts';
import { currentRequest } from './request-context.ts';

type PgliteOptions = NonNullable<NonNullable<ConstructorParameters<typeof PgliteConnection>[0]>['pgliteOptions']>;

export interface ConnectionOptions {
  /** The folder of the database; without it, the database is in memory. */
  folder?: string | undefined;
  extensions?: PgliteOptions['extensions'];
  /** A dump of a whole database to start from. */
  loadDataDir?: Blob | undefined;
}

/** The data about the caller that Lite passes to the database. */
interface LiteContext {
  auth?: { role?: string; uid?: string; jwt?: object };
  storage?: { operation?: string };
}

// Sets the settings of a request for a transaction. `role` is set last, so that looking up the function does not need a right of the caller. The
// function's name is compared without the schema, so that an index is used.
const setRequestSettings = `
  select set_config('request.headers', $1, true), set_config('request.method', $2, true),
    set_config('request.path', $3, true), set_config('request.jwt.claims', $4, true),
    set_config('request.jwt.claim.sub', $5, true), set_config('request.jwt.claim.role', $7, true),
    set_config('storage.operation', $6, true),
    case when $8::boolean or (
      select bool_and(provolatile <> 'v') from pg_catalog.pg_proc
      where pronamespace = 'public'::regnamespace and starts_with($3, '/rpc/') and proname = substr($3, 6))
    then set_config('transaction_read_only', 'on', true) end,
    set_config('role', $7, true)`;

/** Matches Lite's statements without parameters and rows. With `exec`, each needs one protocol message instead of six. */
const transactionControl = /^(BEGIN|COMMIT|ROLLBACK)$/;

/** Refuses a statement that changes all rows, like the extension safeupdate in a hosted project. */
function refuseWithoutFilter(statement: string): void {
  const [, verb] = /^\s*(update|delete)\s(?!.*\swhere\s)/is.exec(statement) ?? [];
  if (verb && currentRequest.getStore()) {
    throw new DatabaseError('21000', `${verb.toUpperCase()} requires a WHERE clause`);
  }
}

// Parsers for timestamps (type 1114) and timestamps with a time zone (1184). PostgREST formats them like to_json(), Lite would return
// Postgres's text.
const parsers = {
  1114: (text: string) => text.replace(' ', 'T'),
  1184: (text: string) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'),
};

/**
 * Removes the parsers for arrays of rows, which nobody reads, because PGlite copies all its parsers for every query.
 */
async function removeRowArrayParsers(driver: PgliteConnection['driver']): Promise<void> {
  const { rows } = await driver.query<{ typarray: number }>(
    "select typarray from pg_catalog.pg_type where typtype = 'c' and typarray <> 0",
  );
  for (const { typarray } of rows) Reflect.deleteProperty(driver.parsers, typarray);
}

/** Whether Postgres has stopped itself to avoid losing data, which happens mostly when the disk is full. */
const hasPanicked = (error: unknown): error is Error => Reflect.get(Object(error), 'severity') === 'PANIC';

const rejectQuery = () => Promise.reject(new DatabaseError('57P02', 'the database has stopped'));

/**
 * Refuses all further queries. Otherwise PGlite would continue with a stopped Postgres, never answer, and use all of the CPU.
 */
function refuseQueries(driver: PgliteConnection['driver'], { message }: Error): void {
  Object.assign(driver, { query: rejectQuery, exec: rejectQuery, close: () => Promise.resolve() });
  console.error(
    `\nThe database has stopped: ${message}.\n` +
      'Fix that (on a full disk, free some space) and start again: every confirmed write is kept.\n',
  );
}

/** Opens Lite's connection, changed so that it behaves like hosted Supabase. */
export async function openConnection(options: ConnectionOptions): Promise<PgliteConnection> {
  // imported dynamically, because vite.config.ts imports this module, and most runs of Vite need no database
  const { PgliteConnection } = await import('@supabase/lite/pglite');
  const { folder, extensions = {}, loadDataDir } = options;
  const connection = new PgliteConnection({
    ...(folder && { url: folder }),
    pgliteOptions: { extensions, parsers, ...(loadDataDir && { loadDataDir }) },
  });
  const { driver } = connection;
  await driver.waitReady;
  await removeRowArrayParsers(driver);
  const query = driver.query.bind(driver);
  driver.query = async <T>(...[text, values, settings]: Parameters<typeof query>) => {
    try {
      refuseWithoutFilter(text);
      if (transactionControl.test(text)) await driver.exec(text);
      else return await query<T>(text, values, settings);
      return { rows: [], fields: [] };
    } catch (error) {
      if (hasPanicked(error)) refuseQueries(driver, error);
      throw withoutParameters(asDatabaseError(error));
    }
  };

  if (typeof Reflect.get(connection, 'applyJwtSessionContext') !== 'function') {
    throw new Error('This version of @supabase/lite is not known here');
  }
  // Lite passes the headers only for rpc, so policies on tables and files would see no session. It also needs up to eleven statements, which take
  // most of the time of a short request, where one is enough.
  const applyJwtSessionContext = async (_db: unknown, { auth, storage }: LiteContext): Promise<void> => {
    const request = currentRequest.getStore();
    if (!request) throw new Error('A request is served outside its turn');
    await driver.query(setRequestSettings, [
      JSON.stringify(request.headers),
      request.method,
      request.path,
      JSON.stringify(auth?.jwt ?? {}),
      auth?.uid ?? '',
      storage?.operation ?? '',
      auth?.role ?? 'anon',
      request.readOnly,
    ]);
  };

  return Object.assign(connection, {
    applyJwtSessionContext,
    // the function above has passed the request already
    applyRpcRequestGucs: () => Promise.resolve(),
    // at the first request, Lite would GRANT ALL ON ALL TABLES to anon, against every REVOKE of the migrations
    ensureRlsContext: () => Promise.resolve(true),
    normalizeDbError: asHttpError,
  });
}
