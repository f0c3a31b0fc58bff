import { objectNameOf, smallNameOf } from '../../lib/file-names.ts';
import type { Task } from '../task/task.ts';

/** The files to keep of a site: those of the visits of the last twelve months. */
export interface PinnedFiles {
  visits: number;
  photos: number;
  pdfs: number;
  bytes: number;
  /** In bytes, by unique object name: the small photos of the newest visit first, then PDFs. */
  sizes: ReadonlyMap<string, number>;
}

/** The same moment a year before; 29 February becomes 1 March. */
function yearBefore(now: Date): Date {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - 1);
  return before;
}

/**
 * The files to keep of a site's visits: small renditions of photos, or the photo where there is none, and PDFs.
 * @param visible newest first.
 * @param inBucket sizes in bytes of all files of the site in the bucket, by object name.
 */
export function pinnedFiles(visible: readonly Task[], inBucket: ReadonlyMap<string, number>, now: Date): PinnedFiles {
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
  const sizes = new Map([...photos, ...pdfs].map((name) => [name, inBucket.get(name) ?? 0]));
  return {
    visits: visits.length,
    photos: photos.size,
    pdfs: pdfs.size,
    bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    sizes,
  };
}
