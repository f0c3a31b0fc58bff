import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { App } from '@supabase/lite';
import type { PgliteConnection } from '@supabase/lite/pglite';

/** The contents of stored files. Their other properties are in the `metadata` of their rows in `storage.objects`. */
export interface BlobStore {
  put(bucket: string, name: string, bytes: Uint8Array): Promise<void>;
  /** The content of a file; undefined when there is no such file. */
  get(bucket: string, name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  remove(bucket: string, name: string): Promise<void>;
}

function entityTag(bytes: Uint8Array): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

/** Files in memory, for tests. */
export function memoryBlobStore(): BlobStore {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    put: async (bucket, name, bytes) => void files.set(`${bucket}/${name}`, Uint8Array.from(bytes)),
    get: async (bucket, name) => files.get(`${bucket}/${name}`),
    remove: async (bucket, name) => void files.delete(`${bucket}/${name}`),
  };
}

/** Files in a folder, under their own names. Throws for a name that would be outside the folder of its bucket. */
export function diskBlobStore(folder: string): BlobStore {
  const pathOf = (bucket: string, name: string) => {
    const bucketFolder = path.resolve(folder, bucket) + path.sep;
    const file = path.resolve(bucketFolder, name);
    if (!file.startsWith(bucketFolder) || !bucketFolder.startsWith(path.resolve(folder) + path.sep))
      throw new Error('Bad object name');
    return file;
  };
  return {
    async put(bucket, name, bytes) {
      const file = pathOf(bucket, name);
      await mkdir(path.dirname(file), { recursive: true });
      // the file is renamed when it is complete, so that a killed process leaves no incomplete file under its final name
      try {
        await writeFile(`${file}.part`, bytes);
        await rename(`${file}.part`, file);
      } catch (error) {
        // on a full disk, the incomplete file would take up the remaining space
        await rm(`${file}.part`, { force: true });
        throw error;
      }
    },
    get: async (bucket, name) => readFile(pathOf(bucket, name)).catch(() => undefined),
    remove: async (bucket, name) => rm(pathOf(bucket, name), { force: true }),
  };
}

type StorageAdapter = NonNullable<App['_storageAdapter']>;

interface Stored {
  mimetype?: string;
  cacheControl?: string;
  lastModified?: string;
}

/** The `metadata` of a file's row. */
export const fileMetadata = (bytes: Uint8Array, stored: Stored) => ({
  cacheControl: stored.cacheControl ?? 'max-age=3600',
  contentLength: bytes.length,
  size: bytes.length,
  mimetype: stored.mimetype ?? 'application/octet-stream',
  lastModified: new Date(stored.lastModified ?? Date.now()),
  eTag: entityTag(bytes),
  httpStatusCode: 200,
});

/**
 * The adapter through which Lite reads and writes the stored files. Type and cache time come from the file's row, so that a download has the
 * values of the upload.
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
      // without a body, Lite answers "Object not found"
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
