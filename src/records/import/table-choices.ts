import type { DateNotation } from '../../lib/calendar/written-date.ts';
import type { VisitKind } from '../task/visit.ts';
import type { VisitColumn } from './visit-columns.ts';

/** The cells of a row, by the role of their columns. Cells of several columns with the same role are joined. */
export type VisitCells = Readonly<Record<VisitColumn, string>>;

/** A person's choices for a table, which override the values that were found. */
export interface TableChoices {
  /** The chosen roles by column index, in the order of the choices; null for a column that is not used. */
  roles: ReadonlyMap<number, VisitColumn | null>;
  order: DateNotation['order'];
  epoch: DateNotation['epoch'] | null;
  /** The site of all visits, if no column names the site. */
  site: string | null;
  /** The sites chosen for unknown names, by the `comparedForm` of the names. */
  sites: ReadonlyMap<string, string>;
  /** The kinds chosen for unknown words, by the `comparedForm` of the words. */
  kinds: ReadonlyMap<string, VisitKind | 'none'>;
  /** Whether rows that are hidden in the workbook are read too. */
  hidden: boolean;
  /** The repaired cells, by row number. */
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

/** Whether a person has chosen anything that depends on the rows and columns of the table. The site of all visits does not. */
export function hasChoices({ roles, order, epoch, sites, kinds, hidden, cells }: Omit<TableChoices, 'site'>): boolean {
  const isChosen: Record<keyof Omit<TableChoices, 'site'>, boolean> = {
    roles: roles.size > 0,
    order: order !== null,
    epoch: epoch !== null,
    sites: sites.size > 0,
    kinds: kinds.size > 0,
    hidden,
    cells: cells.size > 0,
  };
  return Object.values(isChosen).some(Boolean);
}
