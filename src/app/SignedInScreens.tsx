import { Link, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { homePath, isOpenTo, routes, type PortalRoute } from './routes.tsx';
import { WorkspaceLayout } from './WorkspaceLayout.tsx';
import { useSession } from '../lib/session.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { LazyScreen } from './LazyScreen.tsx';
import { isOfAnotherSite, useSiteInUrl } from './linked-site.ts';
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
  const { pathname, search } = useLocation();
  useSiteInUrl(session, route.path);
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
  if (isOfAnotherSite(session, search)) return <OtherSiteScreen route={route} />;
  return (
    <ErrorBoundary key={pathname}>
      <LazyScreen key={route.path} load={route.screen} props={{ title: route.title }} title={route.title} />
    </ErrorBoundary>
  );
}

/** In place of the own site, which would be taken for the one of the link. */
function OtherSiteScreen({ route: { path, title } }: { route: PortalRoute }) {
  return (
    <PlainScreen title="Another site" actions={<Link to={path}>{`${title} of your site`}</Link>}>
      <p>This link belongs to another site than your key.</p>
      <p>To open it, end this session and log in with a key of that site.</p>
    </PlainScreen>
  );
}
