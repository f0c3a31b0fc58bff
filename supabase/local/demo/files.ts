import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { objectName } from './object-names.ts';

export interface DemoFile {
  path: string;
  name: string;
  type: 'image/jpeg' | 'application/pdf';
}

const sites = [1, 2, 3];

/** The folder with the photos of a site. */
export const photoFolder = (root: string, siteId: number): string =>
  join(root, 'supabase/local/demo/photos', `site-${siteId}`);

/** The service report of a site. */
export const reportFile = (root: string, siteId: number): string =>
  join(root, 'supabase/local/demo', siteId === 1 ? 'service-report.pdf' : `service-report-${siteId}.pdf`);

/** Every file of the demo on disk, with its object name in the bucket. */
export async function listDemoFiles(root: string): Promise<DemoFile[]> {
  const bySite = sites.map(async (siteId): Promise<DemoFile[]> => {
    const folder = photoFolder(root, siteId);
    const photos = (await readdir(folder)).filter((file) => file.endsWith('.jpg')).toSorted();
    return [
      ...photos.map((file) => ({
        path: join(folder, file),
        name: objectName(siteId, file),
        type: 'image/jpeg' as const,
      })),
      { path: reportFile(root, siteId), name: objectName(siteId, 'service-report.pdf'), type: 'application/pdf' },
    ];
  });
  return (await Promise.all(bySite)).flat();
}
