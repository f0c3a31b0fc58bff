import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { readConfig } from '../lib/config.ts';
import { watchHistory } from '../lib/history-watch.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { FrameIfSignedIn } from './FrameIfSignedIn.tsx';
import { LoginGate } from './LoginGate.tsx';
import { MissingConfigScreen } from './MissingConfigScreen.tsx';
import { NewVersionNotice } from './NewVersionNotice.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { PortalMessages } from './PortalMessages.tsx';
import { RequireSession } from './RequireSession.tsx';
import { routes } from './routes.tsx';
import { Screen } from './Screen.tsx';

// before the router listens
watchHistory();

/** The whole portal. Only the login is part of the first load; `useTransitions` off shows a waiting page at once. */
export function App() {
  const config = readConfig(import.meta.env);
  if ('missing' in config) return <MissingConfigScreen missing={config.missing} />;
  return (
    <ErrorBoundary>
      <BrowserRouter useTransitions={false}>
        <Routes>
          <Route path="/" caseSensitive element={<LoginGate supportUrl={config.supportUrl} />} />
          <Route element={<RequireSession />}>
            {routes.map((route) => (
              <Route key={route.path} path={route.path} caseSensitive element={<Screen route={route} />} />
            ))}
          </Route>
          <Route element={<FrameIfSignedIn />}>
            <Route path="*" element={<NotFoundScreen />} />
          </Route>
        </Routes>
      </BrowserRouter>
      <NewVersionNotice />
      <PortalMessages />
    </ErrorBoundary>
  );
}
