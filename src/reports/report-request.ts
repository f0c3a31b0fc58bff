import type { MaintenanceFormReport } from '../records/maintenance-form/maintenance-form.ts';
import type { Task } from '../records/task/task.ts';
import { monthLabel, type Month } from '../records/time.ts';

// Both the page and the worker read this file, so it must stay free of everything that draws.

export type MonthlyTask = Pick<Task, 'id' | 'time' | 'title' | 'tasks' | 'pdf' | 'urls'>;

export interface MonthlyReport {
  /** The site's name in links. */
  name: string;
  siteName: string;
  address: string;
  year: string;
  month: Month;
  /** ISO instant. */
  madeOn: string;
  /** Where the portal is, such as `https://portal.example`. */
  portal: string;
  /** Oldest first. */
  tasks: readonly MonthlyTask[];
}

export type ReportRequest = { kind: 'monthly'; data: MonthlyReport } | { kind: 'form'; data: MaintenanceFormReport };

/** To the worker: `prepare` before a report is asked for, so that its pages are drawn by then. */
export type WorkerRequest =
  | { type: 'prepare'; request: ReportRequest }
  /** `signedUrls` are those of the photos, by stored url. */
  | { type: 'make'; request: ReportRequest; signedUrls: ReadonlyMap<string, string> };

export type WorkerAnswer =
  | { type: 'progress'; done: number; total: number }
  | { type: 'done'; file: Blob; fileName: string; missing: number }
  | { type: 'failed'; reason: string };

/** The month in words, such as `March 2026`. */
export function periodOf({ year, month }: MonthlyReport): string {
  return `${monthLabel(month)} ${year}`;
}

/** The stored urls of all photos, in the order of the report. */
export function reportPhotos({ tasks }: MonthlyReport): string[] {
  return tasks.flatMap(({ urls }) => urls);
}
