import { useQuery } from '@tanstack/react-query';
import { presetOf } from '../../records/maintenance-form/form-presets.ts';
import { formSiteQuery } from '../../records/maintenance-form/form-site-query.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { hasFailed } from '../../ui/message/Loaded.tsx';
import { generalInfoOf, siteOf, type ClientDetails } from './form-site.ts';

export type FormClient = ReturnType<typeof useFormClient>;

/** The client of the form: the values that it fills in, and the posts and equipment of its site. */
export function useFormClient(client: string) {
  const sites = useQuery(sitesQuery);
  const preset = presetOf(client);
  const site = siteOf(client, sites.data ?? []);
  const formSite = useQuery({ ...formSiteQuery(site?.id ?? 0), enabled: site !== null });
  const fromClient: ClientDetails | null =
    preset ?? (site && { generalInfo: generalInfoOf(site), equipment: formSite.data?.equipment ?? null });
  const failed = hasFailed(sites) || hasFailed(formSite);
  return {
    sites: sites.data ?? [],
    site,
    fromClient,
    /** The posts and equipment of the site; null until they are read. */
    formSite: formSite.data ?? null,
    /** Whether the sites, or the record of the client's site, are still being read. */
    waiting: client !== '' && !failed && (sites.isPending || (site !== null && formSite.isPending)),
    failed,
    retrying: sites.isFetching || formSite.isFetching,
    retry: () => void (hasFailed(sites) ? sites.refetch() : formSite.refetch()),
  };
}
