import { useQuery } from '@tanstack/react-query';
import { useSearchParams, useLocation } from 'react-router-dom';
import { useSession } from '../lib/device/session.ts';
import { t } from '../lib/language/translate.ts';
import { useWhen } from '../lib/screen/timing.ts';
import { useQueryValues } from '../lib/screen/use-query-values.ts';
import { supportMessageUrl } from '../lib/support-message.ts';
import { siteNamesQuery, sitesQuery } from '../records/site/site-queries.ts';
import { siteScreens } from '../records/site/site-screens.ts';
import { siteYear } from '../records/time.ts';
import { LoadError } from '../ui/message/Notice.tsx';
import { ArchivedNote } from './archive/ArchivedNote.tsx';
import { WayLink } from './BackLink.tsx';
import { richSentences } from './rich-sentences.tsx';
import { SiteChoice } from './SiteChoice.tsx';
import { useRight } from './use-right.ts';
import { useToday } from './use-today.ts';
import layout from '../ui/layout.module.css';
import texts from '../ui/text.module.css';
import styles from './SitePicker.module.css';

/** `picks`: the session picks a site in a `SitePicker`; `ready` is false until it has. */
export function useSiteChoice(): { site: string | null; picks: boolean; ready: boolean } {
  const picks = useRight('pickSite');
  const [params] = useSearchParams();
  const site = picks ? params.get('site') || null : null;
  return { site, picks, ready: !picks || site !== null };
}

/** The choice of a site, kept in the URL as `?site=<name>`, and links to the other screens of the site. */
export function SitePicker() {
  const [params, change] = useQueryValues<'site' | 'task' | 'photo' | 'pdf' | 'post'>();
  const names = useQuery(siteNamesQuery);
  const sites = useQuery(sitesQuery);

  const chosen = params.get('site') ?? '';
  // an opened file and a post belong to the previous site
  const choose = (site: string) => change({ site, task: '', photo: '', pdf: '', post: '' });

  const only = useOnlySite();
  useWhen(chosen === '' ? only : null, (site) => change({ site }));

  return (
    <div className={styles.picker}>
      <div className={styles.field}>
        <SiteChoice label={t('Site')} value={chosen} onChange={choose} />
      </div>
      <ArchivedNote site={sites.data?.find(({ name }) => name === chosen)} />
      {chosen !== '' && (names.isPending || names.data?.includes(chosen)) && (
        <div className={styles.linksBelow}>
          <SiteLinks site={chosen} />
        </div>
      )}
    </div>
  );
}

/** Links between the screens of one site, for those who pick one (`decisions §3`). */
export function SiteLinks({ site }: { site: string }) {
  const { pathname: here } = useLocation();
  const year = siteYear(useToday());
  return (
    <nav aria-label={t('This site')}>
      <ul className={`${layout.wrap} ${layout.unprinted} ${styles.links}`}>
        {siteScreens(site, year).map(({ path, label, link }) => (
          <li key={path}>
            <WayLink to={link} aria-current={path === here ? 'page' : undefined}>
              {label}
            </WayLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The only site of a key, which nobody has to pick; null when there are several. */
export function useOnlySite(): string | null {
  const starts = useRight('startAtOnlySite');
  const names = useQuery({ ...siteNamesQuery, enabled: starts });
  const [only, other] = names.data ?? [];
  return (starts && other === undefined && only) || null;
}

/** Why a client finds nothing: the key belongs to no site yet (`decisions §7`). Empty for other keys. */
export function UnlinkedKey() {
  const session = useSession();
  const picksSite = useRight('pickSite');
  if (!session || picksSite || session.site !== null) return null;
  return (
    <p className={texts.muted}>
      {richSentences(
        t('Your key is not linked to a site yet.'),
        <a
          href={supportMessageUrl(t('My key for the RFID boom gate portal is not linked to a site yet.'))}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('Ask support to link it')}
        </a>,
      )}
    </p>
  );
}

/** Says, in place of a site's records, that none were found. */
export function NoSiteData({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <LoadError message={t('No data found for the selected name.')} onRetry={onRetry} />
      <UnlinkedKey />
    </>
  );
}
