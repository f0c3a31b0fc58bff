import * as v from 'valibot';
import { t } from '../../lib/language/translate.ts';

// only the changed columns; of `tasks2024` only the changed tasks
const columns = v.nullable(v.record(v.string(), v.unknown()));

/** Begins the query keys of all pages of the log. */
export const changesKey = ['changes'] as const;

/** `at` is ISO 8601; `access_id` is null when the owner changed the database directly. */
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

/** `move`: with the names of both sites, of a line of a visit that was moved to another site. */
export type Change = v.InferOutput<typeof changeSchema> & { move?: { from: string; to: string } };

/** A value before and after, in words; null where there was no value. */
export interface ChangedValue {
  label: string;
  before: string | null;
  after: string | null;
  /** Stored URLs, to show photos and PDFs beside the words. */
  photos?: { before: readonly string[]; after: readonly string[] };
  pdf?: { before: string; after: string };
}

/** Changes to the record itself (no title), to one task, or to one car post in one year. */
export interface ChangedGroup {
  title: string | null;
  values: ChangedValue[];
}

export type KeyLabel = (id: number) => string | undefined;
export type SiteName = (id: number) => string | undefined;

/** Whether the database can restore a change: of sites and car posts only, no new record and no key. */
export function canRestore({ operation, table_name: table }: Change): boolean {
  return operation === 'UPDATE' && table !== 'main';
}

export function authorOf({ access_id: id, access_label: label }: Change): string {
  return id === null ? t('Owner of the database') : (label ?? t('Key {id}', { id }));
}
