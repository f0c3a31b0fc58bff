import type { MaintenanceFormReport } from '../records/maintenance-form/maintenance-form.ts';
import { periodOf, type MonthlyReport } from './layouts/monthly/data.ts';

/** What can be asked for: a kind of report and its data. */
export type ReportRequest = { kind: 'monthly'; data: MonthlyReport } | { kind: 'form'; data: MaintenanceFormReport };

/** To the worker: `prepare` before a report is asked for, so that its pages are drawn by then. */
export type WorkerRequest =
  | { type: 'prepare'; request: ReportRequest }
  /** With the signed addresses of the photos by their stored ones. */
  | { type: 'make'; request: ReportRequest; addresses: ReadonlyMap<string, string> };

export type WorkerAnswer =
  | { type: 'progress'; done: number; total: number }
  | { type: 'done'; file: Blob; fileName: string; missing: number }
  | { type: 'failed'; reason: string };

/** What to call it while it is being made. */
export function titleOf({ kind, data }: ReportRequest): string {
  return kind === 'monthly' ? `Maintenance Report, ${periodOf(data)}` : 'Maintenance Report form';
}
