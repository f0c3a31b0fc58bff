import { makeZip } from 'client-zip';
import { getSession } from '../../../lib/device/session.ts';
import { t } from '../../../lib/language/translate.ts';
import { isNoService, RequestError } from '../../../lib/request-error.ts';
import { retry } from '../../../lib/retry.ts';
import { signThumbnails } from '../../../lib/stored-files.ts';
import type { ZipTarget } from '../../../lib/zip-target.ts';
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

/** What is to be said of a site: its report is not in the ZIP, or not whole. */
export interface SiteRemark {
  site: ReportedSite;
  text: string;
  /** Whether the report may be made another time. */
  repeatable: boolean;
}

export interface ZippedReports {
  /** How many reports the ZIP has; without any the file is removed. */
  reports: number;
  bytes: number;
  /** In the order of the sites. */
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

const delaysMs = [500, 1_500];
/** After so many sites in a row that the connection did not bring, it is taken to be lost. */
const maxLostInARow = 2;
const lostText = () => t('The connection was lost.');

/** Thrown where no report could be made, so that the file is removed. */
class NothingMade extends Error {}

/**
 * Writes the year or month reports of sites into one ZIP as they are made (`decisions §9`): two at most are in memory. What could not be
 * made, or lacks photos, is in the result and in `missing.txt`. Each site is treated as on its own screen: a year report is made of every
 * year since its first visit, a quiet one too, and a month report of every month with a visit; else it says *no visits*.
 * @throws RequestError when the session is over; an AbortError when cancelled; what the target throws
 */
export async function zipReports({ sites, period, target, signal, onSite }: ZipOptions): Promise<ZippedReports> {
  const token = getSession()?.token;
  const made = new Date();
  const remarks: SiteRemark[] = [];
  const usedNames = new Set<string>();
  const maker = openReportMaker();
  let [reports, bytes, lostInARow] = [0, 0, 0];

  const remark = (site: ReportedSite, text: string, repeatable: boolean) =>
    void remarks.push({ site, text, repeatable });
  async function* entries() {
    let reached = 0;
    for await (const { site, outcome } of readAhead(sites, period, signal)) {
      signal.throwIfAborted();
      if (getSession()?.token !== token) throw new RequestError('Session expired', 401, 'response');
      onSite(reached, site.name);
      reached += 1;
      if (outcome === null) {
        remark(site, t('No visits in {period}.', { period: reportPeriodText(period) }), false);
        continue;
      }
      try {
        if (outcome instanceof Error) throw outcome;
        const { file, missing } = await maker.make(outcome, signal);
        lostInARow = 0;
        if (missing > 0) remark(site, lackingText(missing), true);
        reports += 1;
        bytes += file.size;
        yield { name: freeName(file.name, usedNames), input: file.stream(), size: file.size, lastModified: made };
      } catch (error) {
        signal.throwIfAborted();
        console.error('A report could not be made', error);
        remark(site, unmadeReason(error), true);
        lostInARow = isNoService(error) ? lostInARow + 1 : 0;
        if (lostInARow >= maxLostInARow) break;
      }
    }
    for (const site of sites.slice(reached)) remark(site, lostText(), true);
    if (reports === 0) throw new NothingMade();
    if (remarks.length > 0)
      yield { name: 'missing.txt', input: new Response(listOfRemarks(period, remarks)), lastModified: made };
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
  /** What its report is made from, null where there is none to make, or why it could not be read. */
  outcome: ReportRequest | Error | null;
}

/** Reads each site while the report of the one before it is made. */
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
  let coming: Promise<SiteRead> | null = null;
  for (const [index, site] of sites.entries()) {
    // one after the other, and only one ahead
    const current: SiteRead = await (coming ?? read(site));
    const next = sites[index + 1];
    coming = next ? read(next) : null;
    yield current;
  }
}

async function readRequest(id: number, period: ReportPeriod, signal: AbortSignal): Promise<ReportRequest | null> {
  const request = period.month === null ? await readYear(id, period.year, signal) : await readMonth(id, period, signal);
  // the signed URLs are cached until the report asks for them; a failure here is tried again then
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
  await readFaultNames(id, visits);
  return { kind: 'monthly', data: monthlyReportOf(record, { year, month }, visits) };
}

/** The name, with a number where another file of the ZIP has it: many systems take capitals for small letters. */
function freeName(name: string, usedNames: Set<string>): string {
  const [stem] = name.split(/\.pdf$/u);
  let [free, number] = [name, 1];
  while (usedNames.has(free.toLowerCase())) free = `${stem}-${(number += 1)}.pdf`;
  usedNames.add(free.toLowerCase());
  return free;
}

function lackingText(missing: number): string {
  return t(
    '{missing, plural, one {# photo could not be loaded: marked in its report.} other {# photos could not be loaded: marked in its report.}}',
    { missing },
  );
}

function unmadeReason(error: unknown): string {
  if (error instanceof LettersUnreachable || isNoService(error)) return lostText();
  return t('Its report could not be made.');
}

/** A text file about the reports that are not in the ZIP, or not whole. */
function listOfRemarks(period: ReportPeriod, remarks: readonly SiteRemark[]): string {
  const lines = remarks.map(({ site, text }) => `${site.name}\r\n  ${text}\r\n`);
  const head = periodWords[period.month === null ? 'year' : 'month'].missing(reportPeriodText(period));
  return `${head}\r\n\r\n${lines.join('\r\n')}`;
}
