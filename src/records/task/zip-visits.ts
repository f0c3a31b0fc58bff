import { makeZip } from 'client-zip';
import { getSession } from '../../lib/device/session.ts';
import { fileStemOf, objectNameOf } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import type { ZipTarget } from '../../lib/zip-target.ts';
import { absentFilesText, fileEntries, type ZipProgress } from '../../lib/zip/files-in-order.ts';
import { isOfSeveralSites, type ReadVisits, type UnreadVisits } from './chosen-visit.ts';
import { hasPdf } from './task.ts';
import { visitTime } from './visit.ts';

/** A file of a visit: a photo in full size, or the service report as it was signed. */
interface FileOfVisit {
  url: string;
  /** In the ZIP. */
  path: string;
  /** When the visit was. */
  time: Date;
}

export interface VisitsZip extends ReadVisits {
  /** The rows of the visits, with the mark that Excel needs; null for a ZIP of files alone. */
  csv: string | null;
  /** Whether the service reports are in it, besides the photos. */
  withReports: boolean;
}

export interface ZippedVisits {
  /** Whether none of the visits could be read, so that no ZIP was made. */
  isEmpty: boolean;
  /** Files of visits that the ZIP has. */
  files: number;
  bytes: number;
  missing: readonly (FileOfVisit & { reason: string })[];
  unread: readonly UnreadVisits[];
}

/** Thrown while the ZIP is written, where no visit could be read: the target then removes its file. */
class NothingRead extends Error {}

/** Files are named by the usual ending of their kind. */
const endings: Record<string, string> = { jpeg: 'jpg' };
/** The longest word for the kind of a file. Names are cut to a length, so names that differ with it differ with every other word too. */
const longestKind = 'service report';

/**
 * The files of visits under names that say what they are: `2026-03-12_Entry-A-loop-tuned_photo-01.jpg`, and
 * `2026-03-12_Entry-A-loop-tuned_service-report.pdf`. Two visits of one day with the same title get a number. Visits of several sites are
 * in a folder for each.
 */
export function filesOfVisits({ chosen, withReports }: Pick<VisitsZip, 'chosen' | 'withReports'>): FileOfVisit[] {
  const usedStems = new Set<string>();
  const hasFolders = isOfSeveralSites(chosen);
  return chosen.flatMap(({ site, visit }) => {
    const folder = hasFolders ? `${fileStemOf(site.name)}/` : '';
    const { date } = visitTime(visit.time);
    let [parts, number] = [[date, visit.title], 1];
    // compared in small letters, as many file systems do; the number is a part of its own, because a long title is cut
    const stem = () => `${folder}${fileStemOf(...parts, longestKind)}`.toLowerCase();
    while (usedStems.has(stem())) parts = [date, visit.title, `${(number += 1)}`];
    usedStems.add(stem());
    const fileOf = (url: string, what: string, fallback: string): FileOfVisit => {
      const ending = objectNameOf(url)?.split('.').pop() ?? fallback;
      const path = `${folder}${fileStemOf(...parts, what)}.${endings[ending] ?? ending}`;
      return { url, path, time: new Date(visit.time) };
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
export async function zipVisits({
  csv,
  unread,
  target,
  signal,
  onProgress,
  ...zip
}: ZipOptions): Promise<ZippedVisits> {
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
    if (zip.chosen.length === 0) throw new NothingRead();
    if (csv !== null) yield text('visits.csv', csv);
    yield* fileEntries(files, { missing, token, signal, onProgress: note });
    const absent = [
      ...(unread.length > 0 ? [unreadText(unread)] : []),
      ...(missing.length > 0 ? [absentFilesText(missing)] : []),
    ];
    if (absent.length > 0) yield text('missing.txt', absent.join('\r\n'));
  }
  try {
    await target.write(makeZip(entries(), { buffersAreUTF8: true }), signal);
  } catch (error) {
    if (!(error instanceof NothingRead)) throw error;
    return { isEmpty: true, files: 0, bytes, missing, unread };
  }
  return { isEmpty: false, files: files.length - missing.length, bytes, missing, unread };
}

function unreadText(unread: readonly UnreadVisits[]): string {
  const lines = unread.map(({ site, reason }) => `${site}\r\n  ${reason}\r\n`);
  return `${t('Chosen visits of these sites could not be read.')}\r\n\r\n${lines.join('\r\n')}`;
}
