import type { TestBackend } from './backend.ts';
import { bucket } from './base-rows.ts';

/** A name that the bucket accepts for a document. `number` makes it unique. */
export function documentName(siteId: number, number = 1): string {
  return `documents/${siteId}/1700000000000-00000000-0000-4000-8000-${String(number).padStart(12, '0')}.pdf`;
}

/** The content of the file of a document in tests. */
export const documentBytes = new TextEncoder().encode('%PDF-1.4 made for a test');

/** Puts a PDF into the bucket, as an upload does. */
export async function storeDocument(backend: TestBackend, name: string, mimetype = 'application/pdf'): Promise<void> {
  const metadata = JSON.stringify({ mimetype, size: documentBytes.length });
  await backend.sql(`insert into storage.objects (bucket_id, name, metadata) values ($1, $2, $3)`, [
    bucket,
    name,
    metadata,
  ]);
  await backend.blobs.put(bucket, name, documentBytes);
}

/** The file that was uploaded at site One and never filed. */
export const unfiledName = documentName(1, 9);

/** The documents of the base sites by number: four of One, the last of which is removed, and one of Two. */
const madeDocuments = [
  { site: 1, audience: 'office', shown: true },
  { site: 1, audience: 'technicians', shown: true },
  { site: 1, audience: 'client', shown: true },
  { site: 1, audience: 'client', shown: false },
  { site: 2, audience: 'client', shown: true },
] as const;

/** Adds these documents, each named by its number, and the file that was never filed. */
export async function addDocuments(backend: TestBackend): Promise<void> {
  for (const [index, { site }] of madeDocuments.entries()) await storeDocument(backend, documentName(site, index + 1));
  await storeDocument(backend, unfiledName);
  const values = madeDocuments.map(
    ({ site, audience, shown }, index) =>
      `(${site}, 'Document ${index + 1}', '${audience}', '${documentName(site, index + 1)}', ${documentBytes.length}, ${shown})`,
  );
  await backend.exclusive(() =>
    backend.pg.exec(`
      set session_replication_role = replica;
      insert into private.site_documents (site_id, title, audience, file, bytes, shown) values ${values.join()};
      set session_replication_role = default;`),
  );
}
