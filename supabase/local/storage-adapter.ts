import type { App } from '@supabase/lite';
import type { PgliteConnection } from '@supabase/lite/pglite';
import { buffer } from 'node:stream/consumers';
import { entityTag, type BlobStore } from './blob-store.ts';

type StorageAdapter = NonNullable<App['_storageAdapter']>;

interface Stored {
  mimetype?: string;
  cacheControl?: string;
  lastModified?: string;
}

const fileMetadata = (bytes: Uint8Array, stored: Stored) => ({
  cacheControl: stored.cacheControl ?? 'max-age=3600',
  contentLength: bytes.length,
  size: bytes.length,
  mimetype: stored.mimetype ?? 'application/octet-stream',
  lastModified: new Date(stored.lastModified ?? Date.now()),
  eTag: entityTag(bytes),
  httpStatusCode: 200,
});

/**
 * Lite's view of the stored files. Type and cache time come from the file's row, so that a download repeats what the
 * upload said.
 */
export function storageAdapter(blobs: BlobStore, database: PgliteConnection['driver']): StorageAdapter {
  const read = async (bucket: string, name: string) => {
    const bytes = await blobs.get(bucket, name);
    const { rows } = await database.query<{ metadata: Stored | null }>(
      'select metadata from storage.objects where bucket_id = $1 and name = $2',
      [bucket, name],
    );
    return { bytes, metadata: fileMetadata(bytes ?? new Uint8Array(), rows[0]?.metadata ?? {}) };
  };
  return {
    driver: undefined,
    async getObject(bucket, name) {
      const { bytes, metadata } = await read(bucket, name);
      // without a body Lite answers "Object not found"
      return { httpStatusCode: 200, metadata, ...(bytes && { body: new Blob([bytes]) }) };
    },
    headObject: async (bucket, name) => (await read(bucket, name)).metadata,
    async uploadObject(bucket, name, _version, body, mimetype, cacheControl) {
      const bytes = new Uint8Array(body instanceof Uint8Array ? body : await buffer(body));
      await blobs.put(bucket, name, bytes);
      return fileMetadata(bytes, { mimetype, cacheControl });
    },
    deleteObject: (bucket, name) => blobs.remove(bucket, name),
    async deleteObjects(bucket, names) {
      for (const name of names) await blobs.remove(bucket, name);
    },
    async copyObject(bucket, name, _version, toBucket, toName) {
      const bytes = (await blobs.get(bucket, name)) ?? new Uint8Array();
      await blobs.put(toBucket, toName, bytes);
      return { httpStatusCode: 200, eTag: entityTag(bytes), lastModified: new Date() };
    },
    privateAssetUrl: (bucket, name) => Promise.resolve(`${bucket}/${name}`),
  };
}
