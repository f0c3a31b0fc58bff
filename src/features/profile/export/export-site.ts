import { makeZip } from 'client-zip';
import * as v from 'valibot';
import { csvOf } from '../../../lib/csv.ts';
import { getSession } from '../../../lib/device/session.ts';
import { t, tIn } from '../../../lib/language/translate.ts';
import { RequestError, dataOf } from '../../../lib/request-error.ts';
import { supabase } from '../../../lib/supabase.ts';
import { absentFilesText, fileEntries, type ZipProgress } from '../../../lib/zip/files-in-order.ts';
import type { ZipTarget } from '../../../lib/zip/zip-target.ts';
import { changeSchema, type Change, authorOf } from '../../../records/change-log/change-log.ts';
import { readStoredPosts } from '../../../records/failure/failure-queries.ts';
import type { CarPosts } from '../../../records/failure/failure-record.ts';
import { endedAt, endWord, statedWhat } from '../../../records/fault/fault-ends.ts';
import { faultPost } from '../../../records/fault/fault-words.ts';
import { readSiteFaults } from '../../../records/fault/site-faults.ts';
import { readSiteContacts } from '../../../records/site-contacts/contact-calls.ts';
import { readDocuments } from '../../../records/site-documents/document-calls.ts';
import { memberCells, memberHeads } from '../../../records/task/member-words.ts';
import { visitKindLabel, visitTime } from '../../../records/task/visit.ts';
import { monthLabel, siteStamp } from '../../../records/time.ts';
import { exportPage, amountsOf, readExportedSite, type ExportedFile, type ExportedSite } from './export-page.ts';

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
  onProgress: (progress: ZipProgress) => void;
}

/** The number of changes that each request to the change log returns. */
const pageSize = 200;
const changesSchema = v.array(changeSchema);

/** Reads the change log of a site, the newest change first, without the changes of notes and documents. */
async function allChanges(siteId: number, signal: AbortSignal): Promise<Change[]> {
  const changes: Change[] = [];
  for (;;) {
    const lastId = changes.at(-1)?.id;
    const page = {
      of_site: siteId,
      page_size: pageSize,
      // a line for each change, not for each batch; without it, the answer has only the tables that an older portal can read
      grouped: false,
      ...(lastId !== undefined && { older_than: lastId }),
    };
    // not in parallel, because a page begins after the last change of the page before
    const nextChanges = v.parse(changesSchema, dataOf(await supabase.rpc('list_changes', page).abortSignal(signal)));
    changes.push(...nextChanges);
    // the ZIP may be given to others: notes are only for the office, and so are some documents, but a log entry does not say which
    if (nextChanges.length < pageSize)
      return changes.filter(({ table_name: table }) => table !== 'site_notes' && table !== 'site_documents');
  }
}

/**
 * Writes all data and files of a site that this session may read into a ZIP, with a few files at a time in memory. The ZIP and the
 * result list the files that could not be downloaded.
 * @throws RequestError if the record cannot be read, the connection is lost or the session has ended; an AbortError if the signal is
 * aborted
 */
export async function exportSite({
  siteId,
  withChanges,
  target,
  signal,
  onProgress,
}: ExportOptions): Promise<ExportResult> {
  const token = getSession()?.token;
  const rows: unknown[] = dataOf(await supabase.from('maintables').select('*').eq('id', siteId).abortSignal(signal));
  const [row] = rows;
  if (row === undefined) throw new RequestError('No such site', 404, 'response');
  const madeAt = new Date();
  const [documents, contacts] = [await readDocuments(siteId, signal), await readSiteContacts(siteId, signal)];
  const site = readExportedSite(row, await readSiteFaults(siteId, signal), madeAt, documents, contacts);
  const { posts } = await readStoredPosts(siteId, signal);
  const log = withChanges ? await allChanges(siteId, signal) : null;
  const missing: MissingFile[] = [];
  let bytes = 0;
  const reportProgress = (progress: ZipProgress) => {
    bytes = progress.bytes;
    onProgress(progress);
  };

  const text = (name: string, content: string) => ({ name, input: new Response(content), lastModified: madeAt });
  async function* entries() {
    yield text('site.csv', siteCsv(site));
    yield text('visits.csv', visitsCsv(site));
    yield text('faults.csv', siteFaultsCsv(site));
    yield text('failure-counts.csv', countsCsv(posts));
    if (log) yield text('change-log.csv', changesCsv(log));
    yield text(
      'record.json',
      JSON.stringify({ record: row, contacts, failureCounts: Object.fromEntries(posts) }, null, 2),
    );
    yield* fileEntries(site.files, { missing, token, signal, onProgress: reportProgress });
    if (missing.length > 0) yield text('missing.txt', absentFilesText(missing));
    const paths = new Set(missing.map(({ path }) => path));
    yield text('index.html', exportPage({ site, posts, hasChanges: log !== null, missing: paths, made: madeAt }));
  }
  await target.write(makeZip(entries(), { buffersAreUTF8: true }), signal);
  return { ...amountsOf(site, new Set(missing.map(({ path }) => path))), bytes, missing };
}

export function siteCsv({ facts }: ExportedSite): string {
  return csvOf([[t('Field'), t('Value')], ...facts]);
}

/** A row for each visit, with the paths of its files in the ZIP. */
export function visitsCsv({ visits }: ExportedSite): string {
  const lines = visits.map((visit) => {
    const { date, clock } = visitTime(visit.time);
    const describingCells = [
      visit.year,
      monthLabel(visit.month),
      visitKindLabel(visit.kind) ?? '',
      visit.title,
      visit.tasks,
    ];
    const photos = visit.photos.map(({ path }) => path).join('\n');
    return [
      visit.id,
      date,
      clock,
      ...describingCells,
      t(visit.showing === 'True' ? 'Yes' : 'No'),
      visit.report?.path ?? '',
      photos,
      ...memberCells(visit),
    ];
  });
  const filedHeads = [t('Year'), t('Month'), t('Kind'), t('Title'), t('Text')];
  const heads = [t('Visit'), t('Date'), t('Time'), ...filedHeads, t('Shown'), t('PDF'), t('Photos'), ...memberHeads()];
  return csvOf([heads, ...lines]);
}

/** A moment as `2026-05-03 09:12`. */
const minuteCell = (time: string | null) =>
  time === null ? '' : siteStamp(new Date(time)).slice(0, 16).replace('T', ' ');

/** A row for each fault, the oldest first, without the words, names and telephone numbers of those who reported it (`decisions §15`). */
export function siteFaultsCsv({ faults }: ExportedSite): string {
  const lines = faults.map((fault) => [
    fault.id,
    minuteCell(fault.reported_at),
    minuteCell(fault.noticed_at),
    faultPost(fault.post),
    statedWhat(fault),
    endWord(fault),
    minuteCell(endedAt(fault)),
    fault.answers.map(({ task }) => task).join(', '),
    fault.minutes ?? '',
  ]);
  const heads = [t('Fault'), t('Reported'), t('Noticed'), t('Car post'), t('What is wrong')];
  return csvOf([
    [...heads, t('How it ended'), tIn('of faults', 'Ended'), t('Visits'), t('Answered in (min)')],
    ...lines,
  ]);
}

export function countsCsv(posts: CarPosts): string {
  const lines = Array.from(posts, ([post, entries]) =>
    entries.map(({ year, type, entrance, exit }) => [post, year, type, entrance, exit]),
  );
  return csvOf([[t('Car post'), t('Year'), t('Failure'), t('Entrance'), t('Exit')], ...lines.flat()]);
}

const valueText = (value: unknown) =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** The parts of a changed value that get a row each: the visits of an array, the members of an object; or else the value itself. */
function partsOf(value: unknown): [part: string, value: unknown][] {
  if (Array.isArray(value))
    return value.map((item: unknown) => [t('visit {id}', { id: String(Reflect.get(Object(item), 'id')) }), item]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [['', value]];
}

/** A row for each changed value, the newest first, with the value before and after. Arrays and objects are JSON. */
export function changesCsv(changes: readonly Change[]): string {
  const lines = changes.flatMap((change) => {
    const { at, operation, table_name: table, before, after } = change;
    const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
    return fields.flatMap((field) => {
      const [oldParts, newParts] = [new Map(partsOf(before?.[field])), new Map(partsOf(after?.[field]))];
      const parts = [...new Set([...oldParts.keys(), ...newParts.keys()])].filter(
        (part) => valueText(oldParts.get(part)) !== valueText(newParts.get(part)),
      );
      return parts.map((part) => [
        siteStamp(new Date(at)),
        authorOf(change),
        t(operation === 'INSERT' ? 'added' : 'changed'),
        table,
        [field, part].filter(Boolean).join(': '),
        valueText(oldParts.get(part)),
        valueText(newParts.get(part)),
      ]);
    });
  });
  const heads = [t('When'), t('Who'), t('What'), t('Table'), t('Field'), t('Before'), t('After')];
  return csvOf([heads, ...lines]);
}
