import Papa from 'papaparse';
import { t } from '../../lib/language/translate.ts';
import { ImportUnreadable } from './import-plan.ts';
import { separators, type Separator } from './table-text.ts';
import { knownHeads, type CountHeads } from './visit-columns.ts';

/** The number of rows that are read to find the separator. */
const probedRows = 40;

/** Matches the first line `sep=;`, which tells Excel the separator. Excel does not show it, so it is not a row. */
const separatorLine = /^"?sep=([,;\t|])"?[ \t]*(?:\r\n|\r|\n|$)/iu;

/** The separator of a CSV: the one declared in its first line, otherwise the one with the best score (`tableScore`). */
export function separatorOf(text: string, countHeads: CountHeads = knownHeads): Separator {
  const declared = separators.find(({ value }) => value === separatorLine.exec(text)?.[1]);
  if (declared) return declared.value;
  const scores = separators.map(({ value }) => ({ value, score: tableScore(text, value, countHeads) }));
  return scores.toSorted((a, b) => b.score - a.score)[0]?.value ?? ',';
}

/** A score for a separator: known heads count most, then rows of equal width, then the number of columns. */
function tableScore(text: string, delimiter: Separator, countHeads: CountHeads): number {
  const { data } = Papa.parse(text, { delimiter, preview: probedRows });
  const widths = data.filter((row) => row.some((cell) => cell.trim() !== '')).map((row) => row.length);
  const width = Math.max(0, ...widths);
  const evenShare = widths.filter((count) => count === width).length / Math.max(1, widths.length);
  const heads = Math.max(0, ...data.map((row) => countHeads(row)));
  return width < 2 ? heads : heads * 100 + evenShare * 10 + Math.min(width, 9);
}

/**
 * The rows of a CSV, including empty rows, so that the row numbers are those of the spreadsheet.
 * @throws ImportUnreadable for an open quotation mark, because everything after it would be one cell
 */
export function readCsv(text: string, delimiter: Separator): string[][] {
  const { data, errors } = Papa.parse(text.replace(separatorLine, ''), { delimiter });
  const quoteError = errors.find(({ code }) => code === 'MissingQuotes' || code === 'InvalidQuotes');
  if (quoteError)
    throw new ImportUnreadable(
      t('The quotation marks near row {row} do not match. Save the table as CSV again, or choose another separator.', {
        row: (quoteError.row ?? 0) + 1,
      }),
    );
  // removes the apostrophe before `=`, `+`, `-` and `@` that protects a spreadsheet from formulas; `csvOf` writes it too
  return data.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@＝＋－＠])/u, '').trim()));
}
