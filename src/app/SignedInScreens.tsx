import { Route, Routes } from 'react-router-dom';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { routes, type PortalRoute } from './routes.tsx';
import { Screen } from './Screen.tsx';
import { WorkspaceLayout } from './WorkspaceLayout.tsx';

export function SignedInScreens() {
  return (
    <Routes>
      {routes.filter((route) => !route.workspace).map(screenRoute)}
      <Route element={<WorkspaceLayout />}>{routes.filter((route) => route.workspace).map(screenRoute)}</Route>
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  );
}

const screenRoute = (route: PortalRoute) => (
  <Route key={route.path} path={route.path} caseSensitive element={<Screen route={route} />} />
);
