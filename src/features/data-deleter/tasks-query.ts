import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { storedTaskSchema, type StoredTask } from '../../records/task/stored-task.ts';
import { queryClient } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';

const rows = v.array(v.object({ tasks2024: v.array(storedTaskSchema) }));

/** All tasks of a site, the deleted ones too (`spec §7`); null when there is no such site. @throws RequestError, ValiError. */
export function tasksQuery(site: string) {
  return queryOptions({
    queryKey: ['maintable', 'tasks', site],
    queryFn: async ({ signal }) => {
      const call = supabase.from('maintable').select('id,name,tasks2024,revision').eq('name', site);
      return v.parse(rows, dataOf(await call.abortSignal(signal)))[0]?.tasks2024 ?? null;
    },
    // other screens and other people change them too
    staleTime: 0,
  });
}

/** Puts what was written in the place of what was read. */
export async function tasksSaved(site: string, saved: StoredTask[]): Promise<void> {
  const { queryKey } = tasksQuery(site);
  // an answer that is older than the write must not come after it
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, saved);
}
