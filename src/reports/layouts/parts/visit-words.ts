import { visitKindLabel } from '../../../records/task/visit-kind.ts';
import { isMisfiled } from '../../../records/task/visit-time.ts';
import { momentText } from '../../../records/time.ts';
import { monthOf, type ReportVisit, type SiteReport } from '../../report-request.ts';
import { oneLine } from '../../text/wrap-text.ts';

/** The title of a visit in one line; never empty, since it is what people look for. */
export function visitTitle(visit: ReportVisit): string {
  return oneLine(visit.title) || 'Untitled task';
}

/** Below its title: when it was, of what kind, and under what other month it is filed (`decisions §8`). */
export function visitFacts(visit: ReportVisit): { when: string; kind: string | null; filed: string | null } {
  return {
    when: momentText(visit.time),
    kind: visitKindLabel(visit.kind),
    filed: isMisfiled(visit) ? `Filed under ${monthOf(visit)}` : null,
  };
}

/** Facts in one line; those that are not known are left out. */
export function inOneLine(...facts: readonly (string | null)[]): string {
  return facts.filter((fact) => fact !== null).join('  ·  ');
}

/** The url of a visit in the portal, or that of one of its photos, counted from 1. */
export function visitUrl({ portal, name }: SiteReport, { id, year, month }: ReportVisit, shown?: number): string {
  const url = new URL('/maintenance', portal);
  url.search = new URLSearchParams({
    site: name,
    year,
    month,
    task: `${id}`,
    ...(shown !== undefined && { photo: `${shown}` }),
  }).toString();
  return url.href;
}
