import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { LoginRoute } from '../features/login/LoginRoute.tsx';
import { lastUrl } from '../lib/last-url.ts';
import {
  getSession,
  keptSession,
  peekEndReason,
  setSession,
  takeEndReason,
  useConfirmed,
  useSession,
  type Session,
} from '../lib/session.ts';
import { homePath, routeAt } from './routes.tsx';

export function LoginGate() {
  const navigate = useNavigate();
  const [searchParams] = useSearchParams();
  const next = safeNext(searchParams.get('next'));
  const session = useSession();
  const isSure = useConfirmed();
  // read once: a login made here navigates by itself, to a different screen than a session from before or another tab
  const [oldSession] = useState(getSession);
  const [expired] = useState(() => peekEndReason() === 'expired');
  useEffect(() => {
    takeEndReason();
  }, []);

  const found = oldSession ?? (isSure ? null : session);
  if (found) {
    // the installed portal opens where it was (`start_url` of the manifest)
    const last = searchParams.has('app') ? safeNext(lastUrl(found)) : null;
    return <Navigate to={next ?? last ?? homePath(found.role)} replace />;
  }

  const enter = (made: Session) => {
    // while the key was checked this tab went in with the login of another one
    if (getSession()) return leave(made);
    const before = made.kept ? keptSession() : null;
    setSession(made);
    if (before) leave(before);
    // a client is welcomed first (`spec §4`)
    return void navigate(next ?? (made.role === 'user' ? '/welcome' : homePath(made.role)), { replace: true });
  };
  return <LoginRoute expired={expired} onTyping={() => fetchFirst(next)} onLogin={enter} />;
}

/** What is seen after the login, by whomever: when the key is checked only records are still to come. */
function fetchFirst(next: string | null): void {
  const paths = next === null ? ['/welcome', '/profile', '/DataEditor'] : [next.replace(/[?#].*/u, '')];
  for (const load of [() => import('./SignedInFrame.tsx'), ...paths.map((path) => routeAt(path)?.screen)])
    // asked for again when it is needed
    load?.().catch(() => undefined);
}

/** Nobody uses this one: the server need not keep it either. */
function leave({ token }: Session): void {
  import('./session/server-logout.ts').then(({ logOutOnServer }) => logOutOnServer(token), console.error);
}

/** A link must not lead to another website after the login. */
function safeNext(value: string | null): string | null {
  if (!value?.startsWith('/') || !URL.canParse(value, location.origin)) return null;
  const target = new URL(value, location.origin);
  // '/..//host' becomes '//host', which the router takes for another website
  if (target.origin !== location.origin || target.pathname === '/' || target.pathname.startsWith('//')) return null;
  return target.pathname + target.search;
}
