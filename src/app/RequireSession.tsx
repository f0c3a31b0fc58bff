import { Navigate, useLocation } from 'react-router-dom';
import { peekEndReason, useSession } from '../lib/session.ts';
import { Fetched } from './Fetched.tsx';

const loadFrame = async () => (await import('./SignedInFrame.tsx')).SignedInFrame;

/** Everything but the login needs a session; who has none comes back here after the login. */
export function RequireSession() {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session) return <Fetched load={loadFrame} props={{ session }} />;
  const target = peekEndReason() === 'logout' ? '/' : `/?next=${encodeURIComponent(pathname + search)}`;
  return <Navigate to={target} replace />;
}
