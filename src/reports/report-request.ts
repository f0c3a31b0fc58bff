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

// Shared by page and worker, so it must import no drawing code.

export type ReportVisit = Pick<
  Task,
  'id' | 'time' | 'year' | 'month' | 'title' | 'tasks' | 'pdf' | 'urls' | OptionalMember
> & {
  /** Its site, where the paper has visits of several. */
  at?: ReportSite;
  /** The names of the faults of its site. */
  names?: FaultNames;
};

/** What every paper says of the site. */
export interface ReportSite {
  name: string;
  siteName: string;
  address: string;
  /** ISO 8601. */
  madeOn: string;
  /** The portal's origin, such as `https://portal.example`; null where the reader has no key to it. */
  portal: string | null;
}

/** What a report on a period says of the site. */
export interface SiteReport extends ReportSite {
  year: string;
  /** The service periods of the report's year. The next due date is as of `madeOn`, or of the end of a month that is over. */
  service: ServiceSummary;
}

/** One visit with all its photos (`decisions §9`). */
export interface VisitReport extends ReportSite {
  visit: ReportVisit;
}

export interface MonthlyReport extends SiteReport {
  month: Month;
  /** ISO 8601, as of when the next visit is given: `madeOn`, or the end of a month that is over. */
  asOf: string;
  /** Oldest first. */
  tasks: readonly ReportVisit[];
}

/** Visits that somebody chose from a list (`decisions §17`). Of several sites it names them all as its site, and each visit says its own. */
export interface ChosenReport extends ReportSite {
  /** Oldest first; at least one. */
  visits: readonly ReportVisit[];
}

/** A visit of which some photos are shown. */
export interface YearVisit extends ReportVisit {
  /** Their places in `urls`, in order. */
  shown: readonly number[];
  /** How many of its photos could not be loaded, as far as they were tried. */
  failed: number;
}

/** A number of visits; how many of them are emergency calls, and how many do not say their kind. */
export interface VisitCounts {
  visits: number;
  emergencies: number;
  unsaid: number;
}

/** The visits of a post, or all, in the report's year and in the year before. */
export interface YearVisits {
  now: VisitCounts;
  before: VisitCounts;
}

/** What was reported as broken in a year, or was open then. */
export interface YearFaults {
  /** Oldest report first. */
  listed: readonly EndedFault[];
  /** How many had been reported before, or were no faults. */
  leftOut: number;
}

export interface YearReport extends SiteReport, CallsOfYear<Task> {
  /** Oldest first. */
  visits: readonly YearVisit[];
  /** For each car post, the visits whose titles name it (`decisions §9`); `null`: those that name none. */
  named: readonly (readonly [post: string | null, YearVisits])[];
  /** Each visit once, whatever it names. */
  allVisits: YearVisits;
  /** What is promised for emergency calls at the end of the year, or now; null for nothing. */
  promise: string | null;
  /** Null where they are not known. */
  faults: YearFaults | null;
  /** The failures of all years, by post. */
  failures: readonly (readonly [post: string, entries: readonly FailureEntry[]])[];
  /** What visits until the end of the year recommended, and is open when the report is made, oldest first. */
  open: readonly { time: string; text: string; title: string }[];
  contract: readonly (readonly [name: string, value: string])[];
  people: readonly (readonly [name: string, value: string])[];
}

/** How many stickers a page has (`service §4`). */
export type StickersPerPage = 8 | 2 | 1;

/** A sticker as it is printed. */
export interface PrintedSticker {
  id: number;
  /** Null: the guard house. */
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

/** What the card of a new access key says. The key is in it alone, from the answer of the server until the card is drawn. */
export interface KeyCard {
  key: string;
  label: string;
  /** The site of a client's key; null for a technician's. */
  site: string | null;
  /** The sites of a technician's key, in words; null for a client's. */
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

/** Add a new kind here: the compiler then asks for the rest, below and in `report-worker.ts`. */
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

/** Photos are stored URLs in the layout's order; the link opens the screen that makes the same report. */
const onPage: {
  [Kind in ReportKind]: {
    title(data: ReportData[Kind]): string;
    photos(data: ReportData[Kind]): readonly string[];
    /** All photos that may take the place of one that cannot be loaded. */
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
  return onPage[kind].title(data);
}

export function reportPhotos<Kind extends ReportKind>({ kind, data }: ReportRequestOf<Kind>): readonly string[] {
  return onPage[kind].photos(data);
}

/** The photos that a report may show besides, where one of its own cannot be loaded. */
export function spareReportPhotos<Kind extends ReportKind>({ kind, data }: ReportRequestOf<Kind>): readonly string[] {
  const own = new Set(onPage[kind].photos(data));
  return onPage[kind].spares?.(data).filter((photo) => !own.has(photo)) ?? [];
}

/** Photos per visit in a report of the year (`decisions §9`). */
const photosPerVisit = 2;

/** Which photos of a visit the year's report shows: the first that can be loaded. Failed ones only where none is left. */
export function shownPhotos(urls: readonly string[], failed: ReadonlySet<string> = new Set()): readonly number[] {
  const candidates = urls.map((url, index) => ({ index, failed: failed.has(url) }));
  return candidates
    .toSorted((first, second) => Number(first.failed) - Number(second.failed) || first.index - second.index)
    .slice(0, photosPerVisit)
    .map(({ index }) => index)
    .toSorted((first, second) => first - second);
}

/** The link to the screen that makes the same report; undefined for a filled-in form, which has none. */
export function reportLink<Kind extends ReportKind>({ kind, data }: ReportRequestOf<Kind>): string | undefined {
  return onPage[kind].link?.(data);
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

/** As of which day a past year's report gives the next visit and the contract; null while the year is current. */
export function laterReportDate({ year, madeOn }: Pick<SiteReport, 'year' | 'madeOn'>): string | null {
  return siteStamp(new Date(madeOn)).slice(0, 4) > year ? longDate(madeOn) : null;
}

/** What the worker is asked. `prepare` comes before a report is requested, so that its pages are drawn by then. */
export type WorkerRequest =
  /** `language`: of the reader; English without one. */
  | { type: 'prepare'; request: ReportRequest; language?: string }
  /** `signedUrls`: of the photos, by stored URL; `owner`: whose copies of them may be used. */
  | {
      type: 'make';
      request: ReportRequest;
      signedUrls: ReadonlyMap<string, string>;
      owner: string | null;
      language?: string;
    }
  /** The answer to `sign`. */
  | { type: 'signed'; signedUrls: ReadonlyMap<string, string> };

export type WorkerMessage =
  | { type: 'progress'; done: number; total: number }
  /** A photo could not be loaded: the spare ones are needed. */
  | { type: 'sign' }
  | { type: 'done'; file: Blob; fileName: string; missing: number }
  /** `lacksLetters`: for want of a connection. */
  | { type: 'error'; reason: string; lacksLetters?: boolean };
