import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { refetchOnOpening } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { attemptHeader } from '../attempt.ts';
import { writtenRows } from '../save-with-revision.ts';
import { siteRowSaving } from '../site-rows.ts';
import { siteNotFound } from '../site/site-queries.ts';

export const siteNoteSchema = v.object({
  id: v.number(),
  text: v.string(),
  /** The label that the author's key had; null for a note that the owner wrote in SQL. */
  author: v.nullable(v.string()),
  made_at: v.string(),
  /** When its text was last changed; null when it was never changed. */
  edited_at: v.nullable(v.string()),
  hidden: v.boolean(),
  revision: v.number(),
});
/** A note of the office about a site. Nobody else can read it. */
export type SiteNote = v.InferOutput<typeof siteNoteSchema>;

/** The longest note, in characters, and how many notes a site has at most. The database has the same limits. */
export const noteLimits = { text: 4_000, most: 500 };

const columns = Object.keys(siteNoteSchema.entries).join(',');
const notes = v.array(siteNoteSchema);

/** The notes of a site, newest first. They are not stored on the device, because several people may use it. */
export function siteNotesQuery(siteId: number) {
  return queryOptions({
    queryKey: ['site notes', siteId],
    ...refetchOnOpening,
    queryFn: async ({ signal }) => {
      const all = supabase.from('site_notes').select(columns).eq('site_id', siteId).eq('hidden', false);
      return v.parse(notes, dataOf(await all.order('id', { ascending: false }).abortSignal(signal)));
    },
  });
}

/** Adds, changes and removes notes. @throws RequestError, RemovedMeanwhile */
export const noteSaving = siteRowSaving<SiteNote, { text: string }>({
  name: 'note',
  fieldsOf: ({ text }) => ({ text }),
  insert: (siteId, { text }, attempt) =>
    supabase.from('site_notes').insert({ site_id: siteId, text }).select('id').setHeader(attemptHeader, attempt),
  read: async (id) => {
    const response = await supabase.from('site_notes').select(columns).eq('id', id);
    return v.parse(notes, dataOf(response))[0] ?? siteNotFound();
  },
  update: async (row, changes, attempt) => {
    const response = await supabase
      .from('site_notes')
      .update({ ...changes, revision: row.revision + 1 })
      .eq('id', row.id)
      .eq('revision', row.revision)
      .select(columns)
      .setHeader(attemptHeader, attempt);
    return v.parse(notes, writtenRows(response))[0] ?? null;
  },
});
