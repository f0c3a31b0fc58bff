import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { ComboField } from '../ui/combo/ComboField.tsx';
import { siteNamesQuery } from '../records/site/site-queries.ts';
import { useSession } from '../lib/session.ts';
import { SiteLinks } from './SiteLinks.tsx';
import styles from './SitePicker.module.css';

/** `ready` is false while an admin has not picked a site. */
export function useSiteChoice(): { site: string | null; isAdmin: boolean; ready: boolean } {
  const isAdmin = useSession()?.role === 'admin';
  const [params] = useSearchParams();
  const site = isAdmin ? params.get('site') || null : null;
  return { site, isAdmin, ready: !isAdmin || site !== null };
}

/** An admin has no site of their own: the choice is in the URL, as `?site=<name>`. With the way to its other screens. */
export function SitePicker() {
  const [params, setParams] = useSearchParams();
  const names = useQuery(siteNamesQuery);

  if (names.isError && !names.data)
    return <LoadFailed message="Failed to load names." onRetry={() => void names.refetch()} />;

  const sites = names.data ?? [];
  const chosen = params.get('site') ?? '';
  const choose = (site: string) =>
    setParams(
      (before) => {
        // an opened file belongs to the previous site
        for (const key of ['task', 'photo', 'pdf', 'site']) before.delete(key);
        before.set('site', site);
        return before;
      },
      { replace: true },
    );

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
