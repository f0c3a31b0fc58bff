import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef, type RefObject } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { Outbox } from '../../features/add-task/Outbox.tsx';
import { draftsVersion, removeOldDrafts } from '../../lib/device/drafts.ts';
import { rememberUrl } from '../../lib/device/last-url.ts';
import { expireCopies, rememberSession } from '../../lib/device/session-copies.ts';
import { useConfirmed, useSession, type Session } from '../../lib/device/session.ts';
import { offline } from '../../lib/online.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { whenIdle } from '../../lib/screen/when-idle.ts';
import { useStore } from '../../lib/store.ts';
import { countStoredReports } from '../../records/fault/key-report-store.ts';
import { isOfAnotherSite } from '../linked-site.ts';
import { useKeepAlive } from '../session/use-keep-alive.ts';
import { useFreshRecords } from '../use-fresh-records.ts';
import { useOfflineRefresh } from '../use-offline-refresh.ts';
import { NavBar } from './NavBar.tsx';
import { PortalFooter } from './PortalFooter.tsx';
import { ReportDock } from './ReportDock.tsx';
import { SavedCopyNotice } from './SavedCopyNotice.tsx';
import styles from './SignedInFrame.module.css';

/** The frame around every screen of a session. */
export function SignedInFrame() {
  const session = useSession();
  return session && <Frame session={session} />;
}

function Frame({ session }: { session: Session }) {
  const main = usePageStart();
  useUpkeep(session);
  return (
    <QueryClientProvider client={queryClient}>
      <div className={styles.frame}>
        <NavBar session={session} />
        <div>
          <Outbox />
          <SendReports />
        </div>
        <main ref={main} id="content" className={styles.main} tabIndex={-1}>
          <SavedCopyNotice />
          <Outlet />
        </main>
        <PortalFooter />
        <ReportDock />
      </div>
    </QueryClientProvider>
  );
}

/** Sends the fault reports that wait on this device, whichever screen is open. Renders nothing. Without reports it loads no code. */
function SendReports() {
  useStore(draftsVersion);
  const isOffline = useStore(offline);
  const hasReports = countStoredReports() > 0;
  // not offline: the code could send nothing, and many browsers would remember its failed import
  useWhen(hasReports && !isOffline ? hasReports : null, () => {
    // requesting the queue starts it
    void import('../../records/fault/own-reports.ts').then(
      ({ ownReports }) => ownReports(),
      () => undefined,
    );
  });
  return null;
}

/** The background work of a session while any of its screens is open. */
function useUpkeep(session: Session): void {
  const { pathname, search } = useLocation();
  useKeepAlive();
  useFreshRecords();
  const confirmed = useConfirmed();
  useWhen(confirmed ? session : null, (confirmedSession) => void rememberSession(confirmedSession));
  useOfflineRefresh(confirmed ? session.token : null);
  useEffect(() => {
    removeOldDrafts();
    return whenIdle(() => void expireCopies());
  }, []);
  useEffect(() => {
    if (!isOfAnotherSite(session, search)) rememberUrl(session, pathname + search);
  }, [session, pathname, search]);
}

/**
 * Moves the focus and the scroll position to the start of each new page. Back and Forward keep their scroll position. Returns the ref
 * of the page's content.
 */
function usePageStart(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const isBackOrForward = useNavigationType() === NavigationType.Pop;
  const shownPath = useRef(pathname);
  useWhen(pathname, (newPath) => {
    if (shownPath.current === newPath) return;
    shownPath.current = newPath;
    main.current?.focus({ preventScroll: true });
    if (!isBackOrForward) window.scrollTo(0, 0);
  });
  return main;
}
