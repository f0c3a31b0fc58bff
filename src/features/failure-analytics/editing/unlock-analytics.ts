import * as v from 'valibot';
import { supabase } from '../../../lib/supabase.ts';
import { keepGrant } from './analytics-grant.ts';

/** What came of an admin's key. `seconds` is how long to wait, when the server said so. */
export type Unlock =
  | { kind: 'open' }
  | { kind: 'invalid' }
  | { kind: 'wait'; seconds: number | null }
  | { kind: 'failed' };

const answer = v.object({ unlocked_until: v.string() });

/**
 * Asks the server to open the failure counts for this session (`spec §5`, admin prompt). Never throws, and keeps the
 * key nowhere. Only the database says that the key is wrong: a broken connection must not be reported as one.
 */
export async function unlockAnalytics(key: string): Promise<Unlock> {
  try {
    const { data, error, status } = await supabase.rpc('unlock_analytics', { secret_key: key });
    if (status === 403 && error?.code === 'PT403') return { kind: 'invalid' };
    if (status === 429) return { kind: 'wait', seconds: waitOf(error?.hint) };
    if (error) throw error;
    keepGrant(v.parse(answer, data).unlocked_until);
    return { kind: 'open' };
  } catch (cause) {
    // the message of a refusal never repeats what was sent
    console.error('The failure counts could not be unlocked', cause);
    return { kind: 'failed' };
  }
}

function waitOf(hint: string | null | undefined): number | null {
  const seconds = Number.parseInt(String(hint), 10);
  return seconds > 0 ? seconds : null;
}
