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
 * The login, which starts a session. The server has just confirmed it, so its screens open without another check.
 * @param search query of the URL; its `next` is the URL that opens after the login.
 */
export function LoginGate({ search }: { search: string }) {
  const next = safeNext(new URLSearchParams(search).get('next'));
  const [expired] = useState(() => peekEndReason() === 'expired');
  useEffect(() => {
    takeEndReason();
  }, []);

  const enter = (newSession: Session) => {
    // while the key was checked, another tab logged in and this tab adopted its session
    if (getSession()) return endUnusedSession(newSession);
    const replacedSession = newSession.kept ? persistentSession() : null;
    // before `setSession`, which opens the screen of the URL
    replaceAddress(next ?? firstPath(newSession.role));
    setSession(newSession);
    return replacedSession ? endUnusedSession(replacedSession) : undefined;
  };
  return <LoginRoute expired={expired} next={next} onTyping={() => preloadScreens(next)} onLogin={enter} />;
}

/** Preloads the code of the screens that may open after the login: that of `next`, or the first screens of all roles. */
function preloadScreens(next: string | null): void {
  const likelyRoutes = next === null ? routes.filter(({ early }) => early) : [routeAt(next.replace(/[?#].*/u, ''))];
  for (const load of [() => import('../Portal.tsx'), ...likelyRoutes.map((route) => route?.screen)])
    // if this fails, the code is loaded when the screen is opened
    load?.().catch(() => undefined);
}

/** Ends a session on the server that no tab uses any more. */
function endUnusedSession({ token }: Session): void {
  import('./server-logout.ts').then(({ logOutOnServer }) => logOutOnServer(token), console.error);
}
