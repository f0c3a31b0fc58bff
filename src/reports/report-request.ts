import type { FailureEntry } from '../records/failure/failure-record.ts';
import type { MaintenanceFormReport } from '../records/maintenance-form/maintenance-form.ts';
import type { KeptPeriods } from '../records/task/kept-periods.ts';
import type { Task } from '../records/task/task.ts';
import { longDate, monthLabel, months, siteStamp, type Month } from '../records/time.ts';

// Both the page and the worker read this file, so it must stay free of everything that draws.

export type ReportVisit = Pick<Task, 'id' | 'time' | 'year' | 'month' | 'title' | 'tasks' | 'pdf' | 'urls' | 'kind'>;

/** What every report of a site's visits says of the site. */
export interface SiteReport {
  name: string;
  siteName: string;
  address: string;
  year: string;
  /** ISO instant. */
  madeOn: string;
  /** Where the portal is, such as `https://portal.example`. */
  portal: string;
  /** Of the report's year; the next due date is that at `madeOn`. */
  upkeep: KeptPeriods;
}

export interface MonthlyReport extends SiteReport {
  month: Month;
  /** Oldest first. */
  tasks: readonly ReportVisit[];
}

/** A visit of a year, with its first photos only. */
export interface YearVisit extends ReportVisit {
  photos: number;
}

export interface YearReport extends SiteReport {
  /** Months from one agreed visit to the next; null while none is agreed. */
  everyMonths: number | null;
  /** Oldest first. */
  visits: readonly YearVisit[];
  /** Of all years, by post. */
  failures: readonly (readonly [post: string, entries: readonly FailureEntry[]])[];
  contract: readonly (readonly [name: string, value: string])[];
  people: readonly (readonly [name: string, value: string])[];
}

/** The data of each kind of report. A new kind begins here: the compiler then asks for its lines below and in `layouts.ts`. */
export interface ReportData {
  monthly: MonthlyReport;
  year: YearReport;
  form: MaintenanceFormReport;
}

export type ReportKind = keyof ReportData;

export type ReportRequestOf<Kind extends ReportKind> = { [One in Kind]: { kind: One; data: ReportData[One] } }[Kind];

export type ReportRequest = ReportRequestOf<ReportKind>;

/**
 * What the page must know of each kind: its title while it is made, the stored urls of its photos, in its order, and the
 * path and query of the screen that makes the same one.
 */
const onPage: {
  [Kind in ReportKind]: {
    title(data: ReportData[Kind]): string;
    photos(data: ReportData[Kind]): readonly string[];
    link?(data: ReportData[Kind]): string;
  };
} = {
  monthly: {
    title: (data) => `Maintenance Report, ${monthOf(data)}`,
    photos: ({ tasks }) => tasks.flatMap(({ urls }) => urls),
    link: ({ name, year, month }) => `/maintenance?${new URLSearchParams({ site: name, year, month }).toString()}`,
  },
  year: {
    title: ({ year }) => `Year Report, ${year}`,
    photos: ({ visits }) => visits.flatMap(({ urls }) => urls),
    link: ({ name, year }) => `/data-fetcher?${new URLSearchParams({ site: name, year }).toString()}`,
  },
  form: { title: () => 'Maintenance Report form', photos: () => [] },
};

export function reportTitle<Kind extends ReportKind>({ kind, data }: ReportRequestOf<Kind>): string {
  return onPage[kind].title(data);
}

export function reportPhotos<Kind extends ReportKind>({ kind, data }: ReportRequestOf<Kind>): readonly string[] {
  return onPage[kind].photos(data);
}

/** Undefined for what no link leads to: a filled-in form. */
export function reportLink<Kind extends ReportKind>({ kind, data }: ReportRequestOf<Kind>): string | undefined {
  return onPage[kind].link?.(data);
}

/** The month in words, such as `March 2026`. */
export function monthOf({ year, month }: Pick<MonthlyReport, 'year' | 'month'>): string {
  return `${monthLabel(month)} ${year}`;
}

/** When a report was made and of what; `month` where it is of one. */
export type ReportTime = Pick<SiteReport, 'year' | 'madeOn'> & { month?: Month };

/**
 * The day that a report of a past period was made, in words: what it says of the next visit and of the contract is as of
 * then, and not of the period. Null while the period runs.
 */
export function madeLater({ year, month, madeOn }: ReportTime): string | null {
  const number = months.findIndex(({ value }) => value === month) + 1;
  const period = month === undefined ? year : `${year}-${String(number).padStart(2, '0')}`;
  return siteStamp(new Date(madeOn)).slice(0, period.length) > period ? longDate(madeOn) : null;
}

/** To the worker: `prepare` before a report is asked for, so that its pages are drawn by then. */
export type WorkerRequest =
  | { type: 'prepare'; request: ReportRequest }
  /** `signedUrls` are those of the photos, by stored url; `owner` is whose copies of them may be used. */
  | { type: 'make'; request: ReportRequest; signedUrls: ReadonlyMap<string, string>; owner: string | null };

export type WorkerAnswer =
  | { type: 'progress'; done: number; total: number }
  | { type: 'done'; file: Blob; fileName: string; missing: number }
  | { type: 'failed'; reason: string };
