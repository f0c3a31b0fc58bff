import { makeZip } from 'client-zip';
import * as v from 'valibot';
import { RequestError, dataOf } from '../../../lib/request-error.ts';
import { isTransient, retry } from '../../../lib/retry.ts';
import { getSession } from '../../../lib/session.ts';
import { fetchFile } from '../../../lib/stored-files.ts';
import { supabase } from '../../../lib/supabase.ts';
import { changeSchema, type Change } from '../../../records/change-log/change-log.ts';
import { readStoredPosts } from '../../../records/failure/failure-queries.ts';
import { exportPage } from './export-page.ts';
import { changesCsv, countsCsv, missingText, siteCsv, visitsCsv } from './export-tables.ts';
import { amountsOf, readExportedSite, type ExportedFile } from './exported-site.ts';
import type { ZipTarget } from './zip-target.ts';

export interface ExportProgress {
  done: number;
  total: number;
  bytes: number;
}

export interface MissingFile extends ExportedFile {
  reason: string;
}

export interface ExportResult {
  visits: number;
  photos: number;
  pdfs: number;
  bytes: number;
  missing: MissingFile[];
}

interface ExportOptions {
  siteId: number;
  withChanges: boolean;
  target: ZipTarget;
  signal: AbortSignal;
  onProgress: (progress: ExportProgress) => void;
}

/** Downloads at a time, and so the most files in memory. */
const concurrency = 4;
const delaysMs = [1_000, 4_000];
/** After this many errors in a row the connection is taken to be lost. */
const maxErrorsInARow = 5;
const pageSize = 200;
const changes = v.array(changeSchema);

async function allChanges(siteId: number, signal: AbortSignal): Promise<Change[]> {
  const all: Change[] = [];
  for (;;) {
    const last = all.at(-1)?.id;
    const page = { of_site: siteId, page_size: pageSize, ...(last !== undefined && { older_than: last }) };
    // oxlint-disable-next-line no-await-in-loop -- each page starts where the previous one ended
    const found = v.parse(changes, dataOf(await supabase.rpc('list_changes', page).abortSignal(signal)));
    all.push(...found);
    if (found.length < pageSize) return all;
  }
}

interface Arrived {
  file: ExportedFile;
  result: Blob | RequestError;
}

async function fetchOne(file: ExportedFile, signal: AbortSignal): Promise<Arrived> {
  const mayRetry = (error: unknown) => !signal.aborted && isTransient(error);
  try {
    return { file, result: await retry(() => fetchFile(file.url, signal), { delaysMs, mayRetry }) };
  } catch (error) {
    return {
      file,
      result: error instanceof RequestError ? error : new RequestError(String(error), 0, 'response', error),
    };
  }
}

async function* fetchInOrder(files: readonly ExportedFile[], signal: AbortSignal): AsyncGenerator<Arrived> {
  const coming: Promise<Arrived>[] = [];
  for (const file of files) {
    coming.push(fetchOne(file, signal));
    const next = coming.length >= concurrency ? coming.shift() : undefined;
    if (next) yield next;
  }
  yield* coming;
}

const fileProblem = ({ status }: RequestError) =>
  status === 400 || status === 404
    ? 'It is not in storage.'
    : status === 0
      ? 'It could not be downloaded.'
      : `Storage refused it (${status}).`;

/**
 * Writes everything of a site that this session may read into one ZIP, with a few files at a time in memory. Files that
 * could not be downloaded are named in the ZIP and in the result.
 * @throws RequestError when the record cannot be read, the connection is lost or the session over; an AbortError when
 * cancelled.
 */
export async function exportSite({
  siteId,
  withChanges,
  target,
  signal,
  onProgress,
}: ExportOptions): Promise<ExportResult> {
  const asked = getSession()?.token;
  const rows: unknown[] = dataOf(await supabase.from('maintables').select('*').eq('id', siteId).abortSignal(signal));
  const [row] = rows;
  if (row === undefined) throw new RequestError('No such site', 404, 'response');
  const site = readExportedSite(row);
  const { posts } = await readStoredPosts(siteId, signal);
  const log = withChanges ? await allChanges(siteId, signal) : null;
  const made = new Date();
  const missing: MissingFile[] = [];
  const total = site.files.length;
  let [done, bytes, inARow] = [0, 0, 0];

  const text = (name: string, content: string) => ({ name, input: new Response(content), lastModified: made });
  async function* entries() {
    yield text('site.csv', siteCsv(site));
    yield text('visits.csv', visitsCsv(site));
    yield text('failure-counts.csv', countsCsv(posts));
    if (log) yield text('change-log.csv', changesCsv(log));
    yield text('record.json', JSON.stringify({ record: row, failureCounts: Object.fromEntries(posts) }, null, 2));
    for await (const { file, result } of fetchInOrder(site.files, signal)) {
      signal.throwIfAborted();
      if (getSession()?.token !== asked) throw new RequestError('Session expired', 401, 'response');
      if (result instanceof RequestError) {
        missing.push({ ...file, reason: fileProblem(result) });
        inARow = result.status === 400 || result.status === 404 ? 0 : inARow + 1;
        if (inARow >= maxErrorsInARow) throw result;
      } else {
        bytes += result.size;
        inARow = 0;
        yield { name: file.path, input: result.stream(), size: result.size, lastModified: file.time };
      }
      done += 1;
      onProgress({ done, total, bytes });
    }
    if (missing.length > 0) yield text('missing.txt', missingText(missing));
    const paths = new Set(missing.map(({ path }) => path));
    yield text('index.html', exportPage({ site, posts, hasChanges: log !== null, missing: paths, made }));
  }
  onProgress({ done, total, bytes });
  await target.write(makeZip(entries(), { buffersAreUTF8: true }), signal);
  return { ...amountsOf(site), bytes, missing };
}
