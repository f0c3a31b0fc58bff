import { singaporeOffsetMs } from '../lib/calendar/day.ts';
import { said, t } from '../lib/language/translate.ts';
import { countedNoun, plainList } from '../records/counted.ts';
import type { CarPosts } from '../records/failure/failure-record.ts';
import { faultNames } from '../records/fault/answers.ts';
import { countsNowhere, endedFaults, wasInYear } from '../records/fault/fault-ends.ts';
import type { SiteFault } from '../records/fault/fault.ts';
import { knownFaultNames } from '../records/fault/known-names.ts';
import { contractOnPaper } from '../records/site/contract.ts';
import { siteColumns, siteTitle, shownSiteValue, textOrNull, type SiteField } from '../records/site/site-columns.ts';
import { promiseOn, promisesOf, promiseText } from '../records/site/site-promise.ts';
import type { SiteRecord } from '../records/site/site-queries.ts';
import type { ChosenVisit } from '../records/task/chosen-visit.ts';
import { openFollowUps } from '../records/task/follow-ups.ts';
import { visitsByPost } from '../records/task/post-visits.ts';
import { callsOfYear, clockOf, responsesByVisit, type CallResponse } from '../records/task/response.ts';
import { agreementOf, serviceSummary, serviceSummaryAsOf, type DatedVisit } from '../records/task/service-periods.ts';
import { visibleTasks, type Task } from '../records/task/task.ts';
import { ofKind, visitTitle } from '../records/task/visit.ts';
import { months, siteStamp, taskYears, thisMinute, type Month } from '../records/time.ts';
import {
  isYearOver,
  shownPhotos,
  type ChosenReport,
  type MonthlyReport,
  type ReportSite,
  type ReportVisit,
  type SiteReport,
  type VisitCounts,
  type VisitReport,
  type YearFaults,
  type YearReport,
} from './report-request.ts';

// Collects the data of each kind of report from the records. A layout draws it later, in the worker.

/** The year of a visit in Singapore, such as `2026`. */
function visitYear({ time }: Pick<Task, 'time'>): string {
  return siteStamp(new Date(time)).slice(0, 4);
}

/** The years for which a report can be made, newest first, and the default: the latest year with a visit. */
export function reportYears(site: SiteRecord, now: Date): { years: readonly string[]; latest: string } {
  const visitYears = visibleTasks(site.tasks2024).map(visitYear);
  const thisYear = siteStamp(now).slice(0, 4);
  const visitedYears = taskYears.filter((year) => visitYears.includes(year));
  const latest = visitedYears.at(-1) ?? thisYear;
  const first = visitedYears[0] ?? thisYear;
  const years = taskYears.filter((year) => year >= first && (year <= thisYear || year <= latest));
  return { years: years.toReversed(), latest };
}

function reportSite(site: SiteRecord): ReportSite {
  return {
    name: site.name,
    siteName: siteTitle(site),
    address: textOrNull(site.address) ?? t('Not provided'),
    madeOn: thisMinute(),
    portal: location.origin,
  };
}

/** The shown visits of a site, with the values that the rule of service periods needs. */
function datedVisits({ tasks2024 }: SiteRecord): DatedVisit[] {
  return visibleTasks(tasks2024).map(({ time, kind }) => ({ time, kind }));
}

/** The data about the site in the report of a year: the present record, and the service periods of the year. */
function siteReportOf(site: SiteRecord, year: string): SiteReport {
  const siteData = reportSite(site);
  const summary = serviceSummary(datedVisits(site), agreementOf(site), Number(year), new Date(siteData.madeOn));
  return { ...siteData, year, service: summary };
}

/** The data of a monthly report. If the month is over, the due dates are those at its end. @param tasks newest first */
export function monthlyReportOf(
  site: SiteRecord,
  { year, month }: { year: string; month: Month },
  tasks: readonly Task[],
): MonthlyReport {
  const about = reportSite(site);
  const end = monthEnd(year, month);
  const isOver = end < about.madeOn;
  const asOf = isOver ? end : about.madeOn;
  // a visit may be dated up to a day in the future, so all visits count while the month is not over
  const summarise = isOver ? serviceSummaryAsOf : serviceSummary;
  const summary = summarise(datedVisits(site), agreementOf(site), Number(year), new Date(asOf));
  return {
    ...about,
    year,
    month,
    asOf,
    service: summary,
    tasks: tasks.toReversed().map((task) => withFaultNames(site, task)),
  };
}

/** The last millisecond of a month in Singapore, as an ISO instant. */
function monthEnd(year: string, month: Month): string {
  const next = Date.UTC(Number(year), months.findIndex(({ value }) => value === month) + 1, 1);
  return new Date(next - singaporeOffsetMs - 1).toISOString();
}

export function visitReportOf(site: SiteRecord, visit: Task): VisitReport {
  return { ...reportSite(site), visit: withFaultNames(site, visit) };
}

/** A visit with the names of the faults that it answered, if they are loaded. */
function withFaultNames({ id }: SiteRecord, visit: Task): ReportVisit {
  return visit.answers === undefined ? visit : { ...visit, names: knownFaultNames(id) };
}

/** The data of a report of chosen visits, sorted by time. @param chosen in any order; at least one */
export function chosenReportOf(chosen: readonly ChosenVisit[]): ChosenReport {
  const ordered = chosen.toSorted(
    (a, b) => Date.parse(a.visit.time) - Date.parse(b.visit.time) || a.site.id - b.site.id || a.visit.id - b.visit.id,
  );
  const sites = new Map(chosen.map(({ site }) => [site.id, reportSite(site)]));
  const [first, ...others] = sites.values();
  if (first && others.length === 0)
    return { ...first, visits: ordered.map(({ site, visit }) => withFaultNames(site, visit)) };
  const visits = ordered.map(({ site, visit }) => {
    const visitSite = sites.get(site.id);
    return { ...withFaultNames(site, visit), ...(visitSite && { at: visitSite }) };
  });
  return { ...severalSites([...sites.values()]), visits };
}

/** The data that replace those of the site in a report of several sites: the number of the sites, and their names. */
function severalSites(sites: readonly ReportSite[]): ReportSite {
  const count = sites.length;
  return {
    name: countedNoun(count, 'site'),
    siteName: t('{count, plural, one {# site} other {# sites}}', { count }),
    address: plainList(sites.map(({ siteName }) => siteName)),
    madeOn: thisMinute(),
    portal: location.origin,
  };
}

/** The data of the report of a year. @param faults all faults of the site; null when they are not known */
export function yearReportOf(
  site: SiteRecord,
  { posts, faults }: { posts: CarPosts; faults: readonly SiteFault[] | null },
  year: string,
): YearReport {
  const shown = visibleTasks(site.tasks2024);
  const visits = shown.filter((task) => visitYear(task) === year);
  const before = shown.filter((task) => visitYear(task) === `${Number(year) - 1}`);
  const report = siteReportOf(site, year);
  const callData = clockOf(site, faults);
  const responses = responsesByVisit(callData);
  const [lastOfYear, today] = [`${year}-12-31`, siteStamp(new Date(report.madeOn)).slice(0, 10)];
  const lastDay = lastOfYear < today ? lastOfYear : today;
  const factsOf = (fields: readonly SiteField[]) => fields.map((field) => factOf(site, field, report));
  return {
    ...report,
    visits: visits.toReversed().map((task) => ({
      ...task,
      ...(task.answers !== undefined && { names: faultNames(faults) }),
      // a fault may have been reported before the time that was typed into the visit
      ...reportedOf(responses.get(task.id)),
      shown: shownPhotos(task.urls),
      failed: 0,
    })),
    named: namedVisits(visits, before, [...posts.keys()]),
    allVisits: { now: visitCounts(visits), before: visitCounts(before) },
    ...callsOfYear(callData, Number(year), new Date(report.madeOn)),
    promise: promiseText(promiseOn(promisesOf(site), lastDay)),
    failures: [...posts],
    faults: faults && faultsOfYear(site, faults, report),
    open: openFollowUps(shown)
      .filter(({ visit }) => visitYear(visit) <= year)
      .map(({ visit, text }) => ({ time: visit.time, text, title: visitTitle(visit) })),
    contract: factsOf(['contract_until', 'preventive_maintenance', 'emergency_visit', 'gate_numbers', 'rfid_unit']),
    people: factsOf(['jmb_name', 'person_in_charge']),
  };
}

/** The start of a response, to replace the typed `reported` of its visit. */
function reportedOf(response: CallResponse | undefined): { reported?: string } {
  const start = response?.start ?? null;
  return start === null ? {} : { reported: start };
}

/** The faults of the year, oldest first, and how many are left out because they are duplicates or were no faults. */
function faultsOfYear(site: SiteRecord, faults: readonly SiteFault[], { year, madeOn }: SiteReport): YearFaults {
  const faultsInYear = faults.filter((fault) => wasInYear(fault, Number(year), new Date(madeOn)));
  return {
    listed: endedFaults(
      faultsInYear.filter((fault) => !countsNowhere(fault)),
      site.tasks2024,
    ),
    leftOut: faultsInYear.filter(countsNowhere).length,
  };
}

function namedVisits(visits: readonly Task[], before: readonly Task[], posts: readonly string[]): YearReport['named'] {
  const [now, earlier] = [visitsByPost(visits, posts), visitsByPost(before, posts)];
  return [...posts, null].map((post) => [
    post,
    { now: visitCounts(now.get(post)), before: visitCounts(earlier.get(post)) },
  ]);
}

function visitCounts(tasks: readonly Task[] = []): VisitCounts {
  return {
    visits: tasks.length,
    emergencies: tasks.filter(({ kind }) => kind === 'emergency').length,
    unsaid: ofKind(tasks, 'none').length,
  };
}

/** A label and a value of a site. The contract's end also has the days left, except in a report of a year that is over. */
function factOf(site: SiteRecord, field: SiteField, report: SiteReport): readonly [string, string] {
  const column = siteColumns.find((candidate) => candidate.column === field);
  const label = column ? said(column.label) : field;
  const fallback = column?.card ? said(column.card.fallback) : t('Not specified');
  const value = (column && shownSiteValue(column, site[field])) ?? fallback;
  const end = field === 'contract_until' ? textOrNull(site.contract_until) : null;
  if (end === null) return [label, value];
  return [label, contractOnPaper(end, new Date(report.madeOn), isYearOver(report))];
}
