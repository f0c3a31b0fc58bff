import { useCallback, useLayoutEffect, useEffect, useState, type ComponentProps } from 'react';
import { askSession } from '../lib/ask-session.ts';
import { readConfig } from '../lib/config.ts';
import {
  getSession,
  isConfirmed,
  peekEndReason,
  useSession,
  keptSession,
  setSession,
  takeEndReason,
  type Session,
} from '../lib/device/session.ts';
import { shownLanguage } from '../lib/language/choice.ts';
import { watchTheme } from '../lib/screen/theme.ts';
import { replaceAddress, useAddress, safeNext } from './address.ts';
import { ErrorBoundary, NotFoundScreen, notFound, PlainScreen } from './ErrorBoundary.tsx';
import { LazyScreen, type LoadComponent, useLazyComponent } from './LazyScreen.tsx';
import { landingUrl, routeAt, firstPath, routes } from './routes.tsx';
import { LoginRoute } from '../features/login/LoginRoute.tsx';
import { notify, dismissAlert, getMessages, messageStore } from '../lib/notify.ts';
import { isReplaced } from '../lib/offline/is-replaced.ts';
import type { NewVersionNoticeProps } from './NewVersionNotice.tsx';
import { useWhen } from '../lib/screen/timing.ts';
import { useStore } from '../lib/store.ts';
import type { AlertDialog } from '../ui/AlertDialog.tsx';
import { FirstToast } from '../ui/message/FirstToast.tsx';
import { message, said, t } from '../lib/language/translate.ts';

watchTheme();

/** Loads the router, its frame and screen, and the server's response about a stored session in parallel. */
async function loadPortal() {
  const { pathname, search } = screenUrl(new URL(location.href));
  const route = routeAt(pathname);
  route?.screen().catch(() => undefined);
  const session = isConfirmed() ? null : getSession();
  const asking = session && askSession(session.token);
  if (session && route)
    // the screen asks again for records that do not come
    import('./first-records.ts').then((m) => m.askFirstRecords(session, route, search), console.error);
  const { Portal, awaitResponse } = await import('./Portal.tsx');
  if (session && asking) await awaitResponse(session.token, asking);
  return Portal;
}

/** The whole portal. Of its screens, only the login is part of the first load. */
export function App() {
  const config = readConfig(import.meta.env);
  // in another language everything is said anew; drafts, records and the scroll position stay
  const language = useStore(shownLanguage);
  if ('missing' in config) return <MissingConfigScreen missing={config.missing} />;
  return (
    <ErrorBoundary key={language}>
      <Entrance />
      <Releases />
      <PortalMessages />
    </ErrorBoundary>
  );
}

/** The screens of a session; visitors without one come to the login, which brings them back here. */
function Entrance() {
  const session = useSession();
  const address = useAddress();
  const { pathname, search, hash } = address;
  const isLogin = pathname === '/';
  const ended = peekEndReason();
  const sentTo =
    session || isLogin
      ? null
      : routeAt(pathname) && ended !== 'logout'
        ? `/?next=${encodeURIComponent(pathname + search + hash)}`
        : ended && '/';
  useLayoutEffect(() => {
    if (sentTo !== null) replaceAddress(sentTo);
  }, [sentTo]);

  if (session) {
    const title = said(routeAt(screenUrl(address).pathname)?.title ?? notFound);
    return <LazyScreen load={loadPortal} props={{ session, title }} title={title} alone />;
  }
  if (isLogin) return <LoginGate search={search} />;
  if (sentTo !== null) return null;
  return (
    <main>
      <NotFoundScreen start={<a href="/">{t('Go to start')}</a>} />
    </main>
  );
}

/** The URL of the screen that is shown at a URL: with a session, the login's leads on to a screen. */
function screenUrl(address: URL): URL {
  const session = getSession();
  return address.pathname === '/' && session ? new URL(landingUrl(session, address.search), address) : address;
}

function MissingConfigScreen({ missing }: { missing: string[] }) {
  return (
    <main>
      <PlainScreen title={t('The portal is not set up yet')}>
        <p>{t('These settings are missing or invalid:')}</p>
        <ul>
          {missing.map((name) => (
            <li key={name}>
              <code>{name}</code>
            </li>
          ))}
        </ul>
        <p>{t('Set them in the file .env (see .env.example) and build the portal again.')}</p>
      </PlainScreen>
    </main>
  );
}

/** The login, which begins a session. @param search query of the URL; its `next` is where the login leads. */
function LoginGate({ search }: { search: string }) {
  const next = safeNext(new URLSearchParams(search).get('next'));
  const [expired] = useState(() => peekEndReason() === 'expired');
  useEffect(() => {
    takeEndReason();
  }, []);

  const enter = (made: Session) => {
    // another tab logged in while the key was checked, and this tab joined its session
    if (getSession()) return endUnusedSession(made);
    const before = made.kept ? keptSession() : null;
    // before the session, which opens the screen of the URL
    replaceAddress(next ?? firstPath(made.role));
    setSession(made);
    return before ? endUnusedSession(before) : undefined;
  };
  return <LoginRoute expired={expired} next={next} onTyping={() => fetchFirst(next)} onLogin={enter} />;
}

/** Preloads the screens any role may see first, so that only data is missing after the login. */
function fetchFirst(next: string | null): void {
  const expected = next === null ? routes.filter(({ early }) => early) : [routeAt(next.replace(/[?#].*/u, ''))];
  for (const load of [() => import('./Portal.tsx'), ...expected.map((route) => route?.screen)])
    // a screen that does not load now is loaded again when it is needed
    load?.().catch(() => undefined);
}

function endUnusedSession({ token }: Session): void {
  import('./session/server-logout.ts').then(({ logOutOnServer }) => logOutOnServer(token), console.error);
}

const loadNotice: LoadComponent<NewVersionNoticeProps> = async () =>
  (await import('./NewVersionNotice.tsx')).NewVersionNotice;

/** Offers a new version in a toast, when its notice cannot be loaded. Returns whether there is a new version. */
async function offerReload(): Promise<boolean> {
  // offline, a reload would lose the page
  const isGone = await isReplaced().catch(() => false);
  if (isGone)
    notify.error(t('A part of the portal could not be loaded. There is a new version.'), {
      label: message('New version - reload'),
      run: () => location.reload(),
    });
  return isGone;
}

/** Loads `NewVersionNotice` after the first paint. The notice also keeps the portal for offline use, and follows the language. */
export function Releases({ load = loadNotice }: { load?: LoadComponent<NewVersionNoticeProps> }) {
  const [Notice, fetchNow] = useLazyComponent(load, offerReload);
  const [missing, setMissing] = useState(0);
  useEffect(() => {
    const onMissing = () => {
      setMissing((before) => before + 1);
      fetchNow();
    };
    addEventListener('vite:preloadError', onMissing);
    return () => removeEventListener('vite:preloadError', onMissing);
  }, [fetchNow]);
  return Notice && <Notice missing={missing} />;
}

type LoadAlert = LoadComponent<ComponentProps<typeof AlertDialog>>;

const loadAlert: LoadAlert = async () => (await import('../ui/AlertDialog.tsx')).AlertDialog;

/** Shows alerts as toasts when their dialog could not be loaded, as an alert must be seen. The dialog is retried. */
function fallBackToToasts(): boolean {
  for (const text of getMessages().alerts) {
    notify.error(text);
    dismissAlert();
  }
  return false;
}

type LoadToasts = LoadComponent<object>;

const loadToasts: LoadToasts = async () => (await import('../ui/message/ToastSheet.tsx')).PageToasts;

export function PortalMessages({
  load = loadAlert,
  loadCard = loadToasts,
}: {
  load?: LoadAlert;
  loadCard?: LoadToasts;
}) {
  const { alerts, toasts } = useStore(messageStore);
  const [Alert, fetchNow] = useLazyComponent(load, fallBackToToasts);
  const [isMissing, setMissing] = useState(false);
  const onToastsMissing = useCallback(() => {
    setMissing(true);
    return false;
  }, []);
  const [PageToasts, fetchToasts] = useLazyComponent(loadCard, onToastsMissing);
  useWhen(alerts.length || null, fetchNow);
  useWhen(toasts.length || null, fetchToasts);
  return (
    <>
      {PageToasts ? <PageToasts /> : isMissing && <FirstToast />}
      {Alert && <Alert text={alerts[0] ?? null} onClose={dismissAlert} />}
    </>
  );
}
