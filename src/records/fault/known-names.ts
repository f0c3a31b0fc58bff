import { queryClient } from '../../lib/query-client.ts';
import { faultNames, type FaultNames } from './answers.ts';
import { siteFaultsQuery } from './site-faults.ts';

// The names of faults for papers, which are made at once of what has been read. What is not known there is said by its number.

/** The names of the faults of a site that have been read. */
export function knownFaultNames(site: number): FaultNames {
  return faultNames(queryClient.getQueryData(siteFaultsQuery(site).queryKey));
}

interface ListedVisit {
  showing?: unknown;
  answers?: unknown;
}

/** Reads the names of the faults of a site before a paper is made, where visits of it answered some. Never throws: the paper can do without. */
export async function readFaultNames(site: number, visits: readonly ListedVisit[]): Promise<void> {
  if (visits.some(({ answers }) => answers !== undefined)) await queryClient.prefetchQuery(siteFaultsQuery(site));
}
