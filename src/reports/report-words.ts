import { t } from '../lib/language/translate.ts';
import { labelledFacts, textOnPaper } from '../records/task/member-words.ts';
import { hasPdf } from '../records/task/task.ts';
import { isMisfiled, ofKind, visitKindLabel, type KindFilter, type VisitKind } from '../records/task/visit.ts';
import { longDate, longDay, momentText } from '../records/time.ts';
import { laterReportDate, monthOf, type MonthlyReport, type ReportVisit, type SiteReport } from './report-request.ts';

// The texts of reports, for the layouts and for the pages that a browser prints. This file must not import drawing code.

export interface FigureTile {
  label: string;
  figure: string;
  note: string;
  bad?: boolean;
  /** Whether the tile is wider than the others, for a date. */
  wide?: boolean;
}

/** The numbers of visits by kind. Old visits without a kind do not count as preventive visits. */
export function visitFigures(visits: readonly ReportVisit[]): FigureTile[] {
  const countOfKind = (kind: KindFilter) => ofKind(visits, kind).length;
  const unsaid = countOfKind('none');
  const tile = (label: string, kind: VisitKind): FigureTile => ({
    label,
    figure: `${countOfKind(kind)}`,
    note: kindNote(visits.length, unsaid),
  });
  const photos = visits.reduce((sum, { urls }) => sum + urls.length, 0);
  return [
    {
      label: t('Number of visits'),
      figure: `${visits.length}`,
      note: t('{photos, plural, one {with # photo} other {with # photos}}', { photos }),
    },
    ...(unsaid < visits.length
      ? [tile(t('Preventive visits'), 'preventive'), tile(t('Emergency calls'), 'emergency')]
      : []),
    ...(countOfKind('other') > 0 ? [tile(t('Other work'), 'other')] : []),
  ];
}

/** The note below a count of visits of one kind. @param all the number of all visits @param unsaid how many of them have no kind */
export function kindNote(all: number, unsaid: number): string {
  return unsaid > 0
    ? t('{unsaid, plural, one {# visit without a kind} other {# visits without a kind}}', { unsaid })
    : t('{all, plural, one {of # visit} other {of # visits}}', { all });
}

/** The numbers of visits in a month, and the next visit. */
export function monthFigures(data: MonthlyReport): FigureTile[] {
  const { asOf, madeOn } = data;
  return [...visitFigures(data.tasks), nextVisitTile(data, asOf === madeOn ? null : longDate(asOf))];
}

/**
 * The tile about the next due visit. If no visit is due, it shows the last visit (`decisions §8`).
 * @param day the day for which this is true, in words; null for now
 */
export function nextVisitTile(
  data: Pick<SiteReport, 'year' | 'madeOn' | 'service'>,
  day: string | null = laterReportDate(data),
): FigureTile {
  const { lastVisit, nextDue, overdue } = data.service;
  if (nextDue === null)
    return {
      label: t('Last visit'),
      figure: lastVisit === null ? '–' : longDate(lastVisit),
      note: nothingDueNote(data.service, day),
      wide: true,
    };
  return {
    label: t(overdue ? 'Overdue visit, due by' : 'Next visit due by'),
    figure: longDay(nextDue),
    // with a day, the note says `as of` that day instead, because the label says already that the visit is overdue
    note: overdue && day === null ? missedNote(lastVisit) : lastVisitNote(lastVisit, day),
    bad: overdue,
    wide: true,
  };
}

/** The same text as `nothingDueText` as a note, with the day for which it is true. */
function nothingDueNote({ contractOver, agreement }: SiteReport['service'], day: string | null): string {
  if (agreement.everyMonths === null || agreement.contractUntil === null)
    return day === null ? t('no interval is agreed') : t('as of {day}, no interval is agreed', { day });
  const end = longDay(agreement.contractUntil);
  if (contractOver)
    return day === null
      ? t('no contract since {end}', { end })
      : t('as of {day}, no contract since {end}', { day, end });
  return day === null
    ? t('none before the contract ends on {end}', { end })
    : t('as of {day}, none before the contract ends on {end}', { day, end });
}

function missedNote(lastVisit: string | null): string {
  return lastVisit === null
    ? t('the period before was missed, no visit yet')
    : t('the period before was missed, last visit {date}', { date: longDate(lastVisit) });
}

function lastVisitNote(lastVisit: string | null, day: string | null): string {
  if (lastVisit === null) return day === null ? t('no visit yet') : t('as of {day}, no visit yet', { day });
  const date = longDate(lastVisit);
  return day === null ? t('last visit {date}', { date }) : t('as of {day}, last visit {date}', { day, date });
}

interface VisitFacts {
  when: string;
  kind: string | null;
  /** Its kind, and whether it has a PDF. */
  kindLine: string | null;
  /** Its optional members, such as the job number; each may be longer than a line. */
  texts: readonly string[];
  /** The month under which it is filed, if its date is in another month (`decisions §8`). */
  filed: string | null;
  /** The work that was done, and the recommendations. */
  text: string;
}

/** The facts below a visit's title. */
export function visitFacts(visit: ReportVisit): VisitFacts {
  const kind = visitKindLabel(visit.kind);
  return {
    when: momentText(visit.time),
    kind,
    kindLine: inOneLine(kind, hasPdf(visit) ? t('with a PDF report') : null) || null,
    texts: labelledFacts(visit).map((fact) => t('{label}: {text}', fact)),
    filed: isMisfiled(visit) ? t('Filed under {month}', { month: monthOf(visit) }) : null,
    text: textOnPaper(visit),
  };
}

/** Facts in one line. Null is left out. */
export function inOneLine(...facts: readonly (string | null)[]): string {
  return facts.filter((fact) => fact !== null).join('  ·  ');
}

/** The caption of a photo: `Photo 3.2` is the second photo of the third visit. @param visit from 1; null without visits @param index from 0 */
export function photoCaption(visit: number | null, index: number): string {
  const photo = index + 1;
  return visit === null ? t('Photo {photo}', { photo }) : t('Photo {visit}.{photo}', { visit, photo });
}
