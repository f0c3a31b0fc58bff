import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The content of stored files. Their type, size and cache time are in `storage.objects`: `metadata` with `mimetype`,
 * `size`, `contentLength`, `eTag`, `cacheControl`, `lastModified`, `httpStatusCode`.
 */
export interface BlobStore {
  put(bucket: string, name: string, bytes: Uint8Array): Promise<void>;
  /** The content of a file; undefined when there is none. */
  get(bucket: string, name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  remove(bucket: string, name: string): Promise<void>;
}

/** The `eTag` of a file, by its content. */
export function entityTag(bytes: Uint8Array): string {
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

/** Files below a folder, under their own names. Throws on a name that leads out of its bucket. */
export function diskBlobStore(folder: string): BlobStore {
  const place = (bucket: string, name: string) => {
    const home = path.resolve(folder, bucket) + path.sep;
    const file = path.resolve(home, name);
    if (!file.startsWith(home) || !home.startsWith(path.resolve(folder) + path.sep)) throw new Error('Bad object name');
    return file;
  };
  return {
    async put(bucket, name, bytes) {
      const file = place(bucket, name);
      await mkdir(path.dirname(file), { recursive: true });
      // a killed process must not leave half a file under its final name
      try {
        await writeFile(`${file}.part`, bytes);
        await rename(`${file}.part`, file);
      } catch (error) {
        // on a full disk half a file would block everything else
        await rm(`${file}.part`, { force: true });
        throw error;
      }
    },
    get: async (bucket, name) => readFile(place(bucket, name)).catch(() => undefined),
    remove: async (bucket, name) => rm(place(bucket, name), { force: true }),
  };
}
