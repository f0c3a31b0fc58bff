import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { attemptHeader, withIdempotencyKey, throwIfRepeated } from '../attempt.ts';
import { batchHeader } from './batch.ts';

/**
 * Restores the values that a change replaced.
 * @param batch the id of an action that restores several changes
 * @throws RequestError with status 404 for an unknown change, 409 if the record was changed again since, 422 if it cannot be restored
 */
export async function restoreChange(id: number, batch?: string): Promise<void> {
  await withIdempotencyKey(`restore/${id}`, null, async (attempt) => {
    const call = supabase.rpc('restore_change', { change_id: id }).setHeader(attemptHeader, attempt);
    const response = await (batch === undefined ? call : call.setHeader(batchHeader, batch));
    throwIfRepeated(response);
    return dataOf(response);
  });
}
