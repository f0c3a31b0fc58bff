import { formatValue } from 'hucre';
import { readXlsx, type Sheet } from 'hucre/xlsx';
import { fileSize } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import { ImportUnreadable } from './import-plan.ts';
import type { TableSheet } from './table-file.ts';

/** The largest unpacked size of a workbook, in bytes. 20,000 visits need a tenth of it; a larger workbook would exhaust the memory of the tab. */
const maxUnpackedBytes = 200_000_000;

/** The value of a cell from the workbook reader. The UTC time of a date is the time that the sheet shows. */
type SheetCell = string | number | boolean | Date | null | undefined;

/**
 * The sheets of a workbook (.xlsx) that are not hidden. Every cell is a text; dates have the year first, so their notation is unambiguous. Where
 * the sheet displays another text, such as `00123` for 123, it is in `shown`.
 * @throws ImportUnreadable for a workbook that is damaged, or too large when unpacked
 */
export async function readWorkbook(bytes: Uint8Array): Promise<TableSheet[]> {
  const unpacked = unpackedSize(bytes);
  if (unpacked > maxUnpackedBytes)
    throw new ImportUnreadable(
      t(
        'Unpacked, this workbook is {size}; up to {most} are read. Save its sheet as CSV UTF-8, or split it into smaller workbooks, and import those.',
        { size: fileSize(unpacked), most: fileSize(maxUnpackedBytes) },
      ),
    );
  const book = await readXlsx(bytes, {
    readStyles: true,
    sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden,
  }).catch((cause: unknown) => {
    console.error('The workbook could not be read', cause);
    throw new ImportUnreadable(
      t('The workbook cannot be read. Open it in Excel, save it again, and import that file.'),
    );
  });
  return book.sheets.map((sheet) => ({
    name: sheet.name,
    rows: sheet.rows.map((row) => row.map((cell) => sheetText(cell))),
    ...hiddenParts(sheet),
    shown: shownTexts(sheet, book.dateSystem === '1904'),
    dayless: new Set([...(sheet.cells ?? [])].flatMap(([key, { style }]) => (isDayless(style?.numFmt) ? [key] : []))),
  }));
}

/** The indexes of the rows and columns that a filter or a person has hidden. */
function hiddenParts({ rowDefs, columns }: Sheet): Pick<TableSheet, 'hiddenRows' | 'hiddenColumns'> {
  return {
    hiddenRows: new Set([...(rowDefs ?? [])].flatMap(([index, { hidden }]) => (hidden ? [index] : []))),
    hiddenColumns: new Set(
      (columns ?? []).flatMap(({ hidden, width }, index) => (hidden || width === 0 ? [index] : [])),
    ),
  };
}

/** Whether a number format shows a date without its day, as `mmm-yy` does. Quoted texts, brackets and escapes in the format are ignored. */
function isDayless(format = ''): boolean {
  const codes = format.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./gu, '');
  return /y|mmm/iu.test(codes) && !/d|h|s/iu.test(codes);
}

/** The displayed texts of numbers and dates with a format, if they differ from `sheetText`. */
function shownTexts({ rows, cells }: Sheet, is1904: boolean): TableSheet['shown'] {
  const shown = new Map<number, Map<number, string>>();
  for (const [key, { style }] of cells ?? []) {
    const [row = 0, column = 0] = key.split(',').map(Number);
    const value = rows[row]?.[column];
    const format = style?.numFmt;
    if (format === undefined || format === 'General' || format === '@') continue;
    if (typeof value !== 'number' && !(value instanceof Date)) continue;
    const text = formatValue(value, format, { is1904 }).trim();
    if (text === '' || text === sheetText(value)) continue;
    const rowTexts = shown.get(row) ?? new Map<number, string>();
    shown.set(row, rowTexts.set(column, text));
  }
  return shown;
}

/** The signatures of records of a ZIP: the first four bytes of each. */
const directoryEnd = 0x06054b50;
const zip64Locator = 0x07064b50;
const zip64DirectoryEnd = 0x06064b50;
const directoryEntry = 0x02014b50;

/** The total size in bytes of a ZIP's unpacked files, from the central directory at its end; 0 without one, as in a truncated file. */
function unpackedSize(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hasRecord = (offset: number, signature: number, length: number) =>
    offset >= 0 && offset + length <= bytes.length && view.getUint32(offset, true) === signature;
  // the end record has 22 bytes, and a comment of up to 64 KB may follow it
  let end = bytes.length - 22;
  while (end > bytes.length - 22 - 65_536 && end >= 0 && !hasRecord(end, directoryEnd, 22)) end -= 1;
  if (!hasRecord(end, directoryEnd, 22)) return 0;
  // the 20 bytes before the end of the directory are, in a large ZIP, a record with the offset of a second, larger end record at its byte 8
  const zip64End = hasRecord(end - 20, zip64Locator, 20) ? Number(view.getBigUint64(end - 20 + 8, true)) : -1;
  // where the first entry of the directory is: at byte 48 of the larger end record, else at byte 16 of the end record
  let entryOffset = hasRecord(zip64End, zip64DirectoryEnd, 56)
    ? Number(view.getBigUint64(zip64End + 48, true))
    : view.getUint32(end + 16, true);
  let size = 0;
  // an entry has 46 bytes and a variable part; the unpacked size is at byte 24
  for (; hasRecord(entryOffset, directoryEntry, 46); entryOffset += 46 + trailingLength(view, entryOffset))
    size += view.getUint32(entryOffset + 24, true);
  return size;
}

/** The length in bytes of the variable part of an entry in the central directory: its name, its extra fields and its comment. */
function trailingLength(view: DataView, offset: number): number {
  return [28, 30, 32].reduce((sum, field) => sum + view.getUint16(offset + field, true), 0);
}

function sheetText(cell: SheetCell): string {
  if (cell instanceof Date) return dateText(cell);
  return cell === null || cell === undefined ? '' : String(cell).trim();
}

function dateText(date: Date): string {
  const stamp = new Date(Math.round(date.getTime() / 1_000) * 1_000).toISOString();
  const [day, clock] = [stamp.slice(0, 10), stamp.slice(11, 19).replace(/:00$/u, '')];
  // a time without a day is stored as a time on the first day of the epoch, 1900 or 1904
  if (date.getUTCFullYear() < 1905) return clock;
  return clock === '00:00' ? day : `${day} ${clock}`;
}
