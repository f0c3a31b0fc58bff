import { queryClient } from '../../lib/query-client.ts';
import { faultNames, type FaultNames } from './answers.ts';
import { siteFaultsQuery } from './site-faults.ts';

// The names of faults for papers. A paper does not wait for the faults of a site: a fault that is not loaded is named by its number.

/** The names of the faults of a site that are loaded already. */
export function knownFaultNames(site: number): FaultNames {
  return faultNames(queryClient.getQueryData(siteFaultsQuery(site).queryKey));
}

interface ListedVisit {
  showing?: unknown;
  answers?: unknown;
}

/**
 * Loads the faults of a site before a paper is made, if its visits answered any. Never throws: without the names, the paper has numbers.
 */
export async function readFaultNames(site: number, visits: readonly ListedVisit[]): Promise<void> {
  if (visits.some(({ answers }) => answers !== undefined)) await queryClient.prefetchQuery(siteFaultsQuery(site));
}
