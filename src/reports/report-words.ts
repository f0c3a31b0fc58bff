import { counted } from '../records/counted.ts';
import { withoutCapital } from '../lib/capitals.ts';
import { nothingDueText } from '../records/task/kept-periods.ts';
import { hasPdf } from '../records/task/task.ts';
import { isMisfiled, visitKindLabel, type VisitKind } from '../records/task/visit.ts';
import { longDate, longDay, momentText } from '../records/time.ts';
import { laterReportDate, monthOf, type MonthlyReport, type ReportVisit, type SiteReport } from './report-request.ts';

// What reports say, drawn by the layouts and by the pages that a browser prints. It must import no drawing code.

export interface FigureTile {
  label: string;
  figure: string;
  note: string;
  bad?: boolean;
  wide?: boolean;
}

/** What was done, by kind. Old entries without a kind are not called planned. */
export function visitFigures(visits: readonly ReportVisit[]): FigureTile[] {
  const countOfKind = (kind?: VisitKind) => visits.filter((visit) => visit.kind === kind).length;
  const unsaid = countOfKind();
  const tile = (label: string, kind: VisitKind): FigureTile => ({
    label,
    figure: `${countOfKind(kind)}`,
    note: kindNote(visits.length, unsaid),
  });
  const photos = visits.reduce((sum, { urls }) => sum + urls.length, 0);
  return [
    { label: 'Number of visits', figure: `${visits.length}`, note: `with ${counted(photos, 'photo')}` },
    ...(unsaid < visits.length ? [tile('Preventive visits', 'preventive'), tile('Emergency calls', 'emergency')] : []),
    ...(countOfKind('other') > 0 ? [tile('Other work', 'other')] : []),
  ];
}

/** What a count of visits of one kind is out of. @param unsaid how many of all do not say their kind */
export function kindNote(all: number, unsaid: number): string {
  return unsaid > 0 ? `${counted(unsaid, 'visit')} without a kind` : `of ${counted(all, 'visit')}`;
}

/** What was done in a month, and the next visit. */
export function monthFigures(data: MonthlyReport): FigureTile[] {
  const { asOf, madeOn } = data;
  return [...visitFigures(data.tasks), nextVisitTile(data, asOf === madeOn ? null : longDate(asOf))];
}

/**
 * When the next visit is due; without an agreed interval only the last visit is named (`decisions §8`).
 * @param day as of which it is given; null for now.
 */
export function nextVisitTile(
  data: Pick<SiteReport, 'year' | 'madeOn' | 'keptPeriods'>,
  day: string | null = laterReportDate(data),
): FigureTile {
  const { lastVisit, nextDue, overdue } = data.keptPeriods;
  const asOf = day === null ? '' : `as of ${day}, `;
  const last = lastVisit === null ? 'no visit yet' : `last visit ${longDate(lastVisit)}`;
  if (nextDue === null)
    return {
      label: 'Last visit',
      figure: lastVisit === null ? '–' : longDate(lastVisit),
      note: `${asOf}${withoutCapital(nothingDueText(data.keptPeriods) ?? '')}`,
      wide: true,
    };
  return {
    label: overdue ? 'Overdue visit, due by' : 'Next visit due by',
    figure: longDay(nextDue),
    // `as of` a day replaces the note, which says what the label says already
    note: overdue && day === null ? `the period before was missed, ${last}` : `${asOf}${last}`,
    bad: overdue,
    wide: true,
  };
}

interface VisitFacts {
  when: string;
  kind: string | null;
  /** Its kind, and whether it has a PDF. */
  what: string | null;
  /** The month it is filed under, if it is dated in another one (`decisions §8`). */
  filed: string | null;
}

/** The facts below a visit's title. */
export function visitFacts(visit: ReportVisit): VisitFacts {
  const kind = visitKindLabel(visit.kind);
  return {
    when: momentText(visit.time),
    kind,
    what: inOneLine(kind, hasPdf(visit) ? 'with a PDF report' : null) || null,
    filed: isMisfiled(visit) ? `Filed under ${monthOf(visit)}` : null,
  };
}

/** Facts on one line; unknown facts are left out. */
export function inOneLine(...facts: readonly (string | null)[]): string {
  return facts.filter((fact) => fact !== null).join('  ·  ');
}

/** What is written below a photo: `Photo 3.2` is the second of the third visit. @param place from 0 */
export function photoCaption(visit: number | null, place: number): string {
  return `Photo ${visit === null ? '' : `${visit}.`}${place + 1}`;
}
