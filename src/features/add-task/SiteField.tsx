import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { sitesQuery } from '../../records/site/site-queries.ts';

interface SiteFieldProps {
  /** Number of the chosen site. */
  value: number | null;
  onChange: (siteId: number | null) => void;
  /** What is wrong with the choice. */
  error: string | null;
}

/** The site that the task is for. */
export function SiteField({ value, onChange, error }: SiteFieldProps) {
  const sites = useQuery(sitesQuery);
  if (sites.isError && !sites.data)
    return <LoadFailed message="Failed to load names." onRetry={() => void sites.refetch()} />;
  return (
    <SelectField
      label="Site"
      name="site"
      required
      value={sites.data && value !== null ? String(value) : ''}
      onChange={(chosen) => onChange(chosen === '' ? null : Number(chosen))}
      disabled={sites.isPending}
      error={error}
      options={[
        { value: '', label: sites.isPending ? 'Loading sites…' : 'Select a site' },
        ...(sites.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}
