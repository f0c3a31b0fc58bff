import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { siteNamesQuery } from '../records/site/site-names.ts';
import styles from './SitePicker.module.css';

/** An admin has no site of their own: the choice is kept in the address, as `?site=` and the site's name. */
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
        // an opened file belongs to the site that is left
        for (const key of ['task', 'photo', 'pdf', 'site']) before.delete(key);
        if (site) before.set('site', site);
        return before;
      },
      { replace: true },
    );

  return (
    <div className={styles.picker}>
      <SelectField
        label="Site"
        value={sites.includes(chosen) ? chosen : ''}
        onChange={choose}
        disabled={names.isPending}
        options={[
          { value: '', label: names.isPending ? 'Loading sites…' : 'Select a site' },
          ...sites.map((name) => ({ value: name, label: name })),
        ]}
      />
    </div>
  );
}
