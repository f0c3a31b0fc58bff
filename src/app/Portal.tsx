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

// exported from here, so that `App` loads it with the same chunk as the screens
export { awaitResponse } from './session/use-session-check.ts';

/**
 * The screens of a session, once the server has confirmed it. When the service does not answer, an earlier confirmation is enough
 * to show the copies on this device. `title` is the title of the screen to show.
 */
export function Portal({ session, title }: { session: Session; title: string }) {
  const state = useSessionCheck(session);
  // both states render the same element, so that input that was typed offline stays when the server answers
  if (state === 'confirmed' || state === 'copies') return <Screens />;
  if (state === 'asking') return <LoadingPage title={title} alone />;
  return <SessionCheck key={session.token} session={session} reason={state} />;
}

/** The router with all screens. `useTransitions` is off, so that the loading page of the next screen is shown at once. */
function Screens() {
  const [router, setRouter] = useState<ReturnType<typeof createBrowserRouter> | null>(null);
  useLayoutEffect(() => {
    const newRouter = createBrowserRouter(portalRoutes());
    // oxlint-disable-next-line react/set-state-in-effect -- it listens to the history exactly as long as it is on the page
    setRouter(newRouter);
    const stopTracking = trackOpeners(newRouter);
    return () => {
      stopTracking();
      newRouter.dispose();
    };
  }, []);
  // the router need not report errors, because React's root does (`main.tsx`)
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
