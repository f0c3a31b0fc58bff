import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { askSession } from '../lib/ask-session.ts';
import { readConfig } from '../lib/config.ts';
import { watchHistory } from '../lib/history-watch.ts';
import { getSession, isConfirmed, peekEndReason, useSession } from '../lib/session.ts';
import { watchTheme } from '../lib/screen/theme.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { LazyScreen } from './LazyScreen.tsx';
import { LoginGate } from './LoginGate.tsx';
import { NotFoundScreen, notFound } from './NotFoundScreen.tsx';
import { PlainScreen } from './PlainScreen.tsx';
import { PortalMessages } from './PortalMessages.tsx';
import { Releases } from './Releases.tsx';
import { routeAt } from './routes.tsx';

watchTheme();
// before the router adds its own listener
watchHistory();

/** Loads the frame, its screen and the server's response about a stored session in parallel. */
async function loadFrame() {
  routeAt(location.pathname)
    ?.screen()
    .catch(() => undefined);
  const session = isConfirmed() ? null : getSession();
  const asking = session && askSession(session.token);
  const { SignedInFrame, awaitResponse } = await import('./SignedInFrame.tsx');
  if (session && asking) await awaitResponse(session.token, asking);
  return SignedInFrame;
}

/** Only the login is part of the first load; without `useTransitions`, a waiting page shows at once. */
export function App() {
  const config = readConfig(import.meta.env);
  if ('missing' in config) return <MissingConfigScreen missing={config.missing} />;
  return (
    <ErrorBoundary>
      <BrowserRouter useTransitions={false}>
        <Routes>
          <Route path="/" caseSensitive element={<LoginGate />} />
          <Route path="*" element={<RequireSession />} />
        </Routes>
      </BrowserRouter>
      <Releases />
      <PortalMessages />
    </ErrorBoundary>
  );
}

/** Sends visitors without a session to the login, which brings them back here. */
function RequireSession() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const title = titleOf(pathname);
  if (session) return <LazyScreen load={loadFrame} props={{ session, title }} title={title} alone />;
  if (!routeAt(pathname))
    return (
      <main>
        <NotFoundScreen />
      </main>
    );
  const target = peekEndReason() === 'logout' ? '/' : `/?next=${encodeURIComponent(pathname + search + hash)}`;
  return <Navigate to={target} replace />;
}

/** The heading while the frame loads. */
function titleOf(pathname: string): string {
  return routeAt(pathname)?.title ?? notFound;
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
