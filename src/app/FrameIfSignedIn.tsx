import { Outlet } from 'react-router-dom';
import { useSession } from '../lib/session.ts';
import { RequireSession } from './RequireSession.tsx';

/** For pages that need no session but keep the navigation of who has one. */
export function FrameIfSignedIn() {
  const session = useSession();
  if (session) return <RequireSession />;
  return (
    <main>
      <Outlet />
    </main>
  );
}
