import { useQuery } from '@tanstack/react-query';
import type { SiteFault } from '../../records/fault/fault.ts';
import { siteFaultsQuery } from '../../records/fault/site-faults.ts';
import { hasFailed } from '../../ui/message/Loaded.tsx';
import { useReadMoment } from '../use-today.ts';

/** What the response times of call-outs are counted from besides a site's record. */
interface SiteFaults {
  /** Null while the faults are being read, and where they cannot be read and no copy of them is on the device. */
  faults: readonly SiteFault[] | null;
  /** Whether the faults are still being read. */
  pending: boolean;
  /** The moment for which the figures are counted. It is not before the faults were read, because open faults become late by the minute. */
  now: Date;
}

/** All faults of a site. @param site null while it is not known */
export function useSiteFaults(site: number | null): SiteFaults {
  const query = useQuery({ ...siteFaultsQuery(site ?? 0), enabled: site !== null });
  const { data: faults = null, dataUpdatedAt } = query;
  const now = useReadMoment(dataUpdatedAt);
  return { faults, pending: faults === null && !hasFailed(query), now };
}
