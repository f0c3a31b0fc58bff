import { useLayoutEffect, useState } from 'react';
import {
  createBrowserRouter,
  Link,
  Navigate,
  RouterProvider,
  useLocation,
  useRouteError,
  type RouteObject,
} from 'react-router-dom';
import { useSession, type Session } from '../lib/device/session.ts';
import { t } from '../lib/language/translate.ts';
import { trackOpeners } from '../lib/screen/way-back.ts';
import { ErrorScreen, NotFoundScreen } from './ErrorBoundary.tsx';
import { SignedInFrame } from './frame/SignedInFrame.tsx';
import { WorkspaceLayout } from './frame/WorkspaceLayout.tsx';
import { GuardedScreen } from './GuardedScreen.tsx';
import { landingUrl } from './landing.ts';
import { LoadingPage } from './LazyScreen.tsx';
import { routes, type PortalRoute } from './routes.tsx';
import { SessionCheck } from './session/SessionCheck.tsx';
import { useSessionCheck } from './session/use-session-check.ts';

// with the screens, as `App` wants both at the same time
export { awaitResponse } from './session/use-session-check.ts';

/**
 * The screens of a session, once the server has confirmed it. When the server cannot be reached, what it confirmed
 * earlier is enough for the copies on this device. `title` is that of the screen inside.
 */
export function Portal({ session, title }: { session: Session; title: string }) {
  const state = useSessionCheck(session);
  // the same screens for both, so that what was typed offline stays when the server answers
  if (state === 'confirmed' || state === 'copies') return <Screens />;
  if (state === 'asking') return <LoadingPage title={title} alone />;
  return <SessionCheck key={session.token} session={session} why={state} />;
}

/** The router with all screens. Without `useTransitions`, a waiting page shows at once. */
function Screens() {
  const [router, setRouter] = useState<ReturnType<typeof createBrowserRouter> | null>(null);
  useLayoutEffect(() => {
    const created = createBrowserRouter(portalRoutes());
    // oxlint-disable-next-line react/set-state-in-effect -- it listens to the history exactly as long as it is on the page
    setRouter(created);
    const stopTracking = trackOpeners(created);
    return () => {
      stopTracking();
      created.dispose();
    };
  }, []);
  // the root reports what it caught (`main.tsx`)
  return router && <RouterProvider router={router} useTransitions={false} onError={() => undefined} />;
}

function portalRoutes(): RouteObject[] {
  const errorElement = <RouteErrorScreen />;
  const screenRoute = (route: PortalRoute): RouteObject => ({
    path: route.path,
    caseSensitive: true,
    element: <GuardedScreen route={route} />,
    errorElement,
  });
  return [
    {
      element: <SignedInFrame />,
      errorElement,
      children: [
        ...routes.filter((route) => !route.workspace).map(screenRoute),
        { element: <WorkspaceLayout />, children: routes.filter((route) => route.workspace).map(screenRoute) },
        { path: '/', element: <Landing /> },
        { path: '*', element: <NoSuchScreen /> },
      ],
    },
  ];
}

function NoSuchScreen() {
  return <NotFoundScreen start={<Link to="/">{t('Go to start')}</Link>} />;
}

function RouteErrorScreen() {
  return <ErrorScreen error={useRouteError()} />;
}

function Landing() {
  const session = useSession();
  const { search } = useLocation();
  return session && <Navigate to={landingUrl(session, search)} replace />;
}
