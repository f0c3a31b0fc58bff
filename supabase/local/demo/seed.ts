import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bucket } from '../../../src/lib/file-names.ts';
import { entityTag } from '../blob-store.ts';
import { listDemoFiles, type DemoFile } from './demo-files.ts';

interface SeededDatabase {
  exec(sql: string): Promise<unknown>;
}

interface Objects {
  put(bucket: string, name: string, bytes: Uint8Array, type: string): Promise<void>;
}

/** The row of a file, as an upload would leave it in storage.objects. */
function objectRow({ name, type }: DemoFile, bytes: Uint8Array): object {
  const metadata = {
    eTag: entityTag(bytes),
    size: bytes.length,
    mimetype: type,
    cacheControl: 'max-age=3600',
    lastModified: new Date().toISOString(),
    contentLength: bytes.length,
    httpStatusCode: 200,
  };
  return { name, metadata };
}

/**
 * Loads the demo into a migrated database: supabase/seed.sql, and every photo and PDF with its row. May be run again:
 * existing rows stay, files are overwritten.
 * @param objects takes the bytes only; the rows of storage.objects are written here, in one statement.
 * @param root the project's root folder.
 */
export async function seedDemo(database: SeededDatabase, objects: Objects, root: string): Promise<void> {
  const files = await listDemoFiles(root);
  const sql = await readFile(join(root, 'supabase/seed.sql'), 'utf8');
  const storing = Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file.path);
      await objects.put(bucket, file.name, bytes, file.type);
      return objectRow(file, bytes);
    }),
  );
  const [stored] = await Promise.all([storing, database.exec(sql)]);
  await database.exec(`insert into storage.objects (bucket_id, name, metadata)
    select '${bucket}', file ->> 'name', file -> 'metadata'
    from jsonb_array_elements($json$${JSON.stringify(stored)}$json$::jsonb) file
    on conflict (bucket_id, name) do nothing;`);
}
