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

/** Loads the router, its frame and screen, and the server's response about a stored session in parallel. */
async function loadPortal() {
  const { pathname, search } = screenUrl(new URL(location.href), getSession());
  const route = routeAt(pathname);
  route?.screen().catch(() => undefined);
  const session = isConfirmed() ? null : getSession();
  const asking = session && askSession(session.token);
  if (session && route)
    // the screen asks again for records that do not come
    import('./first-queries.ts').then((m) => m.askFirst(session, route, search), console.error);
  const { Portal, awaitResponse } = await import('./Portal.tsx');
  if (session && asking) await awaitResponse(session.token, asking);
  return Portal;
}

/** The whole portal. Of its screens, only the login is part of the first load. */
export function App() {
  const config = readConfig(import.meta.env);
  // another language mounts everything again; drafts, records and the scroll position stay
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

/** The screens of a session; visitors without one come to the login, which brings them back here. */
function Entrance() {
  const session = useSession();
  const address = useAddress();
  const { pathname, search, hash } = address;
  const isLogin = pathname === '/';
  const ended = peekEndReason();
  const redirect =
    session || isLogin
      ? null
      : routeAt(pathname) && ended !== 'logout'
        ? `/?next=${encodeURIComponent(pathname + search + hash)}`
        : ended && '/';
  useLayoutEffect(() => {
    if (redirect !== null) replaceAddress(redirect);
  }, [redirect]);

  if (session) {
    const title = said(routeAt(screenUrl(address, session).pathname)?.title ?? notFound);
    return <LazyScreen load={loadPortal} props={{ session, title }} title={title} alone />;
  }
  if (isLogin) return <LoginGate search={search} />;
  if (redirect !== null) return null;
  return (
    <main>
      <NotFoundScreen start={<a href="/">{t('Go to start')}</a>} />
    </main>
  );
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
