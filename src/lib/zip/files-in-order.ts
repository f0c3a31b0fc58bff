import { getSession } from '../device/session.ts';
import { t } from '../language/translate.ts';
import { isNoService, RequestError } from '../request-error.ts';
import { retry } from '../retry.ts';
import { fetchFile } from '../stored-files.ts';

// Downloads the stored files of a ZIP. A file that cannot be had is named, and the others come all the same; where the connection is
// lost, all of it ends.

/** Downloads at a time, and so the most files in memory. */
const concurrency = 4;
const delaysMs = [1_000, 4_000];
/** After this many files in a row for which the service did not answer, the connection is taken to be lost. */
const maxErrorsInARow = 5;

/** A stored file, and where it is in the ZIP. */
interface FileOfZip {
  url: string;
  path: string;
}

interface Downloaded<File> {
  file: File;
  /** Its content, or why it could not be downloaded, in words. */
  result: Blob | string;
}

/**
 * Downloads files, a few at a time, and yields them in the order given.
 * @throws RequestError when the service did not answer for several in a row: the connection is lost then
 */
async function* fetchInOrder<File extends FileOfZip>(
  files: readonly File[],
  signal: AbortSignal,
): AsyncGenerator<Downloaded<File>> {
  let errorsInARow = 0;
  for await (const { file, result } of fetchAhead(files, signal)) {
    if (result instanceof RequestError) {
      if (isNoService(result)) errorsInARow += 1;
      // status 0: a file of elsewhere, which was not asked for
      else if (result.status > 0) errorsInARow = 0;
      if (errorsInARow >= maxErrorsInARow) throw result;
      yield { file, result: problemText(result) };
    } else {
      errorsInARow = 0;
      yield { file, result };
    }
  }
}

interface Arrived<File> {
  file: File;
  result: Blob | RequestError;
}

async function download<File extends FileOfZip>(file: File, signal: AbortSignal): Promise<Arrived<File>> {
  const mayRetry = (error: unknown) => !signal.aborted && isNoService(error);
  try {
    return { file, result: await retry(() => fetchFile(file.url, signal), { delaysMs, mayRetry }) };
  } catch (error) {
    return {
      file,
      result: error instanceof RequestError ? error : new RequestError(String(error), 0, 'response', error),
    };
  }
}

async function* fetchAhead<File extends FileOfZip>(
  files: readonly File[],
  signal: AbortSignal,
): AsyncGenerator<Arrived<File>> {
  const coming: Promise<Arrived<File>>[] = [];
  for (const file of files) {
    coming.push(download(file, signal));
    const next = coming.length >= concurrency ? coming.shift() : undefined;
    if (next) yield next;
  }
  yield* coming;
}

/** How far the files of a ZIP are. */
export interface ZipProgress {
  done: number;
  total: number;
  /** Of the files that the ZIP has. */
  bytes: number;
}

interface EntriesOptions<File> {
  /** Receives what could not be downloaded. */
  missing: (File & { reason: string })[];
  /** Of the session that asked: another key must not receive the files. */
  token: string | undefined;
  signal: AbortSignal;
  onProgress: (progress: ZipProgress) => void;
}

/**
 * The entries of a ZIP for these files, dated by their time.
 * @throws RequestError when the connection is lost or the session over; an AbortError when cancelled
 */
export async function* fileEntries<File extends FileOfZip & { time: Date }>(
  files: readonly File[],
  { missing, token, signal, onProgress }: EntriesOptions<File>,
) {
  const total = files.length;
  let [done, bytes] = [0, 0];
  onProgress({ done, total, bytes });
  for await (const { file, result } of fetchInOrder(files, signal)) {
    signal.throwIfAborted();
    if (getSession()?.token !== token) throw new RequestError('Session expired', 401, 'response');
    if (typeof result === 'string') missing.push({ ...file, reason: result });
    else {
      bytes += result.size;
      yield { name: file.path, input: result.stream(), size: result.size, lastModified: file.time };
    }
    done += 1;
    onProgress({ done, total, bytes });
  }
}

const problemText = ({ status }: RequestError) =>
  status === 400 || status === 404
    ? t('It is not in storage.')
    : status === 0
      ? t('It could not be downloaded.')
      : t('Storage refused it ({status}).', { status });

/** A text file about the files that could not be downloaded, and why. */
export function absentFilesText(missing: readonly (FileOfZip & { reason: string })[]): string {
  const lines = missing.map(({ path, url, reason }) => `${path}\r\n  ${reason}\r\n  ${url}\r\n`);
  return `${t('These files belong in the export but could not be included.')}\r\n\r\n${lines.join('\r\n')}`;
}
