import { queryClient } from '../../lib/query-client.ts';
import { serverRefusal } from '../../lib/refusal.ts';
import { dataOf, RequestError } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { attemptHeader, once, refuseRepetition } from '../../records/attempt.ts';
import { changesKey } from '../../records/change-log/change-log.ts';
import { failureQueryKey } from '../../records/failure/failure-queries.ts';
import { invalidateSites } from '../../records/site/site-queries.ts';

/** `final`: trying again would not help. */
export interface RestoreRefusal {
  text: string;
  final: boolean;
}

/** @throws RequestError: 404 unknown, 409 changed again since, 422 of a kind that cannot be restored. */
export async function restoreChange(id: number): Promise<void> {
  await once(`restore/${id}`, null, async (attempt) => {
    const response = await supabase.rpc('restore_change', { change_id: id }).setHeader(attemptHeader, attempt);
    refuseRepetition(response);
    return dataOf(response);
  });
}

/** Invalidates all that shows records or their changes; after an error too, which may hide a success. */
export function invalidateRecords(): void {
  invalidateSites();
  for (const queryKey of [changesKey, failureQueryKey]) void queryClient.invalidateQueries({ queryKey });
}

export function restoreRefusal(error: unknown): RestoreRefusal {
  const status = error instanceof RequestError ? error.status : 0;
  const { code } = serverRefusal(error);
  // only the name is unique
  if (code === '23505')
    return final('Another site has the old name now, and names are unique. Rename that site first.');
  // some gateways give a refusal another status
  if (status === 409 || code === 'PT409')
    return final('This has been changed again since, so nothing was restored. Restore the newer change first.');
  if (status === 404) return final('This change is no longer in the log. Nothing was restored.');
  if (status === 422) return final('This change cannot be undone: new records and keys stay. Nothing was restored.');
  if (status >= 400 && status < 500)
    return { text: 'Error updating data. Nothing was restored. Try again.', final: false };
  // unless clearly refused, it may have been done
  return { text: 'Error updating data. Check the top of the log before you try again.', final: false };
}

function final(text: string): RestoreRefusal {
  return { text, final: true };
}
