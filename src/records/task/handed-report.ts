import type { VisitLine } from '../maintenance-form/visit-lines.ts';

/** A finished report form that the next screen makes a new task of (`decisions §8`). */
export interface HandedReport {
  file: File;
  /** Day of the visit, as `2026-03-26`. */
  day: string;
  /** Null when the form belongs to no site. */
  siteName: string | null;
  title: string | null;
  /** The name of the technician; empty when nobody has signed for the company. */
  by: string;
  /** The form's lines about the visit, with which the task's text begins. */
  lines: readonly VisitLine[];
  /** The failed checks of the form, each with a text that may become a recommendation. */
  failed: readonly { check: string; text: string }[];
  /** The same contents in a form that does not depend on the language (`aboutVisit`), for comparing. */
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
