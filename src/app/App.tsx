import { useLayoutEffect } from 'react';
import { askSession } from '../lib/ask-session.ts';
import { readConfig } from '../lib/config.ts';
import { getSession, isConfirmed, peekEndReason, useSession } from '../lib/device/session.ts';
import { shownLanguage } from '../lib/language/choice.ts';
import { said, t } from '../lib/language/translate.ts';
import { watchTheme } from '../lib/screen/theme.ts';
import { useStore } from '../lib/store.ts';
import { replaceAddress, useAddress } from './address.ts';
import { ErrorBoundary, NotFoundScreen, notFound, PlainScreen } from './ErrorBoundary.tsx';
import { screenUrl } from './landing.ts';
import { LazyScreen } from './LazyScreen.tsx';
import { PortalMessages } from './PortalMessages.tsx';
import { ReleaseNotice } from './ReleaseNotice.tsx';
import { routeAt } from './routes.tsx';
import { LoginGate } from './session/LoginGate.tsx';

watchTheme();

/**
 * Loads the code of the portal and of its screen, and in parallel asks the server about a stored session and for the screen's first
 * records. Returns the component of the portal.
 */
async function loadPortal() {
  const { pathname, search } = screenUrl(new URL(location.href), getSession());
  const route = routeAt(pathname);
  route?.screen().catch(() => undefined);
  const session = isConfirmed() ? null : getSession();
  const response = session && askSession(session.token);
  if (session && route)
    // if this fails, the screen asks for the records itself
    import('./first-queries.ts').then((m) => m.askFirst(session, route, search), console.error);
  const { Portal, awaitResponse } = await import('./Portal.tsx');
  if (session && response) await awaitResponse(session.token, response);
  return Portal;
}

/** The whole portal. The login is the only screen in the first load. */
export function App() {
  const config = readConfig(import.meta.env);
  // a change of the language mounts everything again, but drafts, records and the scroll position stay
  const language = useStore(shownLanguage);
  if ('missing' in config) return <MissingConfigScreen missing={config.missing} />;
  return (
    <ErrorBoundary key={language}>
      <Entrance />
      <ReleaseNotice />
      <PortalMessages />
    </ErrorBoundary>
  );
}

/** The screens of a session. A visitor without a session is redirected to the login, which then leads back to the requested URL. */
function Entrance() {
  const session = useSession();
  const address = useAddress();
  const isLogin = address.pathname === '/';
  const redirect = session || isLogin ? null : redirectToLogin(address);
  useLayoutEffect(() => {
    if (redirect !== null) replaceAddress(redirect);
  }, [redirect]);

  if (session) {
    const title = said(routeAt(screenUrl(address, session).pathname)?.title ?? notFound);
    return <LazyScreen load={loadPortal} props={{ session, title }} title={title} alone />;
  }
  if (isLogin) return <LoginGate search={address.search} />;
  if (redirect !== null) return null;
  return (
    <main>
      <NotFoundScreen start={<a href="/">{t('Go to start')}</a>} />
    </main>
  );
}

/**
 * The URL to which a visitor without a session is redirected: the login, which leads back to the requested URL if that is known and nobody
 * has logged out. It is null for an unknown URL if no session has ended, so that the page says that the URL does not exist.
 */
function redirectToLogin({ pathname, search, hash }: URL): string | null {
  const endReason = peekEndReason();
  if (routeAt(pathname) && endReason !== 'logout') return `/?next=${encodeURIComponent(pathname + search + hash)}`;
  return endReason && '/';
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
