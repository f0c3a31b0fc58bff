import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { bucket } from '../../../src/lib/file-names.ts';
import type { Audience } from '../../../src/records/site-documents/document.ts';

/** 1 January 2026, 08:00 in Singapore. */
const uploadedAt = 1767225600000;

/** The object name `sites/<site id>/<ms>-<uuid v4>.<extension>`, always the same for a site and file name. */
export function objectName(siteId: number, fileName: string): string {
  const dot = fileName.indexOf('.');
  const hex = createHash('sha256')
    .update(`${siteId}/${fileName.slice(0, dot)}`)
    .digest('hex');
  const uuid = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)];
  return `sites/${siteId}/${uploadedAt}-${uuid.join('-')}${fileName.slice(dot)}`;
}

/** The value that a task stores for a file: its public URL. The portal never contacts the host of the URL. */
export function identityUrl(siteId: number, fileName: string): string {
  return `http://localhost:5173/storage/v1/object/public/${bucket}/${objectName(siteId, fileName)}`;
}

interface DemoFile {
  path: string;
  name: string;
  type: 'image/jpeg' | 'application/pdf';
}

const sites = [1, 2, 3];

export const photoFolder = (root: string, siteId: number): string =>
  join(root, 'supabase/local/demo/photos', `site-${siteId}`);

/** The file that says from which drawing each photo was made. */
export const drawingsFile = (root: string): string => join(root, 'supabase/local/demo/photos/drawings.json');

export async function readDrawings(root: string): Promise<Record<string, string>> {
  try {
    return v.parse(v.record(v.string(), v.string()), JSON.parse(await readFile(drawingsFile(root), 'utf8')));
  } catch {
    return {};
  }
}

const reportFolder = (root: string, siteId: number): string =>
  join(root, 'supabase/local/demo/reports', `site-${siteId}`);

export const demoReportFile = (root: string, { siteId, number }: { siteId: number; number: string }): string =>
  join(reportFolder(root, siteId), `${number}.pdf`);

async function filesIn(folder: string, siteId: number, ending: string): Promise<{ path: string; name: string }[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => name.endsWith(ending))
    .toSorted()
    .map((name) => ({ path: join(folder, name), name: objectName(siteId, name) }));
}

/** A document that the office has added to a site of the demo. */
export interface DemoDocument {
  siteId: number;
  fileName: 'service-agreement.pdf' | 'lane-drawing.pdf';
  title: string;
  audience: Audience;
  filedAt: string;
}

/** A document that the client sees, and a document that only the office sees. */
export const demoDocuments: readonly DemoDocument[] = [
  {
    siteId: 1,
    fileName: 'service-agreement.pdf',
    title: 'Service agreement 2026',
    audience: 'client',
    filedAt: '2026-01-05T10:12:00+08:00',
  },
  {
    siteId: 1,
    fileName: 'lane-drawing.pdf',
    title: 'Lane drawing, P1 Main Gate',
    audience: 'office',
    filedAt: '2026-02-11T16:40:00+08:00',
  },
];

export const demoDocumentFile = (root: string, { siteId, fileName }: DemoDocument): string =>
  join(root, 'supabase/local/demo/documents', `site-${siteId}`, fileName);

/** The name of a document's file in the bucket, where documents have their own folder. */
export const documentObjectName = ({ siteId, fileName }: DemoDocument): string =>
  objectName(siteId, fileName).replace(/^sites/u, 'documents');

/** The files of the demo's documents, in the form that `listDemoFiles` returns. */
export const listDocumentFiles = (root: string): DemoFile[] =>
  demoDocuments.map((document) => ({
    path: demoDocumentFile(root, document),
    name: documentObjectName(document),
    type: 'application/pdf',
  }));

/** The photos and service reports of the demo, with their object names in the bucket. */
export async function listDemoFiles(root: string): Promise<DemoFile[]> {
  const bySite = sites.map(async (siteId) => {
    const [photos, reports] = await Promise.all([
      filesIn(photoFolder(root, siteId), siteId, '.jpg'),
      filesIn(reportFolder(root, siteId), siteId, '.pdf'),
    ]);
    return [
      ...photos.map((file) => ({ ...file, type: 'image/jpeg' as const })),
      ...reports.map((file) => ({ ...file, type: 'application/pdf' as const })),
    ];
  });
  return (await Promise.all(bySite)).flat();
}
