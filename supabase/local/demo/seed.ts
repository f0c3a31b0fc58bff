import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bucket } from '../../../src/lib/file-names.ts';
import { fileMetadata, type BlobStore } from '../blob-store.ts';
import { demoDocumentsSql } from './contacts-and-notes.ts';
import { listDemoFiles, listDocumentFiles } from './demo-files.ts';

interface SeededDatabase {
  exec(sql: string): Promise<unknown>;
}

/**
 * Loads the demo into a migrated database: supabase/seed.sql, every photo and PDF with its row in storage, and then the documents, which
 * refer to these rows. May be run again: existing rows stay the same, files are overwritten.
 * @param blobs stores the bytes. The rows of storage.objects are written here, in a single statement.
 * @param root the project's root folder.
 */
export async function seedDemo(database: SeededDatabase, blobs: BlobStore, root: string): Promise<void> {
  const files = [...(await listDemoFiles(root)), ...listDocumentFiles(root)];
  const sql = await readFile(join(root, 'supabase/seed.sql'), 'utf8');
  const storing = Promise.all(
    files.map(async ({ path, name, type }) => {
      const bytes = await readFile(path);
      await blobs.put(bucket, name, bytes);
      return { name, metadata: fileMetadata(bytes, { mimetype: type }) };
    }),
  );
  const [stored] = await Promise.all([storing, database.exec(sql)]);
  await database.exec(`insert into storage.objects (bucket_id, name, metadata)
    select '${bucket}', file ->> 'name', file -> 'metadata'
    from jsonb_array_elements($json$${JSON.stringify(stored)}$json$::jsonb) file
    on conflict (bucket_id, name) do nothing;
    ${demoDocumentsSql()}`);
}
