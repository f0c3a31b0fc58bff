import type { ImportedVisit, VisitText } from './import-plan.ts';

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Identifies a visit without a reference: when it was and what was done. */
export function contentOf({ time, title, tasks }: VisitText): string {
  return JSON.stringify([time, title, tasks]);
}

/** The same for the same content in every file; at most 100 characters. */
export async function contentSource(visit: VisitText): Promise<string> {
  return `content ${(await digest(contentOf(visit))).slice(0, 40)}`;
}

/** A long reference is hashed: cut off, it might equal another. At most 100 characters. */
export async function referenceSource(reference: string): Promise<string> {
  return `reference ${Array.from(reference).length > 80 ? await digest(reference) : reference}`;
}

/**
 * The object name of an imported file (`decisions §5`), always the same for a site, visit and file: after an
 * interrupted import it is not stored twice. A predictable name is no risk, as the bucket requires a session.
 * @param file its URL in the old bucket, or its name in a folder.
 */
export async function importedName(
  siteId: number,
  { source, visit }: Pick<ImportedVisit, 'source' | 'visit'>,
  file: string,
  extension: 'jpg' | 'pdf',
): Promise<string> {
  const hex = await digest(JSON.stringify([siteId, source, file]));
  const uuid = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)];
  const moment = String(Date.parse(visit.time)).padStart(13, '0');
  return `sites/${siteId}/${moment}-${uuid.join('-')}.${extension}`;
}
