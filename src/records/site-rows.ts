import type { CallResult } from '../lib/request-error.ts';
import { RequestError } from '../lib/request-error.ts';
import { DoneBefore, withIdempotencyKey } from './attempt.ts';
import { merge } from './merge.ts';
import { saveWithRevision, writtenRows } from './save-with-revision.ts';

/*
 * How the rows beside a site's record are saved: its contacts and its notes. Each has a revision and is hidden, never deleted. A save is done
 * once however often it is sent. A field that only others changed stays as they left it; where both changed the same field nothing is written,
 * and the answer is the row as it is now. A row that somebody removed meanwhile is not changed (`RemovedMeanwhile`).
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
  /** Begins the names of its attempts, such as `contact`. */
  name: string;
  fieldsOf: (row: Row) => Fields;
  insert: (siteId: number, fields: Fields, attempt: string) => PromiseLike<CallResult<unknown[]>>;
  read: (id: number) => Promise<Row>;
  /** The row that was written; null where somebody else was faster. */
  update: (row: Row, changes: Partial<Fields> | { hidden: boolean }, attempt: string) => Promise<Row | null>;
}

/** The row as it was saved, or as it is where somebody else changed the same field first. */
export type RowChange<Row> = { saved: Row } | { theirs: Row };

/** The saves of a kind of rows. @throws RequestError, RemovedMeanwhile */
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
    /** Changes the fields in which `fields` differ from `base`, the row as it was read. */
    change: async (base: Row, fields: Fields): Promise<RowChange<Row>> =>
      withIdempotencyKey(`${name}/${base.id}`, [base.revision, fields], (attempt) =>
        saveWithRevision<Row, RowChange<Row>>({
          base,
          read: () => read(base.id),
          write: async (current) => {
            if (current.hidden) throw new RemovedMeanwhile();
            const changes = ownChanges(fieldsOf(base), fields, fieldsOf(current));
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

/** What `mine` changes of `theirs`; null where both changed a field differently. */
function ownChanges<Fields extends object>(base: Fields, mine: Fields, theirs: Fields): Partial<Fields> | null {
  const values = (fields: Fields) => new Map(Object.entries(fields));
  const versions = { base: values(base), mine: values(mine), theirs: values(theirs) };
  const { merged, conflicts } = merge<string, unknown>(versions, () => undefined);
  if (conflicts.length > 0) return null;
  const changes = [...merged].filter(([field, value]) => versions.theirs.get(field) !== value);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries loses which field has which value
  return Object.fromEntries(changes) as Partial<Fields>;
}
