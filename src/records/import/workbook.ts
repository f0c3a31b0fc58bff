import { readXlsx } from 'hucre/xlsx';
import { ImportUnreadable } from './import-plan.ts';
import type { TableSheet } from './table-file.ts';

/** The value of a cell as the reader of workbooks gives it; a date is in UTC, as the sheet shows it. */
type SheetCell = string | number | boolean | Date | null | undefined;

/**
 * The sheets of a workbook (.xlsx) that are not hidden, with every cell as text: dates year first, so that they need no notation.
 * @throws ImportUnreadable for one that is damaged.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<TableSheet[]> {
  const book = await readXlsx(bytes, { sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden }).catch(
    (cause: unknown) => {
      console.error('The workbook could not be read', cause);
      throw new ImportUnreadable('The workbook cannot be read. Open it in Excel, save it again, and import that file.');
    },
  );
  return book.sheets.map(({ name, rows }) => ({ name, rows: rows.map((row) => row.map((cell) => sheetText(cell))) }));
}

function sheetText(cell: SheetCell): string {
  if (cell instanceof Date) return dateText(cell);
  return cell === null || cell === undefined ? '' : String(cell).trim();
}

function dateText(date: Date): string {
  const stamp = new Date(Math.round(date.getTime() / 1_000) * 1_000).toISOString();
  const [day, clock] = [stamp.slice(0, 10), stamp.slice(11, 19).replace(/:00$/u, '')];
  // a time without a day is counted from the first one
  if (date.getUTCFullYear() < 1905) return clock;
  return clock === '00:00' ? day : `${day} ${clock}`;
}
