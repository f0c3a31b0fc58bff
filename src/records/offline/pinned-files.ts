import { objectNameOf, smallNameOf } from '../../lib/file-names.ts';
import { shownDocuments, type SiteDocument } from '../site-documents/document.ts';
import type { Task } from '../task/task.ts';

/** The files to keep of a site: those of the visits of the last twelve months, and its documents, which are counted as PDFs. */
export interface PinnedFiles {
  visits: number;
  photos: number;
  pdfs: number;
  bytes: number;
  /** In bytes, by unique object name: documents, which a site has few of, then the small photos of the newest visit first, then PDFs. */
  sizes: ReadonlyMap<string, number>;
}

/** The same moment a year before; 29 February becomes 1 March. */
function yearBefore(now: Date): Date {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - 1);
  return before;
}

/** What is in the storage of a site: the sizes in bytes of the files of its visits, by object name, and its documents. */
export interface StoredOfSite {
  inBucket: ReadonlyMap<string, number>;
  documents: readonly SiteDocument[];
}

/**
 * The files to keep of a site: of its visits small renditions of photos, or the photo where there is none, and PDFs; its documents.
 * @param visible newest first.
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
  const filed = shownDocuments(documents).map(({ file, bytes }): [string, number] => [file, bytes]);
  const sizes = new Map([
    ...filed,
    ...[...photos, ...pdfs].map((name): [string, number] => [name, inBucket.get(name) ?? 0]),
  ]);
  return {
    visits: visits.length,
    photos: photos.size,
    pdfs: pdfs.size + filed.length,
    bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    sizes,
  };
}
