import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { attemptHeader, withIdempotencyKey, refuseRepetition } from '../attempt.ts';

/** Restores what a change replaced. @throws RequestError: 404 unknown, 409 changed again since, 422 not restorable. */
export async function restoreChange(id: number): Promise<void> {
  await withIdempotencyKey(`restore/${id}`, null, async (attempt) => {
    const response = await supabase.rpc('restore_change', { change_id: id }).setHeader(attemptHeader, attempt);
    refuseRepetition(response);
    return dataOf(response);
  });
}
