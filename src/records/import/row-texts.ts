import { comparedForm } from '../../lib/calendar/plain-form.ts';

/** A filled cell of a column of texts, with the head of the column. */
export interface TextCell {
  cell: string;
  head: string;
}

/**
 * Joins the cells of several text columns, each with the head of its column. A cell that repeats another, or the title,
 * is left out.
 */
export function joinedTexts(cells: readonly TextCell[], isSingleColumn: boolean, title: string): string {
  const forms = new Set([comparedForm(title)]);
  const others = cells.filter(({ cell }) => {
    const form = comparedForm(cell);
    return !forms.has(form) && forms.add(form);
  });
  if (isSingleColumn) return cells[0]?.cell ?? '';
  return others.map(({ cell, head }) => `${head}: ${cell}`).join('\n');
}

/**
 * The title and the text of a row without a title: its first line is the title, without the head of its column.
 * @param heads those of the columns that are put together; none for a single one, whose text stays whole
 */
export function titledText(text: string, heads: readonly string[]): { title: string; text: string } {
  const [first = '', ...others] = text.trim().split('\n');
  const head = heads.find((columnHead) => first.startsWith(`${columnHead}: `));
  const title = head === undefined ? first : first.slice(head.length + 2);
  const rest = others.join('\n').trim();
  return { title, text: heads.length === 0 || rest === '' ? (head === undefined ? text : title) : rest };
}
