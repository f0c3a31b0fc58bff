import { queryClient } from '../../lib/query-client.ts';
import { faultNames, type FaultNames } from './answers.ts';
import { siteFaultsQuery } from './site-faults.ts';

// The names of faults for papers. A paper is made at once of what has been read: a fault that was not read is named by its number.

/** The names of the faults of a site that have been read. */
export function knownFaultNames(site: number): FaultNames {
  return faultNames(queryClient.getQueryData(siteFaultsQuery(site).queryKey));
}

interface ListedVisit {
  showing?: unknown;
  answers?: unknown;
}

/**
 * Reads the faults of a site before a paper is made, where its visits answered some. Never throws: a paper is made without their names too.
 */
export async function readFaultNames(site: number, visits: readonly ListedVisit[]): Promise<void> {
  if (visits.some(({ answers }) => answers !== undefined)) await queryClient.prefetchQuery(siteFaultsQuery(site));
}
