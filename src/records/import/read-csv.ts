import Papa from 'papaparse';
import { ImportUnreadable } from './import-plan.ts';

const delimiters = [',', ';', '\t'];

/** The text of a file, as spreadsheets save it: UTF-8, UTF-16 with a byte order mark, or else Windows-1252. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * The rows of a CSV with commas, semicolons or tabs.
 * @throws ImportUnreadable for an open quotation mark: all after it would be one cell.
 */
export function readCsv(bytes: Uint8Array): string[][] {
  const text = decoded(bytes).replace(/^\u{FEFF}/u, '');
  const heading = text.split('\n', 1)[0] ?? '';
  const delimiter = delimiters.toSorted((a, b) => heading.split(b).length - heading.split(a).length)[0] ?? ',';
  const { data, errors } = Papa.parse(text, { delimiter });
  const mismatch = errors.find(({ code }) => code === 'MissingQuotes' || code === 'InvalidQuotes');
  if (mismatch)
    throw new ImportUnreadable(
      `The quotation marks near row ${(mismatch.row ?? 0) + 1} do not match. Save the table as CSV again.`,
    );
  // a spreadsheet's guard against formulas, which `csvOf` writes too
  return data.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@＝＋－＠])/u, '').trim()));
}
