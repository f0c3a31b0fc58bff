import { countText, hasYear, totalOf, yearSum } from '../../../records/failure/failure-figures.ts';
import { drawSection, drawTable, firstRowHeight, type Flow, type TableColumn } from '../../engine/flow.ts';
import { colours } from '../../engine/layout.ts';
import type { NamedVisits, YearReport } from '../../report-request.ts';

const cell = { size: 10 };
const thisYear = { size: 10, bold: true };
const noteStyle = { size: 9, colour: colours.grey };

const columns: TableColumn[] = [
  { width: 60, style: cell },
  ...[cell, thisYear, cell, thisYear, cell, thisYear].map((style) => ({ width: 21, style })),
];

/**
 * A row for each car post: the visits whose titles name it, and its failures, last year and this one (`decisions §9`). Then
 * one for the visits that name none, and all visits, which are no sum: a visit may name several posts.
 */
export function drawPostYears(flow: Flow, data: YearReport): void {
  const posts = new Map(data.failures);
  if (posts.size === 0) return;
  const year = Number(data.year);
  const failuresIn = (post: string | null, ofYear: number) => {
    const entries = (post !== null && posts.get(post)) || [];
    if (post === null) return '';
    return hasYear(entries, ofYear) ? countText(totalOf(yearSum(entries, ofYear))) : '–';
  };
  const rows = data.named
    .filter(([post, { now, before }]) => post !== null || now.visits + before.visits > 0)
    .map(([post, { now, before }]) => [
      post ?? 'No post named',
      countText(before.visits),
      countText(now.visits),
      callsText(before),
      callsText(now),
      failuresIn(post, year - 1),
      failuresIn(post, year),
    ]);
  const { now: all, before: allBefore } = data.allVisits;
  rows.push([
    'All visits',
    countText(allBefore.visits),
    countText(all.visits),
    callsText(allBefore),
    callsText(all),
    '',
    '',
  ]);
  const head = [
    'Post',
    ...['Visits', 'Emergency calls', 'Failures'].flatMap((of) => [year - 1, year].map((one) => `${of} ${one}`)),
  ];
  flow.space(8);
  drawSection(flow, 'Visits and failures by post', firstRowHeight(flow, columns, rows, { head }));
  drawTable(flow, columns, rows, { head });
  flow.space(1.5);
  flow.paragraph(postNotes(rows).join(' '), noteStyle);
}

/** Unknown where no visit says its kind. */
function callsText({ visits, emergencies, unsaid }: NamedVisits): string {
  return visits > 0 && unsaid === visits ? '–' : countText(emergencies);
}

/** How visits are counted here. */
function postNotes(rows: readonly (readonly string[])[]): string[] {
  const notes = [
    'A visit may name several posts in its title and then counts for each of them, but once among all visits; emergency calls are among the visits.',
  ];
  if (rows.some((row) => row.includes('–'))) notes.push('– is not known.');
  return notes;
}
