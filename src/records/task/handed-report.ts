/** A finished report on its way into a new task. */
export interface HandedReport {
  file: File;
  /** The day it is about, as `2026-03-26`. */
  day: string;
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
