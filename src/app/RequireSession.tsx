import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { peekEndReason, useSession } from '../lib/session.ts';
import { Waiting } from './Waiting.tsx';

const SignedInFrame = lazy(async () => ({ default: (await import('./SignedInFrame.tsx')).SignedInFrame }));

/** Everything but the login needs a session; who has none comes back here after the login. */
export function RequireSession() {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session)
    return (
      <Suspense fallback={<Waiting />}>
        <SignedInFrame session={session} />
      </Suspense>
    );
  const target = peekEndReason() === 'logout' ? '/' : `/?next=${encodeURIComponent(pathname + search)}`;
  return <Navigate to={target} replace />;
}
