import { objectNameOf, smallNameOf } from '../../../lib/file-names.ts';
import type { Task } from '../../../records/task/task.ts';

/** The visits of the last twelve months. */
export interface KeptFiles {
  visits: number;
  photos: number;
  pdfs: number;
  bytes: number;
  /** Unique object names: the small photos of the newest visit first, then PDFs. */
  names: string[];
}

/** 29 February becomes 1 March. */
function yearBefore(now: Date): Date {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - 1);
  return before;
}

/** @param visible newest first. @param sizes in bytes, by object name; without a small rendition, the photo is kept. */
export function keptFiles(visible: readonly Task[], sizes: ReadonlyMap<string, number>, now: Date): KeptFiles {
  const since = yearBefore(now).getTime();
  const visits = visible.filter(({ time }) => Date.parse(time) >= since);
  const photos = new Set<string>();
  const pdfs = new Set<string>();
  for (const { urls, pdf } of visits) {
    for (const url of urls) {
      const name = objectNameOf(url);
      const kept = name === null ? undefined : [smallNameOf(name), name].find((one) => sizes.has(one));
      if (kept !== undefined) photos.add(kept);
    }
    const report = objectNameOf(pdf);
    if (report !== null && sizes.has(report)) pdfs.add(report);
  }
  const names = [...photos, ...pdfs];
  return {
    visits: visits.length,
    photos: photos.size,
    pdfs: pdfs.size,
    bytes: names.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0),
    names,
  };
}
