import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { removeOldDrafts } from '../lib/drafts.ts';
import { rememberUrl } from '../lib/last-url.ts';
import { queryClient } from '../lib/query-client.ts';
import { Outbox } from '../features/add-task/Outbox.tsx';
import { rememberSession, expireCopies } from '../lib/saved/saved-sessions.ts';
import { useWhen } from '../lib/screen/use-when.ts';
import { whenIdle } from '../lib/screen/when-idle.ts';
import { useConfirmed, useSession, type Session } from '../lib/session.ts';
import { ReportDock } from './ReportDock.tsx';
import { NavBar } from './NavBar.tsx';
import { isOfAnotherSite } from './linked-site.ts';
import { PortalFooter } from './PortalFooter.tsx';
import { SavedCopyNotice } from './SavedCopyNotice.tsx';
import styles from './SignedInFrame.module.css';
import { useKeepAlive } from './session/use-keep-alive.ts';

/** Around every screen of a session. */
export function SignedInFrame() {
  const session = useSession();
  return session && <Frame session={session} />;
}

function Frame({ session }: { session: Session }) {
  const main = useRef<HTMLElement>(null);
  const { pathname, search } = useLocation();
  const cameBack = useNavigationType() === NavigationType.Pop;
  const shown = useRef(pathname);
  useKeepAlive();
  const confirmed = useConfirmed();
  useWhen(confirmed ? session : null, (known) => void rememberSession(known));
  useEffect(() => {
    removeOldDrafts();
    return whenIdle(() => void expireCopies());
  }, []);
  useEffect(() => {
    if (!isOfAnotherSite(session, search)) rememberUrl(session, pathname + search);
  }, [session, pathname, search]);

  // a new page starts at the top, for screen readers too; Back keeps its position
  useWhen(pathname, (now) => {
    if (shown.current === now) return;
    shown.current = now;
    main.current?.focus({ preventScroll: true });
    if (!cameBack) window.scrollTo(0, 0);
  });

  return (
    <QueryClientProvider client={queryClient}>
      <div className={styles.frame}>
        <NavBar session={session} />
        <main ref={main} id="content" className={styles.main} tabIndex={-1}>
          <SavedCopyNotice />
          <Outbox />
          <Outlet />
        </main>
        <PortalFooter />
        <ReportDock />
      </div>
    </QueryClientProvider>
  );
}
