import { tableKind } from './file-kind.ts';
import { ImportUnreadable } from './import-plan.ts';
import { readCsv, separatorOf } from './read-csv.ts';
import { decodedText, encodingOf, type FoundEncoding, type Separator, type TextEncodingName } from './table-text.ts';
import { t } from '../../lib/language/translate.ts';

/** A sheet of a workbook, as the rows of a CSV. */
export interface TableSheet {
  name: string;
  rows: readonly (readonly string[])[];
}

/** A file with a table in it: a text that is still to be decoded, or the sheets of a workbook. */
export type TableFile =
  | ({ kind: 'text'; bytes: Uint8Array } & FoundEncoding)
  | { kind: 'workbook'; sheets: readonly TableSheet[] };

/** How a person wants the file read; null: as it was found. */
export interface FileChoices {
  encoding: TextEncodingName | null;
  separator: Separator | null;
  sheet: number | null;
}

/** How a file is read. Without an encoding and a separator it is a workbook, and without sheets a text. */
export interface FileReading {
  encoding: TextEncodingName | null;
  separator: Separator | null;
  /** Another encoding that it may be in, where nobody has chosen one. */
  also: TextEncodingName | null;
  sheets: readonly string[];
  sheet: number;
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

/** How the file is read: the found encoding, separator and sheet, or the chosen ones. */
export function readingOf(file: TableFile, choices: FileChoices): FileReading & { text: string } {
  if (file.kind === 'workbook') {
    const filled = file.sheets.findIndex(({ rows }) => rows.length > 1);
    const sheet = choices.sheet ?? Math.max(0, filled);
    return {
      encoding: null,
      separator: null,
      also: null,
      sheets: file.sheets.map(({ name }) => name),
      sheet,
      lost: 0,
      text: '',
    };
  }
  const encoding = choices.encoding ?? file.encoding;
  const text = decodedText(file.bytes, encoding);
  const separator = choices.separator ?? separatorOf(text);
  const also = choices.encoding === null ? file.also : null;
  return { encoding, separator, also, sheets: [], sheet: 0, lost: text.split('\u{FFFD}').length - 1, text };
}

/** The rows of a file. @throws ImportUnreadable where they cannot be told apart */
export function tableRows(
  file: TableFile,
  { separator, sheet, text }: ReturnType<typeof readingOf>,
): readonly (readonly string[])[] {
  const rows = file.kind === 'workbook' ? (file.sheets[sheet]?.rows ?? []) : readCsv(text, separator ?? ',');
  if (!rows.some((row) => row.some((cell) => cell !== ''))) throw new ImportUnreadable(t('There is no row in it.'));
  return rows;
}
