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

/** The roles of the columns, and what a person has decided. */
export interface CellReader {
  columnIndexes: Readonly<Record<VisitColumn, readonly number[]>>;
  heads: ReadonlyMap<number, string>;
  choices: TableChoices;
  sheet: Table;
}

/** Columns that a workbook is read by the stored value in; of the others the shown text is read. */
const storedColumns: ReadonlySet<VisitColumn> = new Set(['date', 'time', ...timeMemberNames]);

/** What the workbook shows for the date of a row, if no day is in it; else null. */
export function shownDate(number: number, { columnIndexes, sheet, choices }: CellReader): string | null {
  const [index] = columnIndexes.date;
  const isOfFile = choices.cells.get(number)?.date === undefined;
  if (index === undefined || !isOfFile || !sheet.dayless.has(`${number - 1},${index}`)) return null;
  return sheet.shown.get(number - 1)?.get(index) ?? null;
}

/**
 * Columns that are imported without a cell that the spreadsheet could not compute. In the other columns such a cell
 * makes the row a fault.
 */
const faultless: ReadonlySet<VisitColumn> = new Set([
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

/** What people write into a cell in which they have nothing to say. */
const noValue = /^(?:-+|–|—|\.|\/|n\/?a|n\.a\.?|nil|none|no|tiada|tidak ada|无|無|没有|沒有)$/u;

/** What a spreadsheet wrote into a cell instead of its value, in a sentence; null for a value. @param column as people call it */
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

/** The cells of a row, repairs included, without those that are no values; each of these is reported. */
export function rowCells(
  line: readonly string[],
  number: number,
  reader: CellReader,
  addDefect: (column: VisitColumn, problem: string) => void,
): VisitCells {
  const repaired = reader.choices.cells.get(number);
  const accept = (column: VisitColumn, cell: string, head: string) => {
    const fault = faultless.has(column) ? cellFaultText(head, cell) : null;
    if (fault !== null) addDefect(column, fault);
    return fault === null;
  };
  const cells = cellsOf(
    line,
    number,
    reader,
    (column, cell, head) => repaired?.[column] !== undefined || accept(column, cell, head),
  );
  const typed = Object.entries(repaired ?? {}).filter(([name, cell]) => {
    const column = visitColumns.find(({ value }) => value === name);
    return column === undefined || accept(column.value, cell, said(column.label));
  });
  const removed = Object.keys(repaired ?? {}).map((name) => [name, ''] as const);
  return { ...cells, ...Object.fromEntries(removed), ...Object.fromEntries(typed) };
}

function cellsOf(
  line: readonly string[],
  number: number,
  { columnIndexes, heads, sheet }: CellReader,
  accept: (column: VisitColumn, cell: string, head: string) => boolean,
): VisitCells {
  const shown = sheet.shown.get(number - 1);
  const filled = (column: VisitColumn) =>
    columnIndexes[column].flatMap((index) => {
      const cell = ((!storedColumns.has(column) && shown?.get(index)) || line[index] || '').trim();
      const head = heads.get(index) ?? '';
      return cell === '' || !accept(column, cell, head) ? [] : [{ cell, head }];
    });
  const cellOf = (column: VisitColumn) => filled(column)[0]?.cell ?? '';
  const title = cellOf('title');
  const saidIn = (column: VisitColumn) => {
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
    text: joinedTexts(filled('text'), columnIndexes.text.length < 2, title),
    kind: cellOf('kind'),
    photos: filled('photos')
      .map(({ cell }) => cell)
      .join(';'),
    pdf: cellOf('pdf'),
    showing: cellOf('showing'),
    reference: cellOf('reference').replaceAll(/\s+/gu, ' '),
    by: saidIn('by')
      .replaceAll(/\s*[\r\n]+\s*/gu, ', ')
      .replaceAll(/\s+/gu, ' '),
    reported: saidIn('reported'),
    arrived: saidIn('arrived'),
    left: saidIn('left'),
    follow: saidIn('follow'),
  };
}
