import { makeZip } from 'client-zip';
import { getSession } from '../../../lib/device/session.ts';
import { t } from '../../../lib/language/translate.ts';
import { isNoService, RequestError } from '../../../lib/request-error.ts';
import { retry } from '../../../lib/retry.ts';
import { signThumbnails } from '../../../lib/stored-files.ts';
import type { ZipTarget } from '../../../lib/zip/zip-target.ts';
import { readStoredPosts } from '../../../records/failure/failure-queries.ts';
import { readFaultNames } from '../../../records/fault/known-names.ts';
import { readSiteFaults } from '../../../records/fault/site-faults.ts';
import { readSiteRecord } from '../../../records/site/site-queries.ts';
import { inPeriod, visibleTasks } from '../../../records/task/task.ts';
import { LettersUnreachable } from '../../../reports/fonts/font-source.ts';
import { monthlyReportOf, reportYears, yearReportOf } from '../../../reports/report-data.ts';
import { openReportMaker } from '../../../reports/report-maker.ts';
import { reportPhotos, type ReportRequest } from '../../../reports/report-request.ts';
import { reportPeriodText, periodWords, type ReportPeriod } from './report-period.ts';

export interface ReportedSite {
  id: number;
  name: string;
}

/** A remark about a site whose report is not in the ZIP, or lacks photos. */
export interface SiteRemark {
  site: ReportedSite;
  text: string;
  /** Whether another attempt may make the report. */
  repeatable: boolean;
}

export interface ZippedReports {
  /** The number of reports in the ZIP. If there is none, the file is removed. */
  reports: number;
  /** The size of all reports together. */
  bytes: number;
  /** The remarks, in the order of the sites. */
  remarks: readonly SiteRemark[];
}

interface ZipOptions {
  sites: readonly ReportedSite[];
  period: ReportPeriod;
  target: ZipTarget;
  signal: AbortSignal;
  /** Called before each site. */
  onSite: (done: number, name: string) => void;
}

/** The delays before the second and the third request for the records of a site. */
const delaysMs = [500, 1_500];
/** After this many sites in a row without an answer, the connection is taken to be lost, and no further report is made. */
const maxLostInARow = 2;
const lostText = () => t('The connection was lost.');

/** Thrown if no report could be made, so that the target removes the file. */
class NothingMade extends Error {}

/**
 * Writes the year or month reports of sites into a ZIP (`decisions §9`). Each report is written when it is made, so that at most two are
 * in memory. The result and the file `missing.txt` in the ZIP list reports that could not be made or lack photos. As on the screen of a
 * site, a year report can be made for every year since the first visit, and a month report for every month with a visit; other sites get
 * the remark that there are no visits.
 * @throws RequestError if the session has ended; an AbortError if the signal is aborted; errors of the target
 */
export async function zipReports({ sites, period, target, signal, onSite }: ZipOptions): Promise<ZippedReports> {
  const token = getSession()?.token;
  const madeAt = new Date();
  const remarks: SiteRemark[] = [];
  const usedNames = new Set<string>();
  const maker = openReportMaker();
  let [reports, bytes, lostInARow] = [0, 0, 0];

  const remark = (site: ReportedSite, text: string, repeatable: boolean) =>
    void remarks.push({ site, text, repeatable });
  /** Makes the reports one after the other, as the ZIP asks for its files. */
  async function* entries() {
    let handledCount = 0;
    for await (const { site, outcome } of readAhead(sites, period, signal)) {
      signal.throwIfAborted();
      if (getSession()?.token !== token) throw new RequestError('Session expired', 401, 'response');
      onSite(handledCount, site.name);
      handledCount += 1;
      if (outcome === null) {
        lostInARow = 0;
        remark(site, t('No visits in {period}.', { period: reportPeriodText(period) }), false);
        continue;
      }
      try {
        if (outcome instanceof Error) throw outcome;
        const { file, missing } = await maker.make(outcome, signal);
        lostInARow = 0;
        if (missing > 0) remark(site, missingPhotosText(missing), true);
        reports += 1;
        bytes += file.size;
        yield { name: freeName(file.name, usedNames), input: file.stream(), size: file.size, lastModified: madeAt };
      } catch (error) {
        signal.throwIfAborted();
        console.error('A report could not be made', error);
        remark(site, unmadeReason(error), true);
        lostInARow = isNoService(error) ? lostInARow + 1 : 0;
        if (lostInARow >= maxLostInARow) break;
      }
    }
    for (const site of sites.slice(handledCount)) remark(site, lostText(), true);
    if (reports === 0) throw new NothingMade();
    if (remarks.length > 0)
      yield { name: 'missing.txt', input: new Response(listOfRemarks(period, remarks)), lastModified: madeAt };
  }
  try {
    await target.write(makeZip(entries(), { buffersAreUTF8: true }), signal);
  } catch (error) {
    if (!(error instanceof NothingMade)) throw error;
  } finally {
    maker.end();
  }
  return { reports, bytes, remarks };
}

interface SiteRead {
  site: ReportedSite;
  /** The request for the report; null if there is no report to make; an error if the records could not be read. */
  outcome: ReportRequest | Error | null;
}

/** Yields the records of each site, and meanwhile reads those of the next site. */
async function* readAhead(
  sites: readonly ReportedSite[],
  period: ReportPeriod,
  signal: AbortSignal,
): AsyncGenerator<SiteRead> {
  const mayRetry = (error: unknown) => !signal.aborted && isNoService(error);
  const read = async (site: ReportedSite): Promise<SiteRead> => {
    const outcome = await retry(() => readRequest(site.id, period, signal), { delaysMs, mayRetry }).catch(
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
    return { site, outcome };
  };
  let upcoming: Promise<SiteRead> | null = null;
  for (const [index, site] of sites.entries()) {
    // at most one site is read in advance, to save memory
    const current: SiteRead = await (upcoming ?? read(site));
    const next = sites[index + 1];
    upcoming = next ? read(next) : null;
    yield current;
  }
}

/** Reads what a report is made from; null if there is no report for the period. */
async function readRequest(id: number, period: ReportPeriod, signal: AbortSignal): Promise<ReportRequest | null> {
  const request = period.month === null ? await readYear(id, period.year, signal) : await readMonth(id, period, signal);
  // this only fills the cache of signed URLs; after a failure, the report requests them again
  if (request) await signThumbnails(reportPhotos(request)).catch(() => undefined);
  return request;
}

async function readYear(id: number, year: string, signal: AbortSignal): Promise<ReportRequest | null> {
  const [record, { posts }, faults] = await Promise.all([
    readSiteRecord(id, signal),
    readStoredPosts(id, signal),
    readSiteFaults(id, signal),
  ]);
  if (!reportYears(record, new Date()).years.includes(year)) return null;
  return { kind: 'year', data: yearReportOf(record, { posts, faults }, year) };
}

async function readMonth(
  id: number,
  { year, month }: ReportPeriod,
  signal: AbortSignal,
): Promise<ReportRequest | null> {
  const record = await readSiteRecord(id, signal);
  const visits = inPeriod(visibleTasks(record.tasks2024), { year, month });
  if (month === null || visits.length === 0) return null;
  // this fills the cache in which the report looks for the names (`knownFaultNames`)
  await readFaultNames(id, visits);
  return { kind: 'monthly', data: monthlyReportOf(record, { year, month }, visits) };
}

/**
 * Returns the name, with a number if another file in the ZIP has it. Upper and lower case make no difference, because many file systems
 * ignore it.
 */
function freeName(name: string, usedNames: Set<string>): string {
  const [stem] = name.split(/\.pdf$/u);
  let [free, number] = [name, 1];
  while (usedNames.has(free.toLowerCase())) free = `${stem}-${(number += 1)}.pdf`;
  usedNames.add(free.toLowerCase());
  return free;
}

function missingPhotosText(missing: number): string {
  return t(
    '{missing, plural, one {# photo could not be loaded: marked in its report.} other {# photos could not be loaded: marked in its report.}}',
    { missing },
  );
}

function unmadeReason(error: unknown): string {
  if (error instanceof LettersUnreachable || isNoService(error)) return lostText();
  return t('Its report could not be made.');
}

/** The content of `missing.txt`, about the reports that are not in the ZIP or lack photos. */
function listOfRemarks(period: ReportPeriod, remarks: readonly SiteRemark[]): string {
  const lines = remarks.map(({ site, text }) => `${site.name}\r\n  ${text}\r\n`);
  const head = periodWords[period.month === null ? 'year' : 'month'].missing(reportPeriodText(period));
  return `${head}\r\n\r\n${lines.join('\r\n')}`;
}
