import { makeZip } from 'client-zip';
import { getSession } from '../../../lib/device/session.ts';
import { fileStemOf, objectNameOf } from '../../../lib/file-names.ts';
import type { ZipTarget } from '../../../lib/zip-target.ts';
import { absentFilesText, fileEntries, type ZipProgress } from '../../../lib/zip/files-in-order.ts';
import { hasPdf, type Task } from '../../../records/task/task.ts';
import { visitTime } from '../../../records/task/visit.ts';

/** A file of a visit: a photo in full size, or the service report as it was signed. */
interface FileOfVisit {
  url: string;
  /** In the ZIP. */
  path: string;
  /** When the visit was. */
  time: Date;
}

export interface VisitsZip {
  visits: readonly Task[];
  /** The rows of the visits, with the mark that Excel needs; null for a ZIP of files alone. */
  csv: string | null;
  /** Whether the service reports are in it, besides the photos. */
  withReports: boolean;
}

export interface ZippedVisits {
  /** Files of visits that the ZIP has. */
  files: number;
  bytes: number;
  missing: readonly (FileOfVisit & { reason: string })[];
}

/** Files are named by the usual ending of their kind. */
const endings: Record<string, string> = { jpeg: 'jpg' };
/** What a file is, in the longest words: names that differ with it differ with every other. */
const longestKind = 'service report';

/**
 * The files of visits under names that say what they are: `2026-03-12_Entry-A-loop-tuned_photo-01.jpg`, and
 * `2026-03-12_Entry-A-loop-tuned_service-report.pdf`. Two visits of one day with the same title get a number.
 */
export function filesOfVisits({ visits, withReports }: Pick<VisitsZip, 'visits' | 'withReports'>): FileOfVisit[] {
  const usedStems = new Set<string>();
  return visits.flatMap((visit) => {
    const { date } = visitTime(visit.time);
    let [parts, number] = [[date, visit.title], 1];
    // many systems take capitals for small letters; a part of its own is whole under a long title too
    const stem = () => fileStemOf(...parts, longestKind).toLowerCase();
    while (usedStems.has(stem())) parts = [date, visit.title, `${(number += 1)}`];
    usedStems.add(stem());
    const fileOf = (url: string, what: string, fallback: string): FileOfVisit => {
      const ending = objectNameOf(url)?.split('.').pop() ?? fallback;
      return { url, path: `${fileStemOf(...parts, what)}.${endings[ending] ?? ending}`, time: new Date(visit.time) };
    };
    const photos = visit.urls.map((url, index) => fileOf(url, `photo ${String(index + 1).padStart(2, '0')}`, 'jpg'));
    return withReports && hasPdf(visit) ? [fileOf(visit.pdf, longestKind, 'pdf'), ...photos] : photos;
  });
}

interface ZipOptions extends VisitsZip {
  target: ZipTarget;
  signal: AbortSignal;
  onProgress: (progress: ZipProgress) => void;
}

/**
 * Writes the files of visits into one ZIP, with a few at a time in memory (`decisions §17`). What could not be downloaded is named in
 * the result and in `missing.txt`.
 * @throws RequestError when the connection is lost or the session over; an AbortError when cancelled; what the target throws
 */
export async function zipVisits({ csv, target, signal, onProgress, ...zip }: ZipOptions): Promise<ZippedVisits> {
  const token = getSession()?.token;
  const made = new Date();
  const files = filesOfVisits(zip);
  const missing: (FileOfVisit & { reason: string })[] = [];
  let bytes = 0;
  const note = (progress: ZipProgress) => {
    bytes = progress.bytes;
    onProgress(progress);
  };
  const text = (name: string, content: BodyInit) => ({ name, input: new Response(content), lastModified: made });
  async function* entries() {
    if (csv !== null) yield text('visits.csv', csv);
    yield* fileEntries(files, { missing, token, signal, onProgress: note });
    if (missing.length > 0) yield text('missing.txt', absentFilesText(missing));
  }
  await target.write(makeZip(entries(), { buffersAreUTF8: true }), signal);
  return { files: files.length - missing.length, bytes, missing };
}
