import * as v from 'valibot';
import { saveWithRevision } from '../save-with-revision.ts';
import { storedTaskSchema, type StoredTask } from './stored-task.ts';
import { queryClient } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';

const rows = v.array(v.object({ id: v.number(), revision: v.number(), tasks2024: v.array(storedTaskSchema) }));
const written = v.array(v.object({ revision: v.number() }));

/** The site that was to be saved is not there any more. */
export class SiteGone extends Error {
  constructor(site: string) {
    super(`There is no site named ${site}`);
    this.name = 'SiteGone';
  }
}

/**
 * Writes the whole task array of a site (`spec §7`) without losing what others wrote meanwhile.
 * @param change gets the stored tasks and answers the new ones; may be called more than once. What it throws ends the save.
 * @throws RequestError, or SiteGone. Answers the tasks that were written.
 */
export async function saveTasks(site: string, change: (tasks: StoredTask[]) => StoredTask[]): Promise<StoredTask[]> {
  const saved = await saveWithRevision({
    read: async () => {
      const [row] = v.parse(
        rows,
        dataOf(await supabase.from('maintable').select('id,revision,tasks2024').eq('name', site)),
      );
      if (!row) throw new SiteGone(site);
      return row;
    },
    write: async (row) => {
      const tasks2024 = change(row.tasks2024);
      const answer = await supabase
        .from('maintable')
        .update({ tasks2024 })
        .eq('id', row.id)
        .eq('revision', row.revision)
        .select('revision');
      return v.parse(written, dataOf(answer)).length > 0 ? tasks2024 : null;
    },
  });
  await queryClient.invalidateQueries({ queryKey: ['maintables'] });
  return saved;
}
