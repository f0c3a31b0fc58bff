import { comparedForm } from '../../lib/calendar/plain-form.ts';
import { t } from '../../lib/language/translate.ts';
import { tableKind } from './file-kind.ts';
import { ImportUnreadable } from './import-plan.ts';
import { readCsv, separatorOf } from './read-csv.ts';
import { decodedText, encodingOf, type FoundEncoding, type Separator, type TextEncodingName } from './table-text.ts';
import { headingRow, knownHeads, type CountHeads } from './visit-columns.ts';

/**
 * The rows of a table, and more data of its workbook, which are empty for a text file. Rows and columns are identified by their indexes.
 */
export interface Table {
  rows: readonly (readonly string[])[];
  hiddenRows: ReadonlySet<number>;
  hiddenColumns: ReadonlySet<number>;
  /** The displayed texts of cells that differ from the cell's value: by row, then by column. */
  shown: ReadonlyMap<number, ReadonlyMap<number, string>>;
  /** The cells with a date of which no day is displayed, as `row,column`. */
  dayless: ReadonlySet<string>;
  /** For each row, its sheet and its row number there; only if the rows come from several sheets. */
  origins?: readonly { sheet: string; number: number }[];
}

/** A sheet of a workbook. */
export interface TableSheet extends Table {
  name: string;
}

/** The choice to read all sheets with the same columns as one table. */
export const allSheets = 'all';

/** A file with a table: a text that is not decoded yet, or the sheets of a workbook. */
export type TableFile =
  | ({ kind: 'text'; bytes: Uint8Array } & FoundEncoding)
  | { kind: 'workbook'; sheets: readonly TableSheet[] };

/** A person's choices for reading the file; null for the found value. */
export interface FileChoices {
  encoding: TextEncodingName | null;
  separator: Separator | null;
  sheet: number | typeof allSheets | null;
}

/** The settings with which a file is read. A workbook has no encoding and no separator; a text has no sheets. */
export interface FileReading {
  encoding: TextEncodingName | null;
  separator: Separator | null;
  /** Another encoding that fits the text well too; null when there is none, or when a person chose the encoding. */
  alternative: TextEncodingName | null;
  sheets: readonly string[];
  sheet: number | typeof allSheets;
  /** The sheets with the same columns as the first sheet with records; empty unless there are several. */
  matchingSheets: readonly number[];
  /** The sheets that seem to have records and are not read, with their numbers of rows. */
  unread: readonly { name: string; rows: number }[];
  /** How many characters of a text could not be decoded; 0 for a workbook. */
  lost: number;
}

/**
 * Opens a CSV or a workbook.
 * @param loadReader loads the reader of workbooks, which is large and seldom needed
 * @throws ImportUnreadable with advice, for any other file
 */
export async function openTable(
  bytes: Uint8Array,
  loadReader: () => Promise<{ readWorkbook: (bytes: Uint8Array) => Promise<TableSheet[]> }>,
): Promise<TableFile> {
  if (tableKind(bytes) === 'text') {
    const found = encodingOf(bytes);
    // text has zero bytes in UTF-16 only
    if (!found.encoding.startsWith('utf-16') && bytes.includes(0))
      throw new ImportUnreadable(t('This is not a table. Choose a CSV or an Excel workbook (.xlsx).'));
    return { kind: 'text', bytes, ...found };
  }
  const { readWorkbook } = await loadReader();
  return { kind: 'workbook', sheets: await readWorkbook(bytes) };
}

/**
 * The settings for reading a file: the chosen encoding, separator and sheet, or otherwise the found ones. `text` is the decoded text.
 * @param countHeads counts the known heads in a row, for the kind of records in the file; visits by default
 */
export function readingOf(
  file: TableFile,
  choices: FileChoices,
  countHeads: CountHeads = knownHeads,
): FileReading & { text: string } {
  if (file.kind === 'workbook') {
    const { sheets } = file;
    const withRecords = sheets.flatMap(({ rows }, index) => (hasRecords(rows, countHeads) ? [index] : []));
    const firstSheet =
      withRecords[0] ??
      Math.max(
        0,
        sheets.findIndex(({ rows }) => rows.length > 1),
      );
    const sheet = choices.sheet ?? firstSheet;
    const heads = sheetHeads(sheets[firstSheet]?.rows ?? [], countHeads);
    const matchingSheets = withRecords.filter((index) => sheetHeads(sheets[index]?.rows ?? [], countHeads) === heads);
    const isRead = (index: number) => (sheet === allSheets ? matchingSheets.includes(index) : index === sheet);
    return {
      encoding: null,
      separator: null,
      alternative: null,
      sheets: sheets.map(({ name }) => name),
      sheet,
      matchingSheets: matchingSheets.length > 1 ? matchingSheets : [],
      unread: withRecords.flatMap((index) => {
        const { name = '', rows = [] } = sheets[index] ?? {};
        return isRead(index) ? [] : [{ name, rows: filledRows(rows.slice(headingRow(rows, countHeads) + 1)) }];
      }),
      lost: 0,
      text: '',
    };
  }
  const encoding = choices.encoding ?? file.encoding;
  const text = decodedText(file.bytes, encoding);
  const separator = choices.separator ?? separatorOf(text, countHeads);
  const alternative = choices.encoding === null ? file.alternative : null;
  return {
    encoding,
    separator,
    alternative,
    sheets: [],
    sheet: 0,
    matchingSheets: [],
    unread: [],
    lost: text.split('\u{FFFD}').length - 1,
    text,
  };
}

/**
 * The table of a file.
 * @param countHeads as for `readingOf`
 * @throws ImportUnreadable when it has no row, or when an open quotation mark joins its rows
 */
export function tableOf(
  file: TableFile,
  { separator, sheet, matchingSheets, text }: ReturnType<typeof readingOf>,
  countHeads: CountHeads = knownHeads,
): Table {
  const table =
    file.kind === 'text'
      ? plainTable(readCsv(text, separator ?? ','))
      : sheetTable(file.sheets, sheet, { matchingSheets, countHeads });
  if (filledRows(table.rows) === 0) throw new ImportUnreadable(t('There is no row in it.'));
  return table;
}

/** A table with only rows, without data of a workbook. */
export function plainTable(rows: Table['rows']): Table {
  return { rows, hiddenRows: new Set(), hiddenColumns: new Set(), shown: new Map(), dayless: new Set() };
}

function sheetTable(
  sheets: readonly TableSheet[],
  sheet: FileReading['sheet'],
  { matchingSheets, countHeads }: { matchingSheets: readonly number[]; countHeads: CountHeads },
): Table {
  if (sheet !== allSheets) return sheets[sheet] ?? plainTable([]);
  return joinedSheets(
    matchingSheets.flatMap((index) => sheets[index] ?? []),
    countHeads,
  );
}

/** One table with the rows of several sheets. The cells of each sheet are moved to the columns that have the same heads in the first sheet. */
function joinedSheets(sheets: readonly TableSheet[], countHeads: CountHeads): Table {
  const rows: (readonly string[])[] = [];
  const origins: { sheet: string; number: number }[] = [];
  const hiddenRows = new Set<number>();
  const shown = new Map<number, ReadonlyMap<number, string>>();
  const dayless = new Set<string>();
  const firstHeads = (sheets[0]?.rows[headingRow(sheets[0].rows, countHeads)] ?? []).map((head) => comparedForm(head));
  for (const [sheetIndex, { name, rows: all, ...sheet }] of sheets.entries()) {
    const heading = headingRow(all, countHeads);
    const heads = (all[heading] ?? []).map((head) => comparedForm(head));
    // the index in this sheet of a column of the first sheet; -1 if this sheet does not have it
    const columnIndexOf = (column: number) => (sheetIndex === 0 ? column : heads.indexOf(firstHeads[column] ?? ''));
    for (const [index, row] of all.entries()) {
      if (sheetIndex > 0 && index <= heading) continue;
      if (sheet.hiddenRows.has(index)) hiddenRows.add(rows.length);
      const shownTexts = sheet.shown.get(index);
      if (shownTexts) {
        const textsByColumn = firstHeads.flatMap((_, column) => {
          const text = shownTexts.get(columnIndexOf(column));
          return text === undefined ? [] : [[column, text] as const];
        });
        shown.set(rows.length, new Map(textsByColumn));
      }
      for (const column of firstHeads.keys())
        if (sheet.dayless.has(`${index},${columnIndexOf(column)}`)) dayless.add(`${rows.length},${column}`);
      rows.push(firstHeads.map((_, column) => row[columnIndexOf(column)] ?? ''));
      origins.push({ sheet: name, number: index + 1 });
    }
  }
  return { rows, origins, hiddenRows, hiddenColumns: sheets[0]?.hiddenColumns ?? new Set(), shown, dayless };
}

/** Whether a sheet has a row with at least two known heads, and filled rows below. */
function hasRecords(rows: Table['rows'], countHeads: CountHeads): boolean {
  const heading = headingRow(rows, countHeads);
  return countHeads(rows[heading] ?? []) > 1 && filledRows(rows.slice(heading + 1)) > 0;
}

/** The heads of a sheet as a text that can be compared, independent of their order. */
function sheetHeads(rows: Table['rows'], countHeads: CountHeads): string {
  const heads = (rows[headingRow(rows, countHeads)] ?? [])
    .map((head) => comparedForm(head))
    .filter((head) => head !== '');
  return heads.toSorted().join('\n');
}

const filledRows = (rows: Table['rows']) => rows.filter((row) => row.some((cell) => cell !== '')).length;
