import { comparedForm } from '../../lib/calendar/plain-form.ts';
import { dateOfParts } from '../../lib/calendar/written-date.ts';
import { said, t } from '../../lib/language/translate.ts';
import { timeMemberNames } from '../task/optional-members.ts';
import { quoted } from './import-plan.ts';
import { cellFault } from './read-fault.ts';
import { joinedTexts } from './row-texts.ts';
import type { TableChoices, VisitCells } from './table-choices.ts';
import type { Table } from './table-file.ts';
import { visitColumns, type VisitColumn } from './visit-columns.ts';

/** The data for reading the cells of a row: the columns of each role, their heads, and a person's choices. */
export interface CellReader {
  columnIndexes: Readonly<Record<VisitColumn, readonly number[]>>;
  heads: ReadonlyMap<number, string>;
  choices: TableChoices;
  sheet: Table;
}

/** Columns of which the stored values of a workbook are read. Of the other columns, the displayed texts are read. */
const storedColumns: ReadonlySet<VisitColumn> = new Set(['date', 'time', ...timeMemberNames]);

/** The displayed text of a row's date, if the workbook displays no day of it; otherwise null. @param number the row's number, from 1 */
export function shownDate(number: number, { columnIndexes, sheet, choices }: CellReader): string | null {
  const [index] = columnIndexes.date;
  const isRepaired = choices.cells.get(number)?.date !== undefined;
  if (index === undefined || isRepaired || !sheet.dayless.has(`${number - 1},${index}`)) return null;
  return sheet.shown.get(number - 1)?.get(index) ?? null;
}

/**
 * Columns in which a cell that the spreadsheet could not compute is skipped. In the other columns, the whole row is left out because of such a
 * cell.
 */
const skippableColumns: ReadonlySet<VisitColumn> = new Set([
  'title',
  'text',
  'kind',
  'photos',
  'pdf',
  'reference',
  'by',
  'reported',
  'left',
  'follow',
]);

/** Matches a text that people write into a cell without a value, such as `-`, `n/a` or `nil`. */
const noValue = /^(?:-+|–|—|\.|\/|n\/?a|n\.a\.?|nil|none|no|tiada|tidak ada|无|無|没有|沒有)$/u;

/** The message about a cell that has an error of the spreadsheet instead of a value; null for a value. @param column the column's label */
export function cellFaultText(column: string, cell: string): string | null {
  const values = { column, cell: quoted(cell) };
  const fault = cellFault(cell);
  if (fault === null) return null;
  if (fault === 'narrow')
    return t('{column}: {cell} says that the column was too narrow to show what is in it.', values);
  return fault === 'digits'
    ? t('{column}: {cell} is a number that lost its digits.', values)
    : t('{column}: {cell} is an error of the spreadsheet.', values);
}

/** The cells of a row, with a person's repairs. Cells with an error of the spreadsheet are skipped and reported. */
export function rowCells(
  line: readonly string[],
  number: number,
  reader: CellReader,
  addDefect: (column: VisitColumn, problem: string) => void,
): VisitCells {
  const repairs = reader.choices.cells.get(number);
  const accept = (column: VisitColumn, cell: string, head: string) => {
    const fault = skippableColumns.has(column) ? cellFaultText(head, cell) : null;
    if (fault !== null) addDefect(column, fault);
    return fault === null;
  };
  const cells = cellsOf(
    line,
    number,
    reader,
    (column, cell, head) => repairs?.[column] !== undefined || accept(column, cell, head),
  );
  const acceptedRepairs = Object.entries(repairs ?? {}).filter(([name, cell]) => {
    const column = visitColumns.find(({ value }) => value === name);
    return column === undefined || accept(column.value, cell, said(column.label));
  });
  const clearedCells = Object.keys(repairs ?? {}).map((name) => [name, ''] as const);
  return { ...cells, ...Object.fromEntries(clearedCells), ...Object.fromEntries(acceptedRepairs) };
}

function cellsOf(
  line: readonly string[],
  number: number,
  { columnIndexes, heads, sheet }: CellReader,
  accept: (column: VisitColumn, cell: string, head: string) => boolean,
): VisitCells {
  const shownTexts = sheet.shown.get(number - 1);
  const filledCells = (column: VisitColumn) =>
    columnIndexes[column].flatMap((index) => {
      const cell = ((!storedColumns.has(column) && shownTexts?.get(index)) || line[index] || '').trim();
      const head = heads.get(index) ?? '';
      return cell === '' || !accept(column, cell, head) ? [] : [{ cell, head }];
    });
  const cellOf = (column: VisitColumn) => filledCells(column)[0]?.cell ?? '';
  const title = cellOf('title');
  const valueOf = (column: VisitColumn) => {
    const cell = cellOf(column);
    return noValue.test(comparedForm(cell)) ? '' : cell;
  };
  const parts = { year: cellOf('year'), month: cellOf('month'), day: cellOf('day') };
  return {
    site: cellOf('site'),
    date: cellOf('date') || dateOfParts(parts),
    ...parts,
    time: cellOf('time'),
    title,
    text: joinedTexts(filledCells('text'), columnIndexes.text.length < 2, title),
    kind: cellOf('kind'),
    photos: filledCells('photos')
      .map(({ cell }) => cell)
      .join(';'),
    pdf: cellOf('pdf'),
    showing: cellOf('showing'),
    reference: cellOf('reference').replaceAll(/\s+/gu, ' '),
    by: valueOf('by')
      .replaceAll(/\s*[\r\n]+\s*/gu, ', ')
      .replaceAll(/\s+/gu, ' '),
    reported: valueOf('reported'),
    arrived: valueOf('arrived'),
    left: valueOf('left'),
    follow: valueOf('follow'),
  };
}
