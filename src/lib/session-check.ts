import { askSession, type SessionResponse } from './ask-session.ts';
import { endSession, getSession, isConfirmed, sessionFrom, setSession } from './device/session.ts';
import { isOwnAnswer, jsonIn, saysSessionOver } from './service-answer.ts';
import { createStore, type Store } from './store.ts';

// Whether the service still knows the session. Only its own word counts (`service-answer.ts`): a session that it does not know has ended, one
// that it knows is confirmed, and any other answer changes nothing but what the page says. It costs one request per question, which counts as
// a use of the session; `connection.ts` asks when somebody waits.

/**
 * Why a stored session may not show its screens yet. `silent`: no answer so far; `unreachable`: the service does not answer now;
 * `refused`: it answered, and does not say whose session it is.
 */
interface SessionProblem {
  token: string;
  why: 'silent' | 'unreachable' | 'refused';
}

const problemStore = createStore<SessionProblem | null>(null);

/** The problem with the last session that was checked; null when there is none. */
export const sessionProblem: Pick<Store<SessionProblem | null>, 'get' | 'subscribe'> = problemStore;

/** Notes that the service has not answered about a session yet. A confirmation or a known problem stays as it is. */
export function noteSilence(token: string): void {
  if (getSession()?.token === token && !isConfirmed() && problemStore.get()?.token !== token)
    problemStore.set({ token, why: 'silent' });
}

/** The service's response replaces what was stored; a session it does not know has ended. Returns whether the service answered. */
export function applyResponse(token: string, { status, text }: SessionResponse): boolean {
  const session = getSession();
  // `value`: JSON of any shape, which `sessionFrom` checks
  const isOwn = isOwnAnswer(status, text, 'value');
  const body = isOwn ? jsonIn(text) : null;
  const confirmedSession = session && status === 200 ? sessionFrom(body, { token, kept: session.kept }) : null;
  // JSON of another shape is no answer of the service either
  const isAnswered = isOwn && (status !== 200 || confirmedSession !== null);
  if (session?.token !== token) return isAnswered;
  if (saysSessionOver(status, body)) endSession('expired');
  else if (!isConfirmed()) {
    problemStore.set(confirmedSession ? null : { token, why: isAnswered ? 'refused' : 'unreachable' });
    if (confirmedSession) setSession(confirmedSession);
  }
  return isAnswered;
}

/** Asks the service about the session of this tab, which it confirms or ends. Returns whether the service answered. */
export async function checkSession(): Promise<boolean> {
  const token = getSession()?.token;
  // without a session nobody waits for an answer
  return token === undefined || applyResponse(token, await askSession(token));
}
