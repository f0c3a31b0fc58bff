/** A finished report form on its way into a new task (`decisions §8`). */
export interface HandedReport {
  file: File;
  /** The day it is about, as `2026-03-26`. */
  day: string;
  /** The name of its site; null where the form is not of a site. */
  siteName: string | null;
  title: string | null;
}

let handed: HandedReport | null = null;

/** Keeps it for the next screen; a reload forgets it. */
export function handReport(report: HandedReport): void {
  handed = report;
}

/** What was handed over, once; null when nothing was. */
export function takeReport(): HandedReport | null {
  const report = handed;
  handed = null;
  return report;
}
