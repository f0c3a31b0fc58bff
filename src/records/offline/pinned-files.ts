import { objectNameOf, smallNameOf } from '../../lib/file-names.ts';
import { shownDocuments, type SiteDocument } from '../site-documents/document.ts';
import type { Task } from '../task/task.ts';

/** The files in the offline copy of a site: those of its visits in the last twelve months, and its documents. */
export interface PinnedFiles {
  visits: number;
  photos: number;
  /** The documents count as PDFs. */
  pdfs: number;
  bytes: number;
  /**
   * The size in bytes of each object, in the order of the download: documents, which are few, then small photos of the newest visit
   * first, then PDFs.
   */
  sizes: ReadonlyMap<string, number>;
}

/** The same moment a year before; 29 February becomes 1 March. */
function yearBefore(now: Date): Date {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - 1);
  return before;
}

/** The files of a site in the storage. */
export interface StoredOfSite {
  /** The size in bytes of each file of its visits, by object name. */
  inBucket: ReadonlyMap<string, number>;
  documents: readonly SiteDocument[];
}

/**
 * The files in the offline copy of a site. Of each photo it has the small rendition, or the photo itself where there is none.
 * @param visible the site's shown visits, newest first
 */
export function pinnedFiles(visible: readonly Task[], { inBucket, documents }: StoredOfSite, now: Date): PinnedFiles {
  const since = yearBefore(now).getTime();
  const visits = visible.filter(({ time }) => Date.parse(time) >= since);
  const photos = new Set<string>();
  const pdfs = new Set<string>();
  for (const { urls, pdf } of visits) {
    for (const url of urls) {
      const name = objectNameOf(url);
      const rendition =
        name === null ? undefined : [smallNameOf(name), name].find((candidate) => inBucket.has(candidate));
      if (rendition !== undefined) photos.add(rendition);
    }
    const pdfName = objectNameOf(pdf);
    if (pdfName !== null && inBucket.has(pdfName)) pdfs.add(pdfName);
  }
  const documentSizes = shownDocuments(documents).map(({ file, bytes }): [string, number] => [file, bytes]);
  const sizes = new Map([
    ...documentSizes,
    ...[...photos, ...pdfs].map((name): [string, number] => [name, inBucket.get(name) ?? 0]),
  ]);
  return {
    visits: visits.length,
    photos: photos.size,
    pdfs: pdfs.size + documentSizes.length,
    bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    sizes,
  };
}
