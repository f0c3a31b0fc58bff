import { comparedForm } from '../../lib/calendar/plain-form.ts';
import { t } from '../../lib/language/translate.ts';
import { tableKind } from './file-kind.ts';
import { ImportUnreadable } from './import-plan.ts';
import { readCsv, separatorOf } from './read-csv.ts';
import { decodedText, encodingOf, type FoundEncoding, type Separator, type TextEncodingName } from './table-text.ts';
import { headingRow, knownHeads, type CountHeads } from './visit-columns.ts';

/**
 * The rows of a table, and what its workbook says besides (nothing for a text). Rows and columns are given by index.
 */
export interface Table {
  rows: readonly (readonly string[])[];
  hiddenRows: ReadonlySet<number>;
  hiddenColumns: ReadonlySet<number>;
  /** What the sheet shows where that is not the text of the cell: by row, then by column. */
  shown: ReadonlyMap<number, ReadonlyMap<number, string>>;
  /** Cells that hold a date and show no day of it, as `row,column`. */
  dayless: ReadonlySet<string>;
  /** The sheet of each row and its number there, where the rows come from several sheets. */
  origins?: readonly { sheet: string; number: number }[];
}

/** A sheet of a workbook, as the rows of a CSV. */
export interface TableSheet extends Table {
  name: string;
}

/** All sheets that have the columns of the first, as one table. */
export const allSheets = 'all';

/** A file with a table in it: a text that is still to be decoded, or the sheets of a workbook. */
export type TableFile =
  | ({ kind: 'text'; bytes: Uint8Array } & FoundEncoding)
  | { kind: 'workbook'; sheets: readonly TableSheet[] };

/** How a person wants the file read; null: as it was found. */
export interface FileChoices {
  encoding: TextEncodingName | null;
  separator: Separator | null;
  sheet: number | typeof allSheets | null;
}

/** How a file is read. Without an encoding and a separator it is a workbook, and without sheets a text. */
export interface FileReading {
  encoding: TextEncodingName | null;
  separator: Separator | null;
  /** Another encoding in which the text reads well too, where nobody has chosen one. */
  alternative: TextEncodingName | null;
  sheets: readonly string[];
  sheet: number | typeof allSheets;
  /** The sheets with the same columns as the first one that has such records; empty unless there are several. */
  matchingSheets: readonly number[];
  /** Sheets that seem to have such records and are not read, with how many rows they have. */
  unread: readonly { name: string; rows: number }[];
  /** Characters that the encoding does not have. */
  lost: number;
}

/**
 * Opens a CSV or a workbook.
 * @param loadReader loads the reader of workbooks: few files are, and it is large
 * @throws ImportUnreadable for any other file, with what to do
 */
export async function openTable(
  bytes: Uint8Array,
  loadReader: () => Promise<{ readWorkbook: (bytes: Uint8Array) => Promise<TableSheet[]> }>,
): Promise<TableFile> {
  if (tableKind(bytes) === 'text') {
    const found = encodingOf(bytes);
    if (!found.encoding.startsWith('utf-16') && bytes.includes(0))
      throw new ImportUnreadable(t('This is not a table. Choose a CSV or an Excel workbook (.xlsx).'));
    return { kind: 'text', bytes, ...found };
  }
  const { readWorkbook } = await loadReader();
  return { kind: 'workbook', sheets: await readWorkbook(bytes) };
}

/**
 * How the file is read: the found encoding, separator and sheet, or the chosen ones.
 * @param countHeads of what its rows are records; visits by default
 */
export function readingOf(
  file: TableFile,
  choices: FileChoices,
  countHeads: CountHeads = knownHeads,
): FileReading & { text: string } {
  if (file.kind === 'workbook') {
    const { sheets } = file;
    const withRecords = sheets.flatMap(({ rows }, index) => (hasRecords(rows, countHeads) ? [index] : []));
    const first =
      withRecords[0] ??
      Math.max(
        0,
        sheets.findIndex(({ rows }) => rows.length > 1),
      );
    const sheet = choices.sheet ?? first;
    const heads = sheetHeads(sheets[first]?.rows ?? [], countHeads);
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
 * @throws ImportUnreadable where its rows cannot be told apart
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

/** A table without a workbook around it. */
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

/** The rows of sheets one after the other, each with its cells under the same heads as those of the first sheet. */
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
    // where a column of the first sheet stands in this one; -1 where it lacks it
    const columnIndexOf = (column: number) => (sheetIndex === 0 ? column : heads.indexOf(firstHeads[column] ?? ''));
    for (const [index, row] of all.entries()) {
      if (sheetIndex > 0 && index <= heading) continue;
      if (sheet.hiddenRows.has(index)) hiddenRows.add(rows.length);
      const texts = sheet.shown.get(index);
      if (texts) {
        const ofColumns = firstHeads.flatMap((_, column) => {
          const text = texts.get(columnIndexOf(column));
          return text === undefined ? [] : [[column, text] as const];
        });
        shown.set(rows.length, new Map(ofColumns));
      }
      for (const column of firstHeads.keys())
        if (sheet.dayless.has(`${index},${columnIndexOf(column)}`)) dayless.add(`${rows.length},${column}`);
      rows.push(firstHeads.map((_, column) => row[columnIndexOf(column)] ?? ''));
      origins.push({ sheet: name, number: index + 1 });
    }
  }
  return { rows, origins, hiddenRows, hiddenColumns: sheets[0]?.hiddenColumns ?? new Set(), shown, dayless };
}

/** Whether a sheet has a row of known heads, and something below. */
function hasRecords(rows: Table['rows'], countHeads: CountHeads): boolean {
  const heading = headingRow(rows, countHeads);
  return countHeads(rows[heading] ?? []) > 1 && filledRows(rows.slice(heading + 1)) > 0;
}

/** The heads of a sheet in no order, to be compared. */
function sheetHeads(rows: Table['rows'], countHeads: CountHeads): string {
  const heads = (rows[headingRow(rows, countHeads)] ?? [])
    .map((head) => comparedForm(head))
    .filter((head) => head !== '');
  return heads.toSorted().join('\n');
}

const filledRows = (rows: Table['rows']) => rows.filter((row) => row.some((cell) => cell !== '')).length;
