import { useLayoutEffect, useState, useEffect } from 'react';
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
import { useSession, type Session, isConfirmed, useConfirmed } from '../lib/device/session.ts';
import { ErrorScreen, NotFoundScreen, PlainScreen } from './ErrorBoundary.tsx';
import { LazyScreen, LoadingPage } from './LazyScreen.tsx';
import { useIsOfAnotherSite, useSiteInUrl } from './linked-site.ts';
import { homePath, isOpenTo, landingUrl, routes, type PortalRoute } from './routes.tsx';
import { SignedInFrame } from './SignedInFrame.tsx';
import layout from '../ui/layout.module.css';
import styles from './SignedInFrame.module.css';
import { databaseState } from '../lib/device/database.ts';
import { mayReadCopies } from '../lib/device/session-copies.ts';
import { connection } from '../lib/connection.ts';
import { useStore } from '../lib/store.ts';
import { followWay } from '../lib/screen/way-back.ts';
import { Button } from '../ui/Button.tsx';
import { hasRight } from '../records/access-key/role.ts';
import { EndSessionDialog } from './session/EndSessionDialog.tsx';
import type { SessionResponse } from '../lib/ask-session.ts';
import { applyResponse, noteSilence, sessionProblem } from '../lib/session-check.ts';
import { copyDelayMs } from '../lib/device/query-copies.ts';
import { message, said, t } from '../lib/language/translate.ts';

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
    const leaveWay = followWay(created);
    return () => {
      leaveWay();
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

/** A screen, for its audience and for the session's own site. The database refuses everybody else too. */
function Screen({ route }: { route: PortalRoute }) {
  const session = useSession();
  const { search } = useLocation();
  useSiteInUrl(session, route.path);
  const isOthers = useIsOfAnotherSite(session, route.path, search);
  if (!session) return null;
  if (!isOpenTo(session.role, route)) {
    const home = homePath(session.role);
    if (route.leadsHome?.includes(session.role)) return <Navigate to={home} replace />;
    const { title } = routes.find(({ path }) => path === home) ?? route;
    return (
      <PlainScreen
        title={t('No entry')}
        actions={<Link to={home}>{t('Back to {title}', { title: said(title) })}</Link>}
      >
        <p>{t('This page is not available with your key.')}</p>
      </PlainScreen>
    );
  }
  if (isOthers) return <OtherSiteScreen route={route} session={session} />;
  return (
    <LazyScreen key={route.path} load={route.screen} props={{ title: said(route.title) }} title={said(route.title)} />
  );
}

/** Says that a link is of another site. The client's own site in its place would be taken for the linked site. */
function OtherSiteScreen({ route: { path, title }, session }: { route: PortalRoute; session: Session }) {
  const [leaving, setLeaving] = useState(false);
  const { pathname, search, hash } = useLocation();
  return (
    <>
      <PlainScreen
        title={t('Another site')}
        actions={
          <>
            <Button variant="primary" onClick={() => setLeaving(true)}>
              {t('End session and log in with another key')}
            </Button>
            <Link to={path}>
              {hasRight(session.role, 'pickSite')
                ? t('{title} of your sites', { title: said(title) })
                : t('{title} of your site', { title: said(title) })}
            </Link>
          </>
        }
      >
        <p>{t('This link belongs to another site than your key.')}</p>
        <p>{t('To open it, end this session and log in with a key of that site.')}</p>
      </PlainScreen>
      <EndSessionDialog
        open={leaving}
        session={session}
        next={pathname + search + hash}
        onClose={() => setLeaving(false)}
      />
    </>
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
      <nav aria-label={t('Admin workspace')} className={`${layout.unprinted} ${styles.tabs}`}>
        <ul>
          {tabs.map(({ path, tab }) => (
            <li key={path}>
              <Link to={path} {...(pathname === path && { 'aria-current': 'page', ref: bringIntoStrip })}>
                {tab && said(tab)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </>
  );
}

/** Scrolls the open tab into its line, as tabs are one line on a phone; `scrollIntoView` would move the page too. */
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

/** `copies`: only what is saved on this device may be shown. The last three say why nothing may be shown. */
type SessionState = 'confirmed' | 'copies' | 'asking' | 'unreachable' | 'refused';

/** What a session may show. Asks the service until it has confirmed or ended the session. */
function useSessionCheck(session: Session): SessionState {
  const { token } = session;
  const confirmed = useConfirmed();
  const last = useStore(sessionProblem);
  const why = last?.token === token ? last.why : null;
  const isAway = !confirmed && (why === 'silent' || why === 'unreachable');
  const [reader, setReader] = useState<string | null>(null);
  const reads = reader === token;

  useEffect(() => {
    if (!isAway) return undefined;
    let wanted = true;
    const check = () => void mayReadCopies(session).then((may) => wanted && setReader(may ? token : null));
    check();
    // the right to read the copies may have ended while the page was hidden
    document.addEventListener('visibilitychange', check);
    // the device may answer late
    const leave = databaseState.subscribe(check);
    return () => {
      wanted = false;
      document.removeEventListener('visibilitychange', check);
      leave();
    };
  }, [isAway, session, token]);

  useEffect(() => {
    if (confirmed) return undefined;
    const leaving = new AbortController();
    const silence = setTimeout(() => noteSilence(token), copyDelayMs);
    void askUntilConfirmed(leaving.signal);
    return () => {
      clearTimeout(silence);
      leaving.abort();
    };
  }, [token, confirmed]);

  if (confirmed) return 'confirmed';
  if (reads) return 'copies';
  return why === null || why === 'silent' ? 'asking' : why;
}

async function askUntilConfirmed(left: AbortSignal): Promise<void> {
  // every second wait begins by asking
  for (let attempt = 0; !left.aborted && !isConfirmed(); attempt += 1) await connection.waitBeforeRetry(left, attempt);
}

const words = {
  unreachable: {
    title: message('No connection'),
    text: message(
      'The portal cannot reach its server. You are still logged in: this page opens as soon as the connection is back.',
    ),
  },
  refused: {
    title: message('The server could not confirm your session'),
    text: message('You are still logged in, but your records cannot be opened right now. Try again in a minute.'),
  },
} as const;

/** Shown while a stored session is unconfirmed and there are no copies to show. */
function SessionCheck({ session, why }: { session: Session; why: keyof typeof words }) {
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const again = async () => {
    setAsking(true);
    await connection.ask();
    setAsking(false);
  };
  return (
    <main>
      <PlainScreen
        title={said(words[why].title)}
        actions={
          <>
            <Button variant="primary" busy={asking} onClick={() => void again()}>
              {asking ? t('Trying…') : t('Try again')}
            </Button>
            <Button onClick={() => setLeaving(true)}>{t('End Session')}</Button>
          </>
        }
      >
        <p role="status">{said(words[why].text)}</p>
      </PlainScreen>
      <EndSessionDialog open={leaving} session={session} onClose={() => setLeaving(false)} />
    </main>
  );
}

/** Waits for the response about a session, but no longer than copies are held back; a late response still counts. */
export async function awaitResponse(token: string, asking: Promise<SessionResponse>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      noteSilence(token);
      resolve();
    }, copyDelayMs);
  });
  const answered = asking.then((response) => {
    clearTimeout(timer);
    applyResponse(token, response);
  });
  await Promise.race([answered, silence]);
}
