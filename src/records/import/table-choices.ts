import type { DateNotation } from '../../lib/calendar/written-date.ts';
import type { VisitKind } from '../task/visit.ts';
import type { VisitColumn } from './visit-columns.ts';

/** The cells of a row, by what they are; of several columns of one kind, together. */
export type VisitCells = Readonly<Record<VisitColumn, string>>;

/** What a person has decided about a table, which overrides what was found. */
export interface TableChoices {
  /** Roles by column index, in the order of the decisions; null: the column is not used. */
  roles: ReadonlyMap<number, VisitColumn | null>;
  order: DateNotation['order'];
  epoch: DateNotation['epoch'] | null;
  /** The site of all visits, where no column names it. */
  site: string | null;
  /** The sites that other names stand for, by their `comparedForm`. */
  sites: ReadonlyMap<string, string>;
  /** The kinds that unknown words stand for, by their `comparedForm`. */
  kinds: ReadonlyMap<string, VisitKind | 'none'>;
  /** Whether the rows that the workbook hides are read too. */
  hidden: boolean;
  /** Repaired cells, by the number of their row. */
  cells: ReadonlyMap<number, Partial<VisitCells>>;
}

export const noChoices: TableChoices = {
  roles: new Map(),
  order: null,
  epoch: null,
  site: null,
  sites: new Map(),
  kinds: new Map(),
  hidden: false,
  cells: new Map(),
};
