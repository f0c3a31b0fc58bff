import { useQuery } from '@tanstack/react-query';
import type { SiteFault } from '../../records/fault/fault.ts';
import { siteFaultsQuery } from '../../records/fault/site-faults.ts';
import { hasFailed } from '../../ui/message/Loaded.tsx';
import { useReadMoment } from '../use-today.ts';

/** The reported faults of a site. With the site's record they are the basis of its response times. */
interface SiteFaults {
  /** Null while the faults are being read, or if they cannot be read and this device has no copy of them. */
  faults: readonly SiteFault[] | null;
  /** Whether the faults are still being read. */
  pending: boolean;
  /** The time for which figures are counted, at or after the time when the faults were read: an open fault gets later by the minute. */
  now: Date;
}

/**
 * All faults of a site.
 * @param site the id of the site; null while it is not known, which reads nothing
 */
export function useSiteFaults(site: number | null): SiteFaults {
  const query = useQuery({ ...siteFaultsQuery(site ?? 0), enabled: site !== null });
  const { data: faults = null, dataUpdatedAt } = query;
  const now = useReadMoment(dataUpdatedAt);
  return { faults, pending: faults === null && !hasFailed(query), now };
}
