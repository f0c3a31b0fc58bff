import { t } from '../../../lib/language/translate.ts';
import { countText, knownTotal } from '../../../records/failure/failure-figures.ts';
import { sentences } from '../../../records/sentences.ts';
import { drawSection, drawTable, firstRowHeight, type Flow, type TableColumn } from '../../engine/flow.ts';
import { colours } from '../../engine/layout.ts';
import type { VisitCounts, YearReport, YearVisits } from '../../report-request.ts';

const cell = { size: 10 };
const thisYear = { size: 10, bold: true };
const noteStyle = { size: 9, colour: colours.grey };

const columns: TableColumn[] = [
  { width: 60, style: cell },
  ...[cell, thisYear, cell, thisYear, cell, thisYear].map((style) => ({ width: 21, style })),
];

/**
 * Draws a table with a row for each car post: the visits whose titles name it, and its failures, in the year before and this year
 * (`decisions §9`). The last rows are the visits that name no post, and all visits. All visits are not the sum of the rows, because a visit may
 * name several posts.
 */
export function drawPostYears(flow: Flow, data: YearReport): void {
  const posts = new Map(data.failures);
  if (posts.size === 0) return;
  const year = Number(data.year);
  const failuresIn = (post: string | null, ofYear: number) => {
    if (post === null) return '';
    const total = knownTotal(posts.get(post) ?? [], ofYear);
    return total === null ? '–' : countText(total);
  };
  const rows = data.named
    .filter(([post, { now, before }]) => post !== null || now.visits + before.visits > 0)
    .map(([post, visits]) => [
      post ?? t('No post named'),
      ...visitCells(visits),
      failuresIn(post, year - 1),
      failuresIn(post, year),
    ]);
  rows.push([t('All visits'), ...visitCells(data.allVisits), '', '']);
  const head = [
    t('Post'),
    ...[year - 1, year].map((columnYear) => t('Visits {year}', { year: columnYear })),
    ...[year - 1, year].map((columnYear) => t('Emergency calls {year}', { year: columnYear })),
    ...[year - 1, year].map((columnYear) => t('Failures {year}', { year: columnYear })),
  ];
  flow.space(8);
  drawSection(flow, t('Visits and failures by post'), firstRowHeight(flow, columns, rows, { head }));
  drawTable(flow, columns, rows, { head });
  flow.space(1.5);
  const note = t(
    'A visit may name several posts in its title and then counts for each of them, but once among all visits; emergency calls are among the visits.',
  );
  flow.paragraph(sentences(note, rows.some((row) => row.includes('–')) && t('– is not known.')), noteStyle);
}

function visitCells({ now, before }: YearVisits): string[] {
  return [countText(before.visits), countText(now.visits), callsText(before), callsText(now)];
}

/** The number of emergency calls; a dash for unknown if no visit has a kind. */
function callsText({ visits, emergencies, unsaid }: VisitCounts): string {
  return visits > 0 && unsaid === visits ? '–' : countText(emergencies);
}
