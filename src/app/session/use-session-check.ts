import { useEffect, useState } from 'react';
import type { SessionResponse } from '../../lib/ask-session.ts';
import { connection } from '../../lib/connection.ts';
import { databaseState } from '../../lib/device/database.ts';
import { copyDelayMs } from '../../lib/device/query-copies.ts';
import { mayReadCopies } from '../../lib/device/session-copies.ts';
import { isConfirmed, useConfirmed, type Session } from '../../lib/device/session.ts';
import { applyResponse, noteSilence, sessionProblem } from '../../lib/session-check.ts';
import { useStore } from '../../lib/store.ts';

/** What may be shown. `confirmed`: everything; `copies`: only the copies on this device; the other states tell why nothing is shown. */
type SessionState = 'confirmed' | 'copies' | 'asking' | 'unreachable' | 'refused';

/**
 * What a session may show. The service is asked in growing pauses until it has confirmed or ended the session. While it does not answer,
 * the copies on this device are shown if the session may still read them (`mayReadCopies`).
 */
export function useSessionCheck(session: Session): SessionState {
  const { token } = session;
  const confirmed = useConfirmed();
  const lastProblem = useStore(sessionProblem);
  const problem = lastProblem?.token === token ? lastProblem.reason : null;
  // `silent`: there is no answer so far; `unreachable`: the service does not answer now
  const needsCopies = !confirmed && (problem === 'silent' || problem === 'unreachable');
  const [allowedToken, setAllowedToken] = useState<string | null>(null);
  const mayRead = allowedToken === token;

  useEffect(() => {
    if (!needsCopies) return undefined;
    let isCurrent = true;
    const check = () => void mayReadCopies(session).then((may) => isCurrent && setAllowedToken(may ? token : null));
    check();
    // the right to read the copies may have ended while the page was hidden
    document.addEventListener('visibilitychange', check);
    // a hanging database may answer later
    const unsubscribe = databaseState.subscribe(check);
    return () => {
      isCurrent = false;
      document.removeEventListener('visibilitychange', check);
      unsubscribe();
    };
  }, [needsCopies, session, token]);

  useEffect(() => {
    if (confirmed) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => noteSilence(token), copyDelayMs);
    void askUntilConfirmed(controller.signal);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [token, confirmed]);

  if (confirmed) return 'confirmed';
  if (mayRead) return 'copies';
  return problem === null || problem === 'silent' ? 'asking' : problem;
}

/** Calls `waitBeforeRetry` until the session is confirmed: it asks the service about the session, and the answer confirms or ends it. */
async function askUntilConfirmed(signal: AbortSignal): Promise<void> {
  for (let attempt = 0; !signal.aborted && !isConfirmed(); attempt += 1)
    await connection.waitBeforeRetry(signal, attempt);
}

/**
 * Waits for the response about a session, and applies it. It resolves after `copyDelayMs` at the latest, so that copies can be shown; a
 * response that comes later is still applied.
 */
export async function awaitResponse(token: string, request: Promise<SessionResponse>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      noteSilence(token);
      resolve();
    }, copyDelayMs);
  });
  const applied = request.then((response) => {
    clearTimeout(timer);
    applyResponse(token, response);
  });
  await Promise.race([applied, silence]);
}
