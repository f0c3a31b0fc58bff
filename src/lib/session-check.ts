import { askSession, type SessionResponse } from './ask-session.ts';
import { endSession, getSession, isConfirmed, sessionFrom, setSession } from './device/session.ts';
import { isOwnAnswer, jsonIn, saysSessionOver } from './service-answer.ts';
import { createStore, type Store } from './store.ts';

// Checks whether the service still knows the session. Only answers of the service itself count (`service-answer.ts`). A session that it does
// not know has ended; a session that it knows is confirmed; any other answer only changes what the page says. A check costs one request,
// which counts as a use of the session. `connection.ts` checks when somebody waits.

/**
 * Why a stored session may not show its screens yet. `silent`: there is no answer so far. `unreachable`: the service does not answer now.
 * `refused`: the service answered, but without confirming or ending the session.
 */
interface SessionProblem {
  token: string;
  reason: 'silent' | 'unreachable' | 'refused';
}

const problemStore = createStore<SessionProblem | null>(null);

/** The problem with the last session that was checked; null when there is none. */
export const sessionProblem: Pick<Store<SessionProblem | null>, 'get' | 'subscribe'> = problemStore;

/** Records that the service has not answered about a session yet. A confirmation or an earlier problem stays as it is. */
export function noteSilence(token: string): void {
  if (getSession()?.token === token && !isConfirmed() && problemStore.get()?.token !== token)
    problemStore.set({ token, reason: 'silent' });
}

/** Confirms or ends the session as the response says. Returns whether the service answered. @param token of the session that was asked for */
export function applyResponse(token: string, { status, text }: SessionResponse): boolean {
  const session = getSession();
  // `value`: JSON of any shape, which `sessionFrom` checks
  const isOwn = isOwnAnswer(status, text, 'value');
  const body = isOwn ? jsonIn(text) : null;
  const confirmedSession = session && status === 200 ? sessionFrom(body, { token, kept: session.kept }) : null;
  // JSON of another shape does not come from the service
  const isAnswered = isOwn && (status !== 200 || confirmedSession !== null);
  if (session?.token !== token) return isAnswered;
  if (saysSessionOver(status, body)) endSession('expired');
  else if (!isConfirmed()) {
    problemStore.set(confirmedSession ? null : { token, reason: isAnswered ? 'refused' : 'unreachable' });
    if (confirmedSession) setSession(confirmedSession);
  }
  return isAnswered;
}

/** Asks the service about the session of this tab, which it confirms or ends. Returns whether the service answered. */
export async function checkSession(): Promise<boolean> {
  const token = getSession()?.token;
  // without a session there is nothing to ask, and nobody waits
  return token === undefined || applyResponse(token, await askSession(token));
}
