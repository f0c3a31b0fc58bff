import * as v from 'valibot';
import { t } from '../../lib/language/translate.ts';
import { faultPost } from '../fault/fault-words.ts';
import { stickerNumber } from '../fault/sticker.ts';

// contains only the changed columns, and of `tasks2024` only the changed tasks
const columns = v.nullable(v.record(v.string(), v.unknown()));

/** The first part of the query keys of all pages of the log. */
export const changesKey = ['changes'] as const;

/**
 * A line of the change log. `at` is ISO 8601. `access_id` is null when the owner changed the database directly. `batch` is the id of the action
 * that wrote the line, `batch_lines` the number of its lines, `batch_undoable` how many of them can be undone, and `batch_sites` at how many
 * sites. `import_file` is the name of the file if the action was an import.
 */
export const changeSchema = v.object({
  id: v.number(),
  at: v.string(),
  access_id: v.nullable(v.number()),
  access_label: v.nullable(v.string()),
  table_name: v.picklist([
    'maintable',
    'carpost',
    'main',
    'faults',
    'stickers',
    'share_links',
    'site_documents',
    'site_contacts',
    'site_notes',
  ]),
  row_id: v.number(),
  site_id: v.nullable(v.number()),
  site_name: v.nullable(v.string()),
  operation: v.picklist(['INSERT', 'UPDATE']),
  before: columns,
  after: columns,
  batch: v.nullable(v.string()),
  batch_lines: v.number(),
  batch_undoable: v.number(),
  batch_sites: v.number(),
  import_file: v.nullable(v.string()),
  import_undone: v.boolean(),
});

/** `move`: the names of both sites, in the line of a visit that was moved to another site. */
export type Change = v.InferOutput<typeof changeSchema> & { move?: { from: string; to: string } };

/** The texts of a value before and after a change; null for no value. */
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

const restorable: readonly Change['table_name'][] = [
  'maintable',
  'carpost',
  'site_documents',
  'site_contacts',
  'site_notes',
];

/**
 * Whether the database can restore a change. It restores only updates of sites, car posts, documents, contacts and notes. A closed fault is
 * opened with *Open again* instead.
 */
export function canRestore({ operation, table_name: table }: Change): boolean {
  return operation === 'UPDATE' && restorable.includes(table);
}

/** Whether a line stands for all lines of its action. */
export function isBatch({ batch, batch_lines: count, import_file: file }: Change): boolean {
  return batch !== null && (count > 1 || file !== null);
}

export function authorOf(change: Change): string {
  const { access_id: id, access_label: label } = change;
  return id === null ? (stickerAuthor(change) ?? t('Owner of the database')) : (label ?? t('Key {id}', { id }));
}

/** The author of a change without a key: a sticker with which a fault was reported, or whose first scan ended the older sticker; null for others. */
function stickerAuthor({ table_name: table, operation, after }: Change): string | null {
  const sticker = after?.['sticker_id'];
  if (table === 'faults' && operation === 'INSERT' && typeof sticker === 'number')
    return t('Sticker {number}, {post}', {
      number: stickerNumber(sticker),
      post: faultPost(typeof after?.['post'] === 'string' ? after['post'] : null),
    });
  if (table === 'stickers' && operation === 'UPDATE') return t('First scan of the new sticker');
  return null;
}
