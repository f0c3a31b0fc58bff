import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { LoginRoute } from '../features/login/LoginRoute.tsx';
import { getSession, peekEndReason, setSession, takeEndReason, type Session } from '../lib/session.ts';

export function LoginGate() {
  const navigate = useNavigate();
  const [searchParams] = useSearchParams();
  const next = safeNext(searchParams.get('next'));
  // read once: a login made here navigates by itself, to a different screen than an old session
  const [oldSession] = useState(getSession);
  const [expired] = useState(() => peekEndReason() === 'expired');
  useEffect(() => {
    takeEndReason();
  }, []);

  if (oldSession) return <Navigate to={next ?? homePath(oldSession.role)} replace />;

  const enter = (session: Session) => {
    setSession(session);
    // a client is welcomed first (`spec §4`)
    void navigate(next ?? (session.role === 'user' ? '/welcome' : homePath(session.role)), { replace: true });
  };
  return <LoginRoute expired={expired} onLogin={enter} />;
}

/** A link must not lead to another website after the login. */
function safeNext(value: string | null): string | null {
  if (!value?.startsWith('/') || !URL.canParse(value, location.origin)) return null;
  const target = new URL(value, location.origin);
  // '/..//host' becomes '//host', which the router takes for another website
  if (target.origin !== location.origin || target.pathname === '/' || target.pathname.startsWith('//')) return null;
  return target.pathname + target.search;
}

export function homePath(role: Session['role']): string {
  return role === 'admin' ? '/DataEditor' : '/profile';
}
