import { useEffect, useState } from 'react';
import type { SessionResponse } from '../../lib/ask-session.ts';
import { connection } from '../../lib/connection.ts';
import { databaseState } from '../../lib/device/database.ts';
import { copyDelayMs } from '../../lib/device/query-copies.ts';
import { mayReadCopies } from '../../lib/device/session-copies.ts';
import { isConfirmed, useConfirmed, type Session } from '../../lib/device/session.ts';
import { applyResponse, noteSilence, sessionProblem } from '../../lib/session-check.ts';
import { useStore } from '../../lib/store.ts';

/** `copies`: only the copies on this device may be shown. The last three say why nothing may be shown. */
type SessionState = 'confirmed' | 'copies' | 'asking' | 'unreachable' | 'refused';

/** What a session may show. Asks the service until it has confirmed or ended the session. */
export function useSessionCheck(session: Session): SessionState {
  const { token } = session;
  const confirmed = useConfirmed();
  const last = useStore(sessionProblem);
  const why = last?.token === token ? last.why : null;
  const isAway = !confirmed && (why === 'silent' || why === 'unreachable');
  const [allowedToken, setAllowedToken] = useState<string | null>(null);
  const mayRead = allowedToken === token;

  useEffect(() => {
    if (!isAway) return undefined;
    let isCurrent = true;
    const check = () => void mayReadCopies(session).then((may) => isCurrent && setAllowedToken(may ? token : null));
    check();
    // the right to read the copies may have ended while the page was hidden
    document.addEventListener('visibilitychange', check);
    // the device may answer late
    const unsubscribe = databaseState.subscribe(check);
    return () => {
      isCurrent = false;
      document.removeEventListener('visibilitychange', check);
      unsubscribe();
    };
  }, [isAway, session, token]);

  useEffect(() => {
    if (confirmed) return undefined;
    const controller = new AbortController();
    const silence = setTimeout(() => noteSilence(token), copyDelayMs);
    void askUntilConfirmed(controller.signal);
    return () => {
      clearTimeout(silence);
      controller.abort();
    };
  }, [token, confirmed]);

  if (confirmed) return 'confirmed';
  if (mayRead) return 'copies';
  return why === null || why === 'silent' ? 'asking' : why;
}

async function askUntilConfirmed(signal: AbortSignal): Promise<void> {
  // asking confirms: `connection` asks with the session, and every other `waitBeforeRetry` asks
  for (let attempt = 0; !signal.aborted && !isConfirmed(); attempt += 1)
    await connection.waitBeforeRetry(signal, attempt);
}

/** Waits for the response about a session, at most until copies may be shown. A later response is still applied. */
export async function awaitResponse(token: string, asking: Promise<SessionResponse>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      noteSilence(token);
      resolve();
    }, copyDelayMs);
  });
  const answered = asking.then((response) => {
    clearTimeout(timer);
    applyResponse(token, response);
  });
  await Promise.race([answered, silence]);
}
