import { askSession, type SessionAnswer } from '../../lib/ask-session.ts';
import { saysSessionOver } from '../../lib/request-error.ts';
import { silenceBeforeCopy } from '../../lib/saved/saved-queries.ts';
import { endSession, getSession, isConfirmed, sessionFrom, setSession } from '../../lib/session.ts';
import { createStore } from '../../lib/store.ts';

/**
 * Why a stored session may not show its screens yet: no answer so far, no way to the server, or an answer that does not
 * say whose it is.
 */
interface Doubt {
  token: string;
  why: 'silent' | 'unreachable' | 'unclear';
}

/** About the session that was asked about last; null where there is none. */
export const doubt = createStore<Doubt | null>(null);

/** What the server says of the session replaces what was stored of it; a session that it does not know has ended. */
function takeAnswer(token: string, { status, body }: SessionAnswer): void {
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

/** Waits for the answer about a session, but not longer than copies may wait; it counts whenever it comes. */
export async function awaitAnswer(token: string, asking: Promise<SessionAnswer>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      // it may have been found out of reach before
      if (getSession()?.token === token && !isConfirmed() && doubt.get()?.token !== token)
        doubt.set({ token, why: 'silent' });
      resolve();
    }, silenceBeforeCopy);
  });
  const answered = asking.then((answer) => {
    clearTimeout(timer);
    takeAnswer(token, answer);
  });
  await Promise.race([answered, silence]);
}

export async function checkSession(token: string): Promise<boolean> {
  const asking = askSession(token);
  void awaitAnswer(token, asking);
  const { status } = await asking;
  return status > 0;
}
