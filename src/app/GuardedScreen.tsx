import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { useSession, type Session } from '../lib/device/session.ts';
import { said, t } from '../lib/language/translate.ts';
import { hasRight } from '../records/access-key/role.ts';
import { Button } from '../ui/Button.tsx';
import { PlainScreen } from './ErrorBoundary.tsx';
import { homePath } from './landing.ts';
import { LazyScreen } from './LazyScreen.tsx';
import { useIsOfAnotherSite, useSiteInUrl } from './linked-site.ts';
import { isOpenTo, routes, type PortalRoute } from './routes.tsx';
import { EndSessionDialog } from './session/EndSessionDialog.tsx';

/** Shows a screen only to the roles that may open it, and only for a site of the session. The database refuses anybody else, too. */
export function GuardedScreen({ route }: { route: PortalRoute }) {
  const session = useSession();
  const { search } = useLocation();
  useSiteInUrl(session, route.path);
  const isForAnotherSite = useIsOfAnotherSite(session, route.path, search);
  if (!session) return null;
  if (!isOpenTo(session.role, route)) {
    const home = homePath(session.role);
    if (route.leadsHome?.includes(session.role)) return <Navigate to={home} replace />;
    const { title } = routes.find(({ path }) => path === home) ?? route;
    return (
      <PlainScreen
        title={t('No entry')}
        actions={<Link to={home}>{t('Back to {title}', { title: said(title) })}</Link>}
      >
        <p>{t('This page is not available with your key.')}</p>
      </PlainScreen>
    );
  }
  if (isForAnotherSite) return <OtherSiteScreen route={route} session={session} />;
  return (
    <LazyScreen key={route.path} load={route.screen} props={{ title: said(route.title) }} title={said(route.title)} />
  );
}

/** Says that the link is of another site. If the client's own site were shown instead, it would be taken for the linked site. */
function OtherSiteScreen({ route: { path, title }, session }: { route: PortalRoute; session: Session }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { pathname, search, hash } = useLocation();
  return (
    <>
      <PlainScreen
        title={t('Another site')}
        actions={
          <>
            <Button variant="primary" onClick={() => setDialogOpen(true)}>
              {t('End session and log in with another key')}
            </Button>
            <Link to={path}>
              {hasRight(session.role, 'pickSite')
                ? t('{title} of your sites', { title: said(title) })
                : t('{title} of your site', { title: said(title) })}
            </Link>
          </>
        }
      >
        <p>{t('This link belongs to another site than your key.')}</p>
        <p>{t('To open it, end this session and log in with a key of that site.')}</p>
      </PlainScreen>
      <EndSessionDialog
        open={isDialogOpen}
        session={session}
        next={pathname + search + hash}
        onClose={() => setDialogOpen(false)}
      />
    </>
  );
}
