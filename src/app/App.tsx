import { useLayoutEffect } from 'react';
import { askSession } from '../lib/ask-session.ts';
import { readConfig } from '../lib/config.ts';
import { getSession, isConfirmed, peekEndReason, useSession } from '../lib/session.ts';
import { watchTheme } from '../lib/screen/theme.ts';
import { replaceAddress, useAddress } from './address.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { LazyScreen } from './LazyScreen.tsx';
import { LoginGate } from './LoginGate.tsx';
import { NotFoundScreen, notFound, PlainScreen } from './PlainScreen.tsx';
import { PortalMessages } from './PortalMessages.tsx';
import { Releases } from './Releases.tsx';
import { landingUrl, routeAt } from './routes.tsx';

watchTheme();

/** Loads the router, its frame and screen, and the server's response about a stored session in parallel. */
async function loadPortal() {
  const { pathname, search } = screenUrl(new URL(location.href));
  const route = routeAt(pathname);
  route?.screen().catch(() => undefined);
  const session = isConfirmed() ? null : getSession();
  const asking = session && askSession(session.token);
  if (session && route)
    // the screen asks again for what does not come
    import('./first-records.ts').then((m) => m.askFirstRecords(session, route, search), console.error);
  const { Portal, awaitResponse } = await import('./Portal.tsx');
  if (session && asking) await awaitResponse(session.token, asking);
  return Portal;
}

/** Only the login is part of the first load. */
export function App() {
  const config = readConfig(import.meta.env);
  if ('missing' in config) return <MissingConfigScreen missing={config.missing} />;
  return (
    <ErrorBoundary>
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
  const sentTo =
    session || isLogin || !routeAt(pathname)
      ? null
      : peekEndReason() === 'logout'
        ? '/'
        : `/?next=${encodeURIComponent(pathname + search + hash)}`;
  useLayoutEffect(() => {
    if (sentTo !== null) replaceAddress(sentTo);
  }, [sentTo]);

  if (session) {
    const title = routeAt(screenUrl(address).pathname)?.title ?? notFound;
    return <LazyScreen load={loadPortal} props={{ session, title }} title={title} alone />;
  }
  if (isLogin) return <LoginGate search={search} />;
  if (sentTo !== null) return null;
  return (
    <main>
      <NotFoundScreen start={<a href="/">Go to start</a>} />
    </main>
  );
}

/** Of the screen that a session shows at a URL. */
function screenUrl(address: URL): URL {
  const session = getSession();
  return address.pathname === '/' && session ? new URL(landingUrl(session, address.search), address) : address;
}

function MissingConfigScreen({ missing }: { missing: string[] }) {
  return (
    <main>
      <PlainScreen title="The portal is not set up yet">
        <p>These settings are missing or invalid:</p>
        <ul>
          {missing.map((name) => (
            <li key={name}>
              <code>{name}</code>
            </li>
          ))}
        </ul>
        <p>Set them in the file .env (see .env.example) and build the portal again.</p>
      </PlainScreen>
    </main>
  );
}
