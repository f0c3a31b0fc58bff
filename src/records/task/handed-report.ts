import type { VisitLine } from '../maintenance-form/visit-lines.ts';

/** A finished report form on its way into a new task (`decisions §8`). */
export interface HandedReport {
  file: File;
  /** Day of the visit, as `2026-03-26`. */
  day: string;
  /** Null when the form belongs to no site. */
  siteName: string | null;
  title: string | null;
  /** Who came; empty when nobody has signed for the company. */
  by: string;
  /** What the form says of the visit: the beginning of the task's text. */
  lines: readonly VisitLine[];
  /** The checks that failed, each with what may be recommended. */
  failed: readonly { check: string; text: string }[];
  /** The same in no language (`aboutVisit`). */
  about: string;
}

let handed: HandedReport | null = null;

/** Holds a report in memory for the next screen; a reload loses it. */
export function handReport(report: HandedReport): void {
  handed = report;
}

/** Takes the handed report; the next call returns null. */
export function takeReport(): HandedReport | null {
  const report = handed;
  handed = null;
  return report;
}
