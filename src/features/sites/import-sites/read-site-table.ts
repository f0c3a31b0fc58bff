import { isoDay } from '../../../lib/calendar/day.ts';
import { comparedForm } from '../../../lib/calendar/plain-form.ts';
import { dayInOrder, writtenDate, type DateOrder } from '../../../lib/calendar/written-date.ts';
import { isYearOutside } from '../../../lib/calendar/year-range.ts';
import { said, t } from '../../../lib/language/translate.ts';
import { findNotation, type FoundNotation } from '../../../records/import/date-column.ts';
import { quoted } from '../../../records/import/import-plan.ts';
import { cellFaultText } from '../../../records/import/row-cells.ts';
import type { Table } from '../../../records/import/table-file.ts';
import { fileColumns, headingRow, type FileColumn } from '../../../records/import/visit-columns.ts';
import { contractDay, contractYears, isUnreadEnd, unreadEndText } from '../../../records/site/contract.ts';
import { siteColumns, type SiteColumn, type SiteField } from '../../../records/site/site-columns.ts';
import { readTelephone } from '../../../records/site/telephone.ts';
import { checkSite, newSite, typedSite, type TypedSite } from '../site-edit.ts';
import { maybeOfContract, readSiteStatus, withUnit } from './cell-words.ts';
import { findSiteRoles, knownSiteHeads, withSiteRole, type SiteRoles } from './site-heads.ts';

// Reads a table with one site per row. Rule: a cell is read as the form of a site reads its field. A value that the form would refuse or
// ask about is a problem, and its row is not imported until somebody has repaired or emptied the cell. An empty cell erases no value.

/** The texts of a row, by the field of the site record. */
export type SiteCells = Readonly<Partial<Record<SiteField, string>>>;

/** The decisions of a person about how a table of sites is read. */
export interface SiteTableChoices {
  /** The role of a column by its index, in the order of the decisions; null if the column is not used. */
  roles: ReadonlyMap<number, SiteField | null>;
  /** The order of day, month and year in dates of three numbers; null to use the order that the dates suggest. */
  order: DateOrder | null;
  /** Whether the rows that the workbook hides are read too. */
  hidden: boolean;
  /** The repaired cells of each row, by the number of the row. */
  cells: ReadonlyMap<number, SiteCells>;
  /** Contract ends that are saved as they are written although they are no dates, as `acceptedCell` names them. */
  accepted: ReadonlySet<string>;
}

export const noSiteChoices: SiteTableChoices = {
  roles: new Map(),
  order: null,
  hidden: false,
  cells: new Map(),
  accepted: new Set(),
};

/** Whether a person has decided anything about how a table is read. */
export function hasSiteChoices({ roles, order, hidden, cells, accepted }: SiteTableChoices): boolean {
  const isChosen: Record<keyof SiteTableChoices, boolean> = {
    roles: roles.size > 0,
    order: order !== null,
    hidden,
    cells: cells.size > 0,
    accepted: accepted.size > 0,
  };
  return Object.values(isChosen).some(Boolean);
}

/** A cell that could not be read, and the ways to solve that besides typing another text. */
export interface CellProblem {
  field: SiteField;
  /** A sentence that says what is wrong. */
  text: string;
  /** Values to choose from: the telephone number as one of Malaysia and as one of Singapore. */
  offers: readonly { kind: 'malaysia' | 'singapore'; text: string; value: string }[];
  /** Whether a person may choose to save the text as it is written. */
  acceptable: boolean;
}

/** A row with at least one filled cell. */
export interface TableSite {
  /** The number of the row in the spreadsheet, from 1. Rows of several sheets are counted as if these were one. */
  number: number;
  /** The name of the row on the screen: `row 14`, or `North, row 14`. */
  row: string;
  /** The texts of the file and of repairs, without empty cells. */
  cells: SiteCells;
  /** The values of the cells that could be read, as if typed into the form of a site. */
  typed: Partial<TypedSite>;
  problems: readonly CellProblem[];
  /** Whether the row has nothing but a name although other rows have more. It may be a heading or a note, and no site. */
  isNameOnly: boolean;
  /** A sentence that says why the row is no site; null for a site. */
  skipped: string | null;
}

/** How a table of sites was read. */
export interface SiteTableReading {
  /** The number of the row with the column heads, from 1; 0 if there is none. */
  heading: number;
  columns: readonly FileColumn[];
  roles: SiteRoles;
  notation: FoundNotation;
  /** The order of day, month and year by which dates of three numbers are read. */
  order: DateOrder;
  /** The number of hidden rows in the workbook. */
  hiddenCount: number;
  isHiddenRead: boolean;
  rows: readonly TableSite[];
}

/** Reads a table of sites. Rows without any text are omitted. */
export function readSiteTable(table: Table, choices: SiteTableChoices, now: Date): SiteTableReading {
  const heading = headingRow(table.rows, knownSiteHeads);
  const below = table.rows.slice(heading + 1);
  const columns = fileColumns(table.rows, heading, table.hiddenColumns);
  const roles = Array.from(choices.roles).reduce(
    (decided, [index, field]) => withSiteRole(decided, index, field),
    findSiteRoles(columns, below),
  );
  const heads = new Map(columns.map(({ index, head }) => [index, head]));
  const ends = [...roles].flatMap(([index, field]) =>
    field === 'contract_until' ? below.map((line) => line[index] ?? '') : [],
  );
  const notation = findNotation([...new Set(ends.filter((end) => end !== ''))], now);
  const order = choices.order ?? (notation.order === 'month-first' ? 'month-first' : 'day-first');
  const reader: SiteRowReader = { table, heading, heads, roles, order, choices };
  const filled = below
    .map((line, index) => ({ line, number: heading + index + 2 }))
    .filter(({ line }) => line.some((cell) => cell.trim() !== ''));
  const visible = filled.filter(({ number }) => !table.hiddenRows.has(number - 1));
  const rows = (choices.hidden ? filled : visible).map(({ line, number }) => readSiteRow(line, number, reader));
  const hasFullRows = rows.some(({ skipped, isNameOnly }) => skipped === null && !isNameOnly);
  return {
    heading: heading + 1,
    columns,
    roles,
    notation,
    order,
    hiddenCount: filled.length - visible.length,
    isHiddenRead: choices.hidden,
    rows: rows.map((row) => ({ ...row, isNameOnly: row.isNameOnly && hasFullRows })),
  };
}

interface SiteRowReader {
  table: Table;
  heading: number;
  heads: ReadonlyMap<number, string>;
  roles: SiteRoles;
  order: DateOrder;
  choices: SiteTableChoices;
}

/** A text that begins with *total*, *subtotal* or their Malay or Chinese words. */
const totals = /^(?:(?:grand |sub|sub-)?totals?|jumlah(?: besar| kecil)?|合计|总计|小计|合計|總計|小計)(?!\p{L})/u;
/** A text that has no other letters than such a word. */
const totalAlone =
  /^\P{L}*(?:(?:grand |sub|sub-)?totals?|jumlah(?: besar| kecil)?|合计|总计|小计|合計|總計|小計)\P{L}*$/u;

/**
 * Whether a row has totals: its first filled cell is a word such as *total*, or begins with one and the row has at most two filled cells,
 * which contain a digit.
 * *Total Oil HQ* is a site.
 */
function isTotal(filled: readonly string[]): boolean {
  const firstCell = comparedForm(filled[0] ?? '');
  return totalAlone.test(firstCell) || (totals.test(firstCell) && filled.length < 3 && /\d/u.test(filled.join('')));
}

/** Reads a row. A row that is no site gets the reason in `skipped`. */
function readSiteRow(line: readonly string[], number: number, reader: SiteRowReader): TableSite {
  const origin = reader.table.origins?.[number - 1];
  const row = origin ? t('{sheet}, row {number}', { ...origin }) : t('row {number}', { number });
  const repaired = reader.choices.cells.get(number) ?? {};
  const fileCells = siteCellsOf(line, number, reader);
  const cells = withoutEmpty({ ...fileCells, ...repaired });
  const skip = (skipped: string): TableSite => ({
    number,
    row,
    cells,
    typed: {},
    problems: [],
    isNameOnly: false,
    skipped,
  });
  const headCells = (reader.table.rows[reader.heading] ?? []).map((cell) => comparedForm(cell));
  const filled = line.filter((cell) => cell.trim() !== '');
  if (reader.heading >= 0 && line.every((cell, index) => comparedForm(cell) === (headCells[index] ?? '')))
    return skip(t('It repeats the names of the columns.'));
  if (isTotal(filled)) return skip(t('It is a row of totals.'));
  if (Object.keys(cells).length === 0) return skip(t('It has nothing in the columns that are used.'));
  // in a table of which one or two columns are used, such a row may be a site without its name
  if (filled.length === 1 && reader.roles.size > 2 && !('name' in cells))
    return skip(t('It has only {cell}.', { cell: quoted(filled[0] ?? '') }));
  const readCells = siteColumns.flatMap((column) => {
    const cell = cells[column.column];
    return cell === undefined ? [] : [readSiteCell(column, cell, isAccepted(reader.choices, number, column, cell))];
  });
  const problems = readCells.flatMap(({ problem }) => problem ?? []);
  const typed: Partial<TypedSite> = Object.fromEntries(readCells.flatMap(({ entry }) => (entry ? [entry] : [])));
  return {
    number,
    row,
    cells,
    typed,
    problems:
      'name' in cells
        ? problems
        : [{ field: 'name', text: t('It has no name.'), offers: [], acceptable: false }, ...problems],
    isNameOnly: filled.length === 1 && 'name' in fileCells && Object.keys(cells).length === 1,
    skipped: null,
  };
}

/** The key of an accepted text in the choices. It has the text, so that another text in the same cell is not accepted. */
export function acceptedCell(number: number, field: SiteField, cell: string): string {
  return `${number} ${field} ${cell}`;
}

const isAccepted = (choices: SiteTableChoices, number: number, { column }: SiteColumn, cell: string) =>
  choices.accepted.has(acceptedCell(number, column, cell));

/** Texts that people write instead of leaving a cell empty: dashes, `n/a`, `nil`, `tba` and the like. */
const noValue = /^(?:-+|–|—|\.|\/|n\/?a|n\.a\.?|nil|tba|tbc|tiada|无|無)$/u;

const withoutEmpty = (cells: SiteCells): SiteCells =>
  Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== '' && !noValue.test(comparedForm(cell))));

/** Joins the lines of a cell into one line, unless its field may have several. A name gets single blanks. */
function joinedLines({ kind }: SiteColumn, cell: string): string {
  if (kind === 'name') return cell.replaceAll(/\s+/gu, ' ');
  return kind === 'lines' ? cell.replaceAll(/\r\n?/gu, '\n') : cell.replaceAll(/\s*[\r\n]+\s*/gu, ', ');
}

/** The texts of a row by field. A field with several columns gets their texts joined by commas. */
function siteCellsOf(line: readonly string[], number: number, reader: SiteRowReader): SiteCells {
  const shown = reader.table.shown.get(number - 1);
  const cells: Partial<Record<SiteField, string>> = {};
  for (const column of siteColumns) {
    const parts = [...reader.roles]
      .filter(([, field]) => field === column.column)
      .toSorted(([a], [b]) => a - b)
      .flatMap(([index]) => {
        const value = (line[index] ?? '').trim();
        const displayedText = shown?.get(index);
        // a cell is read as the workbook displays it. Of a contract's end the value is read, unless it is displayed as a month without a
        // day, which means the end of that month
        const isMonth = reader.table.dayless.has(`${number - 1},${index}`);
        const usesValue = column.kind === 'contract end' && !isMonth;
        const cell = (!usesValue && displayedText) || value;
        return cell === '' ? [] : [withUnit(column, cell, reader.heads.get(index) ?? '')];
      });
    if (parts.length === 0) continue;
    const value = joinedLines(column, parts.join(', '));
    cells[column.column] = column.kind === 'contract end' ? endInOrder(value, reader.order) : value;
  }
  return cells;
}

/**
 * Rewrites a contract's end in three numbers as an ISO date if the column has another order, because the portal reads the day first. A
 * serial number of a spreadsheet becomes its date.
 */
function endInOrder(cell: string, order: DateOrder): string {
  const date = order === 'day-first' ? null : writtenDate(cell);
  const day = date?.form === 'numbers' ? dayInOrder(date.numbers, order) : null;
  if (day !== null) return isoDay(day);
  const serialDay = writtenDate(cell)?.form === 'serial' ? contractDay(cell) : null;
  return serialDay ?? cell;
}

/** Either the field with its value, or the problem of a cell. */
interface ReadCell {
  entry?: [SiteField, TypedSite[SiteField]];
  problem?: CellProblem;
}

/** Reads a cell as the form of a site reads its field. */
function readSiteCell(column: SiteColumn, cell: string, isAcceptedText: boolean): ReadCell {
  const { column: field, kind } = column;
  const problem = (text: string, details: Partial<CellProblem> = {}): ReadCell => ({
    problem: { field, text, offers: [], acceptable: false, ...details },
  });
  const cellError = cellFaultText(said(column.label), cell);
  if (cellError !== null) return problem(cellError);
  if (kind === 'status') {
    const online = readSiteStatus(cell);
    if (online !== null) return { entry: [field, online] };
    return problem(
      maybeOfContract(cell)
        ? t('This may be about the contract. Say whether the system is online or offline, or leave it empty.')
        : t('This is neither online nor offline.'),
    );
  }
  if (kind === 'contract end' && isUnreadEnd(cell) && !isAcceptedText) {
    const isAcceptable = !isYearOutside(cell, contractYears);
    return problem(unreadEndText(cell), { acceptable: isAcceptable });
  }
  if (kind === 'phone') {
    const telephone = readTelephone(cell);
    if ('error' in telephone) return problem(telephone.error);
    if ('malaysia' in telephone)
      return problem(t('Is this a number of Malaysia or of Singapore? Choose below.'), {
        offers: [
          {
            kind: 'malaysia',
            text: t('In Malaysia: {number}', { number: telephone.malaysia.shown }),
            value: telephone.malaysia.shown,
          },
          {
            kind: 'singapore',
            text: t('In Singapore: {number}', { number: telephone.singapore.shown }),
            value: telephone.singapore.shown,
          },
        ],
      });
  }
  const error = checkSite([field], { ...typedSite(newSite), [field]: cell })[field];
  return error === undefined ? { entry: [field, cell] } : problem(error);
}
