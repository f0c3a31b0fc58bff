import { visitKindLabel } from '../../../records/task/visit-kind.ts';
import { isMisfiled } from '../../../records/task/visit-time.ts';
import { momentText } from '../../../records/time.ts';
import { monthOf, type ReportVisit, type SiteReport } from '../../report-request.ts';
import { oneLine } from '../../text/wrap-text.ts';

/** The title of a visit in one line; never empty, since it is what people look for. */
export function visitTitle(visit: ReportVisit): string {
  return oneLine(visit.title) || 'Untitled task';
}

/** Below its title: when it was; of what kind, and whether there is a PDF; where else it is filed (`decisions §8`). */
export function visitFacts(visit: ReportVisit): { when: string; what: string | null; filed: string | null } {
  const what = [visitKindLabel(visit.kind), visit.pdf && 'with a PDF report'].filter(Boolean);
  return {
    when: momentText(visit.time),
    what: what.length > 0 ? what.join('  ·  ') : null,
    filed: isMisfiled(visit) ? `Filed under ${monthOf(visit)}` : null,
  };
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

/** `1 visit`, `7 visits` */
export function countOf(count: number, name: string): string {
  return `${count} ${count === 1 ? name : `${name}s`}`;
}
