/** A finished report form on its way into a new task (`decisions §8`). */
export interface HandedReport {
  file: File;
  /** Day of the visit, as `2026-03-26`. */
  day: string;
  /** Null when the form belongs to no site. */
  siteName: string | null;
  title: string | null;
}

let handed: HandedReport | null = null;

/** In memory for the next screen; lost on reload. */
export function handReport(report: HandedReport): void {
  handed = report;
}

/** Returns it once, then null. */
export function takeReport(): HandedReport | null {
  const report = handed;
  handed = null;
  return report;
}
