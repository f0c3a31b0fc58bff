import { randomBytes } from 'node:crypto';
import type { App } from '@supabase/lite';
import type { PgliteConnection } from '@supabase/lite/pglite';
import { diskBlobStore, memoryBlobStore, type BlobStore, storageAdapter } from './blob-store.ts';
import type { DataFolder } from './data-folder.ts';
import { quietLite } from './database-errors.ts';
import { anonKey, hostedRoles, hostedStorageRights } from './hosted-defaults.ts';
import { openConnection, type ConnectionOptions } from './lite-connection.ts';
import { appliedMigrations, migrate, OtherRelease } from './migrations.ts';
import { callerQuery, sessionQuery } from './request-context.ts';
import { createHandler, createQueue, type Exclusive } from './request-handler.ts';

export interface BackendOptions extends Pick<ConnectionOptions, 'extensions' | 'loadDataDir'> {
  /** The project's folder, which contains supabase/migrations. Default: the working directory. */
  root?: string;
  /** The folder of the data, locked by `openDataFolder`. Without a folder, the data is in memory. */
  folder?: DataFolder;
  /** Whether a new database gets the demo data. Default: true. */
  seed?: boolean;
}

export interface Backend {
  /** Serves `/rest/v1` and `/storage/v1`. It can be the `global.fetch` of supabase-js. */
  fetch: typeof fetch;
  /** The database with its owner's rights. While requests may arrive, it must be used only inside `exclusive`. */
  pg: PgliteConnection['driver'];
  /** Runs a function while no request is served. */
  exclusive: Exclusive;
  blobs: BlobStore;
  close(): Promise<void>;
}

async function startLite(connection: PgliteConnection, blobs: BlobStore, secret: string): Promise<App> {
  const { App, setExperimental } = await import('@supabase/lite');
  setExperimental('storage', true);
  const app = new App({
    connection,
    api: { schemas: ['public'], max_rows: 1000 },
    auth: { enabled: false, publishable_key: anonKey, jwt_secret: secret },
    storage: { enabled: true, file_size_limit: '50MiB' },
    studio: { enabled: false },
    // Lite's default for development gives callers without a key the rights of the owner
    options: { server: { admin: false, disableStudio: true } },
  });
  Object.assign(app, { _storageAdapter: storageAdapter(blobs, connection.driver) });
  await app.init();
  return app;
}

async function prepareDatabase(connection: PgliteConnection, app: App, root: string): Promise<{ isNew: boolean }> {
  const { driver } = connection;
  const { rows } = await driver.query<{ known: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as known`,
  );
  const isNew = rows[0]?.known !== true;
  if (isNew) {
    await driver.exec(hostedRoles);
    await app.ensureSystemSchema();
    await driver.exec(hostedStorageRights);
  }
  await migrate(driver, root, await appliedMigrations(driver));
  await connection.clearSchemaCache();
  return { isNew };
}

/**
 * Starts the embedded Supabase: PostgreSQL in WebAssembly with the REST and storage interface of a hosted project. It applies the migrations and
 * fills a new database with the demo data. Throws when a migration fails, after releasing the folder.
 */
export async function createBackend(options: BackendOptions = {}): Promise<Backend> {
  const { root = process.cwd(), folder, seed = true, extensions, loadDataDir } = options;
  quietLite();
  let opened: PgliteConnection | undefined;
  try {
    const blobs = folder ? diskBlobStore(folder.files) : memoryBlobStore();
    const secret = folder?.secret ?? randomBytes(32).toString('hex');
    await folder?.storeCopy();
    const connection = await openConnection({
      folder: folder?.database,
      loadDataDir,
      ...(extensions && { extensions }),
    }).catch(async (error: unknown) => {
      throw folder ? await folder.openingError(error) : error;
    });
    opened = connection;
    await folder?.dropCopy();
    const app = await startLite(connection, blobs, secret);
    const { isNew } = await prepareDatabase(connection, app, root);
    if (isNew && seed) {
      const { seedDemo } = await import('./demo/seed.ts');
      await seedDemo(connection.driver, blobs, root);
    }
    await folder?.markReady();
    const exclusive = createQueue();
    const { driver } = connection;
    const [query, hasSession] = [callerQuery(driver), sessionQuery(driver)];
    const handle = createHandler({ app, exclusive, query, hasSession, blobs, secret });
    const close = async () => {
      await connection.close();
      await folder?.unlock();
    };
    return { fetch: handle, pg: driver, exclusive, blobs, close: () => exclusive(close) };
  } catch (error) {
    // the database is shut down cleanly, so that the next start makes no copy of the data
    await opened?.close().catch(() => undefined);
    await folder?.unlock();
    throw folder && error instanceof OtherRelease ? folder.releaseError(error) : error;
  }
}
