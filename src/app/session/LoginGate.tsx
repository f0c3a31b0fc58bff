import { useEffect, useState } from 'react';
import { LoginRoute } from '../../features/login/LoginRoute.tsx';
import {
  getSession,
  persistentSession,
  peekEndReason,
  setSession,
  takeEndReason,
  type Session,
} from '../../lib/device/session.ts';
import { replaceAddress } from '../address.ts';
import { firstPath, safeNext } from '../landing.ts';
import { routeAt, routes } from '../routes.tsx';

/**
 * The login, which begins a session: the server has just confirmed it, so its screens open without another question.
 * @param search query of the URL; its `next` is where the login leads.
 */
export function LoginGate({ search }: { search: string }) {
  const next = safeNext(new URLSearchParams(search).get('next'));
  const [expired] = useState(() => peekEndReason() === 'expired');
  useEffect(() => {
    takeEndReason();
  }, []);

  const enter = (newSession: Session) => {
    // another tab logged in while the key was checked, and this tab joined its session
    if (getSession()) return endUnusedSession(newSession);
    const replacedSession = newSession.kept ? persistentSession() : null;
    // before `setSession`, which opens the screen of the URL
    replaceAddress(next ?? firstPath(newSession.role));
    setSession(newSession);
    return replacedSession ? endUnusedSession(replacedSession) : undefined;
  };
  return <LoginRoute expired={expired} next={next} onTyping={() => preloadScreens(next)} onLogin={enter} />;
}

/** Preloads the screens any role may see first, so that only data is missing after the login. */
function preloadScreens(next: string | null): void {
  const likelyRoutes = next === null ? routes.filter(({ early }) => early) : [routeAt(next.replace(/[?#].*/u, ''))];
  for (const load of [() => import('../Portal.tsx'), ...likelyRoutes.map((route) => route?.screen)])
    // a screen that does not load now is loaded again when it is needed
    load?.().catch(() => undefined);
}

function endUnusedSession({ token }: Session): void {
  import('./server-logout.ts').then(({ logOutOnServer }) => logOutOnServer(token), console.error);
}
