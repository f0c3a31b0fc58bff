import * as v from 'valibot';
import type { Database } from '../../../src/lib/database.types.ts';
import type { TestBackend } from './backend.ts';
import { openPortal, type Client } from './open-portal.ts';

type Json = Database['public']['Tables']['carpost']['Row']['json'];
type ListChanges = Database['public']['Functions']['list_changes'];
export type SiteChange = Database['public']['Tables']['maintable']['Update'];

const text = v.string();
const taskShape = v.strictObject({
  id: v.number(),
  time: text,
  urls: v.array(text),
  year: text,
  month: text,
  tasks: text,
  title: text,
  pdf: text,
  showing: text,
});
export type LoggedTask = v.InferOutput<typeof taskShape>;

/** Opens a backend for the file, reset before each test, with an admin at site 1 and its change log. */
export function openLoggedSite() {
  let backend: TestBackend;
  let client: Client;
  openPortal((portal) => ({ backend, admin: client } = portal));

  async function site(): Promise<{ tasks2024: LoggedTask[]; revision: number; capacity: string | null }> {
    const { data, error } = await client.from('maintable').select('tasks2024, revision, capacity').eq('id', 1).single();
    if (error) throw error;
    return { ...data, tasks2024: v.parse(v.array(taskShape), data.tasks2024) };
  }

  async function changes(options: ListChanges['Args'] = {}): Promise<ListChanges['Returns']> {
    const { data, error } = await client.rpc('list_changes', options);
    if (error) throw error;
    return data;
  }

  return {
    admin: (): Client => client,
    sql: (statement: string, parameters: unknown[] = []) => backend.sql(statement, parameters),
    site,
    changes,
    newest: async () => (await changes())[0],
    restore: async (id: number | undefined) => client.rpc('restore_change', { change_id: id ?? 0 }),

    /** The two initial tasks of the site. */
    bothTasks: async (): Promise<[LoggedTask, LoggedTask]> =>
      v.parse(v.tuple([taskShape, taskShape]), (await site()).tasks2024),

    save: async (change: SiteChange): Promise<void> => {
      const { revision } = await site();
      const { error } = await client
        .from('maintable')
        .update({ ...change, revision: revision + 1 })
        .eq('id', 1);
      if (error) throw error;
    },

    savePosts: async (json: Json): Promise<void> => {
      const { data, error } = await client.from('carpost').select('revision').eq('site_id', 1).single();
      if (error) throw error;
      await client
        .from('carpost')
        .update({ json, revision: data.revision + 1 })
        .eq('site_id', 1)
        .throwOnError();
    },
  };
}
