import { Navigate, useLocation } from 'react-router-dom';
import { useSession } from '../lib/session.ts';
import { home } from './destination.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Fetched } from './Fetched.tsx';
import { NotAllowedScreen } from './NotAllowedScreen.tsx';
import type { PortalRoute } from './routes.tsx';

/** One screen of the list, for whom it is meant. The database refuses the others as well. */
export function Screen({ route }: { route: PortalRoute }) {
  const session = useSession();
  const { pathname } = useLocation();
  if (!session) return null;
  if (route.audience !== 'everyone' && route.audience !== session.role)
    return session.role === 'admin' ? <Navigate to={home(session)} replace /> : <NotAllowedScreen />;
  return (
    <ErrorBoundary key={pathname}>
      <Fetched key={route.path} load={route.screen} props={{ title: route.title }} />
    </ErrorBoundary>
  );
}
