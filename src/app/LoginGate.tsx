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
import { firstPath, homePath, routeAt, routes } from './routes.tsx';

export function LoginGate() {
  const navigate = useNavigate();
  const [searchParams] = useSearchParams();
  const next = safeNext(searchParams.get('next'));
  const session = useSession();
  const isSure = useConfirmed();
  // read once: a login made here goes to another screen than an earlier session, or one from another tab
  const [oldSession] = useState(getSession);
  const [expired] = useState(() => peekEndReason() === 'expired');
  useEffect(() => {
    takeEndReason();
  }, []);

  const found = oldSession ?? (isSure ? null : session);
  if (found) {
    // the installed portal opens where it was last (`start_url` of the manifest)
    const last = searchParams.has('app') ? safeNext(lastUrl(found)) : null;
    return <Navigate to={next ?? last ?? homePath(found.role)} replace />;
  }

  const enter = (made: Session) => {
    // another tab logged in while the key was checked, and this tab joined its session
    if (getSession()) return endUnusedSession(made);
    const before = made.kept ? keptSession() : null;
    setSession(made);
    if (before) endUnusedSession(before);
    return void navigate(next ?? firstPath(made.role), { replace: true });
  };
  return <LoginRoute expired={expired} onTyping={() => fetchFirst(next)} onLogin={enter} />;
}

/** Preloads the screens any role may see first, so that only data is missing after the login. */
function fetchFirst(next: string | null): void {
  const expected = next === null ? routes.filter(({ early }) => early) : [routeAt(next.replace(/[?#].*/u, ''))];
  for (const load of [() => import('./SignedInFrame.tsx'), ...expected.map((route) => route?.screen)])
    // loaded again when it is needed
    load?.().catch(() => undefined);
}

function endUnusedSession({ token }: Session): void {
  import('./session/server-logout.ts').then(({ logOutOnServer }) => logOutOnServer(token), console.error);
}

/** A link must not lead to another website after the login. */
function safeNext(value: string | null): string | null {
  if (!value?.startsWith('/') || !URL.canParse(value, location.origin)) return null;
  const target = new URL(value, location.origin);
  // '/..//host' becomes '//host', which the router would treat as another website
  if (target.origin !== location.origin || target.pathname === '/' || target.pathname.startsWith('//')) return null;
  return target.pathname + target.search + target.hash;
}
