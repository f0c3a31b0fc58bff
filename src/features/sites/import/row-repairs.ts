import { isoDay } from '../../../lib/calendar/day.ts';
import { readDay, writtenDate, type DateOrder } from '../../../lib/calendar/written-date.ts';
import type { ReadRow } from '../../../records/import/row-identity.ts';
import type { VisitCells } from '../../../records/import/table-choices.ts';
import type { VisitColumn } from '../../../records/import/visit-columns.ts';

// Repairs that apply to many rows. The file itself is not changed: the repaired cells are held apart from it.

/** The repaired cells of each row, by the number of the row. */
export type Repairs = ReadonlyMap<number, Partial<VisitCells>>;

/** Rewrites the dates of the rows as ISO dates, read in this order. Rows whose date is invalid in this order are omitted. */
export function inOrder(rows: readonly ReadRow[], order: DateOrder): Repairs {
  return new Map(
    rows.flatMap(({ number, cells }) => {
      const dateText = writtenDate(cells.date);
      if (dateText?.form !== 'numbers') return [];
      // the epoch matters only for serial numbers
      const day = readDay(dateText, { order, epoch: 1900 });
      if (!day) return [];
      return [[number, { date: `${isoDay(day)} ${dateText.rest}`.trim() }] as const];
    }),
  );
}

/** Fills the empty cells of a column with the nearest value above: a spreadsheet has the value of merged cells only in the first. */
export function filledDown(rows: readonly ReadRow[], all: readonly ReadRow[], column: VisitColumn): Repairs {
  const emptyRows = new Set(rows.filter(({ cells }) => cells[column] === '').map(({ number }) => number));
  const repairs = new Map<number, Partial<VisitCells>>();
  let above = '';
  for (const { number, cells, defect } of all) {
    if (defect?.kind === 'no visit') continue;
    if (cells[column] !== '') above = cells[column];
    else if (above !== '' && emptyRows.has(number)) repairs.set(number, { [column]: above });
  }
  return repairs;
}

/** Adds repairs to earlier ones. A later repair of the same cell replaces the earlier. */
export function withRepairs(before: Repairs, added: Repairs): Repairs {
  const next = new Map(before);
  for (const [number, cells] of added) next.set(number, { ...next.get(number), ...cells });
  return next;
}
