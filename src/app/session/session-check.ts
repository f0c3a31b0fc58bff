import { askSession, type SessionResponse } from '../../lib/ask-session.ts';
import { saysSessionOver } from '../../lib/request-error.ts';
import { copyDelayMs } from '../../lib/saved/saved-queries.ts';
import { endSession, getSession, isConfirmed, sessionFrom, setSession } from '../../lib/session.ts';
import { createStore } from '../../lib/store.ts';

/** Why a stored session may not show its screens yet; `unclear`: the response does not say whose it is. */
interface Doubt {
  token: string;
  why: 'silent' | 'unreachable' | 'unclear';
}

/** About the last session that was checked. */
export const doubt = createStore<Doubt | null>(null);

/** The server's response replaces what was stored; a session it does not know has ended. */
function applyResponse(token: string, { status, body }: SessionResponse): void {
  const session = getSession();
  if (session?.token !== token) return;
  const known = status === 200 ? sessionFrom(body, { token, kept: session.kept }) : null;
  if (known) {
    doubt.set(null);
    // an older server does not send the key's id: keep that of the login
    setSession({ ...known, keyId: known.keyId ?? session.keyId });
  } else if (saysSessionOver(status, body)) endSession('expired');
  else doubt.set({ token, why: status === 0 ? 'unreachable' : 'unclear' });
}

/** Waits for the response about a session, but no longer than copies are held back; a late response still counts. */
export async function awaitResponse(token: string, asking: Promise<SessionResponse>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      // it may already be known to be unreachable
      if (getSession()?.token === token && !isConfirmed() && doubt.get()?.token !== token)
        doubt.set({ token, why: 'silent' });
      resolve();
    }, copyDelayMs);
  });
  const answered = asking.then((response) => {
    clearTimeout(timer);
    applyResponse(token, response);
  });
  await Promise.race([answered, silence]);
}

export async function checkSession(token: string): Promise<boolean> {
  const asking = askSession(token);
  void awaitResponse(token, asking);
  const { status } = await asking;
  return status > 0;
}
