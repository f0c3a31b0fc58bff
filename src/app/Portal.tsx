import { useLayoutEffect, useState } from 'react';
import {
  createBrowserRouter,
  Link,
  Navigate,
  RouterProvider,
  useLocation,
  useRouteError,
  type RouteObject,
  Outlet,
} from 'react-router-dom';
import { useSession, type Session } from '../lib/session.ts';
import { ErrorScreen } from './ErrorBoundary.tsx';
import { LazyScreen, LoadingPage } from './LazyScreen.tsx';
import { isOfAnotherSite, useSiteInUrl } from './linked-site.ts';
import { NotFoundScreen, PlainScreen } from './PlainScreen.tsx';
import { homePath, isOpenTo, landingUrl, routes, type PortalRoute } from './routes.tsx';
import { SessionCheck } from './session/SessionCheck.tsx';
import { useSessionCheck } from './session/use-session-check.ts';
import { SignedInFrame } from './SignedInFrame.tsx';
import styles from './WorkspaceLayout.module.css';

export { awaitResponse } from './session/session-check.ts';

/**
 * Shows nothing of a role before the server has confirmed the session; when it cannot be reached, what it confirmed
 * before is enough for the copies on this device. `title` is that of the screen inside.
 */
export function Portal({ session, title }: { session: Session; title: string }) {
  const state = useSessionCheck(session);
  // the same screens for both, so that what was typed offline stays when the server answers
  if (state === 'confirmed' || state === 'copies') return <Screens />;
  if (state === 'asking') return <LoadingPage title={title} alone />;
  return <SessionCheck key={session.token} session={session} why={state} />;
}

/** Without `useTransitions`, a waiting page shows at once. */
function Screens() {
  const [router, setRouter] = useState<ReturnType<typeof createBrowserRouter> | null>(null);
  useLayoutEffect(() => {
    const created = createBrowserRouter(portalRoutes());
    // oxlint-disable-next-line react/set-state-in-effect -- it listens to the history exactly as long as it is on the page
    setRouter(created);
    return () => created.dispose();
  }, []);
  // the root reports what it caught (`main.tsx`)
  return router && <RouterProvider router={router} useTransitions={false} onError={() => undefined} />;
}

function portalRoutes(): RouteObject[] {
  const errorElement = <RouteErrorScreen />;
  const screenRoute = (route: PortalRoute): RouteObject => ({
    path: route.path,
    caseSensitive: true,
    element: <Screen route={route} />,
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
        { path: '*', element: <NotFoundScreen start={<Link to="/">Go to start</Link>} /> },
      ],
    },
  ];
}

function RouteErrorScreen() {
  return <ErrorScreen error={useRouteError()} />;
}

function Landing() {
  const session = useSession();
  const { search } = useLocation();
  return session && <Navigate to={landingUrl(session, search)} replace />;
}

/** The database refuses everybody else too. */
function Screen({ route }: { route: PortalRoute }) {
  const session = useSession();
  const { search } = useLocation();
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
  return <LazyScreen key={route.path} load={route.screen} props={{ title: route.title }} title={route.title} />;
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

function WorkspaceLayout() {
  const { pathname } = useLocation();
  const role = useSession()?.role;
  const tabs = routes.filter((route) => route.tab && role && isOpenTo(role, route));
  // the screen itself turns others away
  if (tabs.length === 0) return <Outlet />;
  return (
    <>
      <nav aria-label="Admin workspace" className={styles.tabs}>
        <ul>
          {tabs.map(({ path, tab }) => (
            <li key={path}>
              <Link to={path} {...(pathname === path && { 'aria-current': 'page', ref: bringIntoStrip })}>
                {tab}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </>
  );
}

/** On a phone the tabs are one scrolling line; `scrollIntoView` would move the page too. */
function bringIntoStrip(tab: HTMLElement | null): (() => void) | undefined {
  const strip = tab?.closest('ul');
  if (!tab || !strip) return undefined;
  const centre = () => {
    strip.scrollLeft = tab.offsetLeft + tab.offsetWidth / 2 - strip.clientWidth / 2;
  };
  centre();
  // the window may become narrow, and each tab grows when the font of its weight arrives
  const sizes = new ResizeObserver(centre);
  for (const element of [strip, ...strip.children]) sizes.observe(element);
  return () => sizes.disconnect();
}
