import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { saveWithRevision, writtenRows } from '../save-with-revision.ts';
import { siteRecordsKey, sitesKey } from '../site/site-queries.ts';
import { myVisitsKey } from './my-visits.ts';
import { nextTaskId, storedTaskSchema, withNewTask, type NewTask, type StoredTask } from './stored-task.ts';
import { queryClient } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { signThumbnails } from '../../lib/stored-files.ts';
import { supabase } from '../../lib/supabase.ts';

const siteTasks = v.array(v.object({ tasks2024: v.array(storedTaskSchema) }));
const rows = v.array(v.object({ id: v.number(), revision: v.number(), tasks2024: v.array(storedTaskSchema) }));
const written = v.array(v.object({ revision: v.number() }));

/** With deleted tasks (`spec §7`); null when there is no such site. */
export function tasksQuery(site: string) {
  return queryOptions({
    queryKey: [...sitesKey, 'tasks', site],
    queryFn: async ({ signal }) => {
      const call = supabase.from('maintable').select('id,name,tasks2024,revision').eq('name', site);
      return v.parse(siteTasks, dataOf(await call.abortSignal(signal)))[0]?.tasks2024 ?? null;
    },
    // other screens and people change them too
    staleTime: 0,
  });
}

/** Signed in one call. */
export function thumbnailsQuery(photos: readonly string[]) {
  return queryOptions({
    queryKey: ['thumbnails', photos],
    queryFn: () => signThumbnails(photos),
    meta: { fallback: new Map() },
    enabled: photos.length > 0,
  });
}

export async function tasksSaved(site: string, saved: StoredTask[]): Promise<void> {
  const { queryKey } = tasksQuery(site);
  // a read older than the write must not overwrite it
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, saved);
}

export class SiteMissing extends Error {
  constructor(site: string) {
    super(`There is no site named ${site}`);
    this.name = 'SiteMissing';
  }
}

/**
 * Writes the whole task array of a site (`spec §7`) without losing concurrent changes, and returns it. `change` may be
 * called more than once; what it throws ends the save.
 * @throws SiteMissing
 */
export async function saveTasks(site: string, change: (tasks: StoredTask[]) => StoredTask[]): Promise<StoredTask[]> {
  const saved = await saveWithRevision({
    read: async () => {
      const [row] = v.parse(
        rows,
        dataOf(await supabase.from('maintable').select('id,revision,tasks2024').eq('name', site)),
      );
      if (!row) throw new SiteMissing(site);
      return row;
    },
    write: async (row) => {
      const tasks2024 = change(row.tasks2024);
      const response = await supabase
        .from('maintable')
        .update({ tasks2024, revision: row.revision + 1 })
        .eq('id', row.id)
        .eq('revision', row.revision)
        .select('revision');
      return v.parse(written, writtenRows(response)).length > 0 ? tasks2024 : null;
    },
  });
  await Promise.all([siteRecordsKey, myVisitsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  return saved;
}

/**
 * Returns the id.
 * @param newestBefore the highest id of each site before the first attempt there, which notes it; null when there may
 * have been attempts before this page was loaded.
 * @param sent the task as sent by earlier attempts without a response.
 * @throws SiteMissing
 */
export async function saveNewTask(
  site: string,
  task: NewTask,
  newestBefore: Map<string, number> | null,
  sent: readonly NewTask[] = [],
): Promise<number> {
  let id = 0;
  await saveTasks(site, (stored) => {
    if (newestBefore && !newestBefore.has(site)) newestBefore.set(site, nextTaskId(stored) - 1);
    const next = withNewTask(stored, task, newestBefore?.get(site), sent);
    id = next.id;
    return next.tasks;
  });
  return id;
}
