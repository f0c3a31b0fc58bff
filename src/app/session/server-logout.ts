import { supabase } from '../../lib/supabase.ts';

/** After the last, the session expires by itself: within the hour, a kept one within a week. */
const retryDelaysMs = [5_000, 15_000, 60_000, 300_000];

/** Runs in the background: the tab has already forgotten the session. Retries as soon as the network is back. */
export async function logOutOnServer(token: string): Promise<void> {
  for (const pause of [...retryDelaysMs, 0]) {
    // oxlint-disable-next-line no-await-in-loop -- a retry only after this one failed
    const { status } = await supabase.rpc('logout').setHeader('x-portal-session', token);
    if (status > 0 && status < 500) return;
    // oxlint-disable-next-line no-await-in-loop -- the pause between two attempts
    if (pause > 0) await pauseOrOnline(pause);
  }
}

function pauseOrOnline(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, milliseconds);
    window.addEventListener('online', go);
  });
}
