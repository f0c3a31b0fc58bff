import { comparedForm } from '../../lib/calendar/plain-form.ts';

/** A filled cell of a column of texts, with the head of the column. */
export interface TextCell {
  cell: string;
  head: string;
}

/**
 * Joins the cells of several text columns, each after the head of its column. A cell that repeats another cell or the title is left out.
 * @param isSingleColumn whether there is only one text column, whose cell stays as it is
 */
export function joinedTexts(cells: readonly TextCell[], isSingleColumn: boolean, title: string): string {
  if (isSingleColumn) return cells[0]?.cell ?? '';
  const seenForms = new Set([comparedForm(title)]);
  const distinctCells = cells.filter(({ cell }) => {
    const form = comparedForm(cell);
    return !seenForms.has(form) && seenForms.add(form);
  });
  return distinctCells.map(({ cell, head }) => `${head}: ${cell}`).join('\n');
}

/**
 * The title and the text of a row without a title. The first line becomes the title, without the head of its column.
 * @param heads the heads of the joined text columns; empty for a single text column, whose text keeps its first line
 */
export function titledText(text: string, heads: readonly string[]): { title: string; text: string } {
  const [first = '', ...others] = text.trim().split('\n');
  const head = heads.find((columnHead) => first.startsWith(`${columnHead}: `));
  const title = head === undefined ? first : first.slice(head.length + 2);
  const linesBelow = others.join('\n').trim();
  // the text keeps its first line in a single text column, and where no other line is left
  const hasFirstLine = heads.length === 0 || linesBelow === '';
  if (!hasFirstLine) return { title, text: linesBelow };
  return { title, text: head === undefined ? text : title };
}
