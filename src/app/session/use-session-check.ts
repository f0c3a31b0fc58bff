import { useEffect, useState } from 'react';
import { mayReadCopies } from '../../lib/saved/saved-sessions.ts';
import { Connection } from '../../lib/connection.ts';
import { getSession, isConfirmed, useConfirmed, type Session } from '../../lib/session.ts';
import { useStore } from '../../lib/store.ts';
import { checkSession, doubt } from './session-check.ts';

/** `copies`: only what is saved on this device may be shown. The last three say why nothing may. */
type SessionState = 'confirmed' | 'copies' | 'asking' | 'unreachable' | 'unclear';

/** What a session may show. Asks the server until it has confirmed or ended the session. */
export function useSessionCheck(session: Session): SessionState {
  const { token } = session;
  const confirmed = useConfirmed();
  const last = useStore(doubt);
  const why = last?.token === token ? last.why : null;
  const isAway = !confirmed && (why === 'silent' || why === 'unreachable');
  const [reader, setReader] = useState<string | null>(null);
  const reads = reader === token;

  useEffect(() => {
    if (!isAway) return undefined;
    let wanted = true;
    const check = () => void mayReadCopies(session).then((may) => wanted && setReader(may ? token : null));
    check();
    // it may have ended while the page was hidden
    document.addEventListener('visibilitychange', check);
    return () => {
      wanted = false;
      document.removeEventListener('visibilitychange', check);
    };
  }, [isAway, session, token]);

  const asks = !confirmed && (reads || why !== 'unclear');
  useEffect(() => {
    if (!asks) return undefined;
    // keep asking while only saved copies are shown
    const isSettled = () => isConfirmed() || getSession()?.token !== token;
    const connection = new Connection(async () => {
      const answered = await checkSession(token);
      return reads ? isSettled() : answered;
    });
    void connection.isLost();
    return () => connection.dispose();
  }, [token, asks, reads]);

  if (confirmed) return 'confirmed';
  if (reads) return 'copies';
  return why === null || why === 'silent' ? 'asking' : why;
}
