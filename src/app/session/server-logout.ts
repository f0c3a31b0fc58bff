import { sessionHeader } from '../../lib/config.ts';
import { onlineWithin } from '../../lib/online.ts';
import { isTemporary } from '../../lib/service-answer.ts';
import { supabase } from '../../lib/supabase.ts';

/** The pauses (ms) before the retries. If all fail, the session expires by itself: after an hour, or a week if it is persistent. */
const retryDelaysMs = [5_000, 15_000, 60_000, 300_000];

/** Ends a session on the server, in the background. The tab has removed it already. Retries as soon as the network is back. */
export async function logOutOnServer(token: string, delaysMs: readonly number[] = retryDelaysMs): Promise<void> {
  const { status } = await supabase.rpc('logout').setHeader(sessionHeader, token);
  const [delayMs, ...laterDelaysMs] = delaysMs;
  if (!isTemporary(status) || delayMs === undefined) return;
  await onlineWithin(delayMs);
  await logOutOnServer(token, laterDelaysMs);
}
