import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { useQueryValues } from '../lib/screen/use-query-values.ts';
import { useWhen } from '../lib/screen/use-when.ts';
import { LoadError } from '../ui/message/LoadError.tsx';
import { ComboField } from '../ui/combo/ComboField.tsx';
import { useRight } from './use-right.ts';
import { siteNamesQuery } from '../records/site/site-queries.ts';
import { SiteLinks } from './SiteLinks.tsx';
import styles from './SitePicker.module.css';
import { useOnlySite } from './use-only-site.ts';

/** `picks`: the session picks a site in a `SitePicker`; `ready` is false until it has. */
export function useSiteChoice(): { site: string | null; picks: boolean; ready: boolean } {
  const picks = useRight('pickSite');
  const [params] = useSearchParams();
  const site = picks ? params.get('site') || null : null;
  return { site, picks, ready: !picks || site !== null };
}

/** The choice is in the URL, as `?site=<name>`. Includes links to the other screens of the site. */
export function SitePicker() {
  const [params, change] = useQueryValues<'site' | 'task' | 'photo' | 'pdf'>();
  const names = useQuery(siteNamesQuery);

  const chosen = params.get('site') ?? '';
  // an opened file belongs to the previous site
  const choose = (site: string) => change({ site, task: '', photo: '', pdf: '' });

  const only = useOnlySite();
  useWhen(chosen === '' ? only : null, (site) => change({ site }));

  if (names.isError && !names.data)
    return <LoadError message="Failed to load names." onRetry={() => void names.refetch()} />;

  const sites = names.data ?? [];

  return (
    <div className={styles.picker}>
      <div className={styles.field}>
        <ComboField
          label="Site"
          value={chosen}
          onChange={choose}
          disabled={names.isPending}
          placeholder={names.isPending ? 'Loading sites…' : 'Select a site'}
          options={sites.map((name) => ({ value: name, label: name }))}
        />
      </div>
      {chosen !== '' && (names.isPending || sites.includes(chosen)) && (
        <div className={styles.links}>
          <SiteLinks site={chosen} />
        </div>
      )}
    </div>
  );
}
