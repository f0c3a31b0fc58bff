import { getSession } from '../device/session.ts';
import { t } from '../language/translate.ts';
import { isNoService, RequestError } from '../request-error.ts';
import { retry } from '../retry.ts';
import { fetchFile } from '../stored-files.ts';

// Downloads the stored files of a ZIP, a few at a time, in their order. A file that cannot be downloaded is listed as missing, and the
// download goes on. After `maxErrorsInARow` files without an answer, the connection counts as lost and the whole download fails.

/** How many files are downloaded at a time, and so how many files are in memory at most. */
const concurrency = 4;
/** The pauses (ms) before the two repetitions of a download. */
const delaysMs = [1_000, 4_000];
const maxErrorsInARow = 5;

/** A stored file, and its path in the ZIP. */
interface FileOfZip {
  url: string;
  path: string;
}

interface MissingFile extends FileOfZip {
  /** Why it could not be downloaded, in words. */
  reason: string;
}

interface Downloaded<Wanted> {
  file: Wanted;
  result: Blob | RequestError;
}

/** The progress of a ZIP: the number of files that are done, and of all files. */
export interface ZipProgress {
  done: number;
  total: number;
  /** The total size of the files that are in the ZIP so far. */
  bytes: number;
}

interface EntriesOptions<Wanted> {
  /** The files that could not be downloaded are added to this list. */
  missing: (Wanted & { reason: string })[];
  /** The token of the session that started this: another session must not receive the files. */
  token: string | undefined;
  signal: AbortSignal;
  onProgress: (progress: ZipProgress) => void;
}

/**
 * The entries of a ZIP for these files. Each has the time of its file.
 * @throws RequestError when the connection is lost or the session is over; AbortError when it is cancelled
 */
export async function* fileEntries<Wanted extends FileOfZip & { time: Date }>(
  files: readonly Wanted[],
  { missing, token, signal, onProgress }: EntriesOptions<Wanted>,
) {
  const total = files.length;
  let [done, bytes] = [0, 0];
  onProgress({ done, total, bytes });
  for await (const { file, result } of endWhenLost(downloadInOrder(files, signal))) {
    signal.throwIfAborted();
    if (getSession()?.token !== token) throw new RequestError('Session expired', 401, 'response');
    if (result instanceof RequestError) missing.push({ ...file, reason: reasonOf(result) });
    else {
      bytes += result.size;
      yield { name: file.path, input: result.stream(), size: result.size, lastModified: file.time };
    }
    done += 1;
    onProgress({ done, total, bytes });
  }
}

/** The content of a text file that lists the files that could not be downloaded, with the reasons. */
export function absentFilesText(missing: readonly MissingFile[]): string {
  const lines = missing.map(({ path, url, reason }) => `${path}\r\n  ${reason}\r\n  ${url}\r\n`);
  return `${t('These files belong in the export but could not be included.')}\r\n\r\n${lines.join('\r\n')}`;
}

/** Passes the downloads on. @throws RequestError when several in a row got no answer, so that the connection counts as lost */
async function* endWhenLost<Wanted>(downloads: AsyncGenerator<Downloaded<Wanted>>): AsyncGenerator<Downloaded<Wanted>> {
  let errorsInARow = 0;
  for await (const downloaded of downloads) {
    const { result } = downloaded;
    if (!(result instanceof RequestError)) errorsInARow = 0;
    else if (isNoService(result)) errorsInARow += 1;
    // a refusal with status 0 is for a file outside the bucket, which is never requested, so it tells nothing about the service
    else if (result.status > 0) errorsInARow = 0;
    if (result instanceof RequestError && errorsInARow >= maxErrorsInARow) throw result;
    yield downloaded;
  }
}

async function* downloadInOrder<Wanted extends FileOfZip>(
  files: readonly Wanted[],
  signal: AbortSignal,
): AsyncGenerator<Downloaded<Wanted>> {
  const running: Promise<Downloaded<Wanted>>[] = [];
  for (const file of files) {
    running.push(download(file, signal));
    const oldestDownload = running.length >= concurrency ? running.shift() : undefined;
    if (oldestDownload) yield oldestDownload;
  }
  yield* running;
}

/** Downloads a file. Never throws: an error is the result. */
async function download<Wanted extends FileOfZip>(file: Wanted, signal: AbortSignal): Promise<Downloaded<Wanted>> {
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

function reasonOf({ status }: RequestError): string {
  if (status === 400 || status === 404) return t('It is not in storage.');
  if (status === 0) return t('It could not be downloaded.');
  return t('Storage refused it ({status}).', { status });
}
