import type { Flow } from '../../engine/flow.ts';
import { tableHeight, type Column } from '../../engine/table.ts';

/** A table tears rows from this height on, and begins them wherever there is room for some lines. */
const torn = 60;

/** How much of a table must have room under its heading, in mm: the head and the first row. */
export function firstRowHeight(
  flow: Flow,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  options: Parameters<typeof tableHeight>[3],
): number {
  return Math.min(torn, tableHeight(flow, columns, rows.slice(0, 1), options));
}
