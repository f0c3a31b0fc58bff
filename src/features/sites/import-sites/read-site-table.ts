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

// Reads a table with one site a row. Rule: values are read as the form of a site reads them; what it would refuse or ask about is a problem,
// and a row with one waits until somebody has repaired the cell, or emptied it. An empty cell says nothing and erases nothing.

/** The cells of a row, by the column of the site record. */
export type SiteCells = Readonly<Partial<Record<SiteField, string>>>;

/** What a person has decided about a table of sites. */
export interface SiteTableChoices {
  /** Roles by column index, in the order of the decisions; null: the column is not used. */
  roles: ReadonlyMap<number, SiteField | null>;
  /** The order of dates in three numbers; null: as found. */
  order: DateOrder | null;
  /** Whether the rows that the workbook hides are read too. */
  hidden: boolean;
  /** Repaired cells, by the number of their row. */
  cells: ReadonlyMap<number, SiteCells>;
  /** Texts that are stored as they are written although they are no dates. */
  accepted: ReadonlySet<string>;
}

export const noSiteChoices: SiteTableChoices = {
  roles: new Map(),
  order: null,
  hidden: false,
  cells: new Map(),
  accepted: new Set(),
};

/** A cell that is not read, and what a person can do about it besides repairing it. */
export interface CellProblem {
  field: SiteField;
  /** What is wrong, in a sentence. */
  text: string;
  /** Values to choose from, such as a number of Malaysia and one of Singapore. */
  offers: readonly { kind: 'malaysia' | 'singapore'; text: string; value: string }[];
  /** Whether the cell may be stored as it is written. */
  acceptable: boolean;
}

/** A row with something in it. */
export interface TableSite {
  /** As the spreadsheet counts; of several sheets, as if they were one. */
  number: number;
  /** As a person finds it: `row 14`, or `North, row 14`. */
  row: string;
  /** What the file or a repair says, without empty cells. */
  cells: SiteCells;
  /** What would be typed into the form for the cells that can be read. */
  typed: Partial<TypedSite>;
  problems: readonly CellProblem[];
  /** Whether it has nothing but a name while others have more, as headings of groups and notes under a table do. */
  isNameOnly: boolean;
  /** Why it is no site, in a sentence; null for a site. */
  skipped: string | null;
}

/** A table of sites as it was understood. */
export interface SiteTableReading {
  /** The number of the row that names the columns; 0 for none. */
  heading: number;
  columns: readonly FileColumn[];
  roles: SiteRoles;
  notation: FoundNotation;
  /** The order in which dates of three numbers are read. */
  order: DateOrder;
  /** How many rows the workbook hides. */
  hidden: number;
  isHiddenRead: boolean;
  rows: readonly TableSite[];
}

/** Reads a table of sites, row by row. */
export function readSiteTable(table: Table, choices: SiteTableChoices, now: Date): SiteTableReading {
  const heading = headingRow(table.rows, knownSiteHeads);
  const below = table.rows.slice(heading + 1);
  const columns = fileColumns(table.rows, heading, table.hiddenColumns);
  const roles = Array.from(choices.roles).reduce(
    (uses, [index, field]) => withSiteRole(uses, index, field),
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
  const read = (choices.hidden ? filled : visible).map(({ line, number }) => readSiteRow(line, number, reader));
  const haveMore = read.some(({ skipped, isNameOnly }) => skipped === null && !isNameOnly);
  return {
    heading: heading + 1,
    columns,
    roles,
    notation,
    order,
    hidden: filled.length - visible.length,
    isHiddenRead: choices.hidden,
    rows: read.map((row) => ({ ...row, isNameOnly: row.isNameOnly && haveMore })),
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

const totals = /^(?:(?:grand |sub|sub-)?totals?|jumlah(?: besar| kecil)?|合计|总计|小计|合計|總計|小計)(?!\p{L})/u;
const totalAlone =
  /^\P{L}*(?:(?:grand |sub|sub-)?totals?|jumlah(?: besar| kecil)?|合计|总计|小计|合計|總計|小計)\P{L}*$/u;

/** A row of totals; *Total Oil HQ* is a site. */
function isTotal(filled: readonly string[]): boolean {
  const first = comparedForm(filled[0] ?? '');
  return totalAlone.test(first) || (totals.test(first) && filled.length < 3 && /\d/u.test(filled.join('')));
}

function readSiteRow(line: readonly string[], number: number, reader: SiteRowReader): TableSite {
  const origin = reader.table.origins?.[number - 1];
  const row = origin ? t('{sheet}, row {number}', { ...origin }) : t('row {number}', { number });
  const repaired = reader.choices.cells.get(number) ?? {};
  const found = siteCellsOf(line, number, reader);
  const cells = withoutEmpty({ ...found, ...repaired });
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
  const only = filled[0] ?? '';
  if (filled.length === 1 && reader.roles.size > 2 && !('name' in cells))
    return skip(t('It has only {cell}.', { cell: quoted(only) }));
  const read = siteColumns.flatMap((column) => {
    const cell = cells[column.column];
    return cell === undefined ? [] : [readSiteCell(column, cell, isAccepted(reader.choices, number, column, cell))];
  });
  const problems = read.flatMap(({ problem }) => problem ?? []);
  const typed: Partial<TypedSite> = Object.fromEntries(read.flatMap(({ entry }) => (entry ? [entry] : [])));
  return {
    number,
    row,
    cells,
    typed,
    problems:
      'name' in cells
        ? problems
        : [{ field: 'name', text: t('It has no name.'), offers: [], acceptable: false }, ...problems],
    isNameOnly: filled.length === 1 && 'name' in found && Object.keys(cells).length === 1,
    skipped: null,
  };
}

/** How an accepted text is named in the choices: another text in the cell is asked about again. */
export function acceptedCell(number: number, field: SiteField, cell: string): string {
  return `${number} ${field} ${cell}`;
}

const isAccepted = (choices: SiteTableChoices, number: number, { column }: SiteColumn, cell: string) =>
  choices.accepted.has(acceptedCell(number, column, cell));

/** What people write into a cell in which they have nothing to say. */
const noValue = /^(?:-+|–|—|\.|\/|n\/?a|n\.a\.?|nil|tba|tbc|tiada|无|無)$/u;

const withoutEmpty = (cells: SiteCells): SiteCells =>
  Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== '' && !noValue.test(comparedForm(cell))));

/** A cell as its column takes it: lines of a cell are put into one, unless its column has several. */
function tidied({ kind }: SiteColumn, cell: string): string {
  if (kind === 'name') return cell.replaceAll(/\s+/gu, ' ');
  return kind === 'lines' ? cell.replaceAll(/\r\n?/gu, '\n') : cell.replaceAll(/\s*[\r\n]+\s*/gu, ', ');
}

function siteCellsOf(line: readonly string[], number: number, reader: SiteRowReader): SiteCells {
  const shown = reader.table.shown.get(number - 1);
  const cells: Partial<Record<SiteField, string>> = {};
  for (const column of siteColumns) {
    const parts = [...reader.roles]
      .filter(([, field]) => field === column.column)
      .toSorted(([a], [b]) => a - b)
      .flatMap(([index]) => {
        const stored = (line[index] ?? '').trim();
        const text = shown?.get(index);
        // a month without its day is shown so, and ends with the month
        const isMonth = reader.table.dayless.has(`${number - 1},${index}`);
        const isStored = column.kind === 'contract end' && !isMonth;
        const cell = (!isStored && text) || stored;
        return cell === '' ? [] : [withUnit(column, cell, reader.heads.get(index) ?? '')];
      });
    if (parts.length === 0) continue;
    const cell = parts.join(', ');
    const value = tidied(column, cell);
    cells[column.column] = column.kind === 'contract end' ? endInOrder(value, reader.order) : value;
  }
  return cells;
}

/** A contract's end; where the column has the month first the day, as the portal reads three numbers day first. */
function endInOrder(cell: string, order: DateOrder): string {
  const written = order === 'day-first' ? null : writtenDate(cell);
  const day = written?.form === 'numbers' ? dayInOrder(written.numbers, order) : null;
  if (day !== null) return isoDay(day);
  // a number of a spreadsheet says nothing to people
  const read = writtenDate(cell)?.form === 'serial' ? contractDay(cell) : null;
  return read ?? cell;
}

interface ReadCell {
  entry?: [SiteField, TypedSite[SiteField]];
  problem?: CellProblem;
}

function readSiteCell(column: SiteColumn, cell: string, accepted: boolean): ReadCell {
  const { column: field, kind } = column;
  const problem = (text: string, more: Partial<CellProblem> = {}): ReadCell => ({
    problem: { field, text, offers: [], acceptable: false, ...more },
  });
  const fault = cellFaultText(said(column.label), cell);
  if (fault !== null) return problem(fault);
  if (kind === 'status') {
    const online = readSiteStatus(cell);
    if (online !== null) return { entry: [field, online] };
    return problem(
      maybeOfContract(cell)
        ? t('This may be about the contract. Say whether the system is online or offline, or leave it empty.')
        : t('This is neither online nor offline.'),
    );
  }
  if (kind === 'contract end' && isUnreadEnd(cell) && !accepted) {
    const isAcceptable = !isYearOutside(cell, contractYears);
    return problem(unreadEndText(cell), { acceptable: isAcceptable });
  }
  if (kind === 'phone') {
    const read = readTelephone(cell);
    if ('error' in read) return problem(read.error);
    if ('malaysia' in read)
      return problem(t('Is this a number of Malaysia or of Singapore? Choose below.'), {
        offers: [
          {
            kind: 'malaysia',
            text: t('In Malaysia: {number}', { number: read.malaysia.shown }),
            value: read.malaysia.shown,
          },
          {
            kind: 'singapore',
            text: t('In Singapore: {number}', { number: read.singapore.shown }),
            value: read.singapore.shown,
          },
        ],
      });
  }
  const error = checkSite([field], { ...typedSite(newSite), [field]: cell })[field];
  return error === undefined ? { entry: [field, cell] } : problem(error);
}
