import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useServiceAway } from '../../lib/device/query-copies.ts';
import { currentOwner } from '../../lib/device/session-copies.ts';
import { useSession } from '../../lib/device/session.ts';
import { rich } from '../../lib/language/rich.tsx';
import { t } from '../../lib/language/translate.ts';
import { sitesOnDeviceQuery } from '../../records/offline/pinned-sites.ts';
import * as paths from '../../records/portal-paths.ts';
import { hasFailed, Loaded, type Loading } from '../../ui/message/Loaded.tsx';
import { Notice } from '../../ui/message/Notice.tsx';
import { useRight } from '../use-right.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';

type SiteLoadedProps<Data> = ComponentProps<typeof Loaded<Data>> & {
  /** The name of the chosen site; null for a client, whose access key determines the site. */
  site: string | null;
};

/**
 * Shows what a screen has loaded of a site. If there is neither a connection nor an offline copy of the site, it does
 * not show an error, but says that the site is not on this device.
 */
export function SiteLoaded<Data>({ site, ...loaded }: SiteLoadedProps<Data>) {
  const isServiceAway = useServiceAway();
  // without an owner no copies are read, so this device may have one, and the error is shown
  return isServiceAway && isMissing(loaded.query) && currentOwner() !== null ? (
    <NotOnDevice site={site} busy={loaded.query.isFetching} onRetry={() => void loaded.query.refetch()} />
  ) : (
    <Loaded {...loaded} />
  );
}

function isMissing(query: Loading<unknown>): boolean {
  return hasFailed(query) && (query.data === undefined || query.data === null);
}

const linkToMySites = (inner: ReactNode) => <Link to={paths.mySites}>{inner}</Link>;

interface NotOnDeviceProps {
  site: string | null;
  busy: boolean;
  onRetry: () => void;
}

/** Says that a site is not on this device, and links to the same screen of the sites that are. */
function NotOnDevice({ site, busy, onRetry }: NotOnDeviceProps) {
  const ownSite = useSession()?.site ?? null;
  const siteName = site ?? ownSite;
  const picks = useRight('pickSite');
  const { pathname } = useLocation();
  const { data: names } = useQuery({ ...sitesOnDeviceQuery, enabled: picks });
  return (
    <div className={layout.gap3}>
      <Notice
        role="status"
        message={
          siteName === null
            ? t('There is no connection, and this site is not kept on this device.')
            : t('There is no connection, and {site} is not kept on this device.', { site: siteName })
        }
        action={busy ? t('Trying…') : t('Try again')}
        busy={busy}
        onAction={onRetry}
      />
      {names && names.length > 0 && (
        <div>
          <p id="sites-on-device" className={texts.muted}>
            {t('On this device:')}
          </p>
          <ul className={layout.row} aria-labelledby="sites-on-device">
            {names.map((name) => (
              <li key={name}>
                <Link className={layout.target} to={`${pathname}?${new URLSearchParams({ site: name }).toString()}`}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      {picks && (
        <p className={texts.muted}>
          {rich('While there is a connection, sites are kept for offline under <sites>My sites</sites>.', {
            sites: linkToMySites,
          })}
        </p>
      )}
    </div>
  );
}
