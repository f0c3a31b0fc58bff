import * as v from 'valibot';

// the changed columns only; of tasks2024 the changed tasks only
const columns = v.nullable(v.record(v.string(), v.unknown()));

/** A line of the change log. `at` is ISO 8601; `access_id` is null when the owner wrote in the database itself. */
export const changeSchema = v.object({
  id: v.number(),
  at: v.string(),
  access_id: v.nullable(v.number()),
  access_label: v.nullable(v.string()),
  table_name: v.picklist(['maintable', 'carpost', 'main']),
  row_id: v.number(),
  site_id: v.nullable(v.number()),
  site_name: v.nullable(v.string()),
  operation: v.picklist(['INSERT', 'UPDATE']),
  before: columns,
  after: columns,
});

export type Change = v.InferOutput<typeof changeSchema>;

/** A value before and after a change, in words; null where there was none. */
export interface ChangedValue {
  label: string;
  before: string | null;
  after: string | null;
  /** Stored URLs of the photos, or of the PDF, before and after, to be seen beside the words. */
  photos?: { before: readonly string[]; after: readonly string[] };
  pdf?: { before: string; after: string };
}

/** Values that belong together: of the record itself (no title), of one task, of one car post in one year. */
export interface ChangedGroup {
  title: string | null;
  values: ChangedValue[];
}

export type KeyLabel = (id: number) => string | undefined;
export type SiteName = (id: number) => string | undefined;

/** Whether the database can take it back: changes of sites and car posts, not new records and not keys. */
export function canRestore({ operation, table_name: table }: Change): boolean {
  return operation === 'UPDATE' && table !== 'main';
}

export function authorOf({ access_id: id, access_label: label }: Change): string {
  return id === null ? 'Owner of the database' : (label ?? `Key ${id}`);
}
