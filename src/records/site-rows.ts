import type { CallResult } from '../lib/request-error.ts';
import { RequestError } from '../lib/request-error.ts';
import { DoneBefore, withIdempotencyKey } from './attempt.ts';
import { merge } from './merge.ts';
import { saveWithRevision, writtenRows } from './save-with-revision.ts';

/*
 * Saves the rows that belong to a site beside its record: its contacts and its notes. Each row has a revision, and is hidden instead of deleted.
 * A repeated save is done once. A field that only other people changed stays as they saved it. If both sides changed the same field differently,
 * nothing is written, and the result is the present row. A row that somebody removed meanwhile is not changed (`RemovedMeanwhile`).
 */

export interface RowBeside {
  id: number;
  revision: number;
  hidden: boolean;
}

/** Somebody removed the row that was to be changed. */
export class RemovedMeanwhile extends Error {
  constructor() {
    super('The row was removed meanwhile');
    this.name = 'RemovedMeanwhile';
  }
}

interface RowCalls<Row extends RowBeside, Fields> {
  /** The first part of the names of attempts, such as `contact`. */
  name: string;
  fieldsOf: (row: Row) => Fields;
  insert: (siteId: number, fields: Fields, attempt: string) => PromiseLike<CallResult<unknown[]>>;
  read: (id: number) => Promise<Row>;
  /** Returns the saved row; null when somebody else was faster. */
  update: (row: Row, changes: Partial<Fields> | { hidden: boolean }, attempt: string) => Promise<Row | null>;
}

/** The saved row, or the present row if somebody else changed the same field differently first. */
export type RowChange<Row> = { saved: Row } | { theirs: Row };

/** Makes the functions that save one kind of rows. @throws RequestError, RemovedMeanwhile */
export function siteRowSaving<Row extends RowBeside, Fields extends object>(calls: RowCalls<Row, Fields>) {
  const { name, fieldsOf, insert, read, update } = calls;
  return {
    /** Adds a row to a site. */
    add: async (siteId: number, fields: Fields): Promise<void> =>
      withIdempotencyKey(`${name}/new/${siteId}`, fields, async (attempt) => {
        try {
          const response = await insert(siteId, fields, attempt);
          if (writtenRows(response).length === 0)
            throw new RequestError('Nothing was added', response.status, 'response');
        } catch (error) {
          if (!(error instanceof DoneBefore)) throw error;
        }
      }),
    /** Saves the fields that differ from `base`, the row as it was read. */
    change: async (base: Row, fields: Fields): Promise<RowChange<Row>> =>
      withIdempotencyKey(`${name}/${base.id}`, [base.revision, fields], (attempt) =>
        saveWithRevision<Row, RowChange<Row>>({
          base,
          read: () => read(base.id),
          write: async (current) => {
            if (current.hidden) throw new RemovedMeanwhile();
            const changes = changesToTheirs(fieldsOf(base), fields, fieldsOf(current));
            if (changes === null) return { theirs: current };
            const saved = Object.keys(changes).length === 0 ? current : await update(current, changes, attempt);
            return saved && { saved };
          },
          done: (saved) => ({ saved }),
        }),
      ),
    /** Removes a row, or brings it back. */
    setHidden: async (row: Row, hidden: boolean): Promise<Row> =>
      withIdempotencyKey(`${name}/${row.id}/hidden`, [row.revision, hidden], (attempt) =>
        saveWithRevision<Row, Row>({
          base: row,
          read: () => read(row.id),
          write: async (current) => (current.hidden === hidden ? current : update(current, { hidden }, attempt)),
          done: (stored) => stored,
        }),
      ),
  };
}

/** The fields of `theirs` that have to change so that the changes of `mine` are applied; null when both changed a field differently. */
function changesToTheirs<Fields extends object>(base: Fields, mine: Fields, theirs: Fields): Partial<Fields> | null {
  const values = (fields: Fields) => new Map(Object.entries(fields));
  const versions = { base: values(base), mine: values(mine), theirs: values(theirs) };
  const { merged, conflicts } = merge<string, unknown>(versions, () => undefined);
  if (conflicts.length > 0) return null;
  const changes = [...merged].filter(([field, value]) => versions.theirs.get(field) !== value);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries loses which field has which value
  return Object.fromEntries(changes) as Partial<Fields>;
}
