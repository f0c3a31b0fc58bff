import { Link, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { homePath, isOpenTo, routes, type PortalRoute } from './routes.tsx';
import { WorkspaceLayout } from './WorkspaceLayout.tsx';
import { useSession } from '../lib/session.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { LazyScreen } from './LazyScreen.tsx';
import { PlainScreen } from './PlainScreen.tsx';

export function SignedInScreens() {
  return (
    <Routes>
      {routes.filter((route) => !route.workspace).map(screenRoute)}
      <Route element={<WorkspaceLayout />}>{routes.filter((route) => route.workspace).map(screenRoute)}</Route>
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  );
}

const screenRoute = (route: PortalRoute) => (
  <Route key={route.path} path={route.path} caseSensitive element={<Screen route={route} />} />
);

/** The database refuses everybody else too. */
function Screen({ route }: { route: PortalRoute }) {
  const session = useSession();
  const { pathname } = useLocation();
  if (!session) return null;
  if (!isOpenTo(session.role, route)) {
    const home = homePath(session.role);
    if (route.leadsHome?.includes(session.role)) return <Navigate to={home} replace />;
    const { title } = routes.find(({ path }) => path === home) ?? route;
    return (
      <PlainScreen title="No entry" actions={<Link to={home}>{`Back to ${title}`}</Link>}>
        <p>This page is not available with your key.</p>
      </PlainScreen>
    );
  }
  return (
    <ErrorBoundary key={pathname}>
      <LazyScreen key={route.path} load={route.screen} props={{ title: route.title }} title={route.title} />
    </ErrorBoundary>
  );
}
