import type { PgliteConnection } from '@supabase/lite/pglite';
import { asHttpError, DatabaseError, withoutParameters, wrongType } from './database-errors.ts';
import { currentRequest } from './request-context.ts';

type PgliteOptions = NonNullable<NonNullable<ConstructorParameters<typeof PgliteConnection>[0]>['pgliteOptions']>;

export interface ConnectionOptions {
  /** Folder of the database; in memory without one. */
  folder?: string | undefined;
  extensions?: PgliteOptions['extensions'];
  /** A dump of a whole database to start from. */
  loadDataDir?: Blob | undefined;
}

/** What Lite knows of the caller and passes on to the database. */
interface LiteContext {
  auth?: { role?: string; uid?: string; jwt?: object };
  storage?: { operation?: string };
}

// `role` comes last, so that the look-up of the function needs no right of the caller. The name is compared without the
// schema, so that an index is used.
const tellRequest = `
  select set_config('request.headers', $1, true), set_config('request.method', $2, true),
    set_config('request.path', $3, true), set_config('request.jwt.claims', $4, true),
    set_config('request.jwt.claim.sub', $5, true), set_config('request.jwt.claim.role', $7, true),
    set_config('storage.operation', $6, true),
    case when $8::boolean or (
      select bool_and(provolatile <> 'v') from pg_catalog.pg_proc
      where pronamespace = 'public'::regnamespace and starts_with($3, '/rpc/') and proname = substr($3, 6))
    then set_config('transaction_read_only', 'on', true) end,
    set_config('role', $7, true)`;

/** Lite's statements without parameters and rows: one protocol message each instead of six. */
const transactionControl = /^(BEGIN|COMMIT|ROLLBACK)$/;

/** Refuses to change all rows at once, as the extension safeupdate does in a hosted project. */
function refuseWithoutFilter(statement: string): void {
  const [, verb] = /^\s*(update|delete)\s(?!.*\swhere\s)/is.exec(statement) ?? [];
  if (verb && currentRequest.getStore()) {
    throw new DatabaseError('21000', `${verb.toUpperCase()} requires a WHERE clause`);
  }
}

// PostgREST formats a time as to_json() does; Lite passes on Postgres's text.
const parsers = {
  1114: (text: string) => text.replace(' ', 'T'),
  1184: (text: string) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'),
};

/**
 * Removes parsers for arrays of rows of system tables, which nobody reads: PGlite copies its parsers for every query.
 */
async function forgetRowArrays(driver: PgliteConnection['driver']): Promise<void> {
  const { rows } = await driver.query<{ typarray: number }>(
    "select typarray from pg_catalog.pg_type where typtype = 'c' and typarray <> 0",
  );
  for (const { typarray } of rows) Reflect.deleteProperty(driver.parsers, typarray);
}

/** Whether Postgres has stopped itself, as going on could lose data: above all, when the disk is full. */
const hasPanicked = (error: unknown): error is Error => Reflect.get(Object(error), 'severity') === 'PANIC';

const refuse = () => Promise.reject(new DatabaseError('57P02', 'the database has stopped'));

/**
 * Refuses all further queries: PGlite would carry on with a dead Postgres, never answer again and use all of the CPU.
 */
function stop(driver: PgliteConnection['driver'], { message }: Error): void {
  Object.assign(driver, { query: refuse, exec: refuse, close: () => Promise.resolve() });
  console.error(
    `\nThe database has stopped: ${message}.\n` +
      'Fix that (on a full disk, free some space) and start again: every confirmed write is kept.\n',
  );
}

/** Lite's connection, corrected to behave like hosted Supabase. */
export async function openConnection(options: ConnectionOptions): Promise<PgliteConnection> {
  // dynamic: vite.config.ts imports this module, and most runs of Vite need no database
  const { PgliteConnection } = await import('@supabase/lite/pglite');
  const { folder, extensions = {}, loadDataDir } = options;
  const connection = new PgliteConnection({
    ...(folder && { url: folder }),
    pgliteOptions: { extensions, parsers, ...(loadDataDir && { loadDataDir }) },
  });
  const { driver } = connection;
  await driver.waitReady;
  await forgetRowArrays(driver);
  const query = driver.query.bind(driver);
  driver.query = async <T>(...[text, values, settings]: Parameters<typeof query>) => {
    try {
      refuseWithoutFilter(text);
      if (transactionControl.test(text)) await driver.exec(text);
      else return await query<T>(text, values, settings);
      return { rows: [], fields: [] };
    } catch (error) {
      if (hasPanicked(error)) stop(driver, error);
      throw withoutParameters(wrongType(error));
    }
  };

  if (typeof Reflect.get(connection, 'applyJwtSessionContext') !== 'function') {
    throw new Error('This version of @supabase/lite is not known here');
  }
  // Lite passes the headers for rpc only, so policies on tables and files would see no session; and it needs up to
  // eleven statements for what is one here, most of the time of a short request.
  const applyJwtSessionContext = async (_db: unknown, { auth, storage }: LiteContext): Promise<void> => {
    const request = currentRequest.getStore();
    if (!request) throw new Error('A request is served outside its turn');
    await driver.query(tellRequest, [
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
    // the request has been passed already
    applyRpcRequestGucs: () => Promise.resolve(),
    // At the first request Lite would GRANT ALL ON ALL TABLES to anon, against every REVOKE of the migrations.
    ensureRlsContext: () => Promise.resolve(true),
    normalizeDbError: asHttpError,
  });
}
