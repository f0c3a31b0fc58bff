import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, type ComponentProps } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Connection } from '../../lib/connection.ts';
import { useConnectionLost } from '../../lib/device/query-copies.ts';
import { sessionOwner } from '../../lib/device/session-copies.ts';
import { useSession } from '../../lib/device/session.ts';
import { notKept } from '../../lib/offline/no-connection.ts';
import { isServerReachable } from '../../lib/upload-file.ts';
import { sitesOnDeviceQuery } from '../../records/offline/kept-sites.ts';
import * as paths from '../../records/portal-paths.ts';
import layout from '../../ui/layout.module.css';
import { Loaded, type Loading } from '../../ui/message/Loaded.tsx';
import { Notice } from '../../ui/message/Notice.tsx';
import texts from '../../ui/text.module.css';
import { useRight } from '../use-right.ts';
import { t } from '../../lib/language/translate.ts';

type SiteLoadedProps<Data> = ComponentProps<typeof Loaded<Data>> & {
  /** The site that was picked; null for a client, whose key decides. */
  site: string | null;
};

/** What a screen has loaded of a site. Without a connection it is no error that a site is not kept on this device: it is said. */
export function SiteLoaded<Data>({ site, ...loaded }: SiteLoadedProps<Data>) {
  const isLost = useConnectionLost();
  return isLost && isMissing(loaded.query) && sessionOwner() !== null ? (
    <NotOnDevice site={site} onReturn={() => void loaded.query.refetch()} />
  ) : (
    <Loaded {...loaded} />
  );
}

function isMissing({ data, isError, isFetching }: Loading<unknown>): boolean {
  return isError && !isFetching && (data === undefined || data === null);
}

interface NotOnDeviceProps {
  site: string | null;
  /** Called when the connection is back, and by *Try again*. */
  onReturn: () => void;
}

/** Says that a site is not on this device, and which sites are, with the same screen of each. */
function NotOnDevice({ site, onReturn }: NotOnDeviceProps) {
  const own = useSession()?.site ?? null;
  const picks = useRight('pickSite');
  const { pathname } = useLocation();
  const { data: names } = useQuery({ ...sitesOnDeviceQuery, enabled: picks });
  const again = useEffectEvent(onReturn);
  useEffect(() => {
    const leaving = new AbortController();
    const connection = new Connection(isServerReachable);
    const watch = async () => {
      if (!(await connection.isLost())) return;
      await connection.waitUntilOnline(leaving.signal);
      if (!leaving.signal.aborted) again();
    };
    void watch();
    return () => {
      leaving.abort();
      connection.dispose();
    };
  }, []);
  return (
    <div className={layout.tight}>
      <Notice
        role="status"
        message={notKept(`${site ?? own ?? 'this site'} is`)}
        action={t('Try again')}
        onAction={onReturn}
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
          While there is a connection, sites are kept for offline under <Link to={paths.mySites}>{t('My sites')}</Link>.
        </p>
      )}
    </div>
  );
}
