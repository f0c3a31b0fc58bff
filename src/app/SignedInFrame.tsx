import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { removeOldDrafts } from '../lib/drafts.ts';
import { rememberUrl } from '../lib/last-url.ts';
import { queryClient } from '../lib/query-client.ts';
import { Outbox } from '../features/add-task/Outbox.tsx';
import { rememberSession, expireCopies } from '../lib/saved/saved-sessions.ts';
import { whenIdle } from '../lib/screen/when-idle.ts';
import { useConfirmed, type Session } from '../lib/session.ts';
import { ReportDock } from './ReportDock.tsx';
import { NavBar } from './NavBar.tsx';
import { LoadingPage } from './LazyScreen.tsx';
import { isOfAnotherSite } from './linked-site.ts';
import { PortalFooter } from './PortalFooter.tsx';
import { SavedCopyNotice } from './SavedCopyNotice.tsx';
import { SessionCheck } from './session/SessionCheck.tsx';
import { SignedInScreens } from './SignedInScreens.tsx';
import styles from './SignedInFrame.module.css';
import { useKeepAlive } from './session/use-keep-alive.ts';
import { useSessionCheck } from './session/use-session-check.ts';

export { awaitResponse } from './session/session-check.ts';

/**
 * Shows nothing of a role before the server has confirmed the session; when it cannot be reached, what it confirmed
 * before is enough for the copies on this device. `title` is that of the screen inside.
 */
export function SignedInFrame({ session, title }: { session: Session; title: string }) {
  const state = useSessionCheck(session);
  // one frame for both, so that what was typed offline stays when the server answers
  if (state === 'confirmed' || state === 'copies') return <Frame session={session} />;
  if (state === 'asking') return <LoadingPage title={title} alone />;
  return <SessionCheck key={session.token} session={session} why={state} />;
}

function Frame({ session }: { session: Session }) {
  const main = useRef<HTMLElement>(null);
  const { pathname, search } = useLocation();
  const cameBack = useNavigationType() === NavigationType.Pop;
  const shown = useRef(pathname);
  useKeepAlive();
  const confirmed = useConfirmed();
  useEffect(() => {
    if (confirmed) void rememberSession(session);
  }, [confirmed, session]);
  useEffect(() => removeOldDrafts(), []);
  useEffect(() => whenIdle(() => void expireCopies()), []);
  useEffect(() => {
    if (!isOfAnotherSite(session, search)) rememberUrl(session, pathname + search);
  }, [session, pathname, search]);

  // a new page starts at the top, for screen readers too; Back keeps its position
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
          <SavedCopyNotice />
          <Outbox />
          <SignedInScreens />
        </main>
        <PortalFooter />
        <ReportDock />
      </div>
    </QueryClientProvider>
  );
}
