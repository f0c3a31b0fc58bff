import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { attemptHeader, withIdempotencyKey, refuseRepetition } from '../attempt.ts';
import { batchHeader } from './batch.ts';

/**
 * Restores what a change replaced.
 * @param batch of the action that restores others too
 * @throws RequestError: 404 unknown, 409 changed again since, 422 not restorable.
 */
export async function restoreChange(id: number, batch?: string): Promise<void> {
  await withIdempotencyKey(`restore/${id}`, null, async (attempt) => {
    const call = supabase.rpc('restore_change', { change_id: id }).setHeader(attemptHeader, attempt);
    const response = await (batch === undefined ? call : call.setHeader(batchHeader, batch));
    refuseRepetition(response);
    return dataOf(response);
  });
}
