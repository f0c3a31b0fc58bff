import { t } from '../lib/language/translate.ts';
import type { FailureEntry } from '../records/failure/failure-record.ts';
import type { FaultNames } from '../records/fault/answers.ts';
import type { EndedFault } from '../records/fault/fault-ends.ts';
import type { MaintenanceFormReport } from '../records/maintenance-form/maintenance-form.ts';
import { linkTo, toVisit, toYearReport } from '../records/portal-links.ts';
import * as paths from '../records/portal-paths.ts';
import type { OptionalMember } from '../records/task/optional-members.ts';
import type { CallsOfYear } from '../records/task/response.ts';
import type { ServiceSummary } from '../records/task/service-periods.ts';
import type { Task } from '../records/task/task.ts';
import { longDate, monthOfYear, siteStamp, type Month } from '../records/time.ts';

// The page and the worker share this file, so it must not import drawing code.

export type ReportVisit = Pick<
  Task,
  'id' | 'time' | 'year' | 'month' | 'title' | 'tasks' | 'pdf' | 'urls' | OptionalMember
> & {
  /** The site of the visit, if the report has visits of several sites. */
  at?: ReportSite;
  /** The names of the faults of the visit's site. */
  names?: FaultNames;
};

/** The data about the site in every report. */
export interface ReportSite {
  name: string;
  siteName: string;
  address: string;
  /** ISO 8601. */
  madeOn: string;
  /** The portal's origin, such as `https://portal.example`; null where the reader has no key to it. */
  portal: string | null;
}

/** The data about the site in a report about a period. */
export interface SiteReport extends ReportSite {
  year: string;
  /** The service periods of the report's year. The next due date is that at `madeOn`, or at the end of a month that is over. */
  service: ServiceSummary;
}

/** One visit with all its photos (`decisions §9`). */
export interface VisitReport extends ReportSite {
  visit: ReportVisit;
}

export interface MonthlyReport extends SiteReport {
  month: Month;
  /** ISO 8601. The next visit is given for this moment: `madeOn`, or the end of a month that is over. */
  asOf: string;
  /** Oldest first. */
  tasks: readonly ReportVisit[];
}

/**
 * Visits that somebody chose from a list (`decisions §17`). For several sites, the site's data name all of them, and each visit has its
 * site in `at`.
 */
export interface ChosenReport extends ReportSite {
  /** Oldest first; at least one. */
  visits: readonly ReportVisit[];
}

/** A visit in the report of a year, with some of its photos. */
export interface YearVisit extends ReportVisit {
  /** The indexes in `urls` of the photos that are shown, in ascending order. */
  shown: readonly number[];
  /** How many of its photos were tried and could not be loaded. */
  failed: number;
}

/** A number of visits, how many of them are emergency calls, and how many have no kind. */
export interface VisitCounts {
  visits: number;
  emergencies: number;
  unsaid: number;
}

/** The counts of visits in the report's year and in the year before. */
export interface YearVisits {
  now: VisitCounts;
  before: VisitCounts;
}

/** The faults that were reported in a year, or were open then. */
export interface YearFaults {
  /** Oldest report first. */
  listed: readonly EndedFault[];
  /** How many are not listed because they are duplicates or were no faults. */
  leftOut: number;
}

export interface YearReport extends SiteReport, CallsOfYear<Task> {
  /** Oldest first. */
  visits: readonly YearVisit[];
  /** For each car post, the visits whose titles name it (`decisions §9`); for `null`, the visits that name no post. */
  named: readonly (readonly [post: string | null, YearVisits])[];
  /** All visits, each counted once. */
  allVisits: YearVisits;
  /** The promise for emergency calls at the end of the year, or today if the year is not over; null without a promise. */
  promise: string | null;
  /** Null when the faults are not known. */
  faults: YearFaults | null;
  /** The failures of all years, by post. */
  failures: readonly (readonly [post: string, entries: readonly FailureEntry[]])[];
  /** The recommendations of visits until the end of the year that are open when the report is made, oldest first. */
  open: readonly { time: string; text: string; title: string }[];
  contract: readonly (readonly [name: string, value: string])[];
  people: readonly (readonly [name: string, value: string])[];
}

/** How many stickers a page has (`service §4`). */
export type StickersPerPage = 8 | 2 | 1;

/** A sticker to print. */
export interface PrintedSticker {
  id: number;
  /** Null for the guard house. */
  post: string | null;
  secret: string;
}

/** Stickers of a site to print and cut. */
export interface StickerSheet {
  name: string;
  siteName: string;
  /** ISO 8601. */
  madeOn: string;
  /** The portal's origin. */
  portal: string;
  perPage: StickersPerPage;
  stickers: readonly PrintedSticker[];
}

/** The contents of the card of a new access key. Only this object has the key, from the answer of the server until the card is drawn. */
export interface KeyCard {
  key: string;
  label: string;
  /** The site of a client's key; null for a technician's. */
  site: string | null;
  /** The text about the sites of a technician's key; null for a client's. */
  sites: string | null;
  /** ISO 8601; null for no end. */
  until: string | null;
}

/** Cards of new keys, one a page. */
export interface KeyCards {
  /** ISO 8601. */
  madeOn: string;
  /** The portal's address, such as `https://portal.example/`. */
  portal: string;
  /** At least one. */
  cards: readonly KeyCard[];
}

/** The data of each kind of report. For a new kind here, the compiler asks for the other parts, below and in `report-worker.ts`. */
export interface ReportData {
  monthly: MonthlyReport;
  visit: VisitReport;
  chosen: ChosenReport;
  year: YearReport;
  form: MaintenanceFormReport;
  stickers: StickerSheet;
  cards: KeyCards;
}

export type ReportKind = keyof ReportData;

export type ReportRequestOf<Kind extends ReportKind> = { [Each in Kind]: { kind: Each; data: ReportData[Each] } }[Kind];

export type ReportRequest = ReportRequestOf<ReportKind>;

/** For each kind: the title, the stored URLs of the photos in the layout's order, and the link to the screen that makes the same report. */
const reportFacts: {
  [Kind in ReportKind]: {
    title(data: ReportData[Kind]): string;
    photos(data: ReportData[Kind]): readonly string[];
    /** All photos that may replace a photo that cannot be loaded. */
    spares?(data: ReportData[Kind]): readonly string[];
    link?(data: ReportData[Kind]): string;
  };
} = {
  monthly: {
    title: (data) => t('Maintenance Report, {when}', { when: monthOf(data) }),
    photos: ({ tasks }) => tasks.flatMap(({ urls }) => urls),
    link: ({ name, year, month }) => linkTo(paths.maintenance, { site: name, year, month }),
  },
  visit: {
    title: ({ visit }) => t('Visit, {date}', { date: longDate(visit.time) }),
    photos: ({ visit }) => visit.urls,
    link: ({ name, visit }) => toVisit(visit.id, name),
  },
  chosen: {
    title: (data) => t('Chosen visits, {period}', { period: chosenPeriod(data) }),
    photos: ({ visits }) => visits.flatMap(({ urls }) => urls),
  },
  year: {
    title: ({ year }) => t('Year Report, {year}', { year }),
    photos: ({ visits }) => visits.flatMap(({ urls, shown }) => shown.flatMap((index) => urls[index] ?? [])),
    spares: ({ visits }) => visits.flatMap(({ urls }) => urls),
    link: ({ name, year }) => toYearReport(year, name),
  },
  form: { title: () => t('Maintenance Report form'), photos: () => [] },
  stickers: { title: ({ siteName }) => t('Stickers of {site}', { site: siteName }), photos: () => [] },
  cards: {
    title: ({ cards }) => t('{count, plural, one {Card of # key} other {Cards of # keys}}', { count: cards.length }),
    photos: () => [],
  },
};

export function reportTitle<Kind extends ReportKind>({ kind, data }: ReportRequestOf<Kind>): string {
  return reportFacts[kind].title(data);
}

export function reportPhotos<Kind extends ReportKind>({ kind, data }: ReportRequestOf<Kind>): readonly string[] {
  return reportFacts[kind].photos(data);
}

/** The photos that may replace a photo of the report that cannot be loaded. */
export function spareReportPhotos<Kind extends ReportKind>({ kind, data }: ReportRequestOf<Kind>): readonly string[] {
  const reportUrls = new Set(reportFacts[kind].photos(data));
  return reportFacts[kind].spares?.(data).filter((photo) => !reportUrls.has(photo)) ?? [];
}

/** The number of photos of each visit in the report of a year (`decisions §9`). */
const photosPerVisit = 2;

/**
 * The indexes of the photos of a visit in the report of a year: the first photos that can be loaded. Failed photos are used only if there
 * are not enough.
 */
export function shownPhotos(urls: readonly string[], failed: ReadonlySet<string> = new Set()): readonly number[] {
  const candidates = urls.map((url, index) => ({ index, failed: failed.has(url) }));
  return candidates
    .toSorted((first, second) => Number(first.failed) - Number(second.failed) || first.index - second.index)
    .slice(0, photosPerVisit)
    .map(({ index }) => index)
    .toSorted((first, second) => first - second);
}

/** The link to the screen that makes the same report; undefined for kinds that have no such screen. */
export function reportLink<Kind extends ReportKind>({ kind, data }: ReportRequestOf<Kind>): string | undefined {
  return reportFacts[kind].link?.(data);
}

/** The days of chosen visits: `12 March 2026`, or `3 March 2026 to 12 March 2026`. */
export function chosenPeriod({ visits }: ChosenReport): string {
  const [first = '', last = ''] = [visits[0], visits.at(-1)].map((visit) => (visit ? longDate(visit.time) : ''));
  return first === last ? first : t('{first} to {last}', { first, last });
}

/** The month of a report, such as `March 2026`, in the reader's language. */
export function monthOf({ year, month }: Pick<MonthlyReport, 'year' | 'month'>): string {
  return monthOfYear(month, year);
}

/** Whether the year of a report was over when the report was made. */
export function isYearOver({ year, madeOn }: Pick<SiteReport, 'year' | 'madeOn'>): boolean {
  return siteStamp(new Date(madeOn)).slice(0, 4) > year;
}

/** For a report of a past year, the day for which it gives the next visit and the contract; null for the current year. */
export function laterReportDate(report: Pick<SiteReport, 'year' | 'madeOn'>): string | null {
  return isYearOver(report) ? longDate(report.madeOn) : null;
}

/** The messages to the worker. `prepare` is sent before a report is requested, so that its pages are drawn in advance. */
export type WorkerRequest =
  /** `language`: the reader's language; English if it is missing. */
  | { type: 'prepare'; request: ReportRequest; language?: string }
  /** `signedUrls`: the signed URLs of the photos, by stored URL. `owner`: whose copies of the photos may be used; null for none. */
  | {
      type: 'make';
      request: ReportRequest;
      signedUrls: ReadonlyMap<string, string>;
      owner: string | null;
      language?: string;
    }
  /** The answer to `sign`. */
  | { type: 'signed'; signedUrls: ReadonlyMap<string, string> };

/** The messages from the worker. */
export type WorkerMessage =
  | { type: 'progress'; done: number; total: number }
  /** A photo could not be loaded, so the worker needs the signed URLs of the spare photos. */
  | { type: 'sign' }
  | { type: 'done'; file: Blob; fileName: string; missing: number }
  /** `lacksLetters`: fonts could not be loaded without a connection. */
  | { type: 'error'; reason: string; lacksLetters?: boolean };
