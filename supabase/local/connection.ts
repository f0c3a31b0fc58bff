import type { PgliteConnection } from '@supabase/lite/pglite';
import { asHttpError, withoutParameters } from './database-errors.ts';
import { currentRequest } from './request-context.ts';

type PgliteOptions = NonNullable<NonNullable<ConstructorParameters<typeof PgliteConnection>[0]>['pgliteOptions']>;

export interface ConnectionOptions {
  /** Folder of the database; in memory without one. */
  folder?: string | undefined;
  extensions?: PgliteOptions['extensions'];
  /** A dump of a whole database to start from. */
  loadDataDir?: Blob | undefined;
}

type ApplyContext = (db: unknown, vars: unknown, setRole: unknown) => Promise<void>;

// PostgREST writes a time as to_json() does; Lite hands on the text of Postgres.
const parsers = {
  1114: (text: string) => text.replace(' ', 'T'),
  1184: (text: string) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'),
};

/** Lite's connection with the behaviour of hosted Supabase where the two differ. Its database opens in the background. */
export async function openConnection(options: ConnectionOptions): Promise<PgliteConnection> {
  // why dynamic: vite.config.ts imports this module, and most runs of Vite need no database
  const { PgliteConnection } = await import('@supabase/lite/pglite');
  const { folder, extensions = {}, loadDataDir } = options;
  const connection = new PgliteConnection({
    ...(folder && { url: folder }),
    pgliteOptions: { extensions, parsers, ...(loadDataDir && { loadDataDir }) },
  });
  const { driver } = connection;
  const query = driver.query.bind(driver);
  driver.query = async (...parameters) => {
    try {
      return await query(...parameters);
    } catch (error) {
      throw withoutParameters(error);
    }
  };

  const liteContext: unknown = Reflect.get(connection, 'applyJwtSessionContext');
  if (typeof liteContext !== 'function') throw new Error('This version of @supabase/lite is not known here');
  const applyJwtSessionContext: ApplyContext = async (db, vars, setRole) => {
    const request = currentRequest.getStore();
    let readOnly = false;
    if (request) {
      // Lite tells them for rpc only, so that policies on tables and files would see no session.
      const { rows } = await driver.query<{ stable: boolean | null }>(
        `select set_config('request.headers', $1, true), set_config('request.method', $2, true),
           set_config('request.path', $3, true),
           (select bool_and(provolatile <> 'v') from pg_catalog.pg_proc
            where pronamespace = 'public'::regnamespace and '/rpc/' || proname = $3) as stable`,
        [JSON.stringify(request.headers), request.method, request.path],
      );
      readOnly = request.readOnly || rows[0]?.stable === true;
    }
    await Reflect.apply(liteContext, connection, [db, vars, setRole]);
    if (readOnly) await driver.query('set local transaction_read_only = on');
  };

  return Object.assign(connection, {
    applyJwtSessionContext,
    // At the first request Lite would GRANT ALL ON ALL TABLES to anon, against every REVOKE of the migrations.
    ensureRlsContext: () => Promise.resolve(true),
    normalizeDbError: asHttpError,
  });
}
