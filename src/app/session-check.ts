import { askSession, type SessionAnswer } from '../lib/ask-session.ts';
import { saysSessionOver } from '../lib/request-error.ts';
import { endSession, getSession, sessionFrom, setSession } from '../lib/session.ts';
import { createStore } from '../lib/store.ts';

/** Why a stored session may not show its screens yet: no way to the server, or no answer that says whose it is. */
interface Doubt {
  token: string;
  why: 'unreachable' | 'unclear';
}

/** About the session that was asked about last; null where there is none. */
export const doubt = createStore<Doubt | null>(null);

/** What the server says of the session replaces what was stored of it; a session that it does not know has ended. */
export function takeAnswer(token: string, { status, body }: SessionAnswer): void {
  const session = getSession();
  if (session?.token !== token) return;
  const known = status === 200 ? sessionFrom(body, { token, kept: session.kept }) : null;
  if (known) {
    doubt.set(null);
    // a server that does not know the number yet keeps what the login said
    setSession({ ...known, keyId: known.keyId ?? session.keyId });
  } else if (saysSessionOver(status, body)) endSession('expired');
  else doubt.set({ token, why: status === 0 ? 'unreachable' : 'unclear' });
}

/** Whether the server answered at all. */
export async function checkSession(token: string): Promise<boolean> {
  const answer = await askSession(token);
  takeAnswer(token, answer);
  return answer.status > 0;
}
