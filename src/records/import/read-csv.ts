import Papa from 'papaparse';
import { t } from '../../lib/language/translate.ts';
import { ImportUnreadable } from './import-plan.ts';
import { separators, type Separator } from './table-text.ts';
import { knownHeads, type CountHeads } from './visit-columns.ts';

/** How many rows are read to find the separator. */
const probedRows = 40;

/** The line that tells Excel the separator. Excel does not show it, so it is no row. */
const separatorLine = /^"?sep=([,;\t|])"?[ \t]*(?:\r\n|\r|\n|$)/iu;

/** The separator of a CSV: what its first line says, else the one that makes the most even table with known heads. */
export function separatorOf(text: string, countHeads: CountHeads = knownHeads): Separator {
  const declared = separators.find(({ value }) => value === separatorLine.exec(text)?.[1]);
  if (declared) return declared.value;
  const scored = separators.map(({ value }) => ({ value, score: tableScore(text, value, countHeads) }));
  return scored.toSorted((a, b) => b.score - a.score)[0]?.value ?? ',';
}

function tableScore(text: string, delimiter: Separator, countHeads: CountHeads): number {
  const { data } = Papa.parse(text, { delimiter, preview: probedRows });
  const widths = data.filter((row) => row.some((cell) => cell.trim() !== '')).map((row) => row.length);
  const width = Math.max(0, ...widths);
  const even = widths.filter((count) => count === width).length / Math.max(1, widths.length);
  const heads = Math.max(0, ...data.map((row) => countHeads(row)));
  return width < 2 ? heads : heads * 100 + even * 10 + Math.min(width, 9);
}

/**
 * The rows of a CSV, as many as its spreadsheet shows.
 * @throws ImportUnreadable for an open quotation mark: all after it would be one cell.
 */
export function readCsv(text: string, delimiter: Separator): string[][] {
  const { data, errors } = Papa.parse(text.replace(separatorLine, ''), { delimiter });
  const mismatch = errors.find(({ code }) => code === 'MissingQuotes' || code === 'InvalidQuotes');
  if (mismatch)
    throw new ImportUnreadable(
      t('The quotation marks near row {row} do not match. Save the table as CSV again, or choose another separator.', {
        row: (mismatch.row ?? 0) + 1,
      }),
    );
  // a spreadsheet's guard against formulas, which `csvOf` writes too
  return data.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@＝＋－＠])/u, '').trim()));
}
