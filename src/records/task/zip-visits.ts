import { makeZip } from 'client-zip';
import { getSession } from '../../lib/device/session.ts';
import { fileStemOf, objectNameOf } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import { absentFilesText, fileEntries, type ZipProgress } from '../../lib/zip/files-in-order.ts';
import type { ZipTarget } from '../../lib/zip/zip-target.ts';
import { isOfSeveralSites, type ReadVisits, type UnreadVisits } from './chosen-visit.ts';
import { hasPdf } from './task.ts';
import { visitTime } from './visit.ts';

/** A file of a visit: a photo in full size, or the service report as it was signed. */
interface FileOfVisit {
  url: string;
  /** The path in the ZIP. */
  path: string;
  /** The time of the visit. */
  time: Date;
}

export interface VisitsZip extends ReadVisits {
  /** The visits as CSV, with the byte order mark that Excel needs; null for a ZIP without a CSV. */
  csv: string | null;
  /** Whether the ZIP has the service reports besides the photos. */
  withReports: boolean;
}

export interface ZippedVisits {
  /** Whether none of the visits could be read, so that no ZIP was made. */
  isEmpty: boolean;
  /** How many files of visits the ZIP has. */
  files: number;
  bytes: number;
  missing: readonly (FileOfVisit & { reason: string })[];
  unread: readonly UnreadVisits[];
}

/** Thrown while the ZIP is written if no visit could be read. The target then removes its file. */
class NothingRead extends Error {}

/** Replacements for the endings of file names. */
const endings: Record<string, string> = { jpeg: 'jpg' };
/** The longest word for the kind of a file. Long names are cut, so two names that differ with this word differ with every shorter word too. */
const longestKind = 'service report';

/**
 * The files of visits, with names such as `2026-03-12_Entry-A-loop-tuned_photo-01.jpg` and
 * `2026-03-12_Entry-A-loop-tuned_service-report.pdf`. Visits of one day with the same title are numbered. If there are several sites, each
 * site has a folder.
 */
export function filesOfVisits({ chosen, withReports }: Pick<VisitsZip, 'chosen' | 'withReports'>): FileOfVisit[] {
  const usedStems = new Set<string>();
  const hasFolders = isOfSeveralSites(chosen);
  return chosen.flatMap(({ site, visit }) => {
    const folder = hasFolders ? `${fileStemOf(site.name)}/` : '';
    const { date } = visitTime(visit.time);
    let [parts, number] = [[date, visit.title], 1];
    // in small letters, because many file systems ignore case; the number is a separate part, because a long title is cut
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
 * Writes the files of visits into one ZIP, with only a few in memory at a time (`decisions §17`). Files that could not be downloaded are listed
 * in the result and in `missing.txt`.
 * @throws RequestError when the connection is lost or the session is over; AbortError when cancelled; errors of the target
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
  const zipTime = new Date();
  const files = filesOfVisits(zip);
  const missing: (FileOfVisit & { reason: string })[] = [];
  let bytes = 0;
  const reportProgress = (progress: ZipProgress) => {
    bytes = progress.bytes;
    onProgress(progress);
  };
  const text = (name: string, content: BodyInit) => ({ name, input: new Response(content), lastModified: zipTime });
  async function* entries() {
    if (zip.chosen.length === 0) throw new NothingRead();
    if (csv !== null) yield text('visits.csv', csv);
    yield* fileEntries(files, { missing, token, signal, onProgress: reportProgress });
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
