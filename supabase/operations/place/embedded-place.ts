import { existsSync } from 'node:fs';
import path from 'node:path';
import { createBackend, type Backend } from '../../local/backend.ts';
import { fileMetadata } from '../../local/blob-store.ts';
import { openDataFolder } from '../../local/data-folder.ts';
import { anonKey } from '../../local/hosted-defaults.ts';
import { bucketOf, buckets, placeAt, type OwnedPlace, type Query, type StoredFile } from './place.ts';

/** An embedded backend as a place. Nobody else may use the backend at the same time. */
export function backendPlace(title: string, backend: Backend): OwnedPlace {
  const { pg, blobs } = backend;
  const query: Query = async <Row>(sql: string, parameters: unknown[] = []) =>
    (await pg.query<Row>(sql, parameters)).rows;
  const put = async ({ name, type, cacheControl, createdAt }: StoredFile, bytes: Uint8Array) => {
    await blobs.put(bucketOf(name), name, bytes);
    const metadata = fileMetadata(bytes, { mimetype: type, cacheControl, lastModified: createdAt });
    await query(
      `insert into storage.objects (bucket_id, name, metadata, created_at) values ($1, $2, $3, $4)
        on conflict (bucket_id, name) do update set metadata = excluded.metadata, created_at = excluded.created_at`,
      [bucketOf(name), name, metadata, createdAt],
    );
  };
  return {
    ...placeAt({ url: 'http://localhost:5173', anonKey, fetch: backend.fetch }),
    name: title,
    query,
    files: {
      get: (name) => blobs.get(bucketOf(name), name),
      put,
      async remove(names) {
        await query('delete from storage.objects where bucket_id = any ($1) and name = any ($2)', [buckets, names]);
        for (const name of names) await blobs.remove(bucketOf(name), name);
      },
    },
    close: () => backend.close(),
  };
}

/** What to do with a folder without data: refuse it, or make a portal without records or with the demo's records. */
export type NewFolder = 'refused' | 'empty' | 'demo';

/**
 * Opens the stopped portal of `npm start` with its data in `folder`.
 * @throws Error when a running portal uses the folder, or the folder has no data and `newFolder` is `refused`
 */
export async function embeddedPlace(folder: string, newFolder: NewFolder): Promise<OwnedPlace> {
  if (newFolder === 'refused' && !existsSync(path.join(folder, 'portal.json'))) {
    throw new Error(`There is no data of a portal in ${folder}. Name another folder with PORTAL_DATA_DIR.`);
  }
  const backend = await createBackend({ folder: await openDataFolder(folder), seed: newFolder === 'demo' });
  return backendPlace(`the portal in ${folder}`, backend);
}
