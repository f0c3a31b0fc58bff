import { said, t } from '../../lib/language/translate.ts';
import { cellFault } from './read-fault.ts';
import { quoted } from './import-plan.ts';
import { dateOfParts } from '../../lib/calendar/written-date.ts';
import { joinedTexts } from './row-texts.ts';
import type { TableChoices, VisitCells } from './table-choices.ts';
import type { Table } from './table-file.ts';
import { visitColumns, type VisitColumn } from './visit-columns.ts';

/** What the cells of a row are taken for. */
export interface CellReader {
  places: Readonly<Record<VisitColumn, readonly number[]>>;
  heads: ReadonlyMap<number, string>;
  choices: TableChoices;
  sheet: Table;
}

/** Columns of which a workbook means what it stores. Of the others it means what it shows. */
const storedColumns: ReadonlySet<VisitColumn> = new Set(['date', 'time']);

/** What the workbook shows for the date of a row, if no day is in it; else null. */
export function shownDate(number: number, { places, sheet, choices }: CellReader): string | null {
  const [place] = places.date;
  const isOfFile = choices.cells.get(number)?.date === undefined;
  if (place === undefined || !isOfFile || !sheet.dayless.has(`${number - 1},${place}`)) return null;
  return sheet.shown.get(number - 1)?.get(place) ?? null;
}

/** Columns that are imported without what a spreadsheet could not work out. Of the others, the row is to be repaired. */
const faultless: ReadonlySet<VisitColumn> = new Set(['title', 'text', 'kind', 'photos', 'pdf', 'reference']);

/** The cells of a row, repairs included, without those that are no values; each of these is reported. */
export function rowCells(
  line: readonly string[],
  number: number,
  reader: CellReader,
  report: (column: VisitColumn, problem: string) => void,
): VisitCells {
  const repaired = reader.choices.cells.get(number);
  const take = (column: VisitColumn, cell: string, head: string) => {
    const fault = faultless.has(column) ? cellFault(cell) : null;
    if (fault === null) return true;
    const values = { column: head, cell: quoted(cell) };
    if (fault === 'narrow')
      report(column, t('{column}: {cell} says that the column was too narrow to show what is in it.', values));
    else if (fault === 'digits') report(column, t('{column}: {cell} is a number that lost its digits.', values));
    else report(column, t('{column}: {cell} is an error of the spreadsheet.', values));
    return false;
  };
  const cells = cellsOf(
    line,
    number,
    reader,
    (column, cell, head) => repaired?.[column] !== undefined || take(column, cell, head),
  );
  const typed = Object.entries(repaired ?? {}).filter(([name, cell]) => {
    const column = visitColumns.find(({ value }) => value === name);
    return column === undefined || take(column.value, cell, said(column.label));
  });
  const removed = Object.keys(repaired ?? {}).map((name) => [name, ''] as const);
  return { ...cells, ...Object.fromEntries(removed), ...Object.fromEntries(typed) };
}

function cellsOf(
  line: readonly string[],
  number: number,
  { places, heads, sheet }: CellReader,
  take: (column: VisitColumn, cell: string, head: string) => boolean,
): VisitCells {
  const shown = sheet.shown.get(number - 1);
  const filled = (column: VisitColumn) =>
    places[column].flatMap((place) => {
      const cell = ((!storedColumns.has(column) && shown?.get(place)) || line[place] || '').trim();
      const head = heads.get(place) ?? '';
      return cell === '' || !take(column, cell, head) ? [] : [{ cell, head }];
    });
  const one = (column: VisitColumn) => filled(column)[0]?.cell ?? '';
  const title = one('title');
  const parts = { year: one('year'), month: one('month'), day: one('day') };
  return {
    site: one('site'),
    date: one('date') || dateOfParts(parts),
    ...parts,
    time: one('time'),
    title,
    text: joinedTexts(filled('text'), places.text.length < 2, title),
    kind: one('kind'),
    photos: filled('photos')
      .map(({ cell }) => cell)
      .join(';'),
    pdf: one('pdf'),
    showing: one('showing'),
    reference: one('reference').replaceAll(/\s+/gu, ' '),
  };
}
