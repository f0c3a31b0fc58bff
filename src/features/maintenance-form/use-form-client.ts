import { useQuery } from '@tanstack/react-query';
import { useOnlySite } from '../../components/use-only-site.ts';
import { useWhen } from '../../lib/screen/use-when.ts';
import { presetOf } from '../../records/maintenance-form/form-presets.ts';
import { formSiteQuery } from './form-site.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { clientOf, detailsOf, siteOf, type ClientDetails } from './clients.ts';

/** The client of the form: what it brings, and the posts and equipment of its site. */
export function useFormClient(client: string) {
  const sites = useQuery(sitesQuery);
  const preset = presetOf(client);
  const site = siteOf(client, sites.data ?? []);
  const details = useQuery({ ...formSiteQuery(site?.id ?? 0), enabled: site !== null });
  const fromClient: ClientDetails | null =
    preset ?? (site && { generalInfo: detailsOf(site), equipment: details.data?.equipment ?? null });
  return {
    sites: sites.data ?? [],
    site,
    fromClient,
    /** Null until known. */
    details: details.data ?? null,
    waiting: client !== '' && (sites.isPending || (site !== null && details.isPending)),
    failed: sites.isError || details.isError,
    retry: () => void (sites.isError ? sites.refetch() : details.refetch()),
  };
}

/** Opens the form of a technician's only site, unless something was typed already. */
export function useOnlyClient(client: string, untouched: boolean, onOpen: (client: string) => void): void {
  const sites = useQuery(sitesQuery);
  const name = useOnlySite();
  const site = sites.data?.find((one) => one.name === name);
  useWhen(site && client === '' && untouched ? clientOf(site) : null, onOpen);
}
