import { isoDay } from '../../../lib/calendar/day.ts';
import { readDay, writtenDate, type DateOrder } from '../../../lib/calendar/written-date.ts';
import type { ReadRow } from '../../../records/import/row-identity.ts';
import type { VisitCells } from '../../../records/import/table-choices.ts';
import type { VisitColumn } from '../../../records/import/visit-columns.ts';

// Repairs of all rows of a kind with one press. The file stays as it is: repaired cells are held beside it.

/** Repaired cells, by the number of their row. */
export type Repairs = ReadonlyMap<number, Partial<VisitCells>>;

/** The dates of these rows written year first, as this order reads them; without rows that it does not read. */
export function inOrder(rows: readonly ReadRow[], order: DateOrder): Repairs {
  return new Map(
    rows.flatMap(({ number, cells }) => {
      const written = writtenDate(cells.date);
      if (written?.form !== 'numbers') return [];
      const day = readDay(written, { order, epoch: 1900 });
      if (!day) return [];
      return [[number, { date: `${isoDay(day)} ${written.rest}`.trim() }] as const];
    }),
  );
}

/** For rows whose cell is empty, what the nearest row above has there: spreadsheets show a merged cell only once. */
export function filledDown(rows: readonly ReadRow[], all: readonly ReadRow[], column: VisitColumn): Repairs {
  const emptyRows = new Set(rows.filter(({ cells }) => cells[column] === '').map(({ number }) => number));
  const repairs = new Map<number, Partial<VisitCells>>();
  let above = '';
  for (const { number, cells, fault } of all) {
    if (fault?.kind === 'no visit') continue;
    if (cells[column] !== '') above = cells[column];
    else if (above !== '' && emptyRows.has(number)) repairs.set(number, { [column]: above });
  }
  return repairs;
}

/** Repairs with more of them: of one cell, the later one counts. */
export function withRepairs(before: Repairs, more: Repairs): Repairs {
  const next = new Map(before);
  for (const [number, cells] of more) next.set(number, { ...next.get(number), ...cells });
  return next;
}
