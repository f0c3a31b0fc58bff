import { existsSync } from 'node:fs';
import path from 'node:path';
import { bucket } from '../../../src/lib/file-names.ts';
import { createBackend, type Backend } from '../../local/backend.ts';
import { entityTag } from '../../local/blob-store.ts';
import { openDataFolder } from '../../local/data-folder.ts';
import type { Place, Query, StoredFile } from './place.ts';

/** A backend as a place to back up or restore; it must serve nobody meanwhile. */
export function backendPlace(title: string, backend: Backend): Place {
  const { pg, blobs } = backend;
  const query: Query = async <Row>(sql: string, parameters: unknown[] = []) =>
    (await pg.query<Row>(sql, parameters)).rows;
  const put = async ({ name, type, cacheControl, createdAt }: StoredFile, bytes: Uint8Array) => {
    await blobs.put(bucket, name, bytes);
    const metadata = {
      eTag: entityTag(bytes),
      size: bytes.length,
      mimetype: type,
      cacheControl,
      lastModified: new Date(createdAt).toISOString(),
      contentLength: bytes.length,
      httpStatusCode: 200,
    };
    await query(
      `insert into storage.objects (bucket_id, name, metadata, created_at) values ($1, $2, $3, $4)
        on conflict (bucket_id, name) do update set metadata = excluded.metadata, created_at = excluded.created_at`,
      [bucket, name, metadata, createdAt],
    );
  };
  return {
    name: title,
    query,
    files: {
      get: (name) => blobs.get(bucket, name),
      put,
      async remove(names) {
        await query('delete from storage.objects where bucket_id = $1 and name = any ($2)', [bucket, names]);
        for (const name of names) await blobs.remove(bucket, name);
      },
    },
    close: () => backend.close(),
  };
}

/**
 * The stopped portal of `npm start` with its data in `folder`; an empty folder becomes a portal without records.
 * @throws when a running portal has the folder, or, unless `mayBeNew`, when there is no data in it.
 */
export async function embeddedPlace(folder: string, { mayBeNew }: { mayBeNew: boolean }): Promise<Place> {
  if (!mayBeNew && !existsSync(path.join(folder, 'portal.json'))) {
    throw new Error(`There is no data of a portal in ${folder}. Name another folder with PORTAL_DATA_DIR.`);
  }
  const backend = await createBackend({ folder: await openDataFolder(folder), seed: false });
  return backendPlace(`the portal in ${folder}`, backend);
}
