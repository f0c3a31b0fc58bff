import { useQuery } from '@tanstack/react-query';
import type { SiteFault } from '../../records/fault/fault.ts';
import { siteFaultsQuery } from '../../records/fault/site-faults.ts';
import { hasFailed } from '../../ui/message/Loaded.tsx';
import { useReadMoment } from '../use-today.ts';

/** What the clock of call-outs needs besides a site's record. */
interface SiteFaults {
  /** Null where they cannot be read, and nothing of them is on the device; also while they are asked for. */
  faults: readonly SiteFault[] | null;
  pending: boolean;
  /** The moment of the figures: of today, and not before the faults were read, as open ones become late by the minute. */
  now: Date;
}

/** All faults of a site. @param site null while it is not known */
export function useSiteFaults(site: number | null): SiteFaults {
  const query = useQuery({ ...siteFaultsQuery(site ?? 0), enabled: site !== null });
  const { data: faults = null, dataUpdatedAt } = query;
  const now = useReadMoment(dataUpdatedAt);
  return { faults, pending: faults === null && !hasFailed(query), now };
}
