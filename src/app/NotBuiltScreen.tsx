import { Link, useLocation } from 'react-router-dom';
import { WorkspaceTabs } from '../components/WorkspaceTabs.tsx';
import { useSession } from '../lib/session.ts';
import { PlainScreen } from './PlainScreen.tsx';

/** In the place of a screen that this version does not have. */
export function NotBuiltScreen({ title }: { title: string }) {
  const isAdmin = useSession()?.role === 'admin';
  const inWorkspace = useLocation().pathname.startsWith('/DataEditor');
  return (
    <>
      {inWorkspace && <WorkspaceTabs />}
      <PlainScreen
        title={title}
        actions={
          isAdmin ? <Link to="/maintenance">Go to Maintenance Report</Link> : <Link to="/profile">Back to Profile</Link>
        }
      >
        <p>This screen is not part of this version of the portal.</p>
      </PlainScreen>
    </>
  );
}
