import { onlineWithin } from '../../lib/online.ts';
import { isTemporary } from '../../lib/service-answer.ts';
import { supabase } from '../../lib/supabase.ts';

/** After the last retry, the session expires by itself: within the hour, or within a week when it was kept on the device. */
const retryDelaysMs = [5_000, 15_000, 60_000, 300_000];

/** Ends a session that the tab has already forgotten, in the background. Retries as soon as the network is back. */
export async function logOutOnServer(token: string, delaysMs: readonly number[] = retryDelaysMs): Promise<void> {
  const { status } = await supabase.rpc('logout').setHeader('x-portal-session', token);
  const [delayMs, ...later] = delaysMs;
  if (!isTemporary(status) || delayMs === undefined) return;
  await onlineWithin(delayMs);
  await logOutOnServer(token, later);
}
