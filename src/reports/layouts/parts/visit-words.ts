import { linkTo } from '../../../records/portal-links.ts';
import * as paths from '../../../records/portal-paths.ts';
import { visitKindLabel } from '../../../records/task/visit-kind.ts';
import { isMisfiled } from '../../../records/task/visit-time.ts';
import { momentText } from '../../../records/time.ts';
import { monthOf, type ReportVisit, type SiteReport } from '../../report-request.ts';
import { oneLine } from '../../text/wrap-text.ts';

/** On one line; never empty, as it is what people look for. */
export function visitTitle(visit: ReportVisit): string {
  return oneLine(visit.title) || 'Untitled task';
}

/** Below the title: when, what kind, and any other month it is filed under (`decisions §8`). */
export function visitFacts(visit: ReportVisit): { when: string; kind: string | null; filed: string | null } {
  return {
    when: momentText(visit.time),
    kind: visitKindLabel(visit.kind),
    filed: isMisfiled(visit) ? `Filed under ${monthOf(visit)}` : null,
  };
}

/** Unknown facts are left out. */
export function inOneLine(...facts: readonly (string | null)[]): string {
  return facts.filter((fact) => fact !== null).join('  ·  ');
}

/** The portal's URL of a visit, or of one of its photos, from 1. */
export function visitUrl(
  { portal, name }: SiteReport,
  { id, year, month }: ReportVisit,
  shown: number | null = null,
): string {
  return new URL(linkTo(paths.maintenance, { site: name, year, month, task: id, photo: shown }), portal).href;
}
