import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType, Link, type Location } from 'react-router-dom';
import { removeOldDrafts } from '../lib/device/drafts.ts';
import { rememberUrl } from '../lib/device/last-url.ts';
import { queryClient, refetchUnanswered, refetchUntilAnswered } from '../lib/query-client.ts';
import { Outbox } from '../features/add-task/Outbox.tsx';
import { keepsFiles, keptPrefix, savedQueries } from '../lib/device/copies.ts';
import {
  inheritedCopies,
  noteCompared,
  rememberSession,
  expireCopies,
  sessionOwner,
} from '../lib/device/session-copies.ts';
import { isNoService } from '../lib/request-error.ts';
import { useWhen } from '../lib/screen/timing.ts';
import { onReturn } from '../lib/screen/on-return.ts';
import { whenIdle } from '../lib/screen/when-idle.ts';
import { useConfirmed, useSession, type Session, getSession, isConfirmed } from '../lib/device/session.ts';
import { companyContact, companyName, telUrl } from '../records/company.ts';
import { SupportLink, Notice } from '../ui/message/Notice.tsx';
import { Button } from '../ui/Button.tsx';
import { Progress } from '../ui/Progress.tsx';
import { Segments } from '../ui/Segments.tsx';
import { cancelReport, useReportJob } from '../reports/report-job.ts';
import layout from '../ui/layout.module.css';
import surface from '../ui/surface.module.css';
import texts from '../ui/text.module.css';
import { useStore } from '../lib/store.ts';
import { chooseTheme, themeChoice } from '../lib/screen/theme.ts';
import { useServiceAway, useCopyTime, useHasUnanswered } from '../lib/device/query-copies.ts';
import { connection } from '../lib/connection.ts';
import { shortDay, siteStamp, siteTime } from '../records/time.ts';
import { isOfAnotherSite } from './linked-site.ts';
import styles from './SignedInFrame.module.css';
import { heightAs, useNarrow } from '../lib/screen/viewport.ts';
import { hasRight, type Role } from '../records/access-key/role.ts';
import { Icon } from '../ui/Icon.tsx';
import { LanguageSwitch } from '../components/LanguageSwitch.tsx';
import { EndSessionDialog } from './session/EndSessionDialog.tsx';
import { useFreshRecords } from './use-fresh-records.ts';
import { homePath, isEntryFor, isOpenTo, routes, type PortalRoute } from './routes.tsx';
import { said, t, type Message, inEnglish } from '../lib/language/translate.ts';

/** The frame around every screen of a session. */
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
  useFreshRecords();
  const confirmed = useConfirmed();
  useWhen(confirmed ? session : null, (known) => void rememberSession(known));
  useKeptSites(confirmed ? session.token : null);
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
        <div>
          <Outbox />
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

function PortalFooter() {
  return (
    <footer className={`${layout.unprinted} ${styles.footer}`}>
      <div className={`${layout.row} ${styles.footerInner}`}>
        <p className={texts.note}>{t('Serviced by {company}', { company: companyName })}</p>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </footer>
  );
}

const measureDock = heightAs('--dock');

function ReportDock() {
  const job = useReportJob();
  return (
    <>
      <p className={layout.spoken} role="status">
        {job && t('Making the report: {title}', { title: job.title })}
      </p>
      {job && (
        <section
          ref={measureDock}
          className={`${surface.box} ${layout.unprinted} ${styles.dock}`}
          aria-label={t('Report in progress')}
        >
          <div>
            <p className={texts.bold}>{job.title}</p>
            <p className={texts.note}>{job.step}</p>
          </div>
          <Button onClick={cancelReport}>{t('Cancel')}</Button>
          <Progress label={job.step} value={job.total === 0 ? 0 : job.done / job.total} />
        </section>
      )}
    </>
  );
}

function ThemeSwitch() {
  const choices = [
    { value: 'system', label: t('System') },
    { value: 'light', label: t('Light') },
    { value: 'dark', label: t('Dark') },
  ] as const;
  return <Segments label={t('Theme')} choices={choices} chosen={useStore(themeChoice)} onChoose={chooseTheme} />;
}

/** Says when a screen shows saved copies of records, and keeps asking for whatever the service has not answered. */
function SavedCopyNotice() {
  const at = useCopyTime();
  const isLost = useServiceAway();
  const confirmed = useConfirmed();
  const [asking, setAsking] = useState(false);
  const hasUnanswered = useHasUnanswered();

  useEffect(() => {
    if (!hasUnanswered) return undefined;
    const leaving = new AbortController();
    void refetchUntilAnswered(leaving.signal);
    return () => leaving.abort();
  }, [hasUnanswered]);
  // the server has just answered about the session
  useWhen(confirmed || null, () => void refetchUnanswered());

  if (at === null) return null;
  const again = async () => {
    setAsking(true);
    await refetchUnanswered();
    setAsking(false);
  };
  const then = new Date(at);
  const [day, time] = [shortDay(siteStamp(then).slice(0, 10)), siteTime(then).clock];
  return (
    <div className={styles.copy}>
      <Notice
        role="status"
        tone="info"
        message={
          isLost
            ? t('Saved copy of {day}, {time}. There is no connection.', { day, time })
            : t('Saved copy of {day}, {time}', { day, time })
        }
        action={asking ? t('Trying…') : t('Try again')}
        busy={asking}
        onAction={() => void again()}
      />
    </div>
  );
}

interface MenuLink {
  label: Message;
  query: string;
  route: PortalRoute;
}

/** The width in rem at which the links of a role and two icons fit side by side: below it the bar folds (`decisions §3`). */
const foldedBelow: Record<Role, number> = { user: 45, technician: 51.5, admin: 61.5 };

function NavBar({ session }: { session: Session }) {
  const location = useLocation();
  const [open, setOpen] = useState(false);
  const [page, setPage] = useState(location.key);
  const [leaving, setLeaving] = useState(false);
  const links = menuOf(session.role);
  const folded = useNarrow(foldedBelow[session.role]);
  if (page !== location.key) {
    setPage(location.key);
    setOpen(false);
  }

  useEffect(() => {
    if (!open) return undefined;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);

  return (
    <header className={`${styles.bar} ${folded ? styles.folded : ''}`}>
      <a
        className={styles.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        {t('Skip to content')}
      </a>
      <div className={styles.inner}>
        <Link className={`${layout.line} ${styles.brand}`} to={homePath(session.role)}>
          <img src="/icon.svg" alt="" width="36" height="36" />
          RFID Boom Gate
        </Link>
        {folded && <Contacts />}
        <button
          type="button"
          className={styles.menu}
          aria-expanded={open}
          aria-controls="portal-menu"
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'close' : 'menu'} />
          {t('Menu')}
        </button>
        <div id="portal-menu" className={`${styles.panel} ${open ? styles.open : ''}`}>
          <nav aria-label={t('Portal')}>
            <ul className={`${layout.wrap} ${styles.links}`}>
              {links.map((link) => (
                <li key={inEnglish(link.label)}>
                  <Link
                    to={menuUrl(link, session.role, location.search)}
                    onClick={() => setOpen(false)}
                    aria-current={isMenuLinkCurrent(link, session.role, location) ? 'page' : undefined}
                  >
                    {said(link.label)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          {!folded && <Contacts />}
          <button type="button" className={styles.leave} onClick={() => setLeaving(true)}>
            {t('End Session')}
          </button>
        </div>
      </div>
      <EndSessionDialog open={leaving} session={session} onClose={() => setLeaving(false)} />
    </header>
  );
}

/**
 * Whom to call and where to write, on every screen: nobody searches for it while a gate is stuck. For all roles, because
 * technicians call too, and the office reads the number out.
 */
function Contacts() {
  const { hotline, hours } = companyContact;
  return (
    <div className={styles.contacts} role="group" aria-label={t('Help')}>
      <SupportLink />
      <a className={styles.call} href={telUrl(hotline)}>
        <Icon name="phone" />
        <span>{hotline}</span> <span className={layout.spoken}>{t('(hotline, {hours})', { hours })}</span>
      </a>
    </div>
  );
}

/** The links of a role's navigation bar, in order (`spec §2`). */
function menuOf(role: Role): MenuLink[] {
  return routes
    .filter((route) => isOpenTo(role, route))
    .flatMap((route) =>
      (route.menu ?? [])
        .filter((entry) => isEntryFor(role, entry))
        .map(({ label, query = '' }) => ({ label, query, route })),
    );
}

/** Whether a link leads to the open screen, or to one above it or linking to it. The workspace has one link for all. */
function isMenuLinkCurrent({ query, route }: MenuLink, role: Role, { pathname, search }: Location): boolean {
  const entry = entryPath(pathname, role);
  if (route.workspace && routes.some(({ path, workspace }) => workspace && path === entry)) return true;
  const isInside = entry === route.path || entry.startsWith(`${route.path}/`);
  // two entries of one screen differ by their query
  return isInside && (route.menu?.length === 1 || viewIn(search) === viewIn(query));
}

/** The screen that leads to one outside the role's menu: Service History for a client's dashboard. */
function entryPath(pathname: string, role: Role): string {
  const route = routes.find(({ path }) => path === pathname);
  const isNamed = route?.menu?.some((entry) => isEntryFor(role, entry));
  const from = isNamed ? undefined : route?.linkedFrom?.[role];
  return from === undefined ? pathname : entryPath(from, role);
}

function viewIn(query: string): string | null {
  return new URLSearchParams(query).get('view');
}

/** Where a menu link leads. The picked site is kept on screens that show one. */
function menuUrl({ query, route: { path, keepsSite } }: MenuLink, role: Role, search: string): string {
  const site = hasRight(role, 'pickSite') ? new URLSearchParams(search).get('site') : null;
  if (site === null || !keepsSite) return path + query;
  return `${path}${query}${query ? '&' : '?'}${new URLSearchParams({ site }).toString()}`;
}

/** Refreshes what is kept for offline. Its code is not loaded where nothing is. Never throws: it tries again at the next opening. */
async function refreshKept(): Promise<void> {
  try {
    // what passes from a replaced key is not downloaded again
    const anew = await inheritedCopies();
    const owner = sessionOwner();
    if (owner === null || (await savedQueries(owner, keptPrefix)).length === 0) return;
    const isCompared = await (await import('./refresh-kept-sites.ts')).refreshKeptSites(anew);
    if (anew && isCompared) noteCompared();
  } catch (error) {
    if (!isNoService(error)) console.warn('What is kept for offline could not be refreshed', error);
  }
}

/** Brings what is kept for offline up to date, at the opening and when somebody returns. @param token of the confirmed session */
function useKeptSites(token: string | null): void {
  useEffect(() => {
    if (token === null || !keepsFiles()) return undefined;
    const refresh = () => void refreshKept();
    const leaving = [whenIdle(refresh), onReturn(refresh)];
    return () => leaving.forEach((leave) => leave());
  }, [token]);
}

/** How often a session in use is kept alive: the server ends it after an idle hour, a kept one after a week. */
export const heartbeatMs = 5 * 60_000;

const activity = ['pointerdown', 'keydown', 'scroll'] as const;

/**
 * Keeps the session alive while somebody uses the page, and when the tab becomes visible again. Notices an expired
 * session; other errors do not matter here.
 */
function useKeepAlive(): void {
  useEffect(() => {
    let used = false;
    const note = () => {
      used = true;
    };
    const call = async () => {
      used = false;
      const session = getSession();
      if ((await connection.ask()) && session && isConfirmed()) void rememberSession(session);
    };
    const onTick = () => {
      if (used && document.visibilityState === 'visible') void call();
    };
    const onVisible = () => {
      if (document.visibilityState === 'visible') void call();
    };
    const timer = setInterval(onTick, heartbeatMs);
    document.addEventListener('visibilitychange', onVisible);
    for (const kind of activity) window.addEventListener(kind, note, { passive: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      for (const kind of activity) window.removeEventListener(kind, note);
    };
  }, []);
}
