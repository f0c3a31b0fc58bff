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
import { ReturnLink } from './BackLink.tsx';
import { richSentences } from './rich-sentences.tsx';
import { SiteChoice } from './SiteChoice.tsx';
import { useRight } from './use-right.ts';
import { useToday } from './use-today.ts';
import layout from '../ui/layout.module.css';
import texts from '../ui/text.module.css';
import styles from './SitePicker.module.css';

/**
 * The site that the session has chosen. `picks` is whether the session chooses a site in a `SitePicker`: other sessions have only one
 * site, and `site` is null for them. `ready` is false until a required choice is made.
 */
export function useSiteChoice(): { site: string | null; picks: boolean; ready: boolean } {
  const picks = useRight('pickSite');
  const [params] = useSearchParams();
  const site = picks ? params.get('site') || null : null;
  return { site, picks, ready: !picks || site !== null };
}

/** The choice of a site, which is in the URL as `?site=<name>`, and links to the other screens of the site. */
export function SitePicker() {
  const [params, change] = useQueryValues<'site' | 'task' | 'photo' | 'pdf' | 'post'>();
  const names = useQuery(siteNamesQuery);
  const sites = useQuery(sitesQuery);

  const chosen = params.get('site') ?? '';
  // a task, a file and a post in the URL belong to the previous site, so they are removed
  const choose = (site: string) => change({ site, task: '', photo: '', pdf: '', post: '' });

  const onlySite = useOnlySite();
  useWhen(chosen === '' ? onlySite : null, (site) => change({ site }));

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

/** Links between the screens of a site, for people who choose a site (`decisions §3`). */
export function SiteLinks({ site }: { site: string }) {
  const { pathname } = useLocation();
  const year = siteYear(useToday());
  return (
    <nav aria-label={t('This site')}>
      <ul className={`${layout.wrap} ${layout.unprinted} ${styles.links}`}>
        {siteScreens(site, year).map(({ path, label, link }) => (
          <li key={path}>
            <ReturnLink to={link} aria-current={path === pathname ? 'page' : undefined}>
              {label}
            </ReturnLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The name of the site if the access key has a single site, which need not be chosen; else null. */
export function useOnlySite(): string | null {
  const startsAtOnlySite = useRight('startAtOnlySite');
  const names = useQuery({ ...siteNamesQuery, enabled: startsAtOnlySite });
  const [firstName, secondName] = names.data ?? [];
  return (startsAtOnlySite && secondName === undefined && firstName) || null;
}

/** Tells a client whose key belongs to no site yet that this is why nothing is shown (`decisions §7`). Not rendered for other keys. */
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

/** Stands in place of the records of a site, and says that none were found. */
export function NoSiteData({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <LoadError message={t('No data found for the selected name.')} onRetry={onRetry} />
      <UnlinkedKey />
    </>
  );
}
