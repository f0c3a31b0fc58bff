import * as v from 'valibot';
import { storedTaskSchema, type StoredTask } from './stored-task.ts';
import { queryClient } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';

const rows = v.array(v.object({ id: v.number(), revision: v.number(), tasks2024: v.array(storedTaskSchema) }));
const written = v.array(v.object({ revision: v.number() }));

/** How often somebody else may be faster before the save is given up. */
const attempts = 20;

/** The site that was to be saved is not there any more. */
export class SiteGone extends Error {
  constructor(site: string) {
    super(`There is no site named ${site}`);
    this.name = 'SiteGone';
  }
}

/**
 * Writes the whole task array of a site (`spec §7`) without losing what others wrote meanwhile: the change is made on
 * the array as it is now, and made anew on a fresh one whenever somebody else was faster.
 * @param change gets the stored tasks and answers the new ones; may be called more than once. What it throws ends the save.
 * @throws RequestError, or SiteGone. Answers the tasks that were written.
 */
export async function saveTasks(site: string, change: (tasks: StoredTask[]) => StoredTask[]): Promise<StoredTask[]> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each attempt builds on what the one before found
    const saved = await trySave(site, change);
    if (saved) {
      await queryClient.invalidateQueries({ queryKey: ['maintables'] });
      return saved;
    }
    // oxlint-disable-next-line no-await-in-loop -- those who collided must not collide again at the same moment
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 40 * attempt));
  }
  throw new Error('Too many others are saving at this moment');
}

/** Null when somebody else was faster. */
async function trySave(site: string, change: (tasks: StoredTask[]) => StoredTask[]): Promise<StoredTask[] | null> {
  const read = await supabase.from('maintable').select('id,revision,tasks2024').eq('name', site);
  const [row] = v.parse(rows, dataOf(read));
  if (!row) throw new SiteGone(site);
  const tasks2024 = change(row.tasks2024);
  const answer = await supabase
    .from('maintable')
    .update({ tasks2024 })
    .eq('id', row.id)
    .eq('revision', row.revision)
    .select('revision');
  return v.parse(written, dataOf(answer)).length > 0 ? tasks2024 : null;
}
