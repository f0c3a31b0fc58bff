import { counted } from '../../../records/counted.ts';
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

/** A row for each car post: the visits whose titles name it, and its failures, last year and this one (`decisions §9`). */
export function drawPostYears(flow: Flow, data: YearReport): void {
  const posts = new Map(data.failures);
  if (posts.size === 0) return;
  const year = Number(data.year);
  const failuresIn = (post: string | null, ofYear: number) => {
    const entries = posts.get(post ?? '') ?? [];
    return hasYear(entries, ofYear) ? countText(totalOf(yearSum(entries, ofYear))) : '–';
  };
  const rows = data.named
    .filter(([post]) => post !== null)
    .map(([post, { now, before }]) => [
      post ?? '',
      countText(before.visits),
      countText(now.visits),
      callsText(before),
      callsText(now),
      failuresIn(post, year - 1),
      failuresIn(post, year),
    ]);
  const head = [
    'Post',
    ...['Visits', 'Emergency calls', 'Failures'].flatMap((of) => [year - 1, year].map((one) => `${of} ${one}`)),
  ];
  flow.space(8);
  drawSection(flow, 'Visits and failures by post', firstRowHeight(flow, columns, rows, { head }));
  drawTable(flow, columns, rows, { head });
  flow.space(1.5);
  flow.paragraph(postNotes(data, rows).join(' '), noteStyle);
}

/** Unknown where no visit says its kind. */
function callsText({ visits, emergencies, unsaid }: NamedVisits): string {
  return visits > 0 && unsaid === visits ? '–' : countText(emergencies);
}

/** How visits are counted here, and how many belong to no row. */
function postNotes({ named, visits, year }: YearReport, rows: readonly (readonly string[])[]): string[] {
  const unnamed = named.find(([post]) => post === null)?.[1];
  const now = unnamed?.now.visits ?? 0;
  const before = unnamed?.before.visits ?? 0;
  const notes = ['A visit counts for each post that its title names; emergency calls are among the visits.'];
  if (now > 0)
    notes.push(`In ${year}, ${now} of ${counted(visits.length, 'visit')} ${now === 1 ? 'names' : 'name'} no post.`);
  if (before > 0)
    notes.push(`In ${Number(year) - 1}, ${counted(before, 'visit')} ${before === 1 ? 'names' : 'name'} none.`);
  if (rows.some((row) => row.includes('–'))) notes.push('– is not known.');
  return notes;
}
