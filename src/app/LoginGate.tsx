import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { LoginRoute } from '../features/login/LoginRoute.tsx';
import { getSession, peekEndReason, setSession, takeEndReason, type Session } from '../lib/session.ts';
import { afterLogin, home, safeNext } from './destination.ts';

/** The login, or past it for somebody who has a session. */
export function LoginGate({ supportUrl }: { supportUrl: string }) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const next = safeNext(params.get('next'));
  // read once: a login made here navigates by itself, to another place than an old session does
  const [oldSession] = useState(getSession);
  const [expired] = useState(() => peekEndReason() === 'expired');
  useEffect(() => {
    takeEndReason();
  }, []);

  if (oldSession) return <Navigate to={next ?? home(oldSession)} replace />;

  const enter = (session: Session) => {
    setSession(session);
    void navigate(next ?? afterLogin(session), { replace: true });
  };
  return <LoginRoute expired={expired} supportUrl={supportUrl} onLogin={enter} />;
}
