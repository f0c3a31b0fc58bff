import { App, setExperimental } from '@supabase/lite';
import { PgliteConnection } from '@supabase/lite/pglite';
import { memoryBlobStore, storageAdapter } from '../../../supabase/local/blob-store.ts';
import { anonKey } from '../../../supabase/local/hosted-defaults.ts';
import { migratedDump } from '../support/snapshot.ts';

export interface StockLite {
  fetch: typeof fetch;
  pg: PgliteConnection['driver'];
  close(): Promise<void>;
}

/**
 * Runs the unpatched package on the migrated database, which shows whether a fix in supabase/local is still needed. @param setup
 * SQL that is run first
 */
export async function stockLite(setup = ''): Promise<StockLite> {
  setExperimental('storage', true);
  const connection = new PgliteConnection({ pgliteOptions: { loadDataDir: await migratedDump() } });
  await connection.driver.waitReady;
  const app = new App({
    connection,
    api: { schemas: ['public'], max_rows: 1000 },
    auth: { enabled: false, publishable_key: anonKey, jwt_secret: 'x'.repeat(32) },
    storage: { enabled: true, file_size_limit: '50MiB' },
    studio: { enabled: false },
    options: { server: { admin: false, disableStudio: true } },
  });
  Object.assign(app, { _storageAdapter: storageAdapter(memoryBlobStore(), connection.driver) });
  await app.init();
  if (setup !== '') await connection.driver.exec(setup);
  return {
    fetch: (input, init) => app.fetch(new Request(input, init), { peerAddress: null }),
    pg: connection.driver,
    close: () => connection.close(),
  };
}
