import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { removeOldDrafts } from '../lib/drafts.ts';
import { rememberAddress } from '../lib/last-address.ts';
import { queryClient } from '../lib/query-client.ts';
import { useConfirmed, type Session } from '../lib/session.ts';
import { ReportDock } from '../reports/ReportDock.tsx';
import { NavBar } from './NavBar.tsx';
import { PortalFooter } from './PortalFooter.tsx';
import { SessionCheck } from './SessionCheck.tsx';
import styles from './SignedInFrame.module.css';
import { useKeepAlive } from './use-keep-alive.ts';

export { takeAnswer } from './session-check.ts';

/** `title` is that of the screen in it. Nothing of a role is shown before the server has said that it is the session's. */
export function SignedInFrame({ session, title }: { session: Session; title: string }) {
  if (useConfirmed()) return <Frame session={session} />;
  return <SessionCheck key={session.token} session={session} title={title} />;
}

function Frame({ session }: { session: Session }) {
  const main = useRef<HTMLElement>(null);
  const { pathname, search } = useLocation();
  const cameBack = useNavigationType() === NavigationType.Pop;
  const shown = useRef(pathname);
  useKeepAlive();
  useEffect(() => removeOldDrafts(), []);
  useEffect(() => rememberAddress(session, pathname + search), [session, pathname, search]);

  // a new page starts at the top, for screen readers too; Back keeps its place
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
    if (!cameBack) window.scrollTo(0, 0);
  }, [pathname, cameBack]);

  return (
    <QueryClientProvider client={queryClient}>
      <div className={styles.frame}>
        <NavBar session={session} />
        <main ref={main} id="content" className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
        <PortalFooter />
        <ReportDock />
      </div>
    </QueryClientProvider>
  );
}
